"""nbgrader's own commands use the sandbox and the judge where the course says so."""

import asyncio
import json
import os
import re
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from grader.tests.attacks import course

pytestmark = [pytest.mark.sandbox, pytest.mark.slow]

CONFIG = """
from coursegrader.judge.configure import configure

c = get_config()
c.CourseDirectory.course_id = "attacks"
configure(c)
"""
CHOSEN = {
    "a00_control_right": 5.0,
    "a02_control_warning": 5.0,
    "c01_patch_assert_allclose": 0.0,
    "c19_persist_config": 0.0,
    "d01_os_exit": 3.0,
    "m01_renamed": 5.0,
    "m02_other_notebook": 0.0,
    "m04_ipython_config": 0.0,
    "m05_nothing": 0.0,
    "m07_fifo": 5.0,
    "m12_timestamp_is_fifo": 5.0,
    "n03_dup_test_id_after": 0.0,
    "n18_corrupt_json": 0.0,
    "n27_schema_version_99": 5.0,
    "m16_odd_timestamp": 5.0,
    "zoe": 5.0,
}


def nbgrader(root: Path, *arguments: str) -> str:
    programs = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        [sys.executable, "-m", "nbgrader", *arguments],
        cwd=root,
        env={**os.environ, "PATH": programs, "HOME": str(root.parent)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stderr


def scores(root: Path) -> dict[str, float]:
    database = sqlite3.connect(root / "gradebook.db")
    rows = database.execute(
        "select s.student_id, sum(g.auto_score) from grade g "
        "join submitted_notebook n on g.notebook_id = n.id "
        "join submitted_assignment s on n.assignment_id = s.id group by s.student_id"
    ).fetchall()
    database.close()
    return dict(rows)


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A course with some attackers, graded by `nbgrader autograde`, with feedback pages."""
    path = tmp_path_factory.mktemp("nbgrader") / "course"
    course.make(path, only=CHOSEN)
    (path / "nbgrader_config.py").write_text(CONFIG)
    nbgrader(path, "generate_assignment", "atk")
    (path / "autograde.log").write_text(nbgrader(path, "autograde", "atk"))
    nbgrader(path, "generate_feedback", "atk")
    return path


def test_autograde_gives_the_judges_scores_to_the_whole_class(root: Path):
    assert scores(root) == CHOSEN


def test_autograde_says_of_a_file_of_another_name_what_the_judge_says(root: Path):
    note = "m01_renamed: atk (1).ipynb was graded, as there is no atk.ipynb."
    assert note in (root / "autograde.log").read_text()


def test_the_course_is_as_it_was(root: Path):
    assert (root / "nbgrader_config.py").read_text() == CONFIG


def test_graded_notebooks_hold_no_hidden_tests_and_feedback_is_made_from_them(root: Path):
    for name in CHOSEN:
        assert "HIDDEN-CANARY" not in (root / f"autograded/{name}/atk/atk.ipynb").read_text()
        assert "HIDDEN-CANARY" not in (root / f"feedback/{name}/atk/atk.html").read_text()


LOADS = re.compile(r"""(?:\bsrc=|<link\b[^>]*\bhref=|@import\s|url\()["'\s]*(?:https?:)?//""")


def test_a_page_of_feedback_loads_nothing_from_a_network(root: Path):
    page = (root / "feedback/zoe/atk/atk.html").read_text()
    assert "q1_test" in page
    assert not LOADS.search(page)


def test_the_formgraders_button_does_not_block_its_server(root: Path, monkeypatch):
    """The handler waits for a process; other requests are answered meanwhile."""
    from nbgrader.server_extensions.formgrader import apihandlers

    from coursegrader.judge import autograde

    written: list[str] = []
    monkeypatch.setattr(apihandlers.AutogradeHandler, "post", None)
    for name in ("check_xsrf", "check_notebook_dir"):
        monkeypatch.setattr(apihandlers, name, lambda function: function)
    monkeypatch.setattr(apihandlers.web, "authenticated", lambda function: function)
    autograde.answer_while_grading(apihandlers)

    class Handler:
        class api:
            class coursedir:
                pass

        write = staticmethod(written.append)

    Handler.api.coursedir.root = str(root)

    async def press() -> int:
        beats = 0
        request: Any = apihandlers.AutogradeHandler.post(Handler(), "atk", "zoe")
        task = asyncio.ensure_future(request)
        while not task.done():
            await asyncio.sleep(0.05)
            beats += 1
        await task
        return beats

    # In a thread of its own: a browser test may have a loop running in this one.
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(asyncio.run, press()).result() > 10
    answer = json.loads(written[0])
    assert answer["success"], answer
    assert "zoe: 5 of 5." in answer["log"]


def test_feedback_of_a_submission_that_was_placed_by_hand_can_be_released(root: Path):
    exchange = root.parent / "exchange"
    exchange.mkdir(mode=0o777, exist_ok=True)
    exchange.chmod(0o777)
    option = f"--Exchange.root={exchange}"
    nbgrader(root, "release_feedback", "atk", option)
    assert len(list(exchange.rglob("*.html"))) == len(CHOSEN)
