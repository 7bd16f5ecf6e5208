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
    """

    student: str
    system: str
    id: str
    row: dict[str, str] = field(default_factory=dict)


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

    def of(self, system: str) -> list[Person]:
        """The students that a system knows."""
        return [person for person in self.people.values() if person.system == system]

    def save(self) -> None:
        """Keep it for the next command."""
        people = [asdict(person) for person in self.people.values()]
        write_whole(self._path, json.dumps(people, indent=1, ensure_ascii=False).encode())


def read_export(path: Path) -> list[Person]:
    """The students in Moodle's grading worksheet or Canvas's exported gradebook.

    Raises:
        RosterError: the file is neither.
    """
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise RosterError(f"{path} is no CSV file that can be read: {error}.") from None
    columns = set(rows[0]) if rows else set()
    if {_MOODLE_ID, "Full name"} <= columns:
        people = [_from_moodle(row) for row in rows if row[_MOODLE_ID]]
    elif {"Student", _CANVAS_ID} <= columns:
        people = [_from_canvas(row) for row in rows if (row[_CANVAS_ID] or "").isdigit()]
    else:
        raise RosterError(
            f"{path} is neither Moodle's grading worksheet (columns Identifier and Full name) nor "
            "Canvas's exported gradebook (columns Student and ID)."
        )
    if len({person.student for person in people}) < len(people):
        raise RosterError(f"{path} has two students who would have the same id.")
    return people


def _from_moodle(row: dict[str, str]) -> Person:
    number = row[_MOODLE_ID].removeprefix(_PARTICIPANT)
    email = (row.get("Email address") or "").partition("@")[0]
    name = row.get("Username") or row.get("ID number") or email
    return Person(slug(name or f"{row['Full name']}_{number}"), "moodle", number, _texts(row))


def _from_canvas(row: dict[str, str]) -> Person:
    number = row[_CANVAS_ID]
    login = (row.get("SIS Login ID") or "").partition("@")[0]
    return Person(slug(login or f"{row['Student']}_{number}"), "canvas", number, _texts(row))


def _texts(row: dict[str, str]) -> dict[str, str]:
    """A row without what lies beyond the named columns."""
    return {name: value or "" for name, value in row.items() if name is not None}
