"""The article on SessionRunArgs: each program fails as in TensorFlow, and has a form that works."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

import minigraph.compat.v1 as tf
from minigraph.articles import run_args

PROGRAMS = ("asynchronous", "basic", "lazy_loading", "threads")
RESULT = "[ 1.  4.  9. 16. 25.]"
WRONG_FETCH = (
    'TypeError: Argument `fetch` = 1 has invalid type "int" must be a string or Tensor. '
    "(Can not convert a int into a Tensor or Operation.)"
)


@cache
def ends(backend: str) -> dict[str, list[str]]:
    script = Path(__file__).with_name("programs.py")
    command = [sys.executable, "-W", "ignore", str(script), backend]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.parametrize("program", PROGRAMS)
def test_given_to_run_the_arguments_are_taken_for_fetches(program: str) -> None:
    assert set(ends("minigraph")[f"{program}, name of the class"]) == {WRONG_FETCH}


@pytest.mark.parametrize("program", PROGRAMS)
def test_the_working_form_gives_what_the_article_promised(program: str) -> None:
    count = {"threads": 10, "asynchronous": 2}.get(program, 1)
    assert ends("minigraph")[f"{program}, working"] == [RESULT] * count


@pytest.mark.tensorflow
def test_each_program_ends_as_on_tensorflow_at_every_stage_of_repair() -> None:
    expected, actual = ends("tensorflow"), ends("minigraph")
    assert len(expected) == 5 * len(PROGRAMS)
    for name, lines in expected.items():
        assert Counter(actual[name]) == Counter(lines), name


def test_the_results_of_a_monitored_session_and_of_no_fetches() -> None:
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, [None])
        args = tf.train.SessionRunArgs({"y": tf.square(x)}, {x: [3.0]})
        with tf.train.MonitoredSession() as session:
            assert run_args(session, args).results["y"].tolist() == [9.0]
            assert run_args(session, tf.train.SessionRunArgs(None)).results is None


def test_anything_but_session_run_args_is_refused() -> None:
    args: tuple[object, ...] = (None, None, None)
    with pytest.raises(TypeError, match=r"takes tf\.train\.SessionRunArgs, not tuple"):
        run_args(tf.Session(graph=tf.Graph()), args)  # type: ignore[arg-type]
