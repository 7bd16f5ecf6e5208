"""What a student reads about a failed test, and what nobody reads about a hidden one."""

import pytest

from coursegrader.judge.verdicts import Verdict
from grader.tests.judge.running import check, printed, run, setup, student, verdict

pytestmark = pytest.mark.sandbox

HIDDEN = "### BEGIN HIDDEN TESTS\n{}\n### END HIDDEN TESTS"


def test_a_passed_test_has_full_marks_and_no_reason():
    assert verdict(student("x = 3"), check("assert x == 3")) == Verdict(ok=True)


@pytest.mark.parametrize(
    ("test", "reason"),
    [
        ("assert f(0) == 1, 'f(0) should be 1'", "f(0) should be 1"),
        ("assert f(0) == 1", "This test failed: assert f(0) == 1"),
        ("f(5)", "ZeroDivisionError: division by zero"),
        ("g(0)", "NameError: name 'g' is not defined"),
        ("f(0)[1]", "TypeError: 'int' object is not subscriptable"),
        ("f(7)", "SystemExit: 0"),
        ("f(8)", "TypeError: an array of object cannot be examined"),
        ("f(9)", "did not answer"),
    ],
)
def test_the_reason_names_what_failed(test: str, reason: str):
    answer = """
import numpy as np, sys
def f(x):
    if x == 5: return 1 / (x - 5)
    if x == 7: sys.exit(0)
    if x == 8: return np.array([None])
    if x == 9: raise RuntimeError("did not answer")
    return 0
"""
    found = verdict(student(answer), check(test))
    assert not found.ok
    assert reason in found.reason


def test_the_students_own_lines_are_shown_with_an_exception():
    found = verdict(student("def f(x):\n    y = x\n    return 1 / y"), check("f(0)"))
    assert found.trace == "line 3: return 1 / y"
    assert found.lines == ("f(0)",)


@pytest.mark.parametrize("test", ["assert f(7) == 162, 'f(7) is 162'", "f(7)['secret']"])
def test_nothing_of_a_hidden_test_is_shown(test: str):
    found = verdict(student("def f(x): return 0"), check(HIDDEN.format(test)))
    assert not found.ok
    assert found.hidden
    for secret in ("162", "f(7)", "secret"):
        assert secret not in str(found)


@pytest.mark.parametrize("kind", ["ValueError", "AssertionError"])
def test_an_exception_in_a_hidden_test_shows_neither_its_message_nor_its_own_name(kind: str):
    answer = f"def f(x): raise type(f'X{{x}}', ({kind},), {{}})(f'called with {{x}}')"
    found = verdict(student(answer), check(HIDDEN.format("f(7)")))
    assert found.reason == f"A hidden test failed: your code raised {kind}."
    assert "7" not in str(found)


@pytest.mark.parametrize(
    "answer",
    [
        "import os\ndef f(x): os._exit(x)",
        "def f(x): return tf.py_func(len, ['x'], [tf.int64], name=f'x_{x}')",
        "import os, struct\ndef f(x): os.write(1000, struct.pack('!BII', 5, x, 2) + b'{}')",
        "import os, struct\ndef f(x): os.write(1000, struct.pack('!BII', 5, 2, x) + b'x' * x)",
        "import os, struct\ndef f(x): os.write(1000, struct.pack('!BII', 5, 2, x * 10**8))",
    ],
)
def test_no_way_to_fail_in_a_hidden_test_carries_what_it_passed(answer: str):
    imports = "import minigraph.compat.v1 as tf"
    test = HIDDEN.format("tf.Session().run(f(7))")
    found = verdict(setup(imports), student(answer), check(test))
    assert not found.ok
    assert "7" not in str(found)


def test_where_hidden_messages_are_shown_those_of_exceptions_are():
    answer = "def f(x): raise ValueError('no such thing')"
    found = verdict(student(answer), check(HIDDEN.format("f(7)")), show_hidden=True)
    assert found.reason == "ValueError: no such thing"


def test_messages_of_hidden_tests_are_shown_where_the_course_says_so():
    cells = student("x = 1"), check(HIDDEN.format("assert x == 2, 'x is not yet right'"))
    assert verdict(*cells).reason == "A hidden test failed."
    assert verdict(*cells, show_hidden=True).reason == "x is not yet right"


