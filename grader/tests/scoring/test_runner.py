"""Cells run in forks: they output what a kernel would, and cannot disturb one another."""

import os
import time
from pathlib import Path

import pytest

from coursegrader.scoring.client import Runner, RunnerError, run_once
from coursegrader.scoring.outcome import Outcome, Status


def run(runner: Runner, cwd: Path, *cells: str, timeout: float = 120) -> list[Outcome]:
    return runner.run([], [list(cells)], cwd=cwd, timeout=timeout)[0]


def kinds(outcome: Outcome) -> list[str]:
    return [output.get("name", output["output_type"]) for output in outcome.outputs]


def test_cells_share_their_state_and_branches_do_not(runner: Runner, tmp_path: Path):
    shared = ["x = [1]", "x.append(2)"]
    branches = [["x.append(3)", "x"], ["x"], ["x.clear()", "x"]]
    results = runner.run(shared, branches, cwd=tmp_path, timeout=120)
    assert [result[-1].text() for result in results] == ["[1, 2, 3]", "[1, 2]", "[]"]


def test_a_branch_may_run_what_takes_the_threads_of_an_earlier_session(
    runner: Runner, tmp_path: Path
):
    shared = """
import minigraph.compat.v1 as tf
session = tf.Session(graph=tf.Graph())
with session.graph.as_default():
    seven = tf.numpy_function(lambda: 7.0, [], tf.float64)
session.run(seven)
"""
    [results] = runner.run([shared], [["float(session.run(seven))"]], cwd=tmp_path, timeout=120)
    assert results[-1].text() == "7.0"


def test_every_kind_of_output_is_kept_in_order(runner: Runner, tmp_path: Path):
    cell = """
from IPython.display import display, HTML
print("before")
display(HTML("<b>bold</b>"))
print("after")
40 + 2
"""
    [outcome] = run(runner, tmp_path, cell)
    assert kinds(outcome) == ["stdout", "display_data", "stdout", "execute_result"]
    assert outcome.outputs[1]["data"]["text/html"] == "<b>bold</b>"
    assert outcome.outputs[3]["data"]["text/plain"] == "42"


@pytest.mark.parametrize(
    "cell",
    [
        "import sys; print('noise', file=sys.stderr)",
        "import os; os.write(2, b'noise');",
        "import subprocess; subprocess.run(['sh', '-c', 'echo noise >&2']);",
        "import warnings; warnings.warn('noise')",
    ],
)
def test_stderr_is_seen_whoever_writes_to_it(runner: Runner, tmp_path: Path, cell: str):
    [outcome] = run(runner, tmp_path, cell)
    assert kinds(outcome) == ["stderr"]
    assert "noise" in outcome.stream("stderr")


@pytest.mark.parametrize(
    ("cell", "ename"),
    [
        ("1 / 0", "ZeroDivisionError"),
        ("def f(:", "SyntaxError"),
        ("raise AssertionError('no')", "AssertionError"),
        ("import sys; sys.exit()", "SystemExit"),
        ("input()", "EOFError"),
    ],
)
def test_an_error_ends_its_cell_only(runner: Runner, tmp_path: Path, cell: str, ename: str):
    failed, following = run(runner, tmp_path, cell, "print('on')")
    assert failed.error is not None
    assert failed.error["ename"] == ename
    assert "ipython-input" not in failed.error["evalue"]
    assert following.stream("stdout") == "on\n"


@pytest.mark.parametrize("cell", ["3;", "x = 3", "None", "print(3)"])
def test_no_value_is_no_result(runner: Runner, tmp_path: Path, cell: str):
    [outcome] = run(runner, tmp_path, cell)
    assert "execute_result" not in kinds(outcome)


def test_cleared_output_is_gone(runner: Runner, tmp_path: Path):
    cell = "from IPython.display import clear_output\nprint(1)\nclear_output()\nprint(2)"
    [outcome] = run(runner, tmp_path, cell)
    assert outcome.text() == "2\n"


def test_output_cleared_with_wait_goes_when_the_next_comes(runner: Runner, tmp_path: Path):
    clear = "from IPython.display import clear_output\nprint(1)\nclear_output(wait=True)\n"
    kept, replaced = run(runner, tmp_path, clear, clear + "'new'")
    assert kept.text() == "1\n"
    assert replaced.text() == "'new'"


