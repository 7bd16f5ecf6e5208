"""Models travel: variables, graph and Saver, written by one library and used by the other."""

from __future__ import annotations

import os

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


def test_a_model_with_the_ops_of_its_time(tmp_path):
    """Before TensorFlow 1.0: Variable, SaveSlices, RestoreSlice, the format V1, a fed constant."""
    pytest.importorskip("tensorflow")
    import tensorflow.compat.v1 as tf

    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float32, [None, 2], name="x")
        w = tf.raw_ops.Variable(shape=[2, 1], dtype=tf.float32, name="w")
        start = tf.assign(w, [[2.0], [3.0]])
        tf.matmul(x, w, name="y")
        path = tf.constant("model", name="save/Const")
        save = tf.raw_ops.SaveSlices(
            filename=path, tensor_names=["w"], shapes_and_slices=[""], data=[w], name="save/save"
        )
        with tf.control_dependencies([save]):
            tf.identity(path, name="save/control_dependency")
        read = tf.raw_ops.RestoreSlice(
            file_pattern=path, tensor_name="w", shape_and_slice="", dt=tf.float32
        )
        tf.group(tf.assign(w, read), name="save/restore_all")
        definition = tf.train.SaverDef(
            filename_tensor_name="save/Const:0",
            save_tensor_name="save/control_dependency:0",
            restore_op_name="save/restore_all",
        )
        session.run(start)
        saved = tf.train.Saver(saver_def=definition).save(session, f"{tmp_path}/model")
    assert sorted(os.listdir(tmp_path)) == ["checkpoint", "model", "model.meta"]

    tf = minigraph_v1
    with tf.Graph().as_default(), tf.Session() as session:
        saver = tf.train.import_meta_graph(f"{saved}.meta")
        saver.restore(session, tf.train.latest_checkpoint(tmp_path))
        assert session.run("y:0", {"x:0": [[1.0, 10.0]]}) == [[32.0]]
        assert saver.save(session, f"{tmp_path}/again") == f"{tmp_path}/again"
    assert (tmp_path / "again").read_bytes() == (tmp_path / "model").read_bytes()
