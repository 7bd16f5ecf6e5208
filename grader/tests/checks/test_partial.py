"""Parts earn their points one by one; the sum is the value of the cell."""

from pathlib import Path

import pytest

from coursegrader.scoring import rules
from coursegrader.scoring.client import Runner
from coursegrader.scoring.outcome import Outcome

SETUP = "from coursegrader import checks"


def run(runner: Runner, cwd: Path, *cells: str) -> list[Outcome]:
    return runner.run([SETUP], [list(cells)], cwd=cwd, timeout=120)[0][1:]


def part(points: float, body: str) -> str:
    return f"with checks.part({points}, 'part of {points}'):\n    {body}\n"


@pytest.mark.parametrize(
    ("bodies", "earned"),
    [
        (["pass", "pass"], 5.0),
        (["pass", "assert False, 'no'"], 2.0),
        (["assert False, 'no'", "pass"], 3.0),
        (["1 / 0", "undefined"], 0.0),
        (["raise SystemExit", "pass"], 3.0),
    ],
)
def test_the_passed_parts_are_the_score(runner: Runner, tmp_path: Path, bodies, earned):
    cell = part(2, bodies[0]) + part(3, bodies[1]) + "checks.score()"
    [outcome] = run(runner, tmp_path, cell)
    assert rules.score(outcome, 5.0).score == earned


def test_a_failed_part_says_why(runner: Runner, tmp_path: Path):
    cell = part(2, "assert False, 'the graph grew'") + part(3, "pass") + "checks.score()"
    [outcome] = run(runner, tmp_path, cell)
    assert "part of 2: 0 of 2 - the graph grew" in rules.score(outcome, 5.0).reason


def test_half_points_are_kept(runner: Runner, tmp_path: Path):
    [outcome] = run(runner, tmp_path, part(2.5, "pass") + part(2.5, "1 / 0") + "checks.score()")
    assert rules.score(outcome, 5.0).score == 2.5


def test_parts_of_a_cell_that_failed_do_not_count_in_the_next(runner: Runner, tmp_path: Path):
    failed = part(2, "pass") + "raise RuntimeError\n" + "checks.score()"
    first, second = run(runner, tmp_path, failed, part(3, "1 / 0") + "checks.score()")
    assert rules.score(first, 2.0).score == 0.0
    assert rules.score(second, 3.0).score == 0.0


def test_a_score_without_parts_is_an_error(runner: Runner, tmp_path: Path):
    [outcome] = run(runner, tmp_path, "checks.score()")
    assert rules.score(outcome, 5.0).score == 0.0


def test_a_score_starts_anew_after_it_was_given(runner: Runner, tmp_path: Path):
    cell = part(2, "pass") + "a = checks.score()\n" + part(1, "pass") + "checks.score()"
    [outcome] = run(runner, tmp_path, cell)
    assert rules.score(outcome, 2.0).score == 1.0


def test_an_interrupt_ends_the_cell_and_not_only_the_part(runner: Runner, tmp_path: Path):
    cell = part(2, "raise KeyboardInterrupt") + part(3, "pass") + "checks.score()"
    [outcome] = run(runner, tmp_path, cell)
    assert rules.score(outcome, 5.0).score == 0.0
