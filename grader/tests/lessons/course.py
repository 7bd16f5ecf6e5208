"""The lessons as files: where they are, and their cells."""

import functools
import json
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[3]
LESSONS = sorted((ROOT / "course").glob("[0-9][0-9]_*.ipynb"))
BACKENDS = ("minigraph", "tensorflow")

SPECIAL = {"timing", "minigraph-only", "tensorflow-only"}
"""Tags of cells that do not print the same on all machines and both backends."""

Cell = dict[str, Any]


@functools.cache
def cells(lesson: Path) -> list[Cell]:
    """The cells of a lesson, with their source as one text."""
    notebook = json.loads(lesson.read_text(encoding="utf-8"))
    return [cell | {"source": "".join(cell["source"])} for cell in notebook["cells"]]


def code(lesson: Path) -> list[Cell]:
    """The code cells of a lesson."""
    return [cell for cell in cells(lesson) if cell["cell_type"] == "code"]


def prose(lesson: Path) -> list[str]:
    """The texts of a lesson."""
    return [cell["source"] for cell in cells(lesson) if cell["cell_type"] == "markdown"]


def tags(cell: Cell) -> set[str]:
    """The tags of a cell."""
    return set(cell["metadata"].get("tags", []))


def printed(lesson: Path, run: dict[str, Any], without: set[str] = SPECIAL) -> list[str]:
    """What the cells of a run print, cell by cell, but for cells with one of these tags."""
    left_out = {cell["id"] for cell in code(lesson) if tags(cell) & without}
    texts = [cell["stdout"] for cell in run["cells"] if cell["id"] not in left_out]
    return [text for text in texts if text]


def assert_raised(run: dict[str, Any], expected: list[tuple[str, str]]) -> None:
    """The cells of a run fail with these kinds of errors, which say these words."""
    errors = [cell["error"] for cell in run["cells"] if cell["error"]]
    assert [kind for kind, _ in errors] == [kind for kind, _ in expected]
    for (_, message), (_, words) in zip(errors, expected, strict=True):
        assert words in message


def links(text: str) -> list[str]:
    """The targets of the links in a text that are files of this project."""
    found = re.findall(r"\]\(([^)#]+)[^)]*\)", text)
    return [target for target in found if "://" not in target]