def test_what_a_call_prints_is_shown_except_during_hidden_tests():
    test = "f('seen')\n" + HIDDEN.format("f('unseen')\nprint('unseen too')") + "\nf('seen again')"
    outcome = run(student("def f(x): print(x)"), check(test))[1]
    assert printed(outcome) == "seen\nseen again\n"


def test_a_warning_does_not_lose_a_right_answer():
    answer = (
        "import warnings, sys\ndef f(x):\n    warnings.warn('w')\n    print('e', file=sys.stderr)"
    )
    assert verdict(student(answer), check("f(1)")).ok


def test_the_exit_of_a_context_of_the_students_learns_nothing_of_a_hidden_test():
    answer = """
class C:
    def __enter__(self): return self
    def __exit__(self, *error): print(error)
"""
    test = HIDDEN.format("with C(): assert False, 'secret'")
    outcome = run(student(answer), check(test), student("print('end')"))[1]
    assert "secret" not in str(outcome)


def test_a_test_that_is_no_python_is_a_failure_with_its_reason():
    assert "SyntaxError" in verdict(check("this is no Python")).reason


def test_what_is_written_past_python_in_a_hidden_test_is_shown_nowhere():
    answer = "import os\ndef f(x): os.write(1, b'raw %d;' % x)"
    cells = student(answer), check("f(1)"), check(HIDDEN.format("f(7)")), student("2")
    outcomes = run(*cells)
    assert printed(outcomes[1]) == "raw 1;"
    assert not outcomes[2].outputs
    assert "7" not in str(outcomes)


PARTS = """
from coursegrader import checks
with checks.part(1, "first"): assert x == 1, "x should be 1"
with checks.part(2, "second"): assert y == 2, "y should be 2"
{}
"""


def test_partial_credit_comes_from_the_score_of_checks_with_a_message():
    outcome = run(student("x, y = 1, 5"), check(PARTS.format("checks.score()")))[1]
    assert outcome.verdict is not None
    assert outcome.verdict.points == 1
    assert "y should be 2" in str(outcome.outputs)


@pytest.mark.parametrize("last", ["0", "score()", "checks.part(0, '')", "0.5 + 0", "x"])
def test_no_other_last_expression_is_partial_credit(last: str):
    test = f"from coursegrader import checks\ny\n{last}"
    found = verdict(student("x = 0\ny = 2\ndef score(): return 0"), check(test))
    assert found.points is None


@pytest.mark.parametrize(
    ("last", "points"),
    [
        ("points", 1.5),
        ("round(points) - 1", 1.0),
        ("sum(p for p in [0.5, points])", 2.0),
        ("points > 1", None),
        ("-points", None),
        ("x", None),
        ("f(points)", None),
    ],
)
def test_where_no_checks_are_in_use_a_number_of_the_tests_own_is_partial_credit(
    last: str, points: float | None
):
    cells = student("x = 0\ndef f(x): return 0"), check(f"points = x + 1.5\n{last}")
    assert verdict(*cells).points == points


def test_parts_of_a_cell_that_failed_do_not_count_for_the_next_one():
    first = "from coursegrader import checks\nwith checks.part(5, 'p'): pass\nassert False"
    cells = student("x, y = 1, 5"), check(first), check(PARTS.format("checks.score()"))
    assert verdict(*cells).points == 1


def test_hidden_parts_and_notes_do_not_show_in_what_is_displayed_later():
    test = """
from coursegrader import checks
with checks.card("q"):
    ### BEGIN HIDDEN TESTS
    checks.value(f(7), 162, "f(7)")
    with checks.part(1, "hidden part"): assert f(8) == 5, "f(8) is not 5"
    ### END HIDDEN TESTS
checks.score()
"""
    outcome = run(student("def f(x): return 162"), check(test))[1]
    assert outcome.verdict is not None
    assert outcome.verdict.points == 0
    for secret in ("f(7)", "f(8)", "hidden part"):
        assert secret not in str(outcome.outputs)
