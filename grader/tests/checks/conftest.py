"""Checks are tried on both libraries, in the processes that also score answers."""

from collections.abc import Callable
from pathlib import Path

import pytest

from coursegrader.scoring.client import Runner
from coursegrader.scoring.outcome import Outcome

Try = Callable[[str], Outcome]

PROGRAM = """
import {library}.compat.v1 as tf
from coursegrader import checks

tf.disable_v2_behavior()
graph = tf.Graph()
with graph.as_default():
    x = tf.placeholder(tf.float32, shape=[], name="x")
    y = 3.0 * x * x + 2.0 * x + 1.0
    c = tf.constant(4.0, name="c")
    rows = tf.placeholder(tf.float64, shape=[None, 2], name="rows")
    anything = tf.placeholder(tf.float32, name="anything")
    with tf.control_dependencies([c.op]):
        after = tf.no_op(name="after")
placed = tf.Graph()
with placed.as_default(), tf.device("/gpu:1"):
    d = tf.constant(1.0, name="d")
"""


@pytest.fixture(
    params=["minigraph", pytest.param("tensorflow", marks=pytest.mark.tensorflow)], scope="session"
)
def library(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="session")
def attempt(library: str, request: pytest.FixtureRequest, tmp_path_factory) -> Try:
    """Runs a line of a test cell after `PROGRAM`."""
    name = "runner" if library == "minigraph" else "tensorflow_runner"
    runner: Runner = request.getfixturevalue(name)
    cwd: Path = tmp_path_factory.mktemp("checks")

    def run(line: str) -> Outcome:
        program = PROGRAM.format(library=library)
        return runner.run([program], [[line]], cwd=cwd, timeout=120)[0][-1]

    return run


def message(outcome: Outcome) -> str:
    """What the failed line says, or nothing if it passed."""
    error = outcome.error
    return f"{error['ename']}: {error['evalue']}" if error else ""
