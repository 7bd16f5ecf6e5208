"""Devices: the CPUs of a session and simulated GPUs with their memory.

There is no real accelerator: a simulated GPU computes with NumPy, but which operation runs where,
the accounting of memory and the errors are those of TensorFlow with GPUs of that size.
"""

from __future__ import annotations

import threading
from collections import deque
from typing import Any, NamedTuple

from minigraph import errors
from minigraph.device_spec import DeviceSpecV2

LOCAL_TASK = "/job:localhost/replica:0/task:0"
CPU_MEMORY = 256 * 1024 * 1024  # what TensorFlow reports for a CPU
FIRST_GROWTH = 2 * 1024 * 1024
HISTORY = 10_000


class Device(NamedTuple):
    """A device that a session can use. memory_limit_bytes: what it may take of the memory."""

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

    total: of the device; limit: what the process may take of it; reserved: what it has taken;
    in_use: what tensors occupy of that; peak: the most they ever did; history: the latest pairs
    (reserved, in_use), one for each change.
    """

    def __init__(self, index: int, total: int) -> None:
        self.index = index
        self.total = self.limit = total
        self.reserved = self.in_use = self.peak = 0
        self.history: deque[tuple[int, int]] = deque(maxlen=HISTORY)
        self.by_operation: dict[str, int] = {}
        self._configured = False
        self._lock = threading.Lock()

    def __repr__(self) -> str:
        sizes = (self.in_use, self.reserved, self.limit, self.total)
        in_use, reserved, limit, total = map(readable, sizes)
        return (
            f"<simulated GPU {self.index}: {in_use} in use, {reserved} reserved, limit {limit} of "
            f"{total}; computes with NumPy>"
        )

    def configure(self, gpu_options: Any) -> None:
        """Applies GPUOptions; only those of the first session of the process count."""
        with self._lock:
            if self._configured:
                return
            self._configured = True
            fraction = gpu_options.per_process_gpu_memory_fraction if gpu_options else 0.0
            self.limit = int(self.total * min(fraction or 1.0, 1.0))
            if not (gpu_options and gpu_options.allow_growth):
                self.reserved = self.limit
            self._note()

    def allocate(self, size: int, operation: str) -> bool:
        """Takes `size` bytes for an operation; False where the pool does not have them."""
        with self._lock:
            needed = self.in_use + size
            if needed > self.limit:
                return False
            while needed > self.reserved:
                self.reserved = min(self.limit, max(FIRST_GROWTH, self.reserved * 2))
            self.in_use = needed
            self.peak = max(self.peak, needed)
            self.by_operation[operation] = self.by_operation.get(operation, 0) + size
            self._note()
            return True

    def free(self, size: int, operation: str) -> None:
        """Gives an operation's bytes back to the pool; the process keeps what it has reserved."""
        with self._lock:
            self.in_use -= size
            self.by_operation[operation] -= size
            if not self.by_operation[operation]:
                del self.by_operation[operation]
            self._note()

    def _note(self) -> None:
        self.history.append((self.reserved, self.in_use))


def readable(size: int) -> str:
    """A size as TensorFlow prints it: 512B, 1.5KiB, 2.00MiB."""
    if size < 1024:
        return f"{size}B"
    power = min((size.bit_length() - 1) // 10, 4)
    return f"{size / 1024**power:.{1 if power == 1 else 2}f}{' KMGT'[power]}iB"


_gpus: list[MemoryPool] = []


def simulate_gpu(count: int = 1, memory: int = 4 * 1024**3) -> None:
    """Gives the process `count` simulated GPUs of `memory` bytes each; 0 takes them away.

    Sessions made afterwards see them as /device:GPU:0 and so on. It is a simulation: operations
    placed there compute with NumPy, only placement and memory are a GPU's.
    Raises ValueError for a negative count or a memory of less than one byte.
    """
    if count < 0 or memory < 1:
        raise ValueError(f"simulate_gpu needs count >= 0 and memory >= 1, not {count}, {memory}.")
    _gpus[:] = [MemoryPool(index, memory) for index in range(count)]


def count_simulated() -> int:
    """The number of simulated GPUs."""
    return len(_gpus)


def simulated() -> bool:
    """Whether the process has simulated GPUs."""
    return bool(_gpus)


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
    """The simulated GPUs that a session with this configuration sees, in its order.

    Raises InvalidArgumentError for a visible_device_list that does not fit.
    """
    if config is None or not _gpus:
        return list(_gpus)
    listed = config.gpu_options.visible_device_list
    visible = _listed_gpus(listed) if listed else list(_gpus)
    return visible[: config.device_count["GPU"]] if "GPU" in config.device_count else visible


def _listed_gpus(listed: str) -> list[MemoryPool]:
    numbers = []
    for text in listed.split(","):
        if not text.strip().lstrip("-").isdigit():
            problem = (
                f"Could not parse entry in 'visible_device_list': '{text}'. visible_device_list = "
                f"{listed}"
            )
            raise errors.InvalidArgumentError(None, None, problem)
        number = int(text)
        if not 0 <= number < len(_gpus):
            problem = (
                f"'visible_device_list' listed an invalid Device id '{number}' but visible device "
                f"count is {len(_gpus)}"
            )
            raise errors.InvalidArgumentError(None, None, problem)
        if number in numbers:
            problem = f"visible_device_list contained a duplicate entry: {listed}"
            raise errors.InvalidArgumentError(None, None, problem)
        numbers.append(number)
    return [_gpus[number] for number in numbers]


def list_for(config: Any, task: str = LOCAL_TASK) -> list[Device]:
    """The devices of a session with this configuration.

    Raises NotFoundError where it asks for no CPU, InvalidArgumentError as `visible_gpus`.
    """
    count = config.device_count["CPU"] if config is not None and "CPU" in config.device_count else 1
    if count < 1:
        raise errors.NotFoundError(None, None, "No CPU devices are available in this process")
    sizes = {"CPU": [CPU_MEMORY] * count, "GPU": [pool.limit for pool in visible_gpus(config)]}
    return [
        Device(name := f"{task}/device:{kind}:{index}", kind, size, _incarnation(name))
        for kind in sizes
        for index, size in enumerate(sizes[kind])
    ]


def _incarnation(name: str) -> int:
    """A number that tells this process's device from that of another process."""
    return hash((name, id(_gpus))) & 0x7FFFFFFFFFFFFFFF


def fits(wanted: DeviceSpecV2, device: DeviceSpecV2) -> bool:
    """Whether a device is one of those that a possibly partial request stands for."""
    return all(
        getattr(wanted, name) in (None, getattr(device, name)) for name in DeviceSpecV2._fields
    )
