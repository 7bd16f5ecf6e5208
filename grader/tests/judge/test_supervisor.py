"""A cell or a call that kills the process costs its own question only."""

from dataclasses import replace

import pytest

from coursegrader.judge import trial
from coursegrader.judge.supervisor import NOT_REACHED
from grader.tests.judge.running import AMPLE, check, printed, run, setup, student

pytestmark = pytest.mark.sandbox

FAST = replace(AMPLE, call_seconds=2, cell_seconds=20)
DEADLY = {
    "exit": ("import os; os._exit(0)", "ended the Python process (exit code 0)"),
    "kill": ("import os; os.abort()", "crashed the Python process (segmentation fault)"),
    "segfault": ("import ctypes; ctypes.string_at(0)", "(segmentation fault)"),
    "hang": ("while True: pass", "did not return within 2 s"),
    "sleep": ("import time; time.sleep(99)", "did not return within 2 s"),
    "close": ("import os; os.closerange(3, 4096); return 1", "was stopped"),
}


@pytest.mark.parametrize("how", ["exit", "segfault"])
def test_a_cell_that_kills_the_process_costs_its_own_question(how: str):
    deed, sentence = DEADLY[how]
    outcomes = run(
        student("x = 1"), student(deed), student("y = 2"), check("assert y == 2 and x == 1")
    )
    assert [outcome.ok for outcome in outcomes] == [True, False, True, True]
    assert sentence in outcomes[1].lost


@pytest.mark.parametrize("how", DEADLY)
def test_a_call_that_kills_the_process_costs_its_own_question(how: str):
    deed, sentence = DEADLY[how]
    outcomes = run(
        student(f"def f(x):\n    if x < 2: return x\n    {deed}\ny = 2"),
        check("assert f(1) == 1"),
        check("z = 3\nf(2)\nw = 4"),
        student("y = 5"),
        check("assert y == 5 and z == 3"),
        limits=FAST,
    )
    assert [outcome.ok for outcome in outcomes] == [True, True, False, True, True]
    verdict = outcomes[2].verdict
    assert verdict is not None
    if how != "close":
        assert sentence in verdict.reason
    assert verdict.reason.startswith("Your code ")


def test_a_process_that_dies_while_the_test_answers_it_is_a_result():
    answer = "def f(g):\n    g(1)\n    import os; os._exit(3)"
    first, second = run(student(answer), check("f(lambda x: x)\nassert False"))
    assert second.verdict is not None
    assert second.verdict.reason == "Your code ended the Python process (exit code 3)."
    assert first.ok


def test_student_and_test_that_call_each_other_for_ever_are_stopped():
    outcomes = run(
        student("def f(g): return g(f)"), check("def g(f): return f(g)\nf(g)"), check("1")
    )
    assert [outcome.ok for outcome in outcomes] == [True, False, True]


def test_an_answer_over_the_limit_is_a_result_and_the_process_lives():
    small = replace(AMPLE, frame_mb=1)
    outcomes = run(
        student("def f(n): return 'x' * n"), check("f(3_000_000)"), check("f(3)"), limits=small
    )
    assert outcomes[1].verdict is not None
    assert "can be sent" in outcomes[1].verdict.reason
    assert outcomes[2].ok


def test_a_test_that_does_not_end_costs_its_own_question():
    outcomes = run(
        student("x = 1"),
        check("assert x == 1"),
        check("while True: pass"),
        check("assert x == 1"),
        limits=replace(AMPLE, cell_seconds=3),
    )
    assert [outcome.ok for outcome in outcomes] == [True, True, False, True]
    assert outcomes[2].verdict is not None
    assert outcomes[2].verdict.reason == "Your answer needed more than 3 s to examine."


def test_a_thread_that_prints_while_a_call_runs_is_no_violation():
    answer = """
import threading, time
def f():
    t = threading.Thread(target=lambda: [print(i) for i in range(50)])
    t.start(); t.join()
    return 1
"""
    assert run(student(answer), check("assert f() == 1"))[1].ok


def test_a_thread_of_the_students_may_call_a_function_of_the_test():
    answer = """
import threading
def f(g):
    results = []
    threads = [threading.Thread(target=lambda i=i: results.append(g(i))) for i in range(4)]
    [t.start() for t in threads]; [t.join() for t in threads]
    return sorted(results)
"""
    assert run(student(answer), check("assert f(lambda x: x * x) == [0, 1, 4, 9]"))[1].ok


