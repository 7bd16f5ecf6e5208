"""A kernel provisioner: any Jupyter client runs a notebook's kernel in the sandbox.

It is registered as `coursegrader-sandbox`. A client uses it for every kernel whose specification
names no other provisioner, if it is told so:

    JUPYTER_DEFAULT_PROVISIONER_NAME=coursegrader-sandbox papermill in.ipynb out.ipynb

The kernel has no network, so that client and kernel talk through sockets in a folder that both see.
It works in a copy of the notebook's folder.
"""

import asyncio
import json
import os
import shutil
import signal
import tempfile
from pathlib import Path
from typing import Any

from jupyter_client.provisioning.local_provisioner import LocalProvisioner

from coursegrader.sandbox import bubblewrap
from coursegrader.sandbox.files import copy_regular_files
from coursegrader.sandbox.limits import MEGABYTE, Limits
from coursegrader.sandbox.namespaces import HOME, WORK

NAME = "coursegrader-sandbox"
_COURSE_FILES = ("nbgrader_config.py", "gradebook.db")


class SandboxProvisioner(LocalProvisioner):
    """Launches a kernel under bubblewrap; see the module.

    Raises:
        SandboxUnavailable: at launch, if this machine has no bubblewrap.
    """

    limits = Limits(cpu_seconds=3600)
    _folder: Path | None = None

    async def pre_launch(self, **kwargs: Any) -> dict[str, Any]:
        """Prepare the folder that client and kernel share, and the command."""
        self._folder = Path(
            tempfile.mkdtemp(prefix="kernel-")
        )  # short: paths of sockets are limited
        sockets = self._folder / "s"
        sockets.mkdir()
        sockets.chmod(0o777)
        self._folder.chmod(0o755)
        manager = self.parent
        if manager is not None:
            manager.transport, manager.ip = "ipc", str(sockets / "k")
        self.kernel_spec.interrupt_mode = "message"
        prepared = await super().pre_launch(**kwargs)
        prepared["cmd"] = self._sandboxed(prepared["cmd"], prepared.pop("cwd", None))
        prepared["env"] = {"PATH": os.environ.get("PATH", os.defpath)}
        return prepared

    async def send_signal(self, signum: int) -> None:
        """Pass a signal on, except an interrupt: that would end the sandbox, and is a message."""
        if signum != signal.SIGINT:
            await super().send_signal(signum)

    async def cleanup(self, restart: bool = False) -> None:
        """Remove the shared folder."""
        await super().cleanup(restart)
        if self._folder is not None:
            await asyncio.to_thread(shutil.rmtree, self._folder, ignore_errors=True)
            self._folder = None

    def _sandboxed(self, command: list[str], cwd: str | None) -> list[str]:
        """The command of the kernel, run in the sandbox with the shared folder."""
        assert self._folder is not None
        info = dict(self.connection_info)
        connection = self._folder / "c.json"
        connection.write_text(json.dumps({k: _plain(v) for k, v in info.items()}))
        connection.chmod(0o644)
        given = getattr(self.parent, "connection_file", "")
        inner = [str(connection) if part == given else part for part in command]
        work = self._folder / "w"
        work.mkdir()
        if cwd and not any((Path(cwd) / name).exists() for name in _COURSE_FILES):
            copy_regular_files(Path(cwd), work)
        _open_to_all(work)
        limits = json.dumps(self.limits.as_json())
        python = [inner[0], "-P", "-m", "coursegrader.sandbox.kernel", limits, *inner]
        size = ("--size", str(self.limits.scratch_mb * MEGABYTE))
        return bubblewrap.command(python, extra=self._options(work, size), scratch=size)

    def _options(self, work: Path, size: tuple[str, str]) -> list[str]:
        return [
            *(*size, "--tmpfs", "/dev/shm", "--dir", HOME),
            *("--bind", str(work), WORK, "--chdir", WORK),
            *("--bind", str(self._folder), str(self._folder)),
        ]


def _plain(value: Any) -> Any:
    return value.decode() if isinstance(value, bytes) else value


def _open_to_all(folder: Path) -> None:
    """Let the sandbox's user, who is another one if the grader is root, write a copied folder."""
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o777 if path.is_dir() else 0o666)
