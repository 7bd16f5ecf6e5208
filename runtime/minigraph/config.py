"""tf.config: devices, threads and placement of eager execution, on the simulated devices."""

from __future__ import annotations

from collections import namedtuple
from types import SimpleNamespace
from typing import Any

from minigraph import context, devices
from minigraph.device_spec import DeviceSpecV2
from minigraph.eager import placement
from minigraph.polymorphic import functions_run_eagerly, run_functions_eagerly

PhysicalDevice = namedtuple("PhysicalDevice", ["name", "device_type"])
LogicalDevice = namedtuple("LogicalDevice", ["name", "device_type"])
LogicalDeviceConfiguration = namedtuple(
    "LogicalDeviceConfiguration",
    ["memory_limit", "experimental_priority", "experimental_device_ordinal"],
    defaults=(None, None, None),
)

__all__ = [
    "LogicalDevice",
    "LogicalDeviceConfiguration",
    "PhysicalDevice",
    "functions_run_eagerly",
    "run_functions_eagerly",
]


class _Settings:
    visible: list[PhysicalDevice] | None = None
    logical: dict[PhysicalDevice, list[Any]]
    growth: dict[PhysicalDevice, bool]
    threads: dict[str, int]
    jit = ""
    optimizers: dict[str, Any]


_settings = _Settings()
_settings.logical, _settings.growth, _settings.optimizers = {}, {}, {}
_settings.threads = {"Inter": 0, "Intra": 0}


def _check_not_started(what: str) -> None:
    if context.eager.started:
        raise RuntimeError(f"{what} cannot be modified after being initialized")


def list_physical_devices(device_type: str | None = None) -> list[PhysicalDevice]:
    """The CPU and the simulated GPUs of the process (tf.config.list_physical_devices)."""
    kinds = ["CPU:0", *(f"GPU:{index}" for index in range(devices.count_simulated()))]
    found = [PhysicalDevice(f"/physical_device:{kind}", kind.split(":")[0]) for kind in kinds]
    return [device for device in found if device_type in (None, device.device_type)]


def get_visible_devices(device_type: str | None = None) -> list[PhysicalDevice]:
    """The devices that the program may use."""
    found = list_physical_devices() if _settings.visible is None else _settings.visible
    return [device for device in found if device_type in (None, device.device_type)]


def set_visible_devices(wanted: Any, device_type: str | None = None) -> None:
    """Chooses the devices that the program may use.

    Raises ValueError for one that does not exist, RuntimeError once an operation has run.
    """
    wanted = (
        list(wanted)
        if isinstance(wanted, (list, tuple)) and (not isinstance(wanted, PhysicalDevice))
        else [wanted]
    )
    for device in wanted:
        if device not in list_physical_devices():
            raise ValueError(f"Unrecognized device: {device!r}")
        if device_type is not None and device.device_type != device_type:
            raise ValueError(f"Unrecognized device: {device!r}")
    others = [d for d in get_visible_devices() if device_type not in (None, d.device_type)]
    chosen = [*others, *wanted]
    if context.eager.started and chosen != get_visible_devices():
        _check_not_started("Visible devices")
    _settings.visible = chosen
    _tell_sessions()


def _tell_sessions() -> None:
    counts = {"CPU": placement.cpus, "GPU": len(get_visible_devices("GPU"))}
    context.session_defaults["device_count"] = counts


def list_logical_devices(device_type: str | None = None) -> list[LogicalDevice]:
    """The devices that operations can be placed on."""
    context.eager.started = True
    counts: dict[str, int] = {}
    found = []
    for device in get_visible_devices():
        kind = device.device_type
        for _ in _settings.logical.get(device, [None]):
            found.append(LogicalDevice(f"/device:{kind}:{counts.get(kind, 0)}", kind))
            counts[kind] = counts.get(kind, 0) + 1
    return [device for device in found if device_type in (None, device.device_type)]


def set_logical_device_configuration(device: PhysicalDevice, logical_devices: Any) -> None:
    """Splits a device into several; RuntimeError once an operation has run."""
    if device not in list_physical_devices():
        raise ValueError(f"Unrecognized device: {device!r}")
    if context.eager.started and list(logical_devices) != _settings.logical.get(device):
        _check_not_started("Virtual devices")
    if device.device_type == "CPU" and any(d.memory_limit is not None for d in logical_devices):
        raise ValueError("Setting memory limit on CPU virtual devices is currently not supported")
    _settings.logical[device] = list(logical_devices)
    placement.cpus = max(1, len(_settings.logical.get(list_physical_devices("CPU")[0], [None])))
    _tell_sessions()


def get_logical_device_configuration(device: PhysicalDevice) -> list[Any] | None:
    """How a device is split, None where it is not."""
    if device not in list_physical_devices():
        raise ValueError(f"Unrecognized device: {device!r}")
    return _settings.logical.get(device)


def get_soft_device_placement() -> bool:
    """Whether an operation runs elsewhere where its device does not exist."""
    return bool(context.session_defaults.get("allow_soft_placement", context.executing_eagerly()))


