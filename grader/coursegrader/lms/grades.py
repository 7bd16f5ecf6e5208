"""Grades in the shapes that Moodle and Canvas import."""

from __future__ import annotations

import re
from collections.abc import Mapping

from coursegrader.lms.names import slug
from coursegrader.lms.roster import Person, Roster
from coursegrader.report.page import inert, table
from coursegrader.report.statistics import Total

_CANVAS_COLUMN = re.compile(r"(?P<name>.+) \(\d+\)")
_MOODLE_COLUMNS = ["Identifier", "Full name", "Grade", "Maximum Grade", "Last modified (grade)"]
_CANVAS_FIRST = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"]


def moodle(roster: Roster, totals: Mapping[str, Total], assignment: str) -> str:
    """Moodle's grading worksheet, filled in; empty if no student is known from Moodle.

    It goes back with *Upload grading worksheet*, which wants the columns Identifier, Grade and Last
    modified (grade), and passes over a grade that was changed after that moment. Other columns of
    the export, such as texts of students and comments on them, stay away: it would import some.
    """
    people = _graded(roster, "moodle", totals, assignment)
    if not people:
        return ""
    rows = []
    for person in people:
        total = totals[person.student]
        row = {"Full name": person.row.get("name", ""), **person.row}
        row |= {"Identifier": f"Participant {person.id}", "Grade": f"{total.score:g}"}
        row.setdefault("Maximum Grade", f"{total.max_score:g}")
        rows.append([inert(row.get(column, "")) for column in _MOODLE_COLUMNS])
    return table(_MOODLE_COLUMNS, rows)


def canvas(roster: Roster, totals: Mapping[str, Total], assignment: str) -> str:
    """Canvas's gradebook with one assignment; empty if no student is known from Canvas.

    It goes back with *Import* in the gradebook, which finds students by the column ID. A column of
    the exported gradebook that has the assignment's name is used; else Canvas asks which assignment
    the column is.
    """
    people = _graded(roster, "canvas", totals, assignment)
    if not people:
        return ""
    column = _canvas_column(people, assignment)
    most = max(totals[person.student].max_score for person in people)
    rows = [["    Points Possible", "", "", "", "", f"{most:g}"]]
    for person in people:
        row = {"Student": person.row.get("name", ""), **person.row, "ID": person.id}
        first = [inert(row.get(name, "")) for name in _CANVAS_FIRST]
        rows.append([*first, f"{totals[person.student].score:g}"])
    return table([*_CANVAS_FIRST, column], rows)


def differing_maximum(roster: Roster, totals: Mapping[str, Total], assignment: str) -> str:
    """A sentence if Moodle's maximum is another than the assignment's; empty if not."""
    for person in _graded(roster, "moodle", totals, assignment):
        theirs, ours = person.row.get("Maximum Grade", ""), totals[person.student].max_score
        if re.fullmatch(r"\d+(\.\d+)?", theirs) and float(theirs) != ours:
            return f"Moodle's maximum grade is {float(theirs):g}, the assignment's is {ours:g}."
    return ""


def _graded(
    roster: Roster, system: str, totals: Mapping[str, Total], assignment: str
) -> list[Person]:
    """Whoever has a grade: of others, the system keeps what it has."""
    return [person for person in roster.of(system, assignment) if person.student in totals]


def _canvas_column(people: list[Person], assignment: str) -> str:
    for column in (column for person in people for column in person.row):
        found = _CANVAS_COLUMN.fullmatch(column)
        if found and slug(found["name"]) == slug(assignment):
            return column
    return assignment
