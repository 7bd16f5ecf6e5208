"""Hints come one at a time, and stay."""

import subprocess
import sys
from pathlib import Path

import pytest

from coursegrader.checks.hints import hints
from coursegrader.scoring.client import Runner

SETUP = "from coursegrader.checks import hint"
QUESTION = "lazy_execution_q2"


def shown(runner: Runner, cwd: Path, calls: int) -> str:
    cells = [f"hint({QUESTION!r})"] * calls
    return runner.run([SETUP], [cells], cwd=cwd, timeout=120)[0][-1].text()


def test_each_call_shows_one_more(runner: Runner, tmp_path: Path):
    stages = hints()[QUESTION]
    assert shown(runner, tmp_path, 1) == f"Hint 1 of {len(stages)}. {stages[0]}"
    second = shown(runner, tmp_path, 2).splitlines()
    assert second == [f"Hint {i} of {len(stages)}. {stages[i - 1]}" for i in (1, 2)]


def test_after_the_last_hint_all_stay(runner: Runner, tmp_path: Path):
    everything = shown(runner, tmp_path, len(hints()[QUESTION]))
    assert shown(runner, tmp_path, len(hints()[QUESTION]) + 2) == everything


def test_an_unknown_question_names_the_nearest(runner: Runner, tmp_path: Path):
    outcome = runner.run([SETUP], [["hint('lazy_q2')"]], cwd=tmp_path, timeout=120)[0][1]
    assert "Did you mean 'lazy_execution_q2'?" in outcome.text()


@pytest.mark.parametrize("question", sorted(hints()))
def test_hints_come_in_stages(question: str):
    assert len(hints()[question]) >= 2


def test_students_kernels_load_neither_nbgrader_nor_nbformat():
    program = (
        "import sys, coursegrader.checks; "
        "print(*sorted(m for m in sys.modules if m in "
        "('nbgrader', 'nbformat', 'nbclient', 'minigraph', 'tensorflow', 'IPython')))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == ""
