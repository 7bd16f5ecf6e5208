"""A student's folder as bytes: what is hashed, what travels to a worker, what is graded there."""

from __future__ import annotations

import base64
import contextlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from coursegrader.judge.folder import MAX_FILES, MAX_TOTAL_BYTES
from coursegrader.judge.submission import MAX_BYTES, Unreadable, read_regular_file

Packed = list[dict[str, Any]]
"""Each entry of a folder: its path, what kind it is, and the content of a file."""

_NOWHERE = "link-of-a-submission"
_LONGEST_PATH = 1_000  # in bytes; where it is unpacked there must be room for it
_MAX_ENTRIES = 2 * MAX_FILES
_MAX_BYTES = MAX_TOTAL_BYTES + MAX_BYTES


def pack(folder: Path) -> Packed:
    """Everything in a student's folder that can matter to grading; no link is followed.

    Files beyond the grader's limits on size are packed without their content: the grader only says
    that they are too large.
    """
    if folder.is_symlink() or folder.parent.is_symlink():
        return [{"path": ".", "kind": "link"}]
    packed: Packed = []
    total = 0
    for path, status in _entries(folder):
        entry: dict[str, Any] = {"path": str(path.relative_to(folder))}
        entry["kind"] = _kind(status.st_mode)
        if entry["kind"] == "file":
            small = status.st_size <= MAX_BYTES and total + status.st_size <= _MAX_BYTES
            total += status.st_size if small else 0
            try:
                data = read_regular_file(path, MAX_BYTES) if small else None
            except Unreadable:
                entry["kind"] = "closed"
                data = b""
            if data is None:
                entry["size"] = status.st_size
            else:
                entry["data"] = base64.b64encode(data).decode()
        packed.append(entry)
    return packed


def unpack(packed: Packed, folder: Path) -> None:
    """Make the folder again, as `pack` saw it. Links lead nowhere.

    Args:
        packed: what `pack` returned.
        folder: where to make it; its parent exists.
    """
    if packed and packed[0]["path"] == ".":
        folder.symlink_to(_NOWHERE)
        return
    folder.mkdir()
    for entry in packed:
        path, kind = folder / entry["path"], entry["kind"]
        if kind == "folder":
            path.mkdir()
        elif kind == "link":
            path.symlink_to(_NOWHERE)
        elif kind == "pipe" and hasattr(os, "mkfifo"):
            os.mkfifo(path)
        elif kind in ("file", "closed"):
            path.write_bytes(base64.b64decode(entry.get("data", "")))
            if "size" in entry:
                os.truncate(path, entry["size"])  # a hole: it takes no space
            if kind == "closed":
                path.chmod(0)


def _entries(folder: Path) -> Iterator[tuple[Path, os.stat_result]]:
    """What lies below a folder, each folder before its content, in order.

    A folder that cannot be listed, or goes away meanwhile, is empty. Notebooks come first, so that
    among any number of files they are not among those that are too many.
    """
    waiting, count = [folder], 0
    while waiting:
        found = []
        with contextlib.suppress(OSError):
            here = sorted(
                waiting.pop(0).iterdir(), key=lambda path: (path.suffix != ".ipynb", path)
            )
            found = [(path, path.lstat()) for path in here]
        for path, status in found:
            if len(os.fsencode(path.relative_to(folder))) > _LONGEST_PATH:
                continue
            count += 1
            if count > _MAX_ENTRIES:
                return
            yield path, status
            is_shown = not path.name.startswith(".") and path.name != "__pycache__"
            if stat.S_ISDIR(status.st_mode) and is_shown:
                waiting.append(path)


def _kind(mode: int) -> str:
    kinds = ((stat.S_ISDIR, "folder"), (stat.S_ISREG, "file"), (stat.S_ISLNK, "link"))
    for is_kind, name in kinds:
        if is_kind(mode):
            return name
    return "pipe" if stat.S_ISFIFO(mode) else "device"
