"""Models as TensorFlow 1 wrote them open here, also those with ops that minigraph lacks."""

from __future__ import annotations

import numpy as np
import pytest

import minigraph.compat.v1 as minigraph_v1

pytestmark = pytest.mark.tensorflow

RANDOM = np.random.default_rng(5)
IMAGES = RANDOM.normal(size=(4, 8, 8, 1)).astype(np.float32)
LABELS = np.array([0, 2, 1, 2])


@pytest.fixture(scope="module")
def tensorflow():
    pytest.importorskip("tensorflow")
    import tensorflow.compat.v1

    return tensorflow.compat.v1


def classifier(tf) -> None:
    """The network of the digits tutorial, small: convolution, pooling, dropout, Adam."""
    images = tf.placeholder(tf.float32, [None, 8, 8, 1], name="images")
    labels = tf.placeholder(tf.int64, [None], name="labels")
    keep = tf.placeholder_with_default(1.0, [], name="keep")
    with tf.variable_scope("net", use_resource=False):
        w1 = tf.get_variable("w1", initializer=RANDOM.normal(size=(3, 3, 1, 4)).astype("f"))
        b1 = tf.get_variable("b1", [4], initializer=tf.zeros_initializer())
        w2 = tf.get_variable("w2", initializer=RANDOM.normal(size=(64, 3)).astype("f") / 8)
    hidden = tf.nn.relu(tf.nn.bias_add(tf.nn.conv2d(images, w1, [1, 1, 1, 1], "SAME"), b1))
    pooled = tf.nn.max_pool(hidden, [1, 2, 2, 1], [1, 2, 2, 1], "SAME")
    flat = tf.nn.dropout(tf.reshape(pooled, [-1, 64]), keep_prob=keep)
    logits = tf.matmul(flat, w2, name="logits")
    losses = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits)
    loss = tf.reduce_mean(losses, name="loss")
    tf.train.AdamOptimizer(0.01).minimize(loss, name="train")


def test_a_convolutional_network_is_trained_on(tensorflow, tmp_path):
    feeds = {"images:0": IMAGES, "labels:0": LABELS}
    tf = tensorflow
    with tf.Graph().as_default(), tf.Session() as session:
        classifier(tf)
        saver = tf.train.Saver()
        session.run(tf.global_variables_initializer())
        session.run("train", feeds)
        path = saver.save(session, f"{tmp_path}/m")
        expected = [session.run(["loss:0", "train"], feeds)[0] for _ in range(3)]
    tf = minigraph_v1
    with tf.Graph().as_default(), tf.Session() as session:
        tf.train.import_meta_graph(f"{path}.meta").restore(session, path)
        losses = [session.run(["loss:0", "train"], feeds)[0] for _ in range(3)]
    np.testing.assert_allclose(losses, expected, rtol=1e-4)


@pytest.fixture(scope="module")
def model(tensorflow, tmp_path_factory):
    """A SavedModel with a loop and its gradient, a branch and an op that minigraph lacks."""
    tf, path = tensorflow, str(tmp_path_factory.mktemp("old") / "model")
    had_functions = tf.control_flow_v2_enabled()
    tf.disable_control_flow_v2()
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float32, [None, 3], name="x")
        training = tf.placeholder_with_default(False, [], name="training")
        w = tf.get_variable("w", initializer=[[1.0], [2.0], [3.0]], use_resource=False)
        product = tf.matmul(x, w, name="product")
        noisy = tf.cond(training, lambda: product + w[0], lambda: product * 2.0, name="branch")
        y = tf.identity(noisy, name="y")
        looped = tf.while_loop(lambda i, _: i < 3, lambda i, a: (i + 1, a * 2.0), [0, y])[1]
        tf.identity(looped, name="looped")
        tf.identity(tf.gradients(looped, w)[0], name="slope")
        tf.nn.lrn(x[:, None, None], name="lrn")
        session.run(tf.global_variables_initializer())
        tf.saved_model.simple_save(session, path, {"x": x}, {"y": y})
    if had_functions:
        tf.enable_control_flow_v2()
    return path


XS = np.array([[1.0, 2.0, 3.0], [0.0, 1.0, 0.0]], np.float32)


def test_what_minigraph_has_runs_and_the_rest_is_refused_by_name(model):
    tf = minigraph_v1
    with tf.Graph().as_default(), tf.Session() as session:
        tf.saved_model.load(session, ["serve"], model)
        assert session.run("product:0", {"x:0": XS}).tolist() == [[14.0], [2.0]]
        assert session.run("y:0", {"x:0": XS}).tolist() == [[28.0], [4.0]]
        assert session.run("y:0", {"x:0": XS, "training:0": True}).tolist() == [[15.0], [3.0]]
        with pytest.raises(tf.errors.UnimplementedError, match="cannot run the ops LRN, which"):
            session.run("lrn:0", {"x:0": XS})
        assert session.run("looped:0", {"x:0": XS}).tolist() == [[224.0], [32.0]]
        assert session.run("slope:0", {"x:0": XS}).tolist() == [[16.0], [48.0], [48.0]]
        assert session.run("looped:0", {"while/Exit_1:0": XS[:, :1]}).tolist() == [[1.0], [0.0]]


def test_it_goes_back_with_all_of_its_ops(tensorflow, model, tmp_path):
    tf = minigraph_v1
    with tf.Graph().as_default(), tf.Session() as session:
        tf.saved_model.load(session, ["serve"], model)
        path = tf.train.Saver().save(session, f"{tmp_path}/m")
    for tf in (minigraph_v1, tensorflow):
        with tf.Graph().as_default(), tf.Session() as session:
            tf.train.import_meta_graph(f"{path}.meta").restore(session, path)
            assert session.run("y:0", {"x:0": XS}).tolist() == [[28.0], [4.0]]
            found = tf.get_default_graph().get_operation_by_name("lrn")
            assert found.get_attr("depth_radius") == 5
    with tensorflow.Graph().as_default(), tensorflow.Session() as session:
        tensorflow.train.import_meta_graph(f"{path}.meta").restore(session, path)
        assert session.run("looped:0", {"x:0": XS}).tolist() == [[224.0], [32.0]]
        assert session.run("slope:0", {"x:0": XS}).tolist() == [[16.0], [48.0], [48.0]]


def test_a_graph_alone_does_not_say_what_its_ops_are(tensorflow, model):
    tf = minigraph_v1
    with tf.Graph().as_default() as graph, tf.Session() as session:
        tf.saved_model.load(session, ["serve"], model)
    message, error = graph.as_graph_def(), tf.errors.NotFoundError
    with tf.Graph().as_default(), pytest.raises(error, match="Op type not registered"):
        tf.import_graph_def(message)
