"""Locks between processes, which end with the process that holds them, however it ends."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path


class Locked(Exception):
    """Another process holds the lock; the message is what that process wrote into the file."""


@contextlib.contextmanager
def lock(path: Path, *, wait: bool = True) -> Iterator[None]:
    """Hold a lock on a file.

    Args:
        path: the file; it is made, and never removed.
        wait: whether to wait for a process that holds it.

    Raises:
        Locked: another process holds it, and we do not wait.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        try:
            _acquire(descriptor, wait)
        except OSError:
            raise Locked(path.read_text(errors="replace").strip()) from None
        os.ftruncate(descriptor, 0)
        os.write(descriptor, str(os.getpid()).encode())
        yield
    finally:
        os.close(descriptor)


def _acquire(descriptor: int, wait: bool) -> None:
    """Lock an open file; raises OSError if that would mean to wait."""
    if sys.platform == "win32":
        import msvcrt

        mode = msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK
        os.lseek(descriptor, 1 << 20, os.SEEK_SET)  # far behind the text, which stays readable
        msvcrt.locking(descriptor, mode, 1)
        os.lseek(descriptor, 0, os.SEEK_SET)
    else:
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
