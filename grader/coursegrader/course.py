"""Where a course keeps its lessons, sources, handouts and stored answers."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from pathlib import Path


class CourseError(Exception):
    """The course directory lacks what a command needs; the message is one clear sentence."""


@dataclass(frozen=True)
class Course:
    """The directories of one course.

    Attributes:
      root: the directory that holds `nbgrader_config.py`.
    """

    root: Path

    @property
    def lessons(self) -> Path:
        """The lessons."""
        return self.root / "course"

    @property
    def solutions(self) -> Path:
        """The instructor's sources, the only hand-edited assignments."""
        return self.root / "solutions"

    @property
    def exercises(self) -> Path:
        """The student handouts, generated."""
        return self.root / "exercises"

    @property
    def answers(self) -> Path:
        """The stored right and wrong answers of each assignment."""
        return self.root / "grader" / "tests" / "answers"

    def assignments(self) -> list[str]:
        """The names of all assignments that have a source, in teaching order."""
        if not self.solutions.is_dir():
            return []
        return sorted(p.parent.name for p in self.solutions.glob("*/*.ipynb") if is_main(p))

    def source(self, assignment: str) -> Path:
        """The instructor's notebook of an assignment."""
        return self.solutions / assignment / f"{assignment}.ipynb"

    def handout(self, assignment: str) -> Path:
        """The student's notebook of an assignment."""
        return self.exercises / assignment / f"{assignment}.ipynb"

    def lesson(self, assignment: str) -> Path:
        """The lesson that an assignment belongs to: it has the same stem."""
        return self.lessons / f"{assignment}.ipynb"

    def select(self, names: list[str]) -> list[str]:
        """The assignments asked for, or all of them.

        Raises:
          CourseError: there is no assignment at all, or none of a name; the message offers the
            nearest one.
        """
        known = self.assignments()
        if not known:
            raise CourseError(f"There is no assignment in {self.solutions}.")
        for name in names:
            if name not in known:
                raise CourseError(unknown_assignment(name, known, self.solutions))
        return [name for name in known if name in names] if names else known


def is_main(notebook: Path) -> bool:
    """Whether a notebook is the one its assignment directory is named after."""
    return notebook.stem == notebook.parent.name


def unknown_assignment(name: str, known: list[str], where: Path) -> str:
    """A sentence for a name that is no assignment."""
    near = difflib.get_close_matches(name, known, n=1, cutoff=0.3)
    hint = f' Did you mean "{near[0]}"?' if near else ""
    return f'There is no assignment "{name}" in {where}.{hint}'


def find_course(start: Path) -> Course:
    """The course that a directory lies in.

    Raises:
      CourseError: neither the directory nor one above it holds `nbgrader_config.py`.
    """
    start = start.resolve()
    for directory in (start, *start.parents):
        if (directory / "nbgrader_config.py").is_file():
            return Course(directory)
    raise CourseError(
        f"No course found: neither {start} nor a directory above it holds nbgrader_config.py. "
        "Name the course's directory with --course."
    )