def test_ipython_syntax_and_await_work(runner: Runner, tmp_path: Path):
    cells = ["import asyncio\nawait asyncio.sleep(0)\n7", "%time 1 + 1", "!echo shell"]
    awaited, timed, shell = run(runner, tmp_path, *cells)
    assert awaited.text() == "7"
    assert timed.text().endswith("2")
    assert "shell" in shell.stream("stdout")


def test_an_endless_cell_is_interrupted_and_the_next_one_runs(runner: Runner, tmp_path: Path):
    endless, following = run(runner, tmp_path, "while True:\n    pass", "1 + 1", timeout=1)
    assert endless.status is Status.TIMEOUT
    assert following.text() == "2"


def test_a_cell_that_ignores_interrupts_is_killed(runner: Runner, tmp_path: Path):
    stubborn = """
while True:
    try:
        while True:
            pass
    except BaseException:
        pass
"""
    first, second = runner.run([], [[stubborn, "1"], ["2"]], cwd=tmp_path, timeout=1)
    assert [outcome.status for outcome in first] == [Status.NOT_RUN, Status.NOT_RUN]
    assert second[0].text() == "2"


def test_a_dead_process_costs_only_its_own_cells(runner: Runner, tmp_path: Path):
    branches = [["1", "import os; os._exit(3)", "2"], ["3"]]
    dead, other = runner.run([], branches, cwd=tmp_path, timeout=120)
    assert [outcome.status for outcome in dead] == [Status.RAN, Status.NOT_RUN, Status.NOT_RUN]
    assert other[0].text() == "3"


def test_the_death_of_the_shared_cells_is_every_branchs(runner: Runner, tmp_path: Path):
    results = runner.run(["import os; os._exit(3)"], [["1"], ["2"]], cwd=tmp_path, timeout=120)
    assert {o.status for result in results for o in result} == {Status.NOT_RUN}


def test_nothing_that_a_cell_started_outlives_it(runner: Runner, tmp_path: Path):
    cell = "import subprocess\nprint(subprocess.Popen(['sleep', '60']).pid)"
    [outcome] = run(runner, tmp_path, cell)
    pid = int(outcome.stream("stdout"))
    while is_running(pid):
        time.sleep(0.05)


def test_cells_run_in_their_directory_and_import_from_it(runner: Runner, tmp_path: Path):
    (tmp_path / "helper.py").write_text("value = 5")
    cells = ["import os; print(os.getcwd())", "import helper; helper.value"]
    place, imported = run(runner, tmp_path, *cells)
    assert place.stream("stdout").strip() == str(tmp_path.resolve())
    assert imported.text() == "5"


def test_much_output_is_cut_and_nothing_hangs(runner: Runner, tmp_path: Path):
    [outcome] = run(runner, tmp_path, "print('x' * 20_000_000)")
    assert len(outcome.stream("stdout")) == 1_000_000


def test_bytes_that_are_no_text_are_shown_escaped(runner: Runner, tmp_path: Path):
    [outcome] = run(runner, tmp_path, r"import os; os.write(1, b'\xff\n'); print('\ud800')")
    assert outcome.stream("stdout") == "\\xff\n\\ud800\n"


def test_a_fresh_process_runs_cells_as_a_fork_does(tmp_path: Path):
    cells = ["x = 1", "x + 1", "1 / 0", "while True: pass", "print(x)"]
    value, sum_, error, endless, printed = run_once(cells, cwd=tmp_path, timeout=3)
    assert value.outputs == ()
    assert sum_.text() == "2"
    assert error.error is not None
    assert endless.status is Status.TIMEOUT
    assert printed.text() == "1\n"


def test_a_fresh_process_that_dies_is_one_sentence(tmp_path: Path):
    with pytest.raises(RunnerError, match="ended before it could answer"):
        run_once(["import os; os._exit(1)"], cwd=tmp_path, timeout=120)


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        return "zombie" not in Path(f"/proc/{pid}/status").read_text()
    except (ProcessLookupError, FileNotFoundError):
        return False
