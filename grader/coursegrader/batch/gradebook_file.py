"""The gradebook as a file: its backups, and what it says, without loading nbgrader."""

from __future__ import annotations

import contextlib
import sqlite3
import time
from pathlib import Path
from typing import NamedTuple

from coursegrader.judge.layout import Layout

KEPT_BACKUPS = 20
_GRADES = """
    select student.id, notebook.name, base_cell.name, grade.auto_score,
        grade.manual_score, coalesce(grade.extra_credit, 0), grade.needs_manual_grade,
        coalesce(grade_cells.max_score, task_cells.max_score),
        coalesce(submitted_notebook.late_submission_penalty, 0),
        trim(coalesce(student.first_name, '') || ' ' || coalesce(student.last_name, ''))
    from submitted_assignment
    join assignment on assignment.id = submitted_assignment.assignment_id
    join student on student.id = submitted_assignment.student_id
    join submitted_notebook on submitted_notebook.assignment_id = submitted_assignment.id
    join notebook on notebook.id = submitted_notebook.notebook_id
    left join grade on grade.notebook_id = submitted_notebook.id
    left join base_cell on base_cell.id = grade.cell_id
    left join grade_cells on grade_cells.id = grade.cell_id
    left join task_cells on task_cells.id = grade.cell_id
    where assignment.name = ?
    order by student.id, notebook.name
"""


class Grade(NamedTuple):
    """The gradebook's word on one question of one student.

    Attributes:
        student: whose it is.
        notebook: the notebook's name.
        cell: the grade_id of the graded cell.
        auto_score: the points that a grader gave; None if a person grades it.
        manual_score: the points that a person gave instead, None if nobody did.
        extra: extra points that a person gave.
        is_open: whether a person has still to grade it.
        max_score: what it is worth.
        penalty: what the whole notebook loses for being late.
        name: the student's first and last name, as far as the gradebook has them.
    """

    student: str
    notebook: str
    cell: str
    auto_score: float | None
    manual_score: float | None
    extra: float
    is_open: bool
    max_score: float
    penalty: float
    name: str = ""

    @property
    def score(self) -> float:
        """The points that count."""
        given = self.auto_score if self.manual_score is None else self.manual_score
        return (given or 0.0) + self.extra


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


def grades(layout: Layout, assignment: str) -> list[Grade] | None:
    """All grades of an assignment; None if the gradebook cannot be read here."""
    source = database_file(layout)
    if source is None:
        return None
    if not source.is_file():
        return []
    try:
        with contextlib.closing(sqlite3.connect(source)) as connection:
            rows = connection.execute(_GRADES, (assignment,)).fetchall()
    except sqlite3.Error:
        return None
    return [Grade(*row) for row in rows if row[2] is not None]


def scores(layout: Layout, assignment: str) -> Scores | None:
    """What graders gave for an assignment; None if the gradebook cannot be read here."""
    found = grades(layout, assignment)
    if found is None:
        return None
    by_student: Scores = {}
    for grade in found:
        cells = by_student.setdefault(grade.student, {})
        cells[f"{grade.notebook}/{grade.cell}"] = grade.auto_score
    return by_student
