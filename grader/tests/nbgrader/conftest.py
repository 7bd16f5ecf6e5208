"""The course, graded once by the nbgrader commands with real kernels, for all tests here."""

import csv
import json
import shutil
import sqlite3
import subprocess
from dataclasses import dataclass

import pytest

from coursegrader import notebooks
from coursegrader.answers import read_answer
from coursegrader.course import Course
from coursegrader.generate import environment
from coursegrader.notebooks import Notebook
from grader.tests.nbgrader.students import CLASS, ESSAY, TOPIC, Student

NAME = "01_lazy_execution"


@dataclass(frozen=True)
class Graded:
    """A copy of the project after nbgrader has done its work.

    Attributes:
      course: the copy.
      submissions: what each student handed in.
      validated: what Validate said about a right submission, then about the untouched handout.
      grades: the exported row of each student.
    """

    course: Course
    submissions: dict[str, Notebook]
    validated: str
    grades: dict[str, dict[str, str]]


def nbgrader(course: Course, *arguments: str) -> str:
    """Run an nbgrader command from the course's directory, as an instructor does."""
    done = subprocess.run(
        ["nbgrader", *arguments],
        cwd=course.root,
        env={**environment(), "JUPYTER_CONFIG_DIR": str(course.root / ".jupyter")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def hand_in(repository: Course, course: Course, student: Student) -> Notebook:
    """Write a student's submission and return it."""
    handout = json.loads(course.handout(NAME).read_text())
    solution = notebooks.read(course.source(NAME))
    sources = {c.grade_id: c.source for c in solution.cells if c.is_answer}
    answers = dict(sources) if student.rest == "solution" else {}
    for question, text in student.answers.items():
        if text.startswith(("wrong/", "right/")):
            path = repository.answers / NAME / f"{text}.py"
            text = read_answer(path, wrong=False).source
        answers[f"{TOPIC}_{question}"] = text
    if student.essay:
        answers[ESSAY] = "The graph exists; a value does not, until a session runs it."
    for cell in handout["cells"]:
        grade_id = cell["metadata"].get("nbgrader", {}).get("grade_id")
        cell["source"] = answers.get(grade_id, cell["source"])
    target = course.root / "submitted" / student.name / NAME / f"{NAME}.ipynb"
    target.parent.mkdir(parents=True)
    target.write_text(json.dumps(handout))
    return notebooks.read(target)


@pytest.fixture(scope="session")
def graded(repository: Course, tmp_path_factory: pytest.TempPathFactory) -> Graded:
    """Generate, validate, autograde, give feedback and export, each by its command."""
    course = Course(tmp_path_factory.mktemp("project"))
    shutil.copytree(repository.solutions / NAME, course.solutions / NAME)
    shutil.copy(repository.root / "nbgrader_config.py", course.root)
    nbgrader(course, "generate_assignment", NAME)
    submissions = {student.name: hand_in(repository, course, student) for student in CLASS}
    right = course.root / "submitted" / "ada" / NAME / f"{NAME}.ipynb"
    validated = nbgrader(course, "validate", str(right), str(course.handout(NAME)))
    nbgrader(course, "autograde", NAME)
    nbgrader(course, "generate_feedback", NAME)
    nbgrader(course, "export")
    with (course.root / "grades.csv").open(newline="") as file:
        grades = {row["student_id"]: row for row in csv.DictReader(file)}
    return Graded(course, submissions, validated, grades)


def gradebook_scores(course: Course) -> dict[str, dict[str, float | None]]:
    """The automatic score of every cell of every student, from the gradebook."""
    query = """
        select student.id, base_cell.name, grade.auto_score
        from grade
        join base_cell on base_cell.id = grade.cell_id
        join submitted_notebook on submitted_notebook.id = grade.notebook_id
        join submitted_assignment on submitted_assignment.id = submitted_notebook.assignment_id
        join student on student.id = submitted_assignment.student_id
    """
    scores: dict[str, dict[str, float | None]] = {}
    with sqlite3.connect(course.root / "gradebook.db") as connection:
        for student, cell, score in connection.execute(query):
            scores.setdefault(student, {})[cell] = score
    return scores
