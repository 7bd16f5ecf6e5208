"""Checks of values tell a wrong value from one of the wrong kind, and hide what they must."""

import pytest

from grader.tests.checks.conftest import Try, message

IN_A_SESSION = "with tf.Session(graph=graph) as session:\n    "
FOLLOWS = IN_A_SESSION + "checks.follows_feed(session, {}, {}, {}, what='y', to='x'{})"
DIGEST = "right = checks.digest({}, 'q1')\n"

PASSES = [
    "checks.value(17.0, 17, 'f(2)')",
    "checks.value([1.0, 2.0], (1.0, 2.0000001), 'f')",
    "checks.value(float('nan'), float('nan'), 'f')",
    FOLLOWS.format("y", "x", "{2.0: 17.0, 5.0: 86.0}", ""),
    FOLLOWS.format("c", "x", "[(1.0, 4.0), (2.0, 4.0)]", ""),
    DIGEST.format("17.0") + "checks.matches(17.000001, right, 'q1', 'f(2)')",
    "checks.container([1], list, 'f()')",
    DIGEST.format("14.0") + "checks.matches(14, right, 'q1', 'v', convert=float)",
    DIGEST.format("{'b': [1, 2], 'a': (3.0,)}")
    + "checks.matches({'a': (3.0,), 'b': [1, 2]}, right, 'q1', 'v')",
    DIGEST.format("-0.0") + "checks.matches(0.0, right, 'q1', 'v')",
    "checks.number(4.0, 'v'); checks.number(float('nan'), 'v'); checks.number(placed.version, 'v')",
    IN_A_SESSION + "with checks.running('`y`'): session.run(y, {x: 1.0})",
    DIGEST.format("{'b', 'a'}") + "checks.matches({'a', 'b'}, right, 'q1', 'v')",
]

FAILS = [
    ("checks.value(16.0, 17.0, 'f(2)')", "f(2) is 16.0; it should be 17.0."),
    ("checks.value(None, 17.0, 'f(2)')", "f(2) is None. Is a `return` missing"),
    ("checks.value(y, 17.0, 'f(2)')", "f(2) is the tensor 'add_1:0'; its value is expected."),
    ("checks.value('17', 17.0, 'f(2)')", "f(2) is '17'; it should be 17.0."),
    ("checks.value([1, 2], [1, 3], 'the sums of 2 rows')", "the sums of 2 rows are [1, 2]; it"),
    ("checks.value(3.0, 4.0, 'the loss of two rows')", "the loss of two rows is 3.0; it should"),
    ("checks.value([1.0], 1.0, 'f')", "f is [1.0]; it should be 1.0."),
    ("checks.value(1, 2, 'f', why='Too low.')", "it should be 2. Too low."),
    ("checks.items(None, 'f()', 'a', 'b')", "f() returned None; it should return (a, b)."),
    ("checks.items(3, 'f()', 'a', 'b')", "f() returned the number 3; it should return (a, b)."),
    ("checks.items((1,), 'f()', 'a', 'b')", "f() returned 1 thing; it should return (a, b)."),
    (FOLLOWS.format("c", "x", "{2.0: 17.0, 5.0: 86.0}", ""), "`y` is 4.0 whatever is fed to `x`."),
    (
        FOLLOWS.format("y", "x", "{2.0: 18.0, 5.0: 86.0}", ""),
        "`y` with 2.0 fed to `x` is 17.0; it should be 18.0.",
    ),
    (
        FOLLOWS.format("y", "c", "{2.0: 17.0}", ""),
        "Running `y` with only `x` fed fails with InvalidArgumentError: You must feed a value",
    ),
    (
        DIGEST.format("17.0") + "checks.matches(18.0, right, 'q1', 'f(2)')",
        "f(2) is of the right type, but 18.0 is not the right value.",
    ),
    (
        DIGEST.format("17.0") + "checks.matches(17, right, 'q1', 'f(2)')",
        "f(2) is of another type than the question asks for: it is the number 17.",
    ),
    (
        DIGEST.format("[1]") + "checks.matches([1, 2], right, 'q1', 'f(2)')",
        "is of the right type but of another shape or length than expected: length 2",
    ),
    (
        DIGEST.format("1.0") + "checks.matches('1.0', right, 'q1', 'v', convert=float)",
        "v is the text '1.0'; a value of type float is expected.",
    ),
    (
        DIGEST.format("1") + "checks.matches(1.5, right, 'q1', 'v', convert=int)",
        "v is the number 1.5; a value of type int is expected.",
    ),
    ("checks.number(y, 'v')", "v is the tensor 'add_1:0'; its value is expected."),
    ("checks.number([1.0], 'v')", "v is a list; one number is expected."),
    (
        IN_A_SESSION + "with checks.running('`y`'): session.run(y)",
        "Running `y` fails with InvalidArgumentError: You must feed a value",
    ),
    (IN_A_SESSION + "with checks.running('`y`'): checks.graph(3, 'g')", "`g` should be a tf.Graph"),
    ("checks.container(None, list, 'f()')", "f() is None; a list is expected. Is the `return`"),
    ("checks.container((1, 2), list, 'f()')", "f() is a tuple; a list is expected."),
    ("checks.container(iter([1]), set, 'f()')", "f() is a list_iterator; a set is expected."),
    (
        DIGEST.format("1.0") + "checks.matches('a', right, 'q1', 'v', convert=float)",
        "v is the text 'a'; a value of type float is expected.",
    ),
]


@pytest.mark.parametrize("line", PASSES)
def test_a_right_value_passes(attempt: Try, line: str):
    assert message(attempt(line)) == ""


@pytest.mark.parametrize(("line", "expected"), FAILS)
def test_a_wrong_value_is_named(attempt: Try, line: str, expected: str):
    said = message(attempt(line))
    assert said.startswith("AssertionError")
    assert expected in said


@pytest.mark.parametrize(
    "line",
    [
        "checks.value(16.0, 17.0, 'f(2)', hidden=True)",
        FOLLOWS.format("y", "x", "{2.0: 18.5, 5.0: 17.0}", ", hidden=True"),
    ],
)
def test_a_hidden_check_does_not_tell_the_right_value(attempt: Try, line: str):
    said = message(attempt(line))
    assert said.startswith("AssertionError")
    assert "should be" not in said
    assert "18.5" not in said


def test_the_salt_changes_every_digest(attempt: Try):
    line = "print(checks.digest(1.0, 'q1'), checks.digest(1.0, 'q2'))"
    first, second = attempt(line).stream("stdout").split()
    assert not set(first.split(":")) & set(second.split(":"))
