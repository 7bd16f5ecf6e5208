"""Files in the working folders of the sandboxed processes: given, asked for, and written."""

import base64
import os
from pathlib import Path
from typing import Any

from coursegrader.judge.frames import ProtocolError

_given: set[str] = set()


def write_file(message: dict[str, Any]) -> dict[str, Any]:
    """Put a file of the assignment into the working folder.

    Raises:
        ProtocolError: the path leads out of it.
    """
    put(message["name"], base64.b64decode(message["data"]))
    _given.add(os.path.normpath(message["name"]))
    return {"ok": True}


def put(name: Any, data: Any) -> None:
    """Write a file below the working folder.

    Raises:
        ProtocolError: the name leads out of it, or this is no file.
    """
    if not isinstance(name, str) or not isinstance(data, bytes):
        raise ProtocolError("a file has a name and bytes")
    path = Path(name)
    if path.is_absolute() or ".." in path.parts or "\0" in name or not path.name:
        raise ProtocolError("a file lies in the working folder")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def put_fetched(path: str, found: Any) -> None:
    """Write what the student's process says that it has at a path; files of the assignment stay.

    Raises:
        ProtocolError: it is something else, or lies somewhere else.
    """
    if not isinstance(found, dict):
        raise ProtocolError("files are a dict")
    start = os.path.relpath(path)
    for name, data in found.items():
        if not isinstance(name, str) or not (start == "." or name.startswith(start)):
            raise ProtocolError(f"a file of {path!r} was asked for")
        if os.path.normpath(name) not in _given:
            put(name, data)


def take(path: str) -> dict[str, bytes]:
    """The files at a path, below it, or whose names begin with it, by path in the working folder.

    Raises:
        FileNotFoundError: there are none.
    """
    here = Path.cwd()
    start = Path(path).absolute()
    found = [start] if start.is_file() else list(start.parent.glob(f"{start.name}*"))
    files = [file for one in found for file in ([one] if one.is_file() else one.rglob("*"))]
    below = [file for file in files if file.is_file() and file.is_relative_to(here)]
    if not below:
        raise FileNotFoundError(f"There is no file {path}.")
    return {file.relative_to(here).as_posix(): file.read_bytes() for file in below}
