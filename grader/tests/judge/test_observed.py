"""The instructor learns what a submission tried."""

import pytest

from grader.tests.judge.running import check, run, student

pytestmark = pytest.mark.sandbox


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("import socket\nsocket.create_connection(('10.1.2.3', 80), 1)", "network (10.1.2.3)"),
        ("import urllib.request as u\nu.urlopen('http://example.org')", "network (example.org)"),
        ("import os\nos.kill(1, 9)", "tried to send signal 9 to process 1"),
        ("x = bytearray(1 << 40)", "reached the limit on memory"),
        ("open('f', 'wb').write(b'x' * (200 << 20))", "reached the limit on the size of a file"),
        ("open('/usr/x', 'w')", "reached files that it may not write"),
        (
            "import subprocess\nfor _ in range(99): subprocess.Popen(['sleep', '9'])",
            "reached the limit on processes",
        ),
    ],
)
@pytest.mark.parametrize("in_a_call", [False, True])
def test_what_is_tried_is_noted(source: str, sentence: str, in_a_call: bool):
    if in_a_call:
        lines = "\n    ".join(source.splitlines())
        outcomes = run(student(f"def f():\n    {lines}"), check("f()"), student("1"), check("1"))
    else:
        outcomes = run(student(""), student(source), student("1"), check("1"))
    first, guilty, *later = (outcome.observed for outcome in outcomes)
    assert sentence in str(guilty)
    assert [first, *later] == [(), (), ()]


def test_an_honest_submission_tries_nothing():
    answer = """
import socket, subprocess, tempfile, os
s = socket.create_server(("127.0.0.1", 0)); socket.create_connection(s.getsockname())
subprocess.run(["true"]); open("f", "w").close(); tempfile.TemporaryFile()
"""
    assert run(student(answer))[0].observed == ()


def test_no_more_is_kept_than_an_instructor_reads_whatever_is_sent():
    answer = """
import itertools
from coursegrader.judge import observed
numbers = itertools.count()
observed.Observed.take = lambda self: [f"{next(numbers)}" * 999 for _ in range(99)] + [{}, None]
def f(): return 1
"""
    outcome = run(student(answer), check("assert sum(f() for _ in range(9)) == 9"))[1]
    assert outcome.ok
    assert len(str(outcome.observed)) < 5_000
