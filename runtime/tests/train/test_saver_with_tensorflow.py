"""Models travel: variables, graph and Saver, written by one library and used by the other."""

from __future__ import annotations

import numpy as np
import pytest

import minigraph.compat.v1 as minigraph_v1

pytestmark = pytest.mark.tensorflow


@pytest.fixture(params=["minigraph to TensorFlow", "TensorFlow to minigraph"])
def libraries(request):
    """(who writes, who reads)."""
    pytest.importorskip("tensorflow")
    import tensorflow.compat.v1 as tensorflow_v1

    both = (minigraph_v1, tensorflow_v1)
    return both if request.param.startswith("minigraph") else both[::-1]


@pytest.mark.parametrize("resource", [False, True])
@pytest.mark.parametrize("sharded", [False, True])
def test_training_goes_on_in_the_other_library(libraries, tmp_path, resource, sharded):
    writer, reader = libraries
    xs = np.linspace(-1.0, 1.0, 8, dtype=np.float32).reshape(4, 2)
    feeds = {"x:0": xs, "y:0": xs @ [[2.0], [-1.0]] + 0.5}

    with writer.Graph().as_default(), writer.Session() as session:
        x = writer.placeholder(writer.float32, [None, 2], name="x")
        y = writer.placeholder(writer.float32, [None, 1], name="y")
        with writer.variable_scope("model", use_resource=resource):
            w = writer.get_variable("w", initializer=[[0.1], [0.2]])
            b = writer.get_variable("b", initializer=[0.0])
        loss = writer.reduce_mean(writer.square(writer.matmul(x, w) + b - y), name="loss")
        step = writer.train.get_or_create_global_step()
        # It puts the operation into the collection "train_op".
        train_op = writer.train.AdamOptimizer(0.1).minimize(loss, step, name="train")
        saver = writer.train.Saver(sharded=sharded)
        session.run(writer.global_variables_initializer())
        for _ in range(3):
            session.run(train_op, feeds)
        path = saver.save(session, f"{tmp_path}/m", global_step=step)
        expected = [session.run([train_op, loss], feeds)[1] for _ in range(4)]

    assert path.endswith("m-3")
    assert reader.train.latest_checkpoint(tmp_path) == path
    with reader.Graph().as_default(), reader.Session() as session:
        saver = reader.train.import_meta_graph(f"{path}.meta")
        saver.restore(session, path)
        (train_op,) = reader.get_collection("train_op")
        losses = [session.run([train_op, "loss:0"], feeds)[1] for _ in range(4)]
        np.testing.assert_allclose(losses, expected, rtol=1e-4)
        last = session.run("loss:0", feeds)
        again = saver.save(session, f"{tmp_path}/again")
    with writer.Graph().as_default(), writer.Session() as session:
        writer.train.import_meta_graph(f"{again}.meta").restore(session, again)
        np.testing.assert_allclose(session.run("loss:0", feeds), last, rtol=1e-4)
    assert writer.train.load_variable(again, "global_step") == 7
