"""Where an nbgrader course keeps its directories, read from its `nbgrader_config.py`."""

import difflib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from traitlets.config import Config
from traitlets.config.loader import PyFileConfigLoader

from coursegrader.regions import CODE_STUB, TEXT_STUB
from coursegrader.sandbox.launcher import Isolation

CONFIG = "nbgrader_config.py"


class LayoutError(Exception):
    """A course lacks what grading needs; the message is one clear sentence."""


@dataclass(frozen=True)
class Layout:
    """The directories and settings of a course that grading needs.

    Attributes:
        root: the course directory.
        source: the directory of the instructor's notebooks.
        submitted: the directory of submissions.
        autograded: the directory of graded notebooks.
        structure: nbgrader's pattern of paths below `root`.
        database: the address of the gradebook.
        code_stub: what a handout has in place of a solution in code.
        text_stub: the same for text.
        show_hidden: whether messages of hidden tests are written for students.
        isolation: "bubblewrap", or "process" where the course accepts that.
    """

    root: Path
    source: Path
    submitted: Path
    autograded: Path
    structure: str
    database: str
    code_stub: str = CODE_STUB
    text_stub: str = TEXT_STUB
    show_hidden: bool = False
    isolation: Isolation = "bubblewrap"

    @property
    def state(self) -> Path:
        """The directory of what grading itself keeps: results, locks, backups of the gradebook."""
        return self.root / ".coursegrader"

    def submissions(self, assignment: str) -> list[tuple[str, Path]]:
        """Each student's id and folder for an assignment, in order."""
        found = []
        for student in sorted(self.submitted.iterdir()) if self.submitted.is_dir() else []:
            folder = self.folder(self.submitted, student.name, assignment)
            if not student.name.startswith(".") and os.path.lexists(folder):
                found.append((student.name, folder))
        return found

    def folder(self, step: Path, student: str, assignment: str) -> Path:
        """The folder of a student for an assignment at one of nbgrader's steps."""
        relative = self.structure.format(
            nbgrader_step=step.name, student_id=student, assignment_id=assignment
        )
        return step.parent / relative

    def unknown_assignment(self, name: str) -> str:
        """A sentence for a name that is no assignment."""
        known = [path.name for path in sorted(self.source.glob("*")) if path.is_dir()]
        near = difflib.get_close_matches(name, known, n=1, cutoff=0.3)
        hint = f' Did you mean "{near[0]}"?' if near else ""
        return f'There is no assignment "{name}" in {self.source}.{hint}'


def find_layout(root: Path) -> Layout:
    """The layout of the nbgrader course in a directory; defaults are nbgrader's own.

    Raises:
        LayoutError: the configuration cannot be read, or there is no source directory.
    """
    root = root.resolve()
    config = read_config(root)
    settings = config.CourseDirectory
    root = Path(_text(settings, "root", str(root))).resolve()
    source = root / _text(settings, "source_directory", "source")
    if not source.is_dir():
        raise LayoutError(
            f"{root} is no nbgrader course: there is no source directory {source}. "
            "Name the course's directory with --course."
        )
    stubs = config.ClearSolutions.get("code_stub", {})
    return Layout(
        root=root,
        source=source,
        submitted=root / _text(settings, "submitted_directory", "submitted"),
        autograded=root / _text(settings, "autograded_directory", "autograded"),
        structure=_text(
            settings, "directory_structure", "{nbgrader_step}/{student_id}/{assignment_id}"
        ),
        database=_text(settings, "db_url", f"sqlite:///{root / 'gradebook.db'}"),
        code_stub=stubs.get("python", CODE_STUB) if isinstance(stubs, dict) else str(stubs),
        text_stub=str(config.ClearSolutions.get("text_stub", TEXT_STUB)),
        show_hidden=bool(config.CourseGrader.get("show_hidden_messages", False)),
        isolation=_isolation(config.CourseGrader.get("isolation", "bubblewrap")),
    )


def read_config(root: Path) -> Config:
    """The configuration of a course; empty if it has no file.

    Raises:
        LayoutError: the file cannot be read.
    """
    path = root / CONFIG
    if not path.is_file():
        return Config()
    try:
        config: Config = PyFileConfigLoader(path.name, path=str(root)).load_config()
    except Exception as error:  # the file is a program of the instructor's
        raise LayoutError(f"{path} cannot be read: {type(error).__name__}: {error}") from None
    return config


def _isolation(value: Any) -> Isolation:
    if value not in ("bubblewrap", "process"):
        raise LayoutError('c.CourseGrader.isolation is "bubblewrap" or "process".')
    return "process" if value == "process" else "bubblewrap"


def _text(settings: Any, name: str, default: str) -> str:
    value = settings.get(name, default)
    return value if isinstance(value, str) else default
