"""Who is in the class: read from what Moodle or Canvas export, kept for the way back."""

from __future__ import annotations

import csv
import json
from dataclasses import asdict, dataclass, field
from pathlib import Path

from coursegrader.batch.store import write_whole
from coursegrader.lms.names import slug

_MOODLE_ID, _CANVAS_ID = "Identifier", "ID"
_PARTICIPANT = "Participant "
_NAME_IN_PARTS = ["LastName", "FirstName"]  # what Canvas can be set to export in place of Student


class RosterError(Exception):
    """A file does not say who is in the class; the message is one sentence."""


@dataclass
class Person:
    """A student, as the grader and as the learning management system know them.

    Attributes:
        student: the id in `submitted/` and in the gradebook.
        system: "moodle" or "canvas".
        id: the number in that system.
        row: what the system's own export says, by column.
        assignment: the assignment that the number belongs to: Moodle numbers the participants of
            each assignment anew. Empty where a number is the student's in the whole system.
    """

    student: str
    system: str
    id: str
    row: dict[str, str] = field(default_factory=dict)
    assignment: str = ""


class Roster:
    """All students that the course knows of.

    Args:
        path: the file in which they are kept.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        stored = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else []
        self.people = {(each["system"], each["id"]): Person(**each) for each in stored}

    def add(self, person: Person) -> None:
        """Add a student, or replace what is known."""
        self.people[person.system, person.id] = person

    def find(self, system: str, number: str) -> Person | None:
        """The student with a number in a system."""
        return self.people.get((system, number))

    def of(self, system: str, assignment: str) -> list[Person]:
        """The students that a system knows, by the numbers that they have for an assignment."""
        return [
            person
            for person in self.people.values()
            if person.system == system and person.assignment in ("", assignment)
        ]

    def save(self) -> None:
        """Keep it for the next command."""
        people = [asdict(person) for person in self.people.values()]
        write_whole(self._path, json.dumps(people, indent=1, ensure_ascii=False).encode())


def read_export(path: Path, assignment: str) -> list[Person]:
    """The students in Moodle's grading worksheet of an assignment or Canvas's exported gradebook.

    Raises:
        RosterError: the file is neither.
    """
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            header = file.readline()
            file.seek(0)
            separator = ";" if header.count(";") > header.count(",") else ","  # a Canvas setting
            rows = list(csv.DictReader(file, delimiter=separator))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise RosterError(f"{path} is no CSV file that can be read: {error}.") from None
    columns = set(rows[0]) if rows else set()
    if {_MOODLE_ID, "Last modified (grade)"} <= columns:
        people = [_from_moodle(row, assignment) for row in rows if row[_MOODLE_ID]]
    elif _CANVAS_ID in columns and ("Student" in columns or columns.issuperset(_NAME_IN_PARTS)):
        people = [_from_canvas(row) for row in rows if (row[_CANVAS_ID] or "").isdigit()]
    else:
        raise RosterError(
            f"{path} is neither Moodle's grading worksheet (columns Identifier and Last modified "
            "(grade)) nor Canvas's exported gradebook (columns Student and ID)."
        )
    if len({person.student for person in people}) < len(people):
        raise RosterError(f"{path} has two students who would have the same id.")
    return people


def _from_moodle(row: dict[str, str], assignment: str) -> Person:
    number = row[_MOODLE_ID].removeprefix(_PARTICIPANT)
    email = (row.get("Email address") or "").partition("@")[0]
    name = row.get("Username") or row.get("ID number") or email
    anonymous = f"{row.get('Full name') or 'participant'}_{number}"
    return Person(slug(name or anonymous), "moodle", number, _texts(row), assignment)


def _from_canvas(row: dict[str, str]) -> Person:
    number = row[_CANVAS_ID]
    login = (row.get("SIS Login ID") or "").partition("@")[0]
    texts = _texts(row)
    texts.setdefault("Student", ", ".join(texts.get(part, "") for part in _NAME_IN_PARTS))
    return Person(slug(login or f"{texts['Student']}_{number}"), "canvas", number, texts)


def _texts(row: dict[str, str]) -> dict[str, str]:
    """A row without what lies beyond the named columns."""
    return {name: value or "" for name, value in row.items() if name is not None}
