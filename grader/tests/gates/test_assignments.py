"""Every assignment of this course passes every gate."""

from pathlib import Path

import pytest

from coursegrader.course import Course
from coursegrader.gates import GATES, Context, Gate

NAMES = Course(Path(__file__).parents[3]).assignments()
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
