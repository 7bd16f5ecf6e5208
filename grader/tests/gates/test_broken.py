"""Each gate finds a question that was broken on purpose."""

import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from coursegrader.course import Course
from coursegrader.gates import GATES, Context
from coursegrader.generate import Files
from coursegrader.notebooks import parse
from coursegrader.scoring.scorer import Scorer
from coursegrader.tidy import tidy_text

NAME = "01_lazy_execution"
ANSWERS = ("q2_line_through_the_two_points", "q3_two_runs_a_point", "q3_eval", "q5_shared_part")


@dataclass
class Broken:
    """A copy of an assignment, to be broken."""

    course: Course

    def edit(self, path: Path, old: str, new: str) -> None:
        """Replace a text in every cell of a notebook, or in a file, where it must occur."""
        if path.suffix != ".ipynb":
            text = path.read_text()
            assert old in text
            path.write_text(text.replace(old, new))
            return
        content = json.loads(path.read_text())
        hits = 0
        for cell in content["cells"]:
            source = "".join(cell["source"])
            hits += old in source
            cell["source"] = source.replace(old, new)
        assert hits
        path.write_text(json.dumps(content))
        path.write_text(tidy_text(path))

    def source(self, old: str, new: str) -> None:
        self.edit(self.course.source(NAME), old, new)

    def handout(self, old: str, new: str) -> None:
        self.edit(self.course.handout(NAME), old, new)

    def answer(self, kind: str, name: str, old: str, new: str) -> None:
        self.edit(self.course.answers / NAME / kind / f"{name}.py", old, new)


@pytest.fixture
def broken(repository: Course, tmp_path: Path) -> Broken:
    for part in ("course", "solutions", "exercises"):
        shutil.copytree(repository.root / part, tmp_path / part)
    course = Course(tmp_path)
    for path in sorted((repository.answers / NAME).rglob("*")):
        if path.stem in ANSWERS or path.suffix == ".toml":
            target = course.answers / path.relative_to(repository.answers)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, target)
    return Broken(course)


def missed(broken: Broken, scorer: Scorer, gate: str, generated: Files | None = None) -> str:
    """What a gate misses in the broken assignment."""
    source = parse(json.loads(broken.course.source(NAME).read_text()), NAME)
    context = Context(broken.course, NAME, source, generated or {}, [scorer])
    check = next(g.check for g in GATES if g.name == gate)
    return "\n".join(str(finding) for finding in check(context) if not finding.holds)


HIDDEN = "elsewhere = {0.0: 1.0, -1.0: 2.0, 0.5: 2.75, 10.0: 321.0}"

