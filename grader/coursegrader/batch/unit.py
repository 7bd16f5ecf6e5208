"""A unit of work: one submission, with all that grading it depends on, as plain data.

Only this crosses to a worker, which may be another process or another machine, and only a `Record`
comes back. The digest of a unit is the identity of its result.
"""

from __future__ import annotations

import base64
import dataclasses
import hashlib
import json
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import Any

from coursegrader import notebooks
from coursegrader.batch.packing import Packed
from coursegrader.judge.assignment import Assignment
from coursegrader.judge.results import SubmissionResult
from coursegrader.sandbox.launcher import Isolation
from coursegrader.sandbox.limits import Limits

RECORD_VERSION = 1


def _versions() -> list[str]:
    return [f"{name} {version(name)}" for name in ("coursegrader", "minigraph")]


@dataclass(frozen=True)
class Terms:
    """What all submissions of an assignment are graded by.

    Attributes:
        assignment: the instructor's side.
        isolation: how student code is isolated.
        show_hidden: whether messages of hidden tests are meant for students.
        limits: what each submission may use.
        versions: of the grader and the runtime.
    """

    assignment: Assignment
    isolation: Isolation = "bubblewrap"
    show_hidden: bool = False
    limits: Limits = field(default_factory=Limits)
    versions: list[str] = field(default_factory=_versions)

    def to_bytes(self) -> bytes:
        """The terms as JSON; equal terms give equal bytes."""
        assignment = self.assignment
        files = {name: base64.b64encode(data).decode() for name, data in assignment.files.items()}
        data = {
            "name": assignment.name,
            "contents": dict(assignment.contents),
            "files": files,
            "stubs": [assignment.code_stub, assignment.text_stub],
            "isolation": self.isolation,
            "show_hidden": self.show_hidden,
            "limits": self.limits.as_json(),
            "versions": self.versions,
        }
        return json.dumps(data, sort_keys=True).encode()

    @classmethod
    def from_bytes(cls, text: bytes) -> Terms:
        """The inverse of `to_bytes`."""
        data = json.loads(text)
        contents = data["contents"]
        assignment = Assignment(
            data["name"],
            tuple(notebooks.parse(content, stem) for stem, content in contents.items()),
            contents,
            {name: base64.b64decode(text) for name, text in data["files"].items()},
            *data["stubs"],
        )
        limits = Limits.from_json(data["limits"])
        rest = (data["isolation"], data["show_hidden"], limits, data["versions"])
        return cls(assignment, *rest)

    @property
    def differs(self) -> str:
        """A sentence if they were made by other versions than run here; empty if not."""
        here = _versions()
        if self.versions == here:
            return ""
        return f"A worker has {', '.join(here)}; the grader has {', '.join(self.versions)}."


@dataclass(frozen=True)
class Unit:
    """One submission.

    Attributes:
        student: whose it is.
        folder: what was handed in.
    """

    student: str
    folder: Packed

    def to_bytes(self) -> bytes:
        """The unit as JSON; equal units give equal bytes."""
        return json.dumps({"student": self.student, "folder": self.folder}).encode()

    @classmethod
    def from_bytes(cls, text: bytes) -> Unit:
        """The inverse of `to_bytes`."""
        return cls(**json.loads(text))


def digest(terms: bytes, unit: bytes) -> str:
    """The identity of a unit's result: equal digests give equal results."""
    found = hashlib.sha256(hashlib.sha256(terms).digest())
    found.update(unit)
    return found.hexdigest()


@dataclass(frozen=True)
class Record:
    """What grading a unit gave, as it is kept.

    Attributes:
        result: points and reasons.
        notebooks: the graded notebooks in Jupyter's format, by name.
        files: files that are safe to keep beside them, by path in the student's folder.
        timestamp: what the folder says about the time of the submission; empty if nothing.
        seconds: how long grading took.
        runs: how often it was run until nothing disturbed it.
        is_final: whether grading it again would give the same: not if the grader itself failed.
    """

    result: SubmissionResult
    notebooks: dict[str, Any] = field(default_factory=dict)
    files: tuple[str, ...] = ()
    timestamp: str = ""
    seconds: float = 0.0
    runs: int = 1
    is_final: bool = True

    def to_bytes(self) -> bytes:
        """The record as JSON."""
        data = {each.name: getattr(self, each.name) for each in dataclasses.fields(self)}
        data |= {"version": RECORD_VERSION, "result": self.result.as_json()}
        return json.dumps(data).encode()

    @classmethod
    def from_bytes(cls, text: bytes) -> Record:
        """The inverse of `to_bytes`.

        Raises:
            ValueError: the text is no record of this version.
        """
        data = json.loads(text)
        if not isinstance(data, dict) or data.pop("version", None) != RECORD_VERSION:
            raise ValueError("not a record of this version")
        data["files"] = tuple(data["files"])
        return cls(**{**data, "result": SubmissionResult.from_json(data["result"])})
