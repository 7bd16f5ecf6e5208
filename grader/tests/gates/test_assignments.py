"""Every assignment of this course passes every gate."""

import re
from collections import Counter
from pathlib import Path

import pytest

from coursegrader import notebooks
from coursegrader.course import Course
from coursegrader.gates import GATES, Context, Gate

COURSE = Course(Path(__file__).parents[3])
NAMES = COURSE.assignments()
TENSORFLOW = [pytest.mark.tensorflow, pytest.mark.slow]


def test_there_are_assignments():
    assert NAMES


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "gate",
    [
        pytest.param(gate, id=gate.name, marks=TENSORFLOW if gate.name == "tensorflow" else [])
        for gate in GATES
    ],
)
def test_gate_holds(assignments: dict[str, Context], name: str, gate: Gate):
    findings = list(gate.check(assignments[name]))
    assert [str(finding) for finding in findings if not finding.holds] == []
    assert findings


@pytest.mark.parametrize("name", NAMES)
def test_the_table_at_its_head_says_what_each_question_is_worth(name: str):
    cells = notebooks.read(COURSE.source(name)).cells
    told = re.findall(r"^\| (\d+) \|.*\| (\d+) \|$", cells[0].source, re.MULTILINE)
    worth: Counter[str] = Counter()
    for cell in cells:
        number = re.search(r"_q(\d+)", cell.grade_id or "")
        if number and cell.points:
            worth[number[1]] += cell.points
    assert {question: float(points) for question, points in told} == worth
    assert f"worth** {sum(worth.values()):g} points" in cells[0].source


def test_formulas_are_text_as_feedback_is_read_without_a_network():
    texts = [cell.source for name in NAMES for cell in notebooks.read(COURSE.source(name)).cells]
    assert [text for text in texts if re.search(r"\$[^$\n]*[\w)]\$", text)] == []
