"""From the zip that an instructor downloads to the folders that nbgrader expects."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from coursegrader.judge.assignment import load_assignment
from coursegrader.judge.folder import MAX_FILES, MAX_TOTAL_BYTES
from coursegrader.judge.layout import Layout
from coursegrader.judge.submission import MAX_BYTES
from coursegrader.lms.archive import Archive, Refused
from coursegrader.lms.names import Handed, first_name, is_online_text, parse
from coursegrader.lms.roster import Person, Roster

_MAX_TOTAL = MAX_TOTAL_BYTES + MAX_BYTES
Files = dict[PurePosixPath, bytes]


@dataclass
class Collected:
    """What became of the files of a zip.

    Attributes:
        new: students who handed in for the first time.
        changed: students whose submission was replaced.
        unchanged: students who have handed in this before.
        unknown: students whom the roster does not have, as their files name them.
        nothing: students of the roster who handed in nothing.
        refused: files that were not taken, each with the reason.
        notes: what else the instructor should know, a sentence each.
    """

    new: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    nothing: list[str] = field(default_factory=list)
    refused: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


def collect(
    layout: Layout, assignment: str, archives: Iterable[Path], people: list[Person]
) -> Collected:
    """Unpack downloaded zips into `submitted/`.

    Args:
        layout: the course.
        assignment: the assignment.
        archives: the zips; of a file that is in several, the last counts.
        people: the students of the class; whoever hands in if there are none.

    Raises:
        LayoutError: there is no such assignment.
        ArchiveError: one of the files is no zip.
    """
    expected = {
        f"{notebook.name}.ipynb" for notebook in load_assignment(layout, assignment).notebooks
    }
    roster = Roster(layout.state / "roster.json")
    for person in people:
        roster.add(person)
    collected = Collected()
    handed: dict[tuple[str, str], Files] = {}
    names: dict[tuple[str, str], Handed] = {}
    for path in archives:
        with Archive(path) as archive:
            _read(archive, expected, handed, names, collected)
    is_closed = bool(people)
    for key, files in handed.items():
        known = roster.find(*key)
        if known is None and is_closed:
            collected.unknown.append(f"{names[key].name} ({key[0]} {key[1]})")
            continue
        number_of = assignment if key[0] == "moodle" else ""
        person = known or Person(
            names[key].student, *key, {"name": names[key].name}, assignment=number_of
        )
        roster.add(person)
        _place(layout, assignment, person.student, files, collected)
        if not expected & {str(path) for path in files}:
            found = ", ".join(sorted(map(str, files)))
            wanted = ", ".join(sorted(expected))
            collected.notes.append(f"{person.student} has no {wanted}, but {found}.")
    asked = [person for person in people if (person.system, person.id) not in handed]
    collected.nothing = sorted(person.student for person in asked)
    roster.save()
    return collected


def _read(
    archive: Archive,
    expected: set[str],
    handed: dict[tuple[str, str], Files],
    names: dict[tuple[str, str], Handed],
    collected: Collected,
) -> None:
    """Add the files of a zip to what each student handed in."""
    fresh: dict[tuple[str, str], Files] = {}
    for entry in archive.entries():
        found = parse(entry.name)
        if found is None:
            collected.refused[entry.name] = (
                "it is an online text, no file"
                if is_online_text(entry.name)
                else "its name is neither Moodle's nor Canvas's for a submission"
            )
            continue
        key = (found.system, found.id)
        files = fresh.setdefault(key, {})
        names[key] = found
        try:
            room = _MAX_TOTAL - sum(map(len, files.values()))
            if len(files) >= MAX_FILES or room <= 0:
                raise Refused("the student handed in more than is looked at")
            data = archive.read(entry, min(MAX_BYTES, room))
        except Refused as reason:
            collected.refused[entry.name] = str(reason)
            continue
        files[found.path] = data
    for key, files in fresh.items():
        named = _with_first_names(files, expected, names[key].name, collected)
        handed.setdefault(key, {}).update(named)


def _with_first_names(
    files: Files, expected: set[str], student: str, collected: Collected
) -> Files:
    """Files under the names that they had before they were numbered, unless these are taken."""
    named, origin = dict(files), {path: path for path in files}
    for path in sorted(files, key=lambda path: (len(path.name), path.name), reverse=True):
        first = first_name(path, expected)
        if first not in named:
            named[first], origin[first] = named.pop(path), path
        elif first != path:
            collected.notes.append(f"{student} has {path}, too; {origin[first]} is graded.")
    return named


def _place(
    layout: Layout, assignment: str, student: str, files: Files, collected: Collected
) -> None:
    """Write a student's folder beside its place, then move it there."""
    folder = layout.folder(layout.submitted, student, assignment)
    if not files:
        return
    if folder.is_dir() and not folder.is_symlink() and _content(folder) == files:
        collected.unchanged.append(student)
        return
    folder.parent.mkdir(parents=True, exist_ok=True)
    staged = Path(tempfile.mkdtemp(prefix=".collecting-", dir=folder.parent))
    try:
        for path, data in files.items():
            target = staged / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
        staged.chmod(0o755)
        is_new = not folder.exists()
        if folder.is_symlink():
            folder.unlink()
        elif not is_new:
            shutil.rmtree(folder)
        os.replace(staged, folder)
    except OSError as error:  # two names of which one is a folder of the other, or one too long
        shutil.rmtree(staged, ignore_errors=True)
        collected.refused[f"all files of {student}"] = f"they cannot be written ({error.strerror})"
        return
    (collected.new if is_new else collected.changed).append(student)


def _content(folder: Path) -> Files:
    return {
        PurePosixPath(path.relative_to(folder).as_posix()): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and not path.is_symlink()
    }
