"""Forbids system calls that no notebook needs and that no other limit holds (Linux).

Memory of anonymous files and of System V segments belongs to no process, so that whoever watches
processes does not see it. The others are doors into the kernel that have often been left open.
"""

import ctypes
import platform
import struct

_FORBIDDEN = {
    "x86_64": (
        0xC000003E,
        {
            "memfd_create": 319,
            "memfd_secret": 447,
            "shmget": 29,
            "semget": 64,
            "msgget": 68,
            "io_uring_setup": 425,
            "userfaultfd": 323,
            "bpf": 321,
            "perf_event_open": 298,
            "keyctl": 250,
            "add_key": 248,
            "request_key": 249,
        },
    ),
    "aarch64": (
        0xC00000B7,
        {
            "memfd_create": 279,
            "memfd_secret": 447,
            "shmget": 194,
            "semget": 190,
            "msgget": 186,
            "io_uring_setup": 425,
            "userfaultfd": 282,
            "bpf": 280,
            "perf_event_open": 241,
            "keyctl": 219,
            "add_key": 217,
            "request_key": 218,
        },
    ),
}
_LOAD, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_ALLOW, _NO_SUCH_CALL = 0x7FFF0000, 0x00050000 | 38
_NUMBER, _ARCHITECTURE = 0, 4  # offsets in what a filter sees of a call
_OTHER_CALLS = 0x40000000  # the same calls under other numbers, on x86_64
_PR_SET_SECCOMP, _MODE_FILTER = 22, 2


class _Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p)]


def forbid_calls() -> None:
    """Forbid them to this process and all that it starts; they fail as unknown calls do.

    The process can have given up new privileges only. On other processors nothing is forbidden.
    """
    machine = _FORBIDDEN.get(platform.machine())
    if machine is None:
        return
    instructions = _filter(*machine)
    program = _Program(len(instructions) // 8, instructions)
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(_PR_SET_SECCOMP, _MODE_FILTER, ctypes.byref(program), 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl(PR_SET_SECCOMP)")


def _filter(architecture: int, forbidden: dict[str, int]) -> bytes:
    """The filter, an instruction every eight bytes; jumps are counted from the next one on."""
    left = len(forbidden)
    lines = [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_EQUAL, 0, left + 3, architecture),
        (_LOAD, 0, 0, _NUMBER),
        (_AT_LEAST, left + 1, 0, _OTHER_CALLS),
        *((_EQUAL, left - i, 0, number) for i, number in enumerate(forbidden.values())),
        (_RETURN, 0, 0, _ALLOW),
        (_RETURN, 0, 0, _NO_SUCH_CALL),
    ]
    return b"".join(struct.pack("HBBI", *line) for line in lines)
