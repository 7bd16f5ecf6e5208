"""Classes of any size, made from the answers that are stored with the course's assignments."""

import itertools
import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

from coursegrader import notebooks
from coursegrader.answers import read_answer
from coursegrader.course import Course

REPOSITORY = Course(Path(__file__).parents[3])
PLAIN_CONFIG = """c = get_config()
c.CourseDirectory.course_id = "graph-sessions"
c.CourseDirectory.source_directory = "solutions"
c.CourseDirectory.release_directory = "exercises"
c.GenerateAssignment.force = True
"""
"""The course's own configuration without the sandbox and the judge: nbgrader as it comes."""

Write = Callable[[Path], object]
"""Writes a submission into a student's folder."""


def make_course(root: Path, assignment: str, *, plain: bool = False) -> Course:
    """A course directory with one assignment of this project and no submission."""
    shutil.copytree(REPOSITORY.solutions / assignment, root / "solutions" / assignment)
    if plain:
        (root / "nbgrader_config.py").write_text(PLAIN_CONFIG)
    else:
        shutil.copy(REPOSITORY.root / "nbgrader_config.py", root)
    return Course(root)


def hand_in(course: Course, student: str, assignment: str, write: Write) -> Path:
    """Have a student hand in; returns the folder."""
    folder = course.root / "submitted" / student / assignment
    folder.mkdir(parents=True, exist_ok=True)
    write(folder)
    return folder


def notebook(assignment: str, answers: dict[str, str]) -> str:
    """The handout with the solution's answers, but for those that are given."""
    solution = notebooks.read(REPOSITORY.source(assignment))
    texts = {c.grade_id: c.source for c in solution.cells if c.solution} | answers
    content = json.loads(REPOSITORY.handout(assignment).read_text())
    for cell in content["cells"]:
        grade_id = cell["metadata"].get("nbgrader", {}).get("grade_id")
        cell["source"] = texts.get(grade_id, cell["source"])
    return json.dumps(content)


def honest(assignment: str) -> Iterator[Write]:
    """Submissions without end: a mixture, the solution, each stored answer, and all over again.

    The mixture has a stored answer to every question, right and wrong ones in turn.
    """
    stored = sorted((REPOSITORY.answers / assignment).glob("*/*.py"))
    answers = [read_answer(path, wrong=path.parent.name == "wrong") for path in stored]
    stored_for: dict[str, list[str]] = {}
    for answer in answers:
        stored_for.setdefault(answer.question, []).append(answer.source)
    mixture = {
        question: sources[-(number % 2)]  # the first is right, the last is wrong
        for number, (question, sources) in enumerate(sorted(stored_for.items()))
    }
    texts = [notebook(assignment, mixture), notebook(assignment, {})]
    texts += [notebook(assignment, {answer.question: answer.source}) for answer in answers]
    for text in itertools.cycle(texts):
        yield lambda folder, text=text: (folder / f"{assignment}.ipynb").write_text(text)
