"""Reads a submitted notebook, whatever it is, without trusting anything in it.

What can be understood is kept with a note about what could not; only a file that is no notebook at
all is refused, with a sentence.
"""

import codecs
import json
import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

MAX_BYTES = 25 << 20
MAX_CELLS = 5_000
_KNOWN_FORMAT = 4
_KNOWN_SCHEMA = 3
_KERNEL_NAMES = ("python3", "python", "")
_IMAGES = ("image/png", "image/jpeg", "image/gif")


class Unreadable(Exception):
    """A file is no notebook that can be graded; the message is one sentence."""


@dataclass(frozen=True)
class SubmittedCell:
    """One cell as it was handed in.

    Attributes:
        kind: "code", "markdown" or "raw".
        source: its text.
        grade_id: the id that its nbgrader metadata names, None if there is none.
        claims: the rest of its nbgrader metadata, which nothing relies on.
        tags: its Jupyter tags.
        attachments: images pasted into a markdown cell.
        broken: whether its text was not text.
    """

    kind: str
    source: str
    grade_id: str | None = None
    claims: Mapping[str, Any] = field(default_factory=dict)
    tags: tuple[str, ...] = ()
    attachments: Mapping[str, Any] = field(default_factory=dict)
    broken: bool = False


@dataclass(frozen=True)
class Submission:
    """The cells of a submitted notebook, and what was odd about its file."""

    cells: tuple[SubmittedCell, ...] = ()
    notes: tuple[str, ...] = ()


def read_submission(path: Path) -> Submission:
    """Read a submitted notebook.

    Raises:
        Unreadable: it is no file, too big, or no notebook.
    """
    notes: list[str] = []
    data = read_regular_file(path, MAX_BYTES)
    if not data.strip():
        raise Unreadable(f"{path.name} is empty.")
    text = _decode(data, notes)
    try:
        content = json.loads(text)
    except RecursionError:
        raise Unreadable(f"{path.name} is nested too deeply to be a notebook.") from None
    except ValueError as error:
        raise Unreadable(f"{path.name} is damaged: its JSON is not complete ({error}).") from None
    return Submission(tuple(_cells(path.name, content, notes)), tuple(notes))


def read_regular_file(path: Path, limit: int) -> bytes:
    """The bytes of a regular file; never follows a link, never waits for a pipe.

    Raises:
        Unreadable: it is something else, or larger than `limit` bytes.
    """
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    if path.is_symlink():
        raise Unreadable(f"{path.name} is a link to another file, not a file.")
    try:
        descriptor = os.open(path, flags)
    except OSError as error:
        raise Unreadable(f"{path.name} cannot be read ({error.strerror}).") from None
    status = os.fstat(descriptor)
    if not stat.S_ISREG(status.st_mode):
        os.close(descriptor)
        raise Unreadable(f"{path.name} is {_file_kind(status.st_mode)}, not a file.")
    with os.fdopen(descriptor, "rb") as file:
        if status.st_size > limit:
            raise Unreadable(
                f"{path.name} has {status.st_size / 1e6:.0f} MB; the limit is {limit / 1e6:.0f} MB."
            )
        return file.read(limit)


def _file_kind(mode: int) -> str:
    if stat.S_ISFIFO(mode):
        return "a named pipe"
    return "a folder" if stat.S_ISDIR(mode) else "a device or socket"


def _decode(data: bytes, notes: list[str]) -> str:
    marked = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    encoding = "utf-16" if marked else "utf-8-sig"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        notes.append("The file is not UTF-8; it was read as Latin-1.")
        return data.decode("latin-1")


def _cells(name: str, content: Any, notes: list[str]) -> list[SubmittedCell]:
    if not isinstance(content, dict):
        raise Unreadable(f"{name} is JSON, but not a notebook.")
    raw = content.get("cells")
    if raw is None:
        raw = _worksheets(content)
    if not isinstance(raw, list):
        raise Unreadable(f"{name} is JSON, but not a notebook: it has no list of cells.")
    if len(raw) > MAX_CELLS:
        raise Unreadable(f"{name} has {len(raw)} cells; the limit is {MAX_CELLS}.")
    _note_format(content, notes)
    cells = [_cell(cell) for cell in raw if isinstance(cell, dict)]
    if len(cells) < len(raw):
        notes.append(f"{len(raw) - len(cells)} entries of the notebook are no cells.")
    versions = [cell.claims.get("schema_version", _KNOWN_SCHEMA) for cell in cells if cell.grade_id]
    if unknown := [str(version)[:20] for version in versions if version not in range(1, 4)]:
        notes.append(f"Cells have nbgrader metadata of an unknown version ({unknown[0]}).")
    return cells


def _worksheets(content: dict[str, Any]) -> Any:
    """The cells of a notebook of format 3 or older."""
    sheets = content.get("worksheets")
    if not isinstance(sheets, list) or not all(isinstance(sheet, dict) for sheet in sheets):
        return None
    cells: list[Any] = []
    for sheet in sheets:
        found = sheet.get("cells", [])
        cells += found if isinstance(found, list) else []
    return cells


def _note_format(content: dict[str, Any], notes: list[str]) -> None:
    version = content.get("nbformat")
    if version != _KNOWN_FORMAT:
        notes.append(f"The notebook is of format {str(version)[:20]}, not {_KNOWN_FORMAT}.")
    metadata = content.get("metadata")
    kernel = metadata.get("kernelspec") if isinstance(metadata, dict) else None
    kernel_name = kernel.get("name", "") if isinstance(kernel, dict) else ""
    if kernel_name not in _KERNEL_NAMES:
        notes.append(f"The notebook's kernel is {str(kernel_name)[:40]!r}; Python 3 was used.")


def _cell(raw: dict[str, Any]) -> SubmittedCell:
    metadata = raw.get("metadata")
    metadata = metadata if isinstance(metadata, dict) else {}
    claims = metadata.get("nbgrader")
    claims = claims if isinstance(claims, dict) else {}
    grade_id, tags = claims.get("grade_id"), metadata.get("tags")
    source, broken = _text(raw.get("source", raw.get("input", "")))
    kind = raw.get("cell_type")
    if kind == "heading":
        kind, source = "markdown", f"# {source}"
    return SubmittedCell(
        kind=kind if kind in ("code", "markdown") else "raw",
        source=source,
        grade_id=grade_id if isinstance(grade_id, str) else None,
        claims=claims,
        tags=tuple(tag for tag in tags if isinstance(tag, str)) if isinstance(tags, list) else (),
        attachments=_attachments(raw.get("attachments")),
        broken=broken,
    )


def _text(source: Any) -> tuple[str, bool]:
    """The text of a cell, and whether part of it was not text."""
    parts = source if isinstance(source, list) else [source]
    texts = [part for part in parts if isinstance(part, str)]
    text = "".join(texts).encode("utf-8", "backslashreplace").decode()
    return text, len(texts) < len(parts)


def _attachments(raw: Any) -> dict[str, dict[str, str]]:
    """Pasted images: name to type to base64 text."""
    found: dict[str, dict[str, str]] = {}
    for name, bundle in raw.items() if isinstance(raw, dict) else ():
        images = bundle.items() if isinstance(bundle, dict) else ()
        kept = {kind: data for kind, data in images if kind in _IMAGES and isinstance(data, str)}
        if isinstance(name, str) and kept:
            found[name] = kept
    return found
