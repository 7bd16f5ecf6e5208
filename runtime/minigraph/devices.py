"""Devices: the CPUs of a session, simulated GPUs, and which operation runs where.

There is no real accelerator: a simulated GPU computes with NumPy, but placement rules, memory
accounting and errors are those of TensorFlow with a GPU of that size.
"""

from __future__ import annotations

import threading
from typing import Any, NamedTuple

from minigraph import dtypes, errors
from minigraph.device_spec import DeviceSpecV2
from minigraph.graph import Graph
from minigraph.operation import Operation

LOCAL_TASK = "/job:localhost/replica:0/task:0"
CPU_MEMORY = 256 * 1024 * 1024  # what TensorFlow reports for a CPU
MIN_GROWTH = 2 * 1024 * 1024


class Device(NamedTuple):
    """A device that a session can use. memory: bytes."""

    name: str
    device_type: str
    memory_limit_bytes: int
    incarnation: int

    def __repr__(self) -> str:
        return (
            f"_DeviceAttributes({self.name}, {self.device_type}, {self.memory_limit_bytes}, "
            f"{self.incarnation})"
        )


class MemoryPool:
    """The memory of one simulated GPU, shared by all sessions of the process. Sizes in bytes.

    reserved: what the process has taken from the device; in_use: what tensors occupy of it.
    """

    def __init__(self, index: int, total: int) -> None:
        self.index = index
        self.total = total
        self.limit = total
        self.reserved = 0
        self.in_use = 0
        self.peak = 0
        self.history: list[tuple[int, int]] = []
        self._configured = False
        self._growing = False
        self._lock = threading.Lock()

    def configure(self, gpu_options: Any) -> None:
        """Applies GPUOptions; only those of the first session of the process count."""
        with self._lock:
            if self._configured:
                return
            self._configured = True
            fraction = 0.0 if gpu_options is None else gpu_options.per_process_gpu_memory_fraction
            self._growing = gpu_options is not None and gpu_options.allow_growth
            self.limit = int(self.total * (fraction or 1.0))
            self.reserved = 0 if self._growing else self.limit
            self._note()

    def allocate(self, size: int, describe: str) -> None:
        """Takes `size` bytes; ResourceExhaustedError where the pool does not have them."""
        with self._lock:
            needed = self.in_use + size
            if needed > self.limit:
                raise errors.ResourceExhaustedError(
                    None,
                    None,
                    f"OOM when allocating tensor with {describe} on {LOCAL_TASK}/device:GPU:"
                    f"{self.index} by allocator GPU_{self.index}_bfc",
                )
            while needed > self.reserved:
                self.reserved = min(self.limit, max(MIN_GROWTH, self.reserved * 2))
            self.in_use = needed
            self.peak = max(self.peak, needed)
            self._note()

    def free(self, size: int) -> None:
        """Gives `size` bytes back to the pool; the process keeps what it has reserved."""
        with self._lock:
            self.in_use -= size
            self._note()

    def _note(self) -> None:
        self.history.append((self.reserved, self.in_use))


_gpus: list[MemoryPool] = []


def simulate_gpu(count: int = 1, memory: int = 4 * 1024**3) -> None:
    """Gives the process `count` simulated GPUs of `memory` bytes each; 0 takes them away.

    Sessions made afterwards see them as /device:GPU:0 and so on.
    Raises ValueError for a negative count or a memory of less than one byte.
    """
    if count < 0 or memory < 1:
        raise ValueError(f"simulate_gpu needs count >= 0 and memory >= 1, not {count}, {memory}.")
    _gpus[:] = [MemoryPool(index, memory) for index in range(count)]


def simulated() -> bool:
    """Whether the process has simulated GPUs."""
    return bool(_gpus)


def asked(graph: Graph) -> bool:
    """Whether an operation of the graph asks for a device."""
    return any(op._device for op in graph._operations.values())


def gpu_memory(index: int = 0) -> MemoryPool:
    """The memory of a simulated GPU: `total`, `limit`, `reserved`, `in_use`, `peak`, `history`.

    Raises ValueError where no such GPU is simulated.
    """
    if not 0 <= index < len(_gpus):
        raise ValueError(
            f"There is no simulated GPU {index}; call minigraph.simulate_gpu(count, memory) first."
        )
    return _gpus[index]


def visible_gpus(config: Any) -> list[MemoryPool]:
    """The simulated GPUs that a session with this configuration sees, in its order."""
    if config is None:
        return list(_gpus)
    visible = list(_gpus)
    listed = config.gpu_options.visible_device_list
    if listed:
        visible = []
        for text in listed.split(","):
            if not text.strip().isdigit() or int(text) >= len(_gpus):
                raise errors.InvalidArgumentError(
                    None,
                    None,
                    f"'visible_device_list' listed an invalid GPU id '{text}' but visible device "
                    f"count is {len(_gpus)}",
                )
            visible.append(_gpus[int(text)])
    if "GPU" in config.device_count:
        visible = visible[: config.device_count["GPU"]]
    return visible