def set_soft_device_placement(enabled: bool) -> None:
    """Lets operations run elsewhere where their device does not exist."""
    placement.soft = context.session_defaults["allow_soft_placement"] = bool(enabled)


def set_log_device_placement(enabled: bool) -> None:
    """Prints where each operation runs (tf.debugging.set_log_device_placement)."""
    placement.log = context.session_defaults["log_device_placement"] = bool(enabled)


def get_log_device_placement() -> bool:
    """Whether it is printed where operations run."""
    return placement.log


def _set_memory_growth(device: PhysicalDevice, enable: bool) -> None:
    """Lets a GPU's memory be taken as it is needed; ValueError for another device."""
    if device not in list_physical_devices():
        raise ValueError(f"Unrecognized device: {device!r}")
    if device.device_type != "GPU":
        raise ValueError("Cannot set memory growth on non-GPU and non-Pluggable devices")
    if context.eager.started and _settings.growth.get(device, False) != enable:
        raise RuntimeError("Physical devices cannot be modified after being initialized")
    _settings.growth[device] = bool(enable)


def _get_memory_growth(device: PhysicalDevice) -> bool:
    """Whether a GPU's memory is taken as it is needed."""
    if device.device_type != "GPU":
        raise KeyError(device)
    return _settings.growth.get(device, False)


def _get_memory_info(device: str) -> dict[str, int]:
    """What a simulated GPU has in use, in bytes: the current and the largest amount."""
    spec = DeviceSpecV2.from_string(f"/device:{device}" if device[:1] != "/" else device)
    if spec.device_type == "CPU":
        raise ValueError(f"Allocator stats not available for device '{device}'")
    index = spec.device_index or 0
    if spec.device_type != "GPU" or index >= devices.count_simulated():
        raise ValueError(f"No matching devices found for '{device}'")
    pool = devices.gpu_memory(index)
    return {"current": pool.in_use, "peak": pool.peak}


_ON, _OFF = 1, 2  # RewriterConfig.Toggle
_OPTIMIZERS = (
    "layout_optimizer constant_folding shape_optimization remapping arithmetic_optimization "
    "dependency_optimization loop_optimization function_optimization debug_stripper "
    "disable_model_pruning scoped_allocator_optimization pin_to_host_optimization "
    "implementation_selector auto_mixed_precision use_plugin_optimizers disable_meta_optimizer "
    "auto_mixed_precision_onednn_bfloat16 auto_mixed_precision_mkl min_graph_nodes"
).split()


def _get_jit() -> str:
    """What was set: "autoclustering", or "" for no compilation."""
    return _settings.jit


def _set_jit(enabled: bool | str) -> None:
    """Notes the wish; minigraph compiles nothing."""
    _settings.jit = "autoclustering" if enabled in (True, "autoclustering") else ""


def _get_experimental_options() -> dict[str, Any]:
    """The optimizers that were switched on or off."""
    found = {"disable_model_pruning": False, "disable_meta_optimizer": False}
    found.update(_settings.optimizers)
    return {key: found[key] for key in _OPTIMIZERS if key in found}


def _set_experimental_options(options: dict[str, Any]) -> None:
    """Switches optimizers of sessions on or off (the fields of RewriterConfig)."""
    _settings.optimizers.update({key: options[key] for key in _OPTIMIZERS if key in options})
    fields = {
        key: value if key.startswith(("disable_", "min_")) else _ON if value else _OFF
        for key, value in _settings.optimizers.items()
    }
    context.session_defaults["graph_options"] = {"rewrite_options": fields}


def _threads(kind: str) -> tuple[Any, Any]:
    def get() -> int:
        """The number of threads that was set, 0 where TensorFlow chooses."""
        return _settings.threads[kind]

    def set_(num_threads: int) -> None:
        """Sets a number of threads; RuntimeError once an operation has run."""
        if context.eager.started and _settings.threads[kind] != num_threads:
            raise RuntimeError(f"{kind} op parallelism cannot be modified after initialization.")
        _settings.threads[kind] = num_threads
        context.session_defaults[f"{kind.lower()}_op_parallelism_threads"] = num_threads

    return get, set_


_inter, _intra = _threads("Inter"), _threads("Intra")
threading = SimpleNamespace(
    get_inter_op_parallelism_threads=_inter[0],
    set_inter_op_parallelism_threads=_inter[1],
    get_intra_op_parallelism_threads=_intra[0],
    set_intra_op_parallelism_threads=_intra[1],
)
optimizer = SimpleNamespace(
    get_experimental_options=_get_experimental_options,
    get_jit=_get_jit,
    set_experimental_options=_set_experimental_options,
    set_jit=_set_jit,
)
experimental = SimpleNamespace(
    VirtualDeviceConfiguration=LogicalDeviceConfiguration,
    get_memory_growth=_get_memory_growth,
    get_memory_info=_get_memory_info,
    get_virtual_device_configuration=get_logical_device_configuration,
    get_visible_devices=get_visible_devices,
    list_logical_devices=list_logical_devices,
    list_physical_devices=list_physical_devices,
    set_memory_growth=_set_memory_growth,
    set_virtual_device_configuration=set_logical_device_configuration,
    set_visible_devices=set_visible_devices,
)
