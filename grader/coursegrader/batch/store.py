"""What grading an assignment keeps on disk, so that a run that was killed is continued.

.coursegrader/ASSIGNMENT/
  run.lock                     held while the assignment is graded
  log.jsonl                    what happened to each unit, and when
  scratch/                     where workers unpack submissions
  students/STUDENT/
    DIGEST.json                the record of a unit
    saved                      the digest of the record that is in the gradebook
"""

from __future__ import annotations

import json
import os
import shutil
import time
from pathlib import Path

from coursegrader.batch.unit import Record


class Store:
    """The records of one assignment. Each file is written whole or not at all."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.scratch = root / "scratch"
        self._students = root / "students"
        self._log = root / "log.jsonl"

    def load(self, student: str, digest: str) -> Record | None:
        """The record of a unit, None if there is none that can be used."""
        try:
            return Record.from_bytes(self._record(student, digest).read_bytes())
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def save(self, student: str, digest: str, record: bytes) -> None:
        """Keep the record of a unit."""
        write_whole(self._record(student, digest), record)

    def is_saved(self, student: str, digest: str) -> bool:
        """Whether this record is the one that went into the gradebook last."""
        try:
            return self._saved(student).read_text() == digest
        except OSError:
            return False

    def mark_saved(self, student: str, digest: str) -> None:
        """Note that a record is in the gradebook; those of earlier submissions are removed."""
        write_whole(self._saved(student), digest.encode())
        for path in self._saved(student).parent.glob("*.json"):
            if path.stem != digest:
                path.unlink(missing_ok=True)

    def current(self) -> list[Record]:
        """The records that are in the gradebook, in the order of students."""
        found = []
        for path in sorted(self._students.glob("*/saved")):
            record = self.load(path.parent.name, path.read_text())
            if record is not None:
                found.append(record)
        return found

    def note(self, event: str, student: str, digest: str, **more: int) -> None:
        """Add a line to the log."""
        entry = {"time": round(time.time(), 3), "event": event, "student": student}
        entry |= {"digest": digest, **more}
        with self._log.open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")

    def clear_scratch(self) -> None:
        """Remove what killed workers have left."""
        shutil.rmtree(self.scratch, ignore_errors=True)
        self.scratch.mkdir(parents=True)

    def _record(self, student: str, digest: str) -> Path:
        return self._students / student / f"{digest}.json"

    def _saved(self, student: str) -> Path:
        return self._students / student / "saved"


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that whoever reads it sees all of it or what was there before."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.writing")
    with beside.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.replace(beside, path)
