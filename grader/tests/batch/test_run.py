"""A class is graded once: what is done stays done, what changes is graded again, alone."""

import json
import shutil
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from coursegrader.batch import gradebook_file
from coursegrader.batch.run import BusyError, Plan, Watcher, grade_class
from coursegrader.cli.exit_codes import ExitCode
from coursegrader.judge.layout import LayoutError, find_layout
from coursegrader.judge.results import Status, SubmissionResult
from coursegrader.locks import lock
from grader.tests.attacks import course as attacks

pytestmark = pytest.mark.sandbox
CLASS = {
    "ada": attacks.notebook(attacks.RIGHT, attacks.RIGHT_G),
    "bob": attacks.notebook(attacks.WRONG, attacks.RIGHT_G),
    "cy": "{",
}
SCORES = {"ada": 5, "bob": 3, "cy": 0}


class Seen(Watcher):
    """Remembers what it is told."""

    def __init__(self) -> None:
        self.plan = Plan({}, {}, {})
        self.results: list[SubmissionResult] = []
        self.backups: list[Path] = []

    def planned(self, plan: Plan) -> None:
        self.plan = plan

    def backed_up(self, path: Path) -> None:
        self.backups.append(path)

    def done(self, result: SubmissionResult) -> None:
        self.results.append(result)


def hand_in(root: Path, student: str, text: str) -> None:
    folder = root / "submitted" / student / "atk"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "atk.ipynb").write_text(text)


def run(root: Path, **options: object) -> tuple[dict[str, float], Seen]:
    seen = Seen()
    results = grade_class(find_layout(root), "atk", watcher=seen, **options)  # type: ignore[arg-type]
    return {result.student: result.score for result in results}, seen


def gradebook(root: Path) -> dict[str, float]:
    found = gradebook_file.scores(find_layout(root), "atk")
    assert found is not None
    return {student: sum(cells.values()) for student, cells in found.items()}  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A course whose class is graded."""
    root = tmp_path_factory.mktemp("graded")
    attacks.make(root, only=())
    for student, text in CLASS.items():
        hand_in(root, student, text)
    scores, seen = run(root, jobs=2)
    assert scores == SCORES
    assert len(seen.results) == 3
    assert not seen.backups  # there was no gradebook yet
    return root


@pytest.fixture
def course(graded: Path, tmp_path: Path) -> Path:
    """A copy of that course."""
    root = tmp_path / "course"
    shutil.copytree(graded, root, copy_function=shutil.copy2)
    return root


def test_grades_are_in_the_gradebook(graded: Path):
    assert gradebook(graded) == SCORES


def test_a_second_run_does_nothing(graded: Path):
    before = (graded / "gradebook.db").read_bytes()
    scores, seen = run(graded)
    assert scores == SCORES
    assert seen.results == []
    assert (graded / "gradebook.db").read_bytes() == before


def test_a_late_submission_alone_is_graded_once_after_a_backup(course: Path):
    hand_in(course, "bob", CLASS["ada"])
    scores, seen = run(course)
    assert [result.student for result in seen.results] == ["bob"]
    assert scores == gradebook(course) == SCORES | {"bob": 5}
    with sqlite3.connect(seen.backups[0]) as backup:
        query = "select sum(auto_score) from grade"
        assert backup.execute(query).fetchone() == (sum(SCORES.values()),)
    assert run(course)[1].results == []


def test_a_folder_whose_name_stops_nbgrader_is_a_result(course: Path):
    hand_in(course, "line\nbreak", CLASS["ada"])
    _, seen = run(course)
    (result,) = seen.results
    assert result.status is Status.FAILED
    assert "a line break in a folder's name; rename it" in result.reason
    assert gradebook(course) == SCORES
    assert not (course / "autograded" / "line\nbreak").exists()


def test_what_the_gradebook_lost_is_saved_again_without_grading(course: Path):
    (course / "gradebook.db").unlink()
    scores, seen = run(course)
    assert seen.plan.to_grade == {}
    assert set(seen.plan.to_save) == set(CLASS)
    assert scores == gradebook(course) == SCORES


def test_a_changed_test_grades_everybody_again(course: Path):
    path = course / "source" / "atk" / "atk.ipynb"
    source = json.loads(path.read_text())
    source["cells"][-1]["source"] += ["\n# and a remark"]
    path.write_text(json.dumps(source))
    assert set(run(course, students=["cy"])[1].plan.to_grade) == {"cy"}


def test_a_damaged_record_is_graded_again(course: Path):
    record = next((course / ".coursegrader" / "atk" / "students" / "ada").glob("*.json"))
    record.write_bytes(record.read_bytes()[:-20])
    assert set(run(course, students=["ada", "bob"])[1].plan.to_grade) == {"ada"}


def test_what_was_graded_is_graded_again_if_one_asks(course: Path):
    assert set(run(course, students=["ada"], again=True)[1].plan.to_grade) == {"ada"}


def test_only_one_run_at_a_time(graded: Path):
    held = find_layout(graded).state / "atk" / "run.lock"
    with lock(held), pytest.raises(BusyError, match=r"by process \d+"):
        run(graded)


def test_a_student_who_handed_in_nothing_is_a_sentence(graded: Path):
    with pytest.raises(LayoutError, match="zoe has handed in nothing for atk"):
        run(graded, students=["zoe"])


def test_an_interrupt_leaves_what_the_same_command_continues(course: Path):
    shutil.rmtree(course / ".coursegrader")
    for number in range(8):
        hand_in(course, f"late{number}", CLASS["ada"])
    program = Path(sys.executable).parent / "coursegrader"
    command = [str(program), "grade", "atk", "--course", str(course), "--jobs", "1"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    while "graded, 5/5" not in process.stdout.readline():
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    rest, _ = process.communicate()
    assert process.returncode == ExitCode.INTERRUPTED
    assert "of 11 graded. The same command continues." in rest
    scores, seen = run(course)
    assert 0 < len(seen.plan.kept) < 11
    assert len(scores) == 11
    log = (course / ".coursegrader" / "atk" / "log.jsonl").read_text().splitlines()
    saved = [entry["student"] for entry in map(json.loads, log) if entry["event"] == "saved"]
    assert sorted(saved) == sorted(scores)
