"""The kernel calls by which a forked process gets a world of its own (Linux).

A process preloaded inside bubblewrap forks one child a submission. These functions put that child
into user, process, mount and IPC namespaces of its own with a private scratch file system, so that
nothing of one submission is seen by, or left for, the next.
"""

import ctypes
import os
import signal

from coursegrader.sandbox import seccomp
from coursegrader.sandbox.bubblewrap import STAGE

_CLONE_NEWNS = 0x00020000
_CLONE_NEWIPC = 0x08000000
_CLONE_NEWUSER = 0x10000000
_CLONE_NEWPID = 0x20000000
_MS_NOSUID, _MS_NODEV, _MS_NOEXEC = 0x2, 0x4, 0x8
_MS_BIND, _MS_REC, _MS_PRIVATE = 0x1000, 0x4000, 0x40000
_PR_SET_PDEATHSIG = 1
_PR_SET_NO_NEW_PRIVS = 38
_PR_CAPBSET_DROP = 24
_CAPABILITY_VERSION_3 = 0x20080522

HOME = "/home/student"
WORK = "/home/student/work"


def enter_process_namespace() -> None:
    """Leave the user, process and IPC namespaces; the next child is process 1 of its own."""
    uid, gid = os.getuid(), os.getgid()
    _check(_libc().unshare(_CLONE_NEWUSER | _CLONE_NEWPID | _CLONE_NEWIPC), "unshare")
    _write("/proc/self/setgroups", "deny")
    _write("/proc/self/uid_map", f"{uid} {uid} 1")
    _write("/proc/self/gid_map", f"{gid} {gid} 1")


def enter_private_files(scratch_mb: int) -> None:
    """Give this process empty scratch, home and temporary folders and its own view of /proc.

    They share one file system of `scratch_mb` megabytes and vanish with the process.
    """
    _check(_libc().unshare(_CLONE_NEWNS), "unshare")
    _mount(None, "/", None, _MS_REC | _MS_PRIVATE)
    size = f"size={scratch_mb}m,nr_inodes=20000,mode=0755"
    shown = _mounts_below("/home/", "/tmp/")
    _mount("tmpfs", STAGE, "tmpfs", _MS_NOSUID | _MS_NODEV, size)
    os.makedirs(STAGE + WORK)
    for name in ("tmp", "shm"):
        os.mkdir(f"{STAGE}/{name}")
        os.chmod(f"{STAGE}/{name}", 0o1777)
    for folder in shown:
        os.makedirs(STAGE + folder, exist_ok=True)
        _mount(folder, STAGE + folder, None, _MS_BIND | _MS_REC)
    for name, target in (("home", "/home"), ("tmp", "/tmp"), ("shm", "/dev/shm")):
        _mount(f"{STAGE}/{name}", target, None, _MS_BIND | _MS_REC)
    _mount("proc", "/proc", "proc", _MS_NOSUID | _MS_NODEV | _MS_NOEXEC)
    _write("/proc/sys/user/max_user_namespaces", "0")
    _write("/proc/self/oom_score_adj", "1000")


def _mounts_below(*folders: str) -> list[str]:
    """The folders that are mounted inside these, such as a Python environment."""
    with open("/proc/self/mountinfo") as file:
        points = [line.split()[4].encode().decode("unicode_escape") for line in file]
    return sorted(point for point in points if point.startswith(folders) and os.path.isdir(point))


def drop_privileges() -> None:
    """Give up every capability for good, and calls that nobody needs, here and in all it starts."""
    libc = _libc()
    for capability in range(64):
        if libc.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0) != 0:
            break
    _check(libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "prctl")
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION_3, 0)
    _check(libc.capset(header, (ctypes.c_uint32 * 6)()), "capset")
    seccomp.forbid_calls()


def end_with_parent() -> None:
    """Have the kernel end this process when the process that forked it ends."""
    _check(_libc().prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0), "prctl")


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _mount(
    source: str | None, target: str, kind: str | None, flags: int, options: str | None = None
) -> None:
    encoded = [text.encode() if text is not None else None for text in (source, kind, options)]
    result = _libc().mount(
        encoded[0], target.encode(), encoded[1], ctypes.c_ulong(flags), encoded[2]
    )
    _check(result, f"mount {target}")


def _write(path: str, text: str) -> None:
    with open(path, "w") as file:
        file.write(text)


def _check(result: int, what: str) -> None:
    if result != 0:
        code = ctypes.get_errno()
        raise OSError(code, f"{what}: {os.strerror(code)}")
