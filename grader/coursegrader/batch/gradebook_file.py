"""The gradebook as a file: its backups, and what it says, without loading nbgrader."""

from __future__ import annotations

import contextlib
import sqlite3
import time
from pathlib import Path

from coursegrader.judge.layout import Layout

KEPT_BACKUPS = 20
_SCORES = """
    select student.id, notebook.name, base_cell.name, grade.auto_score
    from submitted_assignment
    join assignment on assignment.id = submitted_assignment.assignment_id
    join student on student.id = submitted_assignment.student_id
    join submitted_notebook on submitted_notebook.assignment_id = submitted_assignment.id
    join notebook on notebook.id = submitted_notebook.notebook_id
    left join grade on grade.notebook_id = submitted_notebook.id
    left join base_cell on base_cell.id = grade.cell_id
    where assignment.name = ?
"""
Scores = dict[str, dict[str, float | None]]
"""For each student, by `notebook/grade_id`, the points that a grader gave."""


def database_file(layout: Layout) -> Path | None:
    """The file of a SQLite gradebook; None if it is another database."""
    scheme, found, name = layout.database.partition("sqlite:///")
    return Path(name) if found and not scheme and name else None


def back_up(layout: Layout) -> Path | None:
    """Copy the gradebook, as it is at this moment, beside those of earlier runs.

    Returns:
        The copy; None if there is no gradebook yet, or it is not a file.
    """
    source = database_file(layout)
    if source is None or not source.is_file():
        return None
    folder = layout.state / "backups"
    folder.mkdir(parents=True, exist_ok=True)
    moment = time.strftime("%Y-%m-%d_%H-%M-%S")
    target = folder / f"gradebook_{moment}.db"
    making = folder / ".making.db"
    making.unlink(missing_ok=True)
    with (
        contextlib.closing(sqlite3.connect(source)) as old,
        contextlib.closing(sqlite3.connect(making)) as new,
    ):
        old.backup(new)
    making.replace(target)
    for path in sorted(folder.glob("gradebook_*.db"))[:-KEPT_BACKUPS]:
        path.unlink()
    return target


def scores(layout: Layout, assignment: str) -> Scores | None:
    """What the gradebook says about an assignment; None if that cannot be read here."""
    source = database_file(layout)
    if source is None:
        return None
    if not source.is_file():
        return {}
    found: Scores = {}
    try:
        with contextlib.closing(sqlite3.connect(source)) as connection:
            for student, notebook, cell, score in connection.execute(_SCORES, (assignment,)):
                cells = found.setdefault(student, {})
                if cell is not None:
                    cells[f"{notebook}/{cell}"] = score
    except sqlite3.Error:
        return None
    return found
