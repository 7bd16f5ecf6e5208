"""A learner's own state: what is read, what is answered, what passes; and what comes next."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from coursegrader import notebooks
from coursegrader.check import Checked, check
from coursegrader.course import Course

PAGE = "PROGRESS.md"
_MEMORY = ".progress.json"
_BAR = 7
_FAILED_PART = re.compile(r": [\d.]+ of [\d.]+ - ")

Check = Callable[[Path], Checked]


@dataclass(frozen=True)
class Item:
    """One question: its points, and what the test says where it does not pass."""

    score: float | None
    max_score: float
    message: str = ""

    @property
    def is_passed(self) -> bool:
        """Whether a test gave all points."""
        return self.score is not None and self.score >= self.max_score


@dataclass(frozen=True)
class Step:
    """One lesson and its exercise.

    Attributes:
        name: their stem.
        cells: how many code cells the lesson has.
        cells_run: how many of these the saved notebook shows as run.
        answers: how many answers the exercise asks for.
        answered: how many of these differ from the handout.
        questions: what the check says, by question; empty if nothing is answered.
        problem: why the exercise cannot be looked at; empty if it can.
    """

    name: str
    cells: int = 0
    cells_run: int = 0
    answers: int = 0
    answered: int = 0
    questions: dict[str, Item] = field(default_factory=dict)
    problem: str = ""

    @property
    def points(self) -> float:
        """The points that tests give."""
        return sum(item.score or 0.0 for item in self.questions.values())

    @property
    def tested(self) -> list[Item]:
        """The questions that tests grade; a person reads the others."""
        return [item for item in self.questions.values() if item.score is not None]

    @property
    def passed(self) -> int:
        """How many questions pass."""
        return sum(item.is_passed for item in self.questions.values())

    @property
    def is_begun(self) -> bool:
        """Whether something is answered, and not everything done."""
        return self.answered > 0 and not self.is_done

    @property
    def is_done(self) -> bool:
        """Whether everything is answered and every test passes."""
        all_pass = self.passed == len(self.tested) > 0
        return all_pass and self.answered == self.answers


def look(course: Course, workspace: Path, run: Check = check) -> list[Step]:
    """The state of every lesson; exercises that have not changed are not run again.

    Args:
        course: where handouts are.
        workspace: the learner's copy.
        run: how to check an exercise.
    """
    memory = _remembered(workspace / _MEMORY)
    handouts = sorted(path.name for path in course.exercises.glob("*") if path.is_dir())
    steps = [_look_at(course, workspace, name, memory, run) for name in handouts]
    (workspace / _MEMORY).write_text(json.dumps(memory), encoding="utf-8")
    return steps


def _look_at(
    course: Course, workspace: Path, name: str, memory: dict[str, Any], run: Check
) -> Step:
    cells, cells_run = _cells_run(workspace / "course" / f"{name}.ipynb")
    path, handout = workspace / "exercises" / name / f"{name}.ipynb", course.handout(name)
    try:
        given = {cell.grade_id: cell.source for cell in notebooks.read(handout).cells}
        own = notebooks.read(path) if path.is_file() else None
    except notebooks.NotebookError as error:
        return Step(name, cells, cells_run, problem=str(error))
    asked = [cell.grade_id for cell in notebooks.read(handout).cells if cell.solution]
    there = {cell.grade_id: cell.source for cell in own.cells} if own else {}
    answered = sum(grade_id in there and there[grade_id] != given[grade_id] for grade_id in asked)
    step = Step(name, cells, cells_run, len(asked), answered)
    if not answered:
        return step
    state = hashlib.sha256(handout.read_bytes() + path.read_bytes()).hexdigest()
    if memory.get(name, {}).get("state") != state:
        try:
            scores = run(path).scores
        except notebooks.NotebookError as error:
            return Step(name, cells, cells_run, len(asked), answered, problem=str(error))
        items = {key: Item(s.score, s.max_score, s.reason) for key, s in scores.items()}
        found = {key: asdict(item) for key, item in items.items()}
        memory[name] = {"state": state, "questions": found}
    questions = {key: Item(**item) for key, item in memory[name]["questions"].items()}
    return Step(name, cells, cells_run, len(asked), answered, questions)


def _cells_run(path: Path) -> tuple[int, int]:
    """How many code cells a notebook has, and how many were run when it was saved."""
    try:
        cells = notebooks.read_json(path)["cells"]
    except (OSError, KeyError, notebooks.NotebookError):
        return 0, 0
    code = [cell for cell in cells if cell.get("cell_type") == "code"]
    return len(code), sum(cell.get("execution_count") is not None for cell in code)


def _remembered(path: Path) -> dict[str, Any]:
    try:
        memory = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return memory if isinstance(memory, dict) else {}


def what_next(steps: list[Step]) -> str:
    """What to do next: where the last work is, after it, then what was left out; and what waits."""
    here = max((n for n, step in enumerate(steps) if step.cells_run or step.answered), default=0)
    for step in steps[here:] + steps[:here]:
        if step.is_done:
            continue
        left = [f"exercise {other.name}" for other in steps if other.is_begun and other is not step]
        also = f" Begun and not finished: {', '.join(left)}." if left else ""
        return f"Next: {_what_is_missing(step)}{also}"
    return "Every exercise is done."


def _what_is_missing(step: Step) -> str:
    for name, item in step.questions.items():
        if item.score is not None and not item.is_passed:
            return f"{name} in exercise {step.name}. {_first_failure(item.message)}".strip()
    if step.answered:
        return f"the answers that are missing in exercise {step.name}."
    is_read = 0 < step.cells == step.cells_run
    return f"{'exercise' if is_read else 'lesson'} {step.name}."


def _first_failure(message: str) -> str:
    """The first line that says what is wrong; of parts, the line of one that failed."""
    lines = message.strip().split("\n")
    return next((line for line in lines if _FAILED_PART.search(line)), lines[0])


def page(steps: list[Step]) -> str:
    """The state as a Markdown page, with links for JupyterLab."""
    done = sum(step.is_done for step in steps)
    lines = [
        "# Your progress",
        "",
        f"{done} of {len(steps)} exercises done. {what_next(steps)}",
        "",
        "| lesson | cells run | exercise | answered | questions passed | points |",
        "|---|---|---|---|---|---|",
    ]
    for step in steps:
        name = step.name
        most = sum(item.max_score for item in step.tested)
        points = f"{step.points:g} of {most:g}" if step.questions else ""
        lines.append(
            f"| [{name}](course/{name}.ipynb) | {bar(step.cells_run, step.cells)} "
            f"| [{name}](exercises/{name}/{name}.ipynb) | {bar(step.answered, step.answers)} "
            f"| {bar(step.passed, len(step.tested))} | {step.problem or points} |"
        )
    lines += ["", "Questions that a person grades count as answered only.", ""]
    return "\n".join(lines)


def bar(count: int, total: int) -> str:
    """A bar of text, with its numbers."""
    if not total:
        return ""
    full = _BAR * count // total
    return f"{'█' * full}{'░' * (_BAR - full)} {count}/{total}"
