"""The bubblewrap command line: what the sandbox sees of the system.

It sees the operating system's programs and libraries and the Python environment, read-only, and
nothing of the user's files. When the grader runs as root, the sandbox is started as an ordinary
user, because limits on processes do not hold for root.
"""

import importlib.util
import os
import shutil
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
_SYSTEM_FILES = ("/etc/ld.so.cache", "/etc/localtime", "/etc/alternatives", "/etc/fonts")
_OF_A_CLASS = ("/usr/local/share/nbgrader", "/usr/local/etc")
_PACKAGES = ("coursegrader", "minigraph")
_ORDINARY_USER = 64100  # an id that no account has: it can signal nothing and owns nothing

ENVIRONMENT = {
    "HOME": "/home/student",
    "IPYTHONDIR": "/home/student/.ipython",
    "JUPYTER_CONFIG_DIR": "/home/student/.jupyter",
    "LANG": "C.UTF-8",
    "LOGNAME": "student",
    "MPLBACKEND": "module://matplotlib_inline.backend_inline",
    "MPLCONFIGDIR": "/tmp/matplotlib",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "PYTHONBREAKPOINT": "0",  # nobody is there to answer a debugger that was left in
    "PYTHONDONTWRITEBYTECODE": "1",
    "PYTHONHASHSEED": "0",
    "PYTHONNOUSERSITE": "1",
    "SHELL": "/bin/sh",
    "TMPDIR": "/tmp",
    "USER": "student",
}


STAGE = "/private"  # where a sandboxed process prepares its own /home and /tmp


class SandboxUnavailable(RuntimeError):
    """There is no way to isolate student code on this machine; the message is one sentence."""


def find() -> str:
    """The path of bubblewrap.

    Raises:
        SandboxUnavailable: it is not installed, or this is not Linux.
    """
    path = shutil.which("bwrap") if sys.platform == "linux" else None
    if path is None:
        raise SandboxUnavailable(
            "bubblewrap (bwrap) is not available here, so student code cannot be isolated from "
            "your files and network; install it, or accept weaker isolation with "
            "--isolation process."
        )
    return path


def command(
    program: Sequence[str], *, extra: Sequence[str] = (), scratch: Sequence[str] = ()
) -> list[str]:
    """The command that runs `program` sandboxed.

    extra: further bubblewrap options. scratch: options before each private folder, its size.
    """
    bwrap = find()
    readable = readable_paths()
    inner = [bwrap, *_options(readable, scratch), *extra, "--", *program]
    if os.getuid() != 0:
        return inner
    return [*_as_ordinary_user(bwrap, readable), *inner]


def readable_paths() -> list[Path]:
    """The Python environment: its prefixes and the packages that run inside the sandbox."""
    paths = [Path(sys.prefix), Path(sys.base_prefix)]
    for name in _PACKAGES:
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.submodule_search_locations:
            paths += [Path(location) for location in spec.submodule_search_locations]
    for entry in sys.path:
        if entry.endswith(("site-packages", "dist-packages")) and os.path.isdir(entry):
            paths.append(Path(entry))
    return _outermost(path.absolute() for path in paths)


def _outermost(paths: Iterable[Path]) -> list[Path]:
    """The paths without those that lie inside another one or inside the system's folders."""
    kept: list[Path] = []
    for path in sorted(set(paths), key=lambda path: len(path.parts)):
        covered = [*kept, *(Path(folder) for folder in _SYSTEM)]
        if not any(path.is_relative_to(folder) for folder in covered):
            kept.append(path)
    return kept


def _options(readable: Sequence[Path], scratch: Sequence[str]) -> list[str]:
    options = ["--unshare-all", "--die-with-parent", "--new-session", "--as-pid-1", "--clearenv"]
    for name, value in ENVIRONMENT.items():
        options += ["--setenv", name, value]
    options += ["--setenv", "PATH", f"{sys.prefix}/bin:/usr/bin:/bin"]
    for folder in _SYSTEM:
        if os.path.islink(folder):
            options += ["--symlink", os.readlink(folder), folder]
        elif os.path.isdir(folder):
            options += ["--ro-bind", folder, folder]
    for file in _SYSTEM_FILES:
        options += ["--ro-bind-try", file, file]
    # The environment may lie in /home or /tmp: it is shown inside the private ones.
    options += ["--proc", "/proc", "--dev", "/dev", "--dir", STAGE]
    options += [*scratch, "--tmpfs", "/home", *scratch, "--tmpfs", "/tmp"]
    for path in readable:
        options += ["--ro-bind", str(path), str(path)]
    for folder in _covered_folders():
        options += ["--tmpfs", folder, "--remount-ro", folder]
    return [*options, "--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/"]


def _covered_folders() -> list[str]:
    """Folders of a class that lie inside readable ones: nbgrader's exchange, configurations."""
    prefixes = dict.fromkeys((sys.prefix, sys.base_prefix))
    folders = [*_OF_A_CLASS, *(f"{prefix}/etc/jupyter" for prefix in prefixes)]
    return [folder for folder in folders if os.path.isdir(folder)]


def _as_ordinary_user(bwrap: str, readable: Sequence[Path]) -> list[str]:
    """The prefix that gives up root; it first opens a way to paths that only root can reach."""
    setpriv = shutil.which("setpriv")
    if setpriv is None:
        raise SandboxUnavailable(
            "The grader runs as root and setpriv (util-linux) is not installed to give that up "
            "for student code; install it or run the grader as an ordinary user."
        )
    user = str(_ORDINARY_USER)
    drop = [setpriv, "--reuid", user, "--regid", user, "--clear-groups"]
    closed = _outermost(filter(None, (_first_closed_folder(path) for path in readable)))
    if not closed:
        return drop
    opened = [bwrap, "--die-with-parent", "--dev-bind", "/", "/"]
    for folder in closed:
        opened += ["--perms", "0755", "--tmpfs", str(folder)]
    for path in readable:
        folders = [parent for parent in reversed(path.parents) if _inside(parent, closed)]
        for parent in folders:
            opened += ["--perms", "0755", "--dir", str(parent)]
        if folders or _inside(path, closed):
            opened += ["--ro-bind", str(path), str(path)]
    return [*opened, "--", *drop]


def _first_closed_folder(path: Path) -> Path | None:
    """The outermost folder on the way to `path` that others may not enter."""
    for parent in reversed(path.parents):
        if not os.stat(parent).st_mode & 0o001:
            return parent
    return None


def _inside(path: Path, folders: Sequence[Path]) -> bool:
    return any(path != folder and path.is_relative_to(folder) for folder in folders)
