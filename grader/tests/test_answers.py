"""Stored answers say in their header what they are and what must happen to them."""

from pathlib import Path

import pytest

from coursegrader.answers import AnswerError, read_answer

WRONG = """# question: sums_q1
# loses: 2.5
# message: is not the sum
# Adds the first two
# numbers only.

def f(xs):
    # question: of taste
    return xs[0] + xs[1]
"""


def write(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "first_two.py"
    path.write_text(text)
    return path


def test_header_and_source_are_told_apart(tmp_path: Path):
    answer = read_answer(write(tmp_path, WRONG), wrong=True)
    assert (answer.name, answer.question, answer.loses) == ("first_two", "sums_q1", 2.5)
    assert answer.message == "is not the sum"
    assert answer.about == "Adds the first two numbers only."
    assert answer.source.startswith("def f(xs):\n    # question: of taste")


def test_a_right_answer_needs_only_its_question(tmp_path: Path):
    answer = read_answer(write(tmp_path, "# question: q1\n# Odd.\nx = 1\n"), wrong=False)
    assert (answer.loses, answer.source) == (0.0, "x = 1")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("# question: sums_q1\n", "lacks question"),
        ("# loses: 2.5\n", "lacks loses"),
        ("# message: is not the sum\n", "lacks message"),
        ("# Adds the first two\n# numbers only.\n", "no comment says what"),
    ],
)
def test_what_is_missing_is_named(tmp_path: Path, line: str, said: str):
    with pytest.raises(AnswerError, match=said):
        read_answer(write(tmp_path, WRONG.replace(line, "")), wrong=True)
