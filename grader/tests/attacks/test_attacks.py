"""No undeserved point, no leak, no damage, no hang, nobody else's grade touched."""

import json
import sqlite3
from html.parser import HTMLParser
from pathlib import Path

import jsonschema
import pytest

from coursegrader.judge.results import SCHEMA, Status, report
from grader.tests.attacks import course
from grader.tests.attacks.conftest import Graded

pytestmark = [pytest.mark.sandbox, pytest.mark.slow]

ALL = {attack.name: attack.kind for attack in course.students()}
HIDDEN = ("HIDDEN-CANARY", "f(7)", "162", "1.296875", "g([])", "0.75", "0.125")
FULL = {"q1_test": 2.0, "q2_test": 3.0}
LOST_TO_ITSELF = (
    # What these do makes their own answer to question 1 worthless.
    *("d01_os_exit", "d03_inf_loop", "d04_inf_loop_no_interrupt", "d07_fork_200", "d15_input"),
    *("d16_segfault", "d18_sigstop_self", "d25_recursion", "d27_disk_fill", "i06_fake_grade_text"),
    *("i07_huge_exception", "i08_surrogates_in_message"),
    *("d28_timer_ends_process", "d29_thread_forges_answers", "i09_names_that_are_code"),
)
SECOND_RIGHT = ("n10_swap_grade_ids", "m15_find_notebooks")
UNREADABLE = (
    *("n18_corrupt_json", "n19_json_not_notebook", "m02_other_notebook", "m05_nothing"),
    *("m06_symlink_other", "m08_symlink_source", "m09_folder_symlink", "m10_notebook_is_fifo"),
    *("m11_notebook_is_folder", "m14_huge"),
    *("m17_sparse", "m19_dangling"),
)


def named(*kinds: str) -> list[str]:
    return [name for name, kind in ALL.items() if kind in kinds]


def scores(graded: Graded, name: str) -> dict[str, float | None]:
    return {key: question.score for key, question in graded.results[name].questions.items()}


def test_every_submission_has_a_result_in_the_documented_form(graded: Graded):
    assert set(graded.results) == set(ALL)
    jsonschema.validate(report("atk", list(graded.results.values())), SCHEMA)
    assert all(result.max_score == 5.0 for result in graded.results.values())


def test_the_honest_students_are_graded_as_they_deserve(graded: Graded):
    assert scores(graded, "zoe") == scores(graded, "a00_control_right") == FULL
    assert scores(graded, "wade") == {"q1_test": 0.0, "q2_test": 3.0}


@pytest.mark.parametrize("name", named("benign"))
def test_unlucky_but_right_answers_keep_full_credit(graded: Graded, name: str):
    assert scores(graded, name) == FULL


@pytest.mark.parametrize("name", named("cheat"))
def test_a_cheat_has_no_point_for_question_1(graded: Graded, name: str):
    second = 3.0 if name in SECOND_RIGHT else 0.0
    assert scores(graded, name) == {"q1_test": 0.0, "q2_test": second}


@pytest.mark.parametrize("name", named("dos", "inject"))
def test_what_harms_itself_harms_no_other_question(graded: Graded, name: str):
    found = scores(graded, name)
    assert found["q2_test"] == 3.0
    if name != "d06_memory_bomb":  # whether its answer is reached depends on the time it takes
        assert found["q1_test"] == (0.0 if name in LOST_TO_ITSELF else 2.0)


@pytest.mark.parametrize("name", named("broken"))
def test_a_broken_file_is_a_result_with_a_sentence(graded: Graded, name: str):
    result = graded.results[name]
    if name in UNREADABLE:
        assert result.status is Status.FAILED
        assert result.score == 0
        assert result.reason.endswith(".")
    elif name not in ("n16_no_cells", "n30_source_not_text"):
        assert scores(graded, name) == FULL


@pytest.mark.parametrize("name", ALL)
def test_every_lost_point_has_a_reason(graded: Graded, name: str):
    for question in graded.results[name].questions.values():
        assert question.score is not None
        assert question.reason or question.score == question.max_score


