"""The instructor's side of an assignment: its notebooks, its data files, its stubs."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from coursegrader import notebooks
from coursegrader.judge.layout import Layout, LayoutError
from coursegrader.notebooks import Notebook
from coursegrader.regions import CODE_STUB, TEXT_STUB


@dataclass(frozen=True)
class Assignment:
    """What submissions are graded against.

    Attributes:
        name: the assignment's id.
        notebooks: the instructor's notebooks.
        contents: the same as JSON, by name: metadata and cell ids are taken from there.
        files: the data files beside them, by path.
        code_stub: what the handout has in place of a solution in code.
        text_stub: the same for text.
    """

    name: str
    notebooks: tuple[Notebook, ...]
    contents: Mapping[str, dict[str, Any]]
    files: Mapping[str, bytes] = field(default_factory=dict)
    code_stub: str = CODE_STUB
    text_stub: str = TEXT_STUB


def load_assignment(layout: Layout, name: str) -> Assignment:
    """Read an assignment from the source directory of a course.

    Raises:
        LayoutError: there is no such assignment; the message offers the nearest name.
        NotebookError: a source notebook cannot be read.
    """
    folder = layout.source / name
    paths = sorted(folder.glob("*.ipynb")) if folder.is_dir() else []
    if not paths:
        raise LayoutError(layout.unknown_assignment(name))
    contents = {path.stem: notebooks.read_json(path) for path in paths}
    return Assignment(
        name=name,
        notebooks=tuple(notebooks.parse(content, stem) for stem, content in contents.items()),
        contents=contents,
        files=dict(data_files(folder)),
        code_stub=layout.code_stub,
        text_stub=layout.text_stub,
    )


def data_files(folder: Path) -> list[tuple[str, bytes]]:
    """The data files beside the notebooks of a directory, by path."""
    found = []
    for path in sorted(folder.rglob("*")):
        relative = path.relative_to(folder)
        hidden = any(part.startswith((".", "__pycache__")) for part in relative.parts)
        if path.is_file() and path.suffix != ".ipynb" and not hidden:
            found.append((relative.as_posix(), path.read_bytes()))
    return found