BROKEN: list[tuple[str, str, Callable[[Broken], object], str]] = [
    (
        "a solution that is wrong",
        "solution",
        lambda b: b.source("3.0 * x * x", "2.0 * x * x"),
        "lazy_execution_q2_test [in-process]: 0.0 of 20",
    ),
    (
        "a solution that warns",
        "solution",
        lambda b: b.source(
            "    found = set()", "    import sys; print('!', file=sys.stderr)\n    found = set()"
        ),
        "0.0 of 15: The cell wrote to stderr: !",
    ),
    (
        "a set-up cell that warns",
        "solution",
        lambda b: b.source("tf.disable_v2_behavior()", "import warnings; warnings.warn('old')"),
        "stderr of lazy_execution_setup: it is not silent",
    ),
    (
        "a test that asks for nothing",
        "handout",
        lambda b: (
            b.source("    names = needed(both)", '    names = {"first", "second", "both"}')
            or b.source("assert needed(first)", "if False: assert needed(first)")
            or b.source("checks.value(len(needed(top))", "if False: checks.value(len(needed(top))")
            or b.source("assert needed(top)", "if False: assert needed(top)")
            or b.source("    names = needed(tensor)", "    names = set(range(2001))")
        ),
        "lazy_execution_q6_test [in-process]: it gives 15 points to whoever does nothing",
    ),
    (
        "a handout that was edited",
        "release",
        lambda b: b.handout("## Question 2", "## Problem 2"),
        "it differs from what nbgrader generates",
    ),
    (
        "a file that nobody generates",
        "release",
        lambda b: (b.course.exercises / NAME / "notes.txt").touch(),
        "notes.txt: nbgrader does not generate it",
    ),
    (
        "a solution in the text of the question",
        "leak",
        lambda b: b.handout("The function builds;", "Hint: `y = 3.0 * x * x + 2.0 * x + 1.0`. It"),
        "01_lazy_execution.ipynb holds `y = 3.0 * x * x + 2.0 * x + 1.0`",
    ),
    (
        "a hidden test in another file",
        "leak",
        lambda b: (b.course.exercises / NAME / "notes.txt").write_text(HIDDEN),
        "notes.txt holds `elsewhere = {",
    ),
    (
        "hidden tests that are too weak",
        "wrong",
        lambda b: b.source(HIDDEN, "elsewhere = {2.0: 17.0, 5.0: 86.0}"),
        "q2_line_through_the_two_points [in-process]: it loses 0 points, not 20",
    ),
    (
        "a message that names another mistake",
        "wrong",
        lambda b: b.answer("wrong", "q3_two_runs_a_point", "8 runs", "nine lives"),
        'q3_two_runs_a_point [in-process]: its message has no "nine lives": evaluate(...) with',
    ),
    (
        "an answer without a question",
        "wrong",
        lambda b: b.answer("wrong", "q3_two_runs_a_point", "_q3", "_q9"),
        "q3_two_runs_a_point: there is no question lazy_execution_q9",
    ),
    (
        "an answer without a header",
        "wrong",
        lambda b: b.answer("wrong", "q3_two_runs_a_point", "# loses: 15\n", ""),
        "headers: q3_two_runs_a_point.py: the header lacks loses",
    ),
    (
        "too few stored answers",
        "wrong",
        lambda b: None,
        "wrong answers to lazy_execution_q2: 1 wrong answers are stored for it; 3 are the least",
    ),
    (
        "a test that wants one way only",
        "right",
        lambda b: b.source(
            "reason = failure(", "checks.operation_count(graph, 3)\nreason = failure("
        ),
        "q5_shared_part [in-process]: lazy_execution_q5_test has 0.0 of 15: the graph has 5",
    ),
    (
        "a test that does not look at the graph",
        "mutants",
        lambda b: b.source(', name="x")\n    checks.tensor(y', ")\n    checks.tensor(y"),
        "lazy_execution_q2: constant: 'x' -> 'xx' in `x = tf.placeholder(",
    ),
    (
        "an excuse that nobody needs",
        "mutants",
        lambda b: b.edit(b.course.answers / NAME / "mutants.toml", "1.0 -> 2.0", "1.0 -> 9.0"),
        '1.0 -> 9.0 in `wanted = tf.constant(1.0, name="wanted")`: no such mutant lives',
    ),
    (
        "an assert without a message",
        "tests",
        lambda b: b.source(', "A constant needs only itself."', ""),
        "lazy_execution_q6_test: line 15 is an assert without a message",
    ),
    (
        "a bare expression at the end",
        "tests",
        lambda b: b.source("checks.score()", "checks.score() * 1.0"),
        "lazy_execution_q1_test: it ends in the bare expression `checks.score() * 1.0`",
    ),
    (
        "a bare expression at the end of what is released",
        "tests",
        lambda b: b.source(
            "### BEGIN HIDDEN TESTS\nelsewhere", "x\n### BEGIN HIDDEN TESTS\nelsewhere"
        ),
        "lazy_execution_q2_test as released: it ends in the bare expression `x`",
    ),
    (
        "a question without hidden tests",
        "tests",
        lambda b: (
            b.source("BEGIN HIDDEN TESTS\nelsewhere", "\nelsewhere")
            or b.source('belong into the new graph."\n)\n### END HIDDEN TESTS', '"\n)')
        ),
        "lazy_execution_q2_test at other inputs: it has no hidden tests",
    ),
    (
        "a name that no lesson teaches",
        "names",
        lambda b: b.source("3.0 * x * x", "3.0 * tf.nn.lrn(x)"),
        "lazy_execution_q2: tf.nn.lrn: no lesson up to 01_lazy_execution introduces it",
    ),
    (
        "a method that no lesson teaches",
        "names",
        lambda b: b.source("waiting.pop()", "waiting.steal()"),
        "lazy_execution_q6: .steal: no lesson",
    ),
    (
        "a lesson that is missing",
        "names",
        lambda b: b.course.lesson(NAME).unlink(),
        "there is no lesson of this name",
    ),
    (
        "an id that breaks the rule",
        "questions",
        lambda b: b.course.source(NAME).write_text(
            b.course.source(NAME).read_text().replace('"lazy_execution_q6_test"', '"lazy_test_six"')
        ),
        "lazy_test_six: its id does not follow the rule",
    ),
    (
        "points that do not make 100",
        "questions",
        lambda b: b.course.source(NAME).write_text(
            b.course.source(NAME).read_text().replace('"points": 20', '"points": 25')
        ),
        "points: they make 105, not 100",
    ),
    (
        "an essay without a rubric",
        "questions",
        lambda b: b.source("**Rubric**", "**Points**"),
        "lazy_execution_q7: it is graded by hand and its solution has no rubric",
    ),
    (
        "an editor's traces",
        "tidy",
        lambda b: b.course.source(NAME).write_text(
            b.course.source(NAME)
            .read_text()
            .replace('"execution_count": null', '"execution_count": 3')
        ),
        "run coursegrader tidy",
    ),
]


@pytest.mark.parametrize(
    ("gate", "breaks", "expected"), [row[1:] for row in BROKEN], ids=[row[0] for row in BROKEN]
)
def test_the_gate_finds(broken: Broken, scorer: Scorer, gate: str, breaks, expected: str):
    committed = (broken.course.handout(NAME)).read_bytes()
    breaks(broken)
    generated = {Path(f"{NAME}.ipynb"): committed}
    assert expected in missed(broken, scorer, gate, generated)


def test_every_gate_is_tried_but_the_comparison_with_tensorflow():
    assert {row[1] for row in BROKEN} == {gate.name for gate in GATES} - {"tensorflow"}


def test_a_test_that_works_only_in_the_notebooks_own_process_is_found(
    broken: Broken, scorer: Scorer, judge_scorer: Scorer
):
    line = "graph, x, y = checks.items"
    broken.source(line, f"assert polynomial.__globals__, 'It has no globals.'\n    {line}")
    assert missed(broken, scorer, "solution") == ""
    assert "lazy_execution_q2_test [judge]" in missed(broken, judge_scorer, "solution")
