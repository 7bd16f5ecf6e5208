"""The lessons as files: where they are, and their cells."""

import functools
import json
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[3]
LESSONS = sorted((ROOT / "course").glob("[0-9][0-9]_*.ipynb"))
BACKENDS = ("minigraph", "tensorflow")

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


def links(text: str) -> list[str]:
    """The targets of the links in a text that are files of this project."""
    found = re.findall(r"\]\(([^)#]+)[^)]*\)", text)
    return [target for target in found if "://" not in target]