def test_the_nearest_notebook_is_graded_and_named(graded: Graded):
    assert (
        graded.results["m01_renamed"].reason
        == "atk (1).ipynb was graded, as there is no atk.ipynb."
    )
    assert "the nearest" in graded.results["m02_other_notebook"].reason


@pytest.mark.parametrize(
    ("name", "evidence"),
    [
        ("n01_edit_test", "test cell q1_test was edited"),
        ("n06_test_to_markdown", "made a markdown cell"),
        ("n09_unknown_grade_id", "unknown id"),
        ("n12_raises_exception_tag", "raises-exception"),
        ("m03_shadow_numpy", "numpy.py would replace a module"),
        ("m04_ipython_config", "ipython_config.py would replace"),
        ("m07_fifo", "data.csv is a named pipe"),
        ("d01_os_exit", "ended the Python process"),
        ("d03_inf_loop", "did not return within 4 s"),
        ("d07_fork_200", "reached the limit on processes"),
        ("d27_disk_fill", "reached the limit on the size of a file"),
    ],
)
def test_the_instructor_is_told_what_was_tried(graded: Graded, name: str, evidence: str):
    assert evidence in " ".join(graded.results[name].anomalies)


@pytest.mark.parametrize("name", ALL)
def test_nothing_hidden_and_nothing_of_others_is_shown(graded: Graded, name: str):
    shown = _outputs(graded.root, name) + json.dumps(graded.results[name].as_json())
    for secret in (*HIDDEN, "GRADER_SECRET", "gradebook.db"):
        assert secret not in shown
    assert name == "zoe" or course.VICTIM not in graded.pages[name]
    assert "HIDDEN-CANARY" not in graded.pages[name]
    assert "f(7)" not in graded.pages[name]


@pytest.mark.parametrize("name", ALL)
def test_no_feedback_page_runs_or_loads_anything_of_the_students(graded: Graded, name: str):
    page = graded.pages[name]
    assert len(page) < 2_000_000
    assert _live(page) == _live(graded.pages["zoe"])


def test_the_gradebook_has_the_same_scores(graded: Graded):
    with sqlite3.connect(graded.root / "gradebook.db") as database:
        rows = database.execute(
            "select s.student_id, sum(g.auto_score) from grade g "
            "join submitted_notebook n on g.notebook_id = n.id "
            "join submitted_assignment s on n.assignment_id = s.id group by s.student_id"
        ).fetchall()
    database.close()
    assert dict(rows) == {name: result.score for name, result in graded.results.items()}


def test_nothing_outside_the_sandbox_was_touched(graded: Graded):
    assert not list(graded.home.rglob("*pwned*"))
    assert not list(graded.home.rglob("startup/*.py"))
    assert (graded.root / "nbgrader_config.py").read_text() == course.CONFIG
    original = (course.HERE / "source.ipynb").read_bytes()
    assert (graded.root / "source" / "atk" / "atk.ipynb").read_bytes() == original


def test_nothing_that_was_started_is_left(graded: Graded):
    commands = [path.read_bytes() for path in Path("/proc").glob("[0-9]*/cmdline") if path.exists()]
    assert b"sleep\x00300\x00" not in commands


def _outputs(root: Path, name: str) -> str:
    """All outputs of a graded notebook, as text."""
    path = root / "autograded" / name / "atk" / "atk.ipynb"
    cells = json.loads(path.read_text())["cells"]
    return json.dumps([cell.get("outputs", []) for cell in cells])


class _Live(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            address = (value or "").strip().lower()
            if name.startswith("on") or address.startswith(("javascript:", "data:text")):
                self.found.add(f"{tag} {name}")
            loads = name in ("src", "srcdoc", "data", "action") and ":" in address
            if (loads or name == "srcdoc") and not address.startswith("data:image"):
                self.found.add(f"{tag} {name} {address}")
        if tag in ("iframe", "object", "embed", "form", "meta", "base"):
            self.found.add(f"{tag} {attrs}")

    def handle_data(self, data: str) -> None:
        if self.cdata_elem == "script":
            self.found.add(f"script {hash(data)}")


def _live(page: str) -> set[str]:
    """Everything in a page that runs, loads or leads to code."""
    parser = _Live()
    parser.feed(page)
    return parser.found
