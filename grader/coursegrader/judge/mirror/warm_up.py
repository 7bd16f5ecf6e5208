"""Loads what the library loads at first use, before processes are forked from this one."""

import contextlib
import importlib
from typing import Any

MODULES = ("minigraph", "minigraph.compat.v1", "minigraph.compat.v1.train", "minigraph.protos")


def warm_up() -> None:
    """Import the library's modules, and build, train and copy a small graph once."""
    for name in MODULES:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    with contextlib.suppress(ImportError, AttributeError):
        _train_a_little()


def _train_a_little() -> None:
    tf: Any = importlib.import_module("minigraph.compat.v1")
    from minigraph import function_def, trace  # noqa: F401  # loaded at first use

    graph = tf.Graph()
    with graph.as_default():
        x = tf.placeholder(tf.float32, [None, 2], name="x")
        w = tf.Variable(tf.zeros([2, 1]), name="w")
        loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
        step = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
        initialize = tf.global_variables_initializer()
    with tf.Session(graph=graph) as session:
        session.run(initialize)
        session.run([loss, step], {x: [[1.0, 2.0]]})
    message = graph.as_graph_def(add_shapes=True)
    with tf.Graph().as_default():
        tf.import_graph_def(message, name="")
    w.to_proto()
