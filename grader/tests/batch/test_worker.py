"""A worker grades a unit until nothing from outside has disturbed it."""

import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from coursegrader.batch.packing import pack
from coursegrader.batch.unit import Record, Terms, Unit, digest
from coursegrader.batch.worker import UnitGrader
from coursegrader.judge.assignment import load_assignment
from coursegrader.judge.layout import find_layout
from coursegrader.judge.results import Status
from grader.tests.attacks import course as attacks

pytestmark = pytest.mark.sandbox
SLOW = f"{attacks.RIGHT}\nimport time\ntime.sleep(3)"


@pytest.fixture(scope="module")
def terms(tmp_path_factory: pytest.TempPathFactory) -> Terms:
    root = tmp_path_factory.mktemp("course")
    attacks.make(root, only=())
    return Terms(load_assignment(find_layout(root), "atk"))


@pytest.fixture(scope="module")
def grader(terms: Terms) -> Iterator[UnitGrader]:
    with UnitGrader(terms) as grader:
        yield grader


def unit(folder: Path, q1: str) -> Unit:
    (folder / "atk.ipynb").write_text(attacks.notebook(q1, attacks.RIGHT_G))
    return Unit("ada", pack(folder))


def processes(zygote: psutil.Process) -> list[psutil.Process]:
    """The preloaded process and, while a submission runs, its keeper and its inmate."""
    line = [zygote]
    while children := line[-1].children():
        line.append(children[0])
    return [process for process in line if process.name().startswith("python")]


def kill(grader: UnitGrader, side: str, place: int, killed: list[int]) -> None:
    """Wait until a submission runs, let it run a little, and kill a process of one sandbox."""
    zygote = psutil.Process(getattr(grader._sandboxes, side)._zygote.pid)
    while len(found := processes(zygote)) < 3:
        time.sleep(0.05)
    time.sleep(0.5)
    os.kill(found[place].pid, signal.SIGKILL)
    killed.append(found[place].pid)


@pytest.mark.parametrize("place", [0, 1, 2], ids=["zygote", "keeper", "inmate"])
@pytest.mark.parametrize("side", ["student", "judge"])
def test_a_process_killed_from_outside_costs_no_points(
    grader: UnitGrader, tmp_path: Path, side: str, place: int
):
    calm = unit(tmp_path, attacks.RIGHT)
    assert grader.grade(calm).result.score == 5
    killed: list[int] = []
    killer = threading.Thread(target=kill, args=[grader, side, place, killed], daemon=True)
    killer.start()
    record = grader.grade(unit(tmp_path, SLOW))
    killer.join()
    assert len(killed) == 1
    assert (record.result.score, record.runs, record.is_final) == (5, 2, True)


def test_an_answer_that_ends_its_process_is_run_once(grader: UnitGrader, tmp_path: Path):
    record = grader.grade(unit(tmp_path, f"{attacks.RIGHT}\nimport os\nos._exit(3)"))
    assert (record.runs, record.is_final) == (1, True)
    assert record.result.score < 5


def test_an_error_of_the_graders_own_is_a_result_that_is_not_final(
    grader: UnitGrader, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def fail(*_: object) -> None:
        raise RuntimeError("bug")

    monkeypatch.setattr("coursegrader.batch.worker.grade_submission", fail)
    record = grader.grade(unit(tmp_path, attacks.RIGHT))
    assert not record.is_final
    assert record.result.status is Status.FAILED
    assert {question.score for question in record.result.questions.values()} == {None}


def test_terms_units_and_records_cross_as_bytes(terms: Terms, tmp_path: Path, grader: UnitGrader):
    assert Terms.from_bytes(terms.to_bytes()) == terms
    one = unit(tmp_path, attacks.WRONG)
    assert Unit.from_bytes(one.to_bytes()) == one
    record = grader.grade(one)
    assert Record.from_bytes(record.to_bytes()) == record
    with pytest.raises(ValueError, match="not a record of this version"):
        Record.from_bytes(b'{"version": 0}')


def test_the_digest_is_of_student_submission_and_terms(terms: Terms, tmp_path: Path):
    one, other = unit(tmp_path, attacks.RIGHT), unit(tmp_path, attacks.WRONG)
    digests = {
        digest(terms.to_bytes(), one.to_bytes()),
        digest(terms.to_bytes(), other.to_bytes()),
        digest(terms.to_bytes(), Unit("bob", one.folder).to_bytes()),
        digest(Terms(terms.assignment, show_hidden=True).to_bytes(), one.to_bytes()),
        digest(Terms(terms.assignment, versions=["x 1"]).to_bytes(), one.to_bytes()),
    }
    assert len(digests) == 5
    assert digest(terms.to_bytes(), unit(tmp_path, attacks.RIGHT).to_bytes()) in digests
