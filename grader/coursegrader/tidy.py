"""The normal form of a notebook, in which the same content is always the same bytes.

No outputs or counts, one kernelspec, sorted keys, no volatile metadata, and cell ids that follow
from the grade_id or else the position.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from coursegrader.notebooks import read_json, text

KERNELSPEC = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
CELL_METADATA = {"nbgrader", "tags", "slideshow", "jupyter", "editable", "deletable"}
"""What a person or nbgrader says about a cell; the rest is what an editor remembers of it."""

SKIPPED = {".ipynb_checkpoints", ".venv", ".git", "exercises", "workspace", "node_modules"}
"""Directories whose notebooks are generated or a student's own."""


def tidy(content: dict[str, Any]) -> dict[str, Any]:
    """The normal form of a notebook of format 4."""
    cells = [_cell(raw, position) for position, raw in enumerate(content["cells"], start=1)]
    return {
        "cells": cells,
        "metadata": {"kernelspec": KERNELSPEC, "language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def tidy_text(path: Path) -> str:
    """What a notebook file holds in normal form.

    Raises:
      NotebookError: the file does not hold a notebook of format 4.
    """
    content = tidy(read_json(path))
    return json.dumps(content, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def is_tidy(path: Path) -> bool:
    """Whether a notebook file is in normal form, to the byte."""
    return path.read_bytes() == tidy_text(path).encode()


def find_notebooks(paths: Iterable[Path]) -> Iterator[Path]:
    """The notebooks named, and those below the directories named; generated ones are left out."""
    for path in paths:
        if path.is_dir():
            for found in sorted(path.rglob("*.ipynb")):
                if not SKIPPED & set(found.relative_to(path).parts):
                    yield found
        else:
            yield path


def _cell(raw: dict[str, Any], position: int) -> dict[str, Any]:
    metadata = {key: raw["metadata"][key] for key in CELL_METADATA & set(raw.get("metadata", {}))}
    grade_id = metadata.get("nbgrader", {}).get("grade_id")
    cell: dict[str, Any] = {
        "cell_type": raw["cell_type"],
        "id": grade_id or f"cell-{position:02d}",
        "metadata": metadata,
        "source": text(raw["source"]).rstrip().splitlines(keepends=True),
    }
    if raw["cell_type"] == "code":
        cell |= {"execution_count": None, "outputs": []}
    if raw.get("attachments"):
        cell["attachments"] = raw["attachments"]
    return cell
