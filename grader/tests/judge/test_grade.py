"""From cells to points and reasons: what a student reads, and what is told of whom."""

from dataclasses import replace

import pytest

from coursegrader.judge.grade import _incidents, score_cells
from coursegrader.judge.restore import restore
from coursegrader.judge.results import QuestionResult
from coursegrader.judge.submission import Submission, SubmittedCell
from coursegrader.judge.supervisor import Supervisor
from coursegrader.notebooks import Cell, Notebook
from coursegrader.regions import CODE_STUB, TEXT_STUB
from grader.tests.judge.running import AMPLE, sandboxes

pytestmark = pytest.mark.sandbox

TF = "import numpy as np, minigraph.compat.v1 as tf\ntf.disable_v2_behavior()"
HIDDEN = "### BEGIN HIDDEN TESTS\n{}\n### END HIDDEN TESTS"


def grade(
    tests: list[str], answers: list[str], **limits: float
) -> tuple[dict[str, QuestionResult], str, str]:
    """Results, what the instructor is told, and all outputs, of answers q1, q2, ... to tests."""
    cells = []
    for number, test in enumerate(tests, start=1):
        solution = "### BEGIN SOLUTION\n### END SOLUTION"
        cells.append(Cell("code", solution, f"q{number}", solution=True))
        cells.append(Cell("code", test, f"q{number}_test", 2.0, grade=True, locked=True))
    given = [SubmittedCell("code", text, f"q{n}") for n, text in enumerate(answers, start=1)]
    source = Notebook("n", tuple(cells))
    restored = restore(source, Submission(tuple(given)), code_stub=CODE_STUB, text_stub=TEXT_STUB)
    supervisor = Supervisor(sandboxes(), replace(AMPLE, **limits))
    questions, outcomes = score_cells(source, restored, supervisor, {})
    told = " ".join(_incidents(restored, outcomes))
    return questions, told, str([outcome.outputs for outcome in outcomes])


def test_an_untouched_answer_in_parts_was_not_answered():
    parts = """
from coursegrader import checks
with checks.part(1, "first"): f(1)
with checks.part(1, "second"): f(2)
checks.score()"""
    stub = f"def f(x):\n    {CODE_STUB.replace(chr(10), chr(10) + '    ')}"
    questions, _, _ = grade([parts], [CODE_STUB])
    assert questions["q1_test"] == QuestionResult(0.0, 2.0, "This question was not answered.")
    questions, _, _ = grade([parts], [stub])
    assert "first: 0 of 1 - there is no answer yet" in questions["q1_test"].reason


@pytest.mark.parametrize(
    ("hoard", "need", "limit"),
    [
        ("kept.append(bytes(256 << 20))", "bytes(500 << 20)", "memory"),
        (
            "kept.append(subprocess.Popen(['sleep', '9']))",
            "t = Thread(target=int); t.start(); t.join()",
            "processes",
        ),
        (
            "open(f'/tmp/{len(kept)}', 'wb').write(bytes(64 << 20)); kept.append(1)",
            "save()",
            "files",
        ),
        ("kept.append(open('/dev/null'))", "open('/dev/zero')", "open files"),
    ],
)
def test_what_one_answer_hoards_costs_no_other(hoard: str, need: str, limit: str):
    first = f"import subprocess\nkept = []\ndef f():\n    while True: {hoard}"
    save = "def save():\n    open('/tmp/x', 'wb').write(bytes(1 << 20))"
    second = f"from threading import Thread\n{save}\ndef g():\n    {need}\n    return 1"
    questions, told, _ = grade(["f()", "assert g() == 1"], [first, second], memory_mb=1024)
    assert [question.score for question in questions.values()] == [0.0, 2.0]
    assert f"Cell q1_test reached the limit on {limit}." in told
    assert "Cell q2" not in told.replace("Cell q2_test passes only without", "")


def test_a_timer_of_one_answer_is_not_blamed_on_the_next():
    first = "import os, threading\ndef f(): threading.Timer(0.1, os._exit, [3]).start()"
    second = "import time\ntime.sleep(0.5)\ny = 1"
    questions, told, shown = grade(["f()", "assert y == 1"], [first, second])
    assert [question.score for question in questions.values()] == [2.0, 2.0]
    assert "Cell q1_test left a thread or a timer running." in told
    assert "exit code" not in told + shown


def test_a_thread_that_holds_the_interpreter_costs_no_other_question():
    hold = "re.match('(a|a)+$', 'a' * 60 + 'b')"
    first = f"import re, threading\ndef f(): threading.Timer(0.2, lambda: {hold}).start()"
    second = "import time\ntime.sleep(0.5)\ny = 1"
    questions, _, _ = grade(["f()", "assert y == 1"], [first, second], cell_seconds=5)
    assert [question.score for question in questions.values()] == [2.0, 2.0]


@pytest.mark.parametrize(
    "later",
    [
        "print(seen)",
        "raise ValueError(seen)",
        "show = seen; seen",
        "def g(): print(seen)",
        "def g(): raise ValueError(seen)",
        "def g(): return len(seen) < 2 or 1 / 0",
        "import os\nprint('[')\nos._exit(7 * (len(seen) > 1))",
    ],
)
def test_nothing_that_is_shown_later_knows_what_a_hidden_test_passed(later: str):
    first = "seen = []\ndef f(x):\n    seen.append(x)\n    return x"
    tests = ["assert f(1) == 1\n" + HIDDEN.format("assert f(777) == 777"), "g()"]
    questions, _, shown = grade(tests, [first, later])
    assert questions["q1_test"].score == 2.0
    assert "777" not in shown + str(questions)
    assert "exit code 7" not in str(questions)
    assert "[" in shown + str(questions) or "only after hidden tests" in str(questions)


def test_a_graph_that_is_too_large_to_be_sent_costs_its_own_question():
    answer = f"{TF}\nwith tf.Graph().as_default(): t = tf.constant(np.ones({{}}, np.float32))"
    test = "import minigraph.compat.v1 as tf\nwith tf.Session(graph={0}.graph) as s: s.run({0})"
    answers = [answer.format(2_000_000), answer.replace("t =", "u =").format(2)]
    questions, told, _ = grade([test.format("t"), test.format("u")], answers, frame_mb=4)
    assert [question.score for question in questions.values()] == [0.0, 2.0]
    assert "can be sent" in questions["q1_test"].reason
    assert "reached the limit on what can be sent to the test" in told


def test_a_hidden_test_inside_of_a_part_is_not_quoted():
    lines = "    assert f(1) == 2\n    ### BEGIN HIDDEN TESTS\n    assert f(7) == 8, 'SECRET'\n"
    part = "from coursegrader import checks\nwith checks.part(2, 'all'):\n" + lines
    test = f"{part}    ### END HIDDEN TESTS\nchecks.score()"
    wrong = "def f(x): return 2", "def f(x): return 3", "import os\ndef f(x): os._exit(3)"
    said = [grade([test], [answer])[0]["q1_test"].reason for answer in wrong]
    assert said == [
        "all: 0 of 2 - a hidden test failed",
        "all: 0 of 2 - failed: assert f(1) == 2",
        "all: 0 of 2 - your code ended the Python process (exit code 3)",
    ]
