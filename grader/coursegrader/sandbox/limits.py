"""What a sandboxed process may use, and how the kernel is told."""

import dataclasses
import os
import platform
import signal
import sys
from dataclasses import dataclass
from typing import Any

MEGABYTE = 1 << 20
_HEADROOM = 192 * MEGABYTE  # lets a process answer after its own code ran out of memory


@dataclass(frozen=True)
class Limits:
    """Limits of one submission; every number is a ceiling, not a reservation."""

    cell_seconds: float = 30.0
    call_seconds: float = 10.0
    submission_seconds: float = 300.0
    cpu_seconds: int = 300
    memory_mb: int = 2048
    processes: int = 64
    open_files: int = 256
    file_mb: int = 128
    scratch_mb: int = 256
    frame_mb: int = 32
    output_kb: int = 512

    def as_json(self) -> dict[str, float]:
        """The limits as plain data, for the process that applies them."""
        return dataclasses.asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Limits":
        """The inverse of `as_json`."""
        return cls(**data)


@dataclass(frozen=True)
class Ending:
    """How a sandboxed process ended; `exit_code` is negative for a signal, as in subprocess."""

    exit_code: int | None
    memory_mb: int | None = None

    @property
    def is_from_outside(self) -> bool:
        """Whether it was killed, or vanished, for no reason that is known."""
        killed = -getattr(signal, "SIGKILL", 9)
        return self.memory_mb is None and self.exit_code in (None, killed)

    def sentence(self) -> str:
        """Why the process is gone, in words a student understands."""
        if self.memory_mb is not None:
            return f"used more than {self.memory_mb} MB of memory and was stopped"
        if self.exit_code is None:
            return "was stopped"
        if self.exit_code >= 0:
            return f"ended the Python process (exit code {self.exit_code})"
        number = -self.exit_code
        if number == getattr(signal, "SIGSEGV", 0):
            return "crashed the Python process (segmentation fault)"
        if number == getattr(signal, "SIGXCPU", 0):
            return "used up its processor time"
        try:
            name = signal.Signals(number).name
        except ValueError:
            name = f"signal {number}"
        return f"ended the Python process ({name})"


def apply(limits: Limits) -> None:
    """Limit this process and all it will start, as far as the operating system has the means."""
    if sys.platform == "win32":
        return
    import resource

    memory = limits.memory_mb * MEGABYTE
    wanted = [
        ("RLIMIT_CORE", 0, 0),
        ("RLIMIT_CPU", limits.cpu_seconds, limits.cpu_seconds),
        ("RLIMIT_FSIZE", limits.file_mb * MEGABYTE, limits.file_mb * MEGABYTE),
        ("RLIMIT_NPROC", _process_ceiling(limits.processes), _process_ceiling(limits.processes)),
        ("RLIMIT_NOFILE", limits.open_files, limits.open_files),
        ("RLIMIT_AS", memory, memory + _HEADROOM),
    ]
    for name, soft, hard in wanted:
        kind = getattr(resource, name, None)
        if kind is None:
            continue
        ceiling = resource.getrlimit(kind)[1]
        if ceiling != resource.RLIM_INFINITY:
            soft, hard = min(soft, ceiling), min(hard, ceiling)
        try:
            resource.setrlimit(kind, (soft, hard))
        except (ValueError, OSError):
            continue  # macOS refuses RLIMIT_AS; the other limits still hold


def open_reserve() -> None:
    """Raise the memory limit to its hard value, so that an answer can still be sent."""
    if sys.platform == "win32":
        return
    import resource

    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    try:
        resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
    except (ValueError, OSError):
        return


def _process_ceiling(processes: int) -> int:
    """RLIMIT_NPROC counts the user's processes on older kernels, and this sandbox's on newer."""
    if sys.platform == "linux" and _kernel_version() >= (5, 14):
        return processes
    return processes + _tasks_of_user()


def _kernel_version() -> tuple[int, int]:
    numbers = platform.release().split("-")[0].split(".")
    return int(numbers[0]), int(numbers[1])


def _tasks_of_user() -> int:
    """How many threads this user already runs."""
    total = 0
    proc = "/proc"
    if not os.path.isdir(proc):
        return 1024
    for name in os.listdir(proc):
        if name.isdigit():
            try:
                if os.stat(f"{proc}/{name}").st_uid == os.getuid():
                    total += len(os.listdir(f"{proc}/{name}/task"))
            except OSError:
                continue
    return total
