"""Files that the student's code has written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

_elsewhere: Callable[[str], str] | None = None
"""Brings files here where the student's code runs in another process; the judge sets it."""


def fetch(path: str | Path) -> str:
    """The path under which a test can read what the student's code has written.

    Args:
      path: a file, a directory, or the beginning of several files' names, such as the prefix of a
        checkpoint; relative to the notebook's directory.

    Raises:
      FileNotFoundError: there is no such file.
    """
    if _elsewhere is not None:
        return _elsewhere(str(path))
    found = Path(path)
    if not found.exists() and not list(found.parent.glob(f"{found.name}*")):
        raise FileNotFoundError(f"There is no file {path}.")
    return str(path)
