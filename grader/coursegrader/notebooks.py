"""Notebooks as the grader sees them: cells, and the questions that they make up."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

TEST_SUFFIX = "_test"


class NotebookError(Exception):
    """A file is not a notebook that can be worked with; the message is one clear sentence."""


@dataclass(frozen=True)
class Cell:
    """One cell with its nbgrader metadata.

    Attributes:
      kind: "code", "markdown" or "raw".
      source: the text of the cell.
      grade_id: nbgrader's id, None for an ordinary cell.
      points: what the cell is worth, None unless it is graded.
      grade: whether nbgrader scores the cell.
      solution: whether the student edits the cell.
      locked: whether the cell is restored before grading.
      tags: Jupyter's cell tags.
    """

    kind: str
    source: str
    grade_id: str | None = None
    points: float | None = None
    grade: bool = False
    solution: bool = False
    locked: bool = False
    tags: frozenset[str] = frozenset()

    @property
    def is_code(self) -> bool:
        """Whether the cell is run."""
        return self.kind == "code"

    @property
    def is_test(self) -> bool:
        """An autograded cell: scored, and not the student's own."""
        return self.is_code and self.grade and not self.solution

    @property
    def is_manual(self) -> bool:
        """A cell that a person grades."""
        return self.grade and self.solution

    @property
    def is_answer(self) -> bool:
        """A code cell that the student fills in."""
        return self.is_code and self.solution


@dataclass(frozen=True)
class Question:
    """A student's cell and the test cell that scores it.

    Attributes:
      grade_id: the id of the answer cell, such as `lazy_execution_q2`.
      answer: index of the answer cell.
      test: index of the test cell.
      points: what the test cell is worth.
    """

    grade_id: str
    answer: int
    test: int
    points: float


@dataclass(frozen=True)
class Notebook:
    """A notebook's name and its cells."""

    name: str
    cells: tuple[Cell, ...]

    def questions(self) -> list[Question]:
        """All autograded questions, in order."""
        answers = {cell.grade_id: i for i, cell in enumerate(self.cells) if cell.is_answer}
        found = []
        for index, cell in enumerate(self.cells):
            if cell.is_test and cell.grade_id and cell.grade_id.endswith(TEST_SUFFIX):
                grade_id = cell.grade_id.removesuffix(TEST_SUFFIX)
                if grade_id in answers:
                    found.append(Question(grade_id, answers[grade_id], index, cell.points or 0.0))
        return found

    def question(self, grade_id: str) -> Question:
        """One question by the id of its answer cell.

        Raises:
          KeyError: there is no such question.
        """
        for question in self.questions():
            if question.grade_id == grade_id:
                return question
        raise KeyError(grade_id)

    def tests(self) -> list[Cell]:
        """All autograded cells, in order."""
        return [cell for cell in self.cells if cell.is_test]

    def graded(self) -> list[Cell]:
        """All cells that carry points, in order."""
        return [cell for cell in self.cells if cell.grade]

    def with_answers(self, answers: Mapping[str, str]) -> Notebook:
        """This notebook with the source of some cells replaced, by grade_id."""
        return self.map(lambda cell: answers.get(cell.grade_id or "", cell.source))

    def map(self, rewrite: Callable[[Cell], str]) -> Notebook:
        """This notebook with every cell's source rewritten."""
        cells = tuple(replace(cell, source=rewrite(cell)) for cell in self.cells)
        return Notebook(self.name, cells)

    def for_question(self, question: Question) -> Notebook:
        """What one question needs: the cells up to its test, without the tests of the others."""
        before = tuple(cell for cell in self.cells[: question.test] if not cell.is_test)
        return Notebook(self.name, (*before, self.cells[question.test]))

    def code(self) -> Iterator[str]:
        """The source of every code cell."""
        return (cell.source for cell in self.cells if cell.is_code)


def read(path: Path) -> Notebook:
    """Read a notebook of format 4.

    Raises:
      NotebookError: the file is missing, is not UTF-8 JSON or not a notebook of format 4.
    """
    return parse(read_json(path), path.stem)


def read_json(path: Path) -> dict[str, Any]:
    """The JSON object that a notebook file holds.

    Raises:
      NotebookError: the file is missing or does not hold a notebook of format 4.
    """
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise NotebookError(f"There is no notebook {path}.") from None
    except (OSError, ValueError) as error:
        raise NotebookError(f"{path} cannot be read as a notebook: {error}") from None
    if not isinstance(content, dict) or not isinstance(content.get("cells"), list):
        raise NotebookError(f"{path} is not a Jupyter notebook of format 4.")
    return content


def parse(content: Mapping[str, Any], name: str) -> Notebook:
    """A notebook from its JSON object."""
    return Notebook(name, tuple(_cell(raw) for raw in content["cells"]))


def text(source: str | list[str]) -> str:
    """The source of a cell, which the format stores as one string or as lines."""
    return source if isinstance(source, str) else "".join(source)


def _cell(raw: Mapping[str, Any]) -> Cell:
    metadata = raw.get("metadata", {})
    nbgrader = metadata.get("nbgrader", {})
    points = nbgrader.get("points")
    return Cell(
        kind=raw["cell_type"],
        source=text(raw["source"]),
        grade_id=nbgrader.get("grade_id"),
        points=None if points is None else float(points),
        grade=bool(nbgrader.get("grade", False)),
        solution=bool(nbgrader.get("solution", False)),
        locked=bool(nbgrader.get("locked", False)),
        tags=frozenset(metadata.get("tags", ())),
    )