def test_time_of_a_whole_submission_is_limited():
    limits = replace(AMPLE, submission_seconds=4, call_seconds=3)
    cells = [check(f"f({number})") for number in range(4)]
    outcomes = run(student("def f(x):\n    while True: pass"), *cells, limits=limits)
    assert outcomes[-1].verdict is not None
    assert outcomes[-1].verdict.reason == NOT_REACHED


def test_the_calls_of_one_test_share_the_time_of_a_cell():
    slow = "import time\ndef f():\n    while True:\n        time.sleep(0.5)\n        yield 1"
    cells = student(slow), check("list(f())"), student("y = 1"), check("assert y == 1")
    outcomes = run(*cells, limits=replace(AMPLE, call_seconds=3, cell_seconds=4))
    assert [outcome.ok for outcome in outcomes] == [True, False, True, True]
    assert "4 s, all calls together" in outcomes[1].lost


def test_a_call_that_the_end_of_the_time_stops_is_told_so():
    limits = replace(AMPLE, submission_seconds=4, call_seconds=20)
    outcomes = run(student("import time"), check("time.sleep(99)"), limits=limits)
    assert "used up its time" in str(outcomes[1].verdict)


def test_results_that_were_there_before_a_loss_are_kept():
    answer = "import random\ncalls = []\ndef f():\n    calls.append(1)\n    return len(calls)"
    outcomes = run(
        student(answer),
        check("assert f() == 1"),
        student("import os; os._exit(0)"),
        check("assert f() == 2"),
    )
    assert [outcome.ok for outcome in outcomes] == [True, True, False, True]


def test_files_of_the_assignment_lie_in_the_working_folder():
    outcomes = run(
        student("print(open('data/x.csv').read())"),
        check("assert open('data/x.csv').read() == '1,2'"),
        files={"data/x.csv": b"1,2"},
    )
    assert printed(outcomes[0]) == "1,2\n"
    assert outcomes[1].ok


def test_a_set_up_cell_runs_for_both_and_its_names_are_the_students():
    outcomes = run(
        setup("import numpy as np\nscale = 3"),
        student("y = np.ones(2) * scale"),
        check("np.testing.assert_array_equal(y, [scale, scale])"),
    )
    assert [outcome.ok for outcome in outcomes] == [True, True, True]


def test_top_level_await_magics_and_shell_lines_work_as_in_a_notebook():
    outcomes = run(
        student("import asyncio\nawait asyncio.sleep(0)\n%time x = 1\n!echo hello"),
        check("assert x == 1"),
    )
    assert outcomes[1].ok
    assert "hello" in printed(outcomes[0])


def test_a_forked_child_has_no_part_in_the_conversation():
    source = """
import os
def f():
    if os.fork() == 0:
        print("child")
        return 0
    os.wait()
    return 16
"""
    _, test, later = run(student(source), check("assert f() == 16"), student("print(2)"))
    assert (test.ok, test.lost) == (True, "")
    assert "2\n" in printed(later)


def test_a_cell_may_leave_the_streams_replaced():
    source = "import io, sys\nsys.stdout, sys.stderr = io.StringIO(), None"
    outcomes = run(student(source), student("print(1)"), student("x = 2"), check("assert x == 2"))
    assert printed(outcomes[1]) == "1\n"
    assert outcomes[3].ok


def test_the_shell_answers_what_matplotlib_inline_asks_of_it():
    assert run(student("get_ipython().enable_gui(None)"))[0].ok


def test_more_objects_than_can_be_handed_out_cost_their_own_question():
    cells = (student("def f(n): return [object() for _ in range(n)]"), check("f(30_000)"))
    outcomes = run(*cells, *[check("assert len(f(9_000)) == 9_000")] * 12)
    assert [outcome.ok for outcome in outcomes] == [True, False, *[True] * 12]


def test_a_debugger_or_an_exit_that_was_left_in_ends_nothing():
    outcomes = run(student("breakpoint()\nexit()\ny = 1"), check("assert y == 1"))
    assert outcomes[1].ok


def test_the_outputs_of_a_submission_have_a_limit(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(trial, "_OUTPUT_BYTES", 2_000)
    shows = "import os; print('x' * 900); os.write(1, b'y' * 900)"
    outcomes = run(*[student(shows)] * 4, check("pass"))
    shown = [printed(outcome) for outcome in outcomes]
    assert [text.count("were left out") for text in shown] == [0, 1, 0, 0, 0]
    assert sum(map(len, shown)) < 2_200
    assert outcomes[-1].ok
