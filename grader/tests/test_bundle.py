"""The student bundle has the project, and nothing that gives an answer away."""

import re
import zipfile
from pathlib import Path

import pytest

from coursegrader import notebooks
from coursegrader.answers import right_answers
from coursegrader.bundle import FOR_STUDENTS, write_bundle
from coursegrader.course import Course
from coursegrader.gates.base import Context
from coursegrader.gates.texts import (
    LEAST_TOKENS,
    file_lines,
    joined,
    public_lines,
    secret_lines,
    token_text,
    tokens,
)

# Shorter lines of stored answers are idioms that lessons, hints and other handouts use as well.
LEAST_TOKENS_OF_AN_ANSWER = 14
LEAST_OPERATORS_OF_A_FORMULA = 3


@pytest.fixture(scope="module")
def unpacked(repository: Course, tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("bundle")
    target = directory / "graph-sessions.zip"
    write_bundle(repository, target)
    with zipfile.ZipFile(target) as archive:
        archive.extractall(directory)
    return directory / "graph-sessions"


@pytest.mark.parametrize(
    "path",
    [
        "README.md",
        "start.py",
        "uv.lock",
        "pyproject.toml",
        "course/01_lazy_execution.ipynb",
        "exercises/01_lazy_execution/01_lazy_execution.ipynb",
        "runtime/minigraph/__init__.py",
        "grader/coursegrader/cli/__init__.py",
        "grader/coursegrader/hints/lazy_execution.toml",
    ],
)
def test_a_student_finds(unpacked: Path, path: str):
    assert (unpacked / path).is_file()


def test_its_readme_is_the_students_part_and_its_links_lead_somewhere(unpacked: Path):
    readme = (unpacked / "README.md").read_text(encoding="utf-8")
    assert "python3 start.py" in readme
    assert re.findall(r"^## (.+)", readme, re.MULTILINE) == list(FOR_STUDENTS)
    for link in re.findall(r"\]\(([^):]+)\)", readme):
        assert (unpacked / link.partition("#")[0]).is_file()


@pytest.mark.parametrize(
    "path",
    [
        "solutions",
        "grader/tests",
        "runtime/benchmarks",
        "course/INSTRUCTOR_NOTES.md",
        "gradebook.db",
        ".git",
        ".venv",
    ],
)
def test_a_student_does_not_find(unpacked: Path, path: str):
    assert not (unpacked / path).exists()


def test_what_a_working_copy_collects_stays_out(repository: Course, unpacked: Path):
    clutter = re.compile(r"__pycache__|\.pyc$|\.db$|\.ipynb_checkpoints|_cache|egg-info")
    found = [
        path for path in unpacked.rglob("*") if clutter.search(str(path.relative_to(unpacked)))
    ]
    assert found == []


def test_no_answer_is_in_it(repository: Course, unpacked: Path):
    """No line of a solution, a hidden test or a stored answer, but for what handouts show.

    The lessons are left out, which teach such lines on purpose. Of the runtime, whose own tests are
    graph programs that speak in the same idioms, only formulas count.
    """
    suffixes = {".ipynb", ".py", ".md", ".toml", ".json", ".txt", ".yml"}
    files = [p for p in sorted(unpacked.rglob("*")) if p.suffix in suffixes]
    programs = [p for p in files if p.is_relative_to(unpacked / "runtime")]
    handed = set(files) - set(programs) - set((unpacked / "course").rglob("*"))
    texts = {path: token_text(file_lines(path)) for path in handed}
    formulas = {path: token_text(filter(is_formula, file_lines(path))) for path in programs}
    found, public = set(), set()
    for assignment in repository.assignments():
        source = notebooks.read(repository.source(assignment))
        public |= set(public_lines(Context(repository, assignment, source, {}, [])))
        public |= {tokens(line) for line in file_lines(repository.handout(assignment))}
    shown = "\n".join(map(joined, public))
    for assignment in repository.assignments():
        source = notebooks.read(repository.source(assignment))
        needles = {tokens(line): LEAST_TOKENS for _, line in secret_lines(source)}
        for answer in right_answers(repository, assignment):
            for line in answer.source.split("\n"):
                needles.setdefault(tokens(line), LEAST_TOKENS_OF_AN_ANSWER)
        for needle, least in needles.items():
            if joined(needle) in shown:
                continue
            places = dict(texts) if len(needle) >= least else {}
            places |= formulas if is_formula(" ".join(needle)) else {}
            found |= {(p.name, " ".join(needle)) for p in places if joined(needle) in places[p]}
    assert found == set()


def is_formula(line: str) -> bool:
    """Whether a line computes something, so that it is nobody's idiom."""
    return len(re.findall(r" [-+*/]+ ", line)) >= LEAST_OPERATORS_OF_A_FORMULA


def test_the_same_course_gives_the_same_bytes(repository: Course, tmp_path: Path):
    first, second = tmp_path / "1" / "b.zip", tmp_path / "2" / "b.zip"
    for target in (first, second):
        target.parent.mkdir()
        write_bundle(repository, target)
    assert first.read_bytes() == second.read_bytes()
