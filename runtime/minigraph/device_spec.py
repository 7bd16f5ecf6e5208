"""Device strings such as "/job:worker/task:1/device:GPU:0": read, merged and written."""

from __future__ import annotations

from functools import lru_cache
from typing import Any


class DeviceSpecV2:
    """A possibly partial description of a device (TensorFlow: tf.DeviceSpec).

    Raises ValueError where a string or a field cannot be read.
    """

    __slots__ = ("device_index", "device_type", "job", "replica", "task")
    job: str | None
    replica: int | None
    task: int | None
    device_type: str | None
    device_index: int | None
    _fields = ("job", "replica", "task", "device_type", "device_index")

    def __init__(
        self,
        job: Any = None,
        replica: Any = None,
        task: Any = None,
        device_type: Any = None,
        device_index: Any = None,
    ) -> None:
        set_field = object.__setattr__
        set_field(self, "job", None if job is None else str(job))
        set_field(self, "replica", None if replica is None else int(replica))
        set_field(self, "task", None if task is None else int(task))
        set_field(self, "device_type", _type_name(device_type))
        set_field(self, "device_index", None if device_index is None else int(device_index))

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"{type(self).__name__} is immutable; use replace({name}=...).")

    @classmethod
    def from_string(cls, spec: str) -> DeviceSpecV2:
        """Reads a device string; ValueError on an unknown part."""
        return cls(*_parse(spec or ""))

    def to_string(self) -> str:
        """The canonical string, empty for an empty spec."""
        text = "" if self.job is None else f"/job:{self.job}"
        text += "" if self.replica is None else f"/replica:{self.replica}"
        text += "" if self.task is None else f"/task:{self.task}"
        if self.device_type is not None:
            index = "*" if self.device_index is None else self.device_index
            text += f"/device:{self.device_type}:{index}"
        return text

    def parse_from_string(self, spec: str) -> DeviceSpecV2:
        """A spec with the parts of `spec`."""
        return type(self).from_string(spec)

    def make_merged_spec(self, other: DeviceSpecV2) -> DeviceSpecV2:
        """A spec in which the fields that `other` has win over those of this one."""
        return type(self)(
            *(
                getattr(self, name) if getattr(other, name) is None else getattr(other, name)
                for name in self._fields
            )
        )

    def replace(self, **fields: Any) -> DeviceSpecV2:
        """A copy with some fields changed."""
        values = {name: getattr(self, name) for name in self._fields}
        return type(self)(**{**values, **fields})

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, type(self)) and self.to_string() == other.to_string()

    def __hash__(self) -> int:
        return hash(self.to_string())

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={getattr(self, name)}" for name in self._fields)
        return f"<DeviceSpec({fields})>"


class DeviceSpecV1(DeviceSpecV2):
    """The mutable device spec of TensorFlow 1 (tf.compat.v1.DeviceSpec)."""

    __slots__ = ()
    __hash__ = DeviceSpecV2.__hash__

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in self._fields:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        self._assign(type(self)(**{name: value}), (name,))

    def parse_from_string(self, spec: str) -> DeviceSpecV1:
        """Sets the fields from `spec` and returns this object."""
        self._assign(DeviceSpecV2.from_string(spec), self._fields)
        return self

    def merge_from(self, other: DeviceSpecV2) -> None:
        """Takes over the fields that `other` has."""
        self._assign(self.make_merged_spec(other), self._fields)

    def _assign(self, source: DeviceSpecV2, names: tuple[str, ...]) -> None:
        for name in names:
            object.__setattr__(self, name, getattr(source, name))


def _type_name(value: Any) -> str | None:
    if value is None:
        return None
    text = str(value)
    return text.upper() if text in ("cpu", "gpu") else text


@lru_cache(maxsize=1024)
def _parse(spec: str) -> tuple[Any, ...]:
    job = replica = task = device_type = device_index = None
    for part in (piece.split(":") for piece in spec.split("/")):
        size = len(part)
        if size == 2 and part[0] == "job":
            job = part[1]
        elif size == 2 and part[0] == "replica":
            replica = int(part[1])
        elif size == 2 and part[0] == "task":
            task = int(part[1])
        elif size in (1, 2) and part[0].upper() in ("CPU", "GPU", "TPU", "CUSTOM"):
            _refuse_second_type(device_type, spec)
            device_type = part[0].upper()
            device_index = _index(part[1]) if size == 2 else None
        elif size == 3 and part[0] == "device":
            _refuse_second_type(device_type, spec)
            device_type, device_index = part[1], _index(part[2])
        elif part[0]:
            raise ValueError(
                f"Unknown attribute '{part[0]}' is encountered while parsing the device spec: "
                f"'{spec}'."
            )
    return job, replica, task, device_type, device_index


def _index(text: str) -> int | None:
    return None if text == "*" else int(text)


def _refuse_second_type(device_type: str | None, spec: str) -> None:
    if device_type is not None:
        raise ValueError(
            f"Multiple device types are not allowed while parsing the device spec: {spec}."
        )


@lru_cache(maxsize=4096)
def merge_strings(outer: str, inner: str) -> str:
    """The canonical string of `outer` with the fields of `inner` on top."""
    return (
        DeviceSpecV2.from_string(outer)
        .make_merged_spec(DeviceSpecV2.from_string(inner))
        .to_string()
    )


def canonical_name(device: Any) -> str:
    """The canonical string of a device string or spec; empty for None."""
    if device is None:
        return ""
    return merge_strings("", device.to_string() if hasattr(device, "to_string") else device)


def merge_device(spec: Any) -> Any:
    """A device function that merges `spec` into a node's own device (the node's fields win)."""
    text = canonical_name(spec)
    return lambda node: merge_strings(text, node.device or "")
