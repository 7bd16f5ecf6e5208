"""The benchmark of grading runs, and both sides give the same scores."""

import pytest

from grader.benchmarks import grading

pytestmark = [pytest.mark.sandbox, pytest.mark.slow]


def test_the_benchmark_shows_both_sides_and_their_ratio(capsys: pytest.CaptureFixture[str]):
    grading.compare("12_functions", 1, 2)
    shown = capsys.readouterr().out
    for line in ("nbgrader autograde", "coursegrader grade", "ratio"):
        assert f"\n{line}" in shown
    assert "1 of 1" in shown