def list_for(config: Any, task: str = LOCAL_TASK) -> list[Device]:
    """The devices of a session with this configuration."""
    count = 1
    if config is not None and "CPU" in config.device_count:
        count = max(1, config.device_count["CPU"])
    devices = [
        Device(f"{task}/device:CPU:{index}", "CPU", CPU_MEMORY, _incarnation("CPU", index))
        for index in range(count)
    ]
    for index, pool in enumerate(visible_gpus(config)):
        name = f"{task}/device:GPU:{index}"
        devices.append(Device(name, "GPU", pool.limit, _incarnation("GPU", index)))
    return devices


def _incarnation(kind: str, index: int) -> int:
    return hash((kind, index, id(_gpus))) & 0x7FFFFFFFFFFFFFFF | 2 << 61


class Placement:
    """Where the operations of one session's graph run; worked out as the graph grows."""

    def __init__(self, config: Any, task: str = LOCAL_TASK) -> None:
        self.devices = list_for(config, task)
        self.pools = {
            f"{task}/device:GPU:{index}": pool for index, pool in enumerate(visible_gpus(config))
        }
        for pool in self.pools.values():
            pool.configure(config.gpu_options if config is not None else None)
        self._soft = config is not None and config.allow_soft_placement
        self._log = config is not None and config.log_device_placement
        self._specs = [(d, DeviceSpecV2.from_string(d.name)) for d in self.devices]
        self._task = task
        self._placed: dict[Operation, str] = {}
        self._next = 0
        self._mutations = -1
        self._lock = threading.Lock()

    def update(self, graph: Graph) -> None:
        """Places the operations made since the last call.

        Raises InvalidArgumentError for an operation whose device the session does not have.
        """
        with self._lock:
            new = graph.get_operations()[self._next :]
            for op in new:
                self._placed[op] = self._place(op)
            self._next += len(new)
        if self._log and new:
            self._print(new)

    def device_of(self, op: Operation) -> str:
        """The full name of the device that runs `op`."""
        return self._placed.get(op) or self._default(op)

    def _place(self, op: Operation) -> str:
        group = op.attrs.get("_class")
        if group and not op.device:
            leader = op.graph._operations.get(group[0][5:].decode())
            if leader is not None and leader is not op and leader in self._placed:
                return self._placed[leader]
        if not op.device:
            return self._default(op)
        return self.resolve(op)

    def resolve(self, op: Operation) -> str:
        """The device that a request stands for; with soft placement the CPU where there is none."""
        wanted = DeviceSpecV2.from_string(op.device)
        fitting = [device for device, spec in self._specs if _fits(wanted, spec)]
        if fitting and not (fitting[0].device_type == "GPU" and not runs_on_gpu(op)):
            return fitting[0].name
        if self._soft:
            return self.devices[0].name
        if fitting:
            raise self._refusal(op, "Could not satisfy explicit device specification")
        raise self._unknown_device(op, wanted)

    def _default(self, op: Operation) -> str:
        gpu = next((device for device in self.devices if device.device_type == "GPU"), None)
        return gpu.name if gpu is not None and runs_on_gpu(op) else self.devices[0].name

    def _unknown_device(self, op: Operation, wanted: DeviceSpecV2) -> errors.OpError:
        names = ", ".join(device.name for device in self.devices)
        hint = ""
        if wanted.device_type == "GPU" and not any(d.device_type == "GPU" for d in self.devices):
            hint = " The requested device appears to be a GPU, but CUDA is not enabled."
        return errors.InvalidArgumentError(
            op.node_def,
            op,
            f"Cannot assign a device for operation {op.name}: {{{{node {op.name}}}}} was "
            f"explicitly assigned to {op.device} but available devices are [ {names} ]. Make sure "
            f"the device specification refers to a valid device.{hint}\n\t [[{op.name}]]",
        )

    def _refusal(self, op: Operation, reason: str) -> errors.OpError:
        return errors.InvalidArgumentError(
            op.node_def,
            op,
            f"Cannot assign a device for operation {op.name}: {reason} '{op.device}' because no "
            f"supported kernel for GPU devices is available.\n\t [[{op.name}]]",
        )

    def _print(self, ops: list[Operation]) -> None:
        # TensorFlow lists operations with inputs first, then those without.
        for op in sorted(ops, key=lambda op: not op.inputs):
            print(f"{op.name}: ({op.type}): {self._placed[op]}")


def runs_on_gpu(op: Operation) -> bool:
    """Whether TensorFlow has a GPU kernel for `op`: not for text, queues and Python functions."""
    if op.op_def.blocking:
        return False
    tensors = [*op.inputs, *op.outputs]
    return all(tensor.dtype.base_dtype is not dtypes.string for tensor in tensors)


def _fits(wanted: DeviceSpecV2, device: DeviceSpecV2) -> bool:
    return all(
        getattr(wanted, name) in (None, getattr(device, name)) for name in DeviceSpecV2._fields
    )
