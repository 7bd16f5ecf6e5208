"""A module that one library saves is loaded by the other: variables, functions, signatures."""

from __future__ import annotations

import numpy as np
import pytest

import minigraph

pytestmark = [
    pytest.mark.tensorflow,
    pytest.mark.usefixtures("modes_of_a_fresh_process"),
]

X = np.array([1.0, 2.0], np.float32)


def library(name: str):
    """The library of this name; TensorFlow's takes its time."""
    return minigraph if name == "minigraph" else pytest.importorskip("tensorflow")


@pytest.fixture(params=["minigraph", "tensorflow"])
def tf(request):
    """Who writes."""
    return library(request.param)


@pytest.fixture
def other(tf):
    """Who reads."""
    return library("tensorflow" if tf is minigraph else "minigraph")


def make(tf):
    """A model of everything that is saved."""

    class Layer(tf.Module):
        def __init__(self):
            super().__init__()
            self.w = tf.Variable([1.0, 2.0], name="w")

    class Model(tf.Module):
        def __init__(self):
            super().__init__()
            self.v = tf.Variable(3.0, name="v")
            self.layer = Layer()
            self.listed = [tf.Variable(4, trainable=False), self.layer]
            self.named = {"v": self.v}
            self.table = tf.range(200.0)

        @tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
        def __call__(self, x):
            return x * self.v + self.table[3]

        @tf.function
        def scaled(self, x, by=2):
            return {"y": x * by * self.layer.w, "parts": (x, [x + 1])}

        @tf.function(input_signature=[tf.TensorSpec([], tf.float32)])
        def step(self, x):
            self.v.assign_add(x)
            return tf.cond(self.v > 5.0, lambda: self.v * 2, lambda: self.v + 0)

    return Model()


def of_model(tf, model):
    """What a model answers, as Python values."""
    x = tf.constant(X)
    with tf.GradientTape() as tape:
        scaled = model.scaled(x, by=3)
    serving = model.signatures["serving_default"]
    return {
        "call": model(x).numpy().tolist(),
        "converted": model([1.0]).numpy().tolist(),
        "scaled": tf.nest.map_structure(lambda tensor: tensor.numpy().tolist(), scaled),
        "gradient": tape.gradient(scaled["y"], model.layer.w).numpy().tolist(),
        "signature": {name: one.numpy().tolist() for name, one in serving(x=x).items()},
        "by position": serving(x)["output_0"].numpy().tolist(),
        "inputs": str(serving.structured_input_signature),
        "step": [float(model.step(1.0)), float(model.step(5.0)), float(model.v)],
        "same": [model.named["v"] is model.v, model.listed[1] is model.layer],
        "listed": int(model.listed[0]),
        "names": [model.v.name, model.layer.w.name],
        "trainable": [model.v.trainable, model.listed[0].trainable],
    }


def save(tf, directory) -> None:
    model = make(tf)
    model.v.assign(3.5)
    with tf.GradientTape() as tape:  # what a gradient adds to a function is not saved
        y = model.scaled(tf.constant(X), by=3)["y"]
    tape.gradient(y, model.layer.w)
    tf.saved_model.save(model, directory, signatures=model.__call__)


def test_a_module_answers_in_the_other_library_as_in_its_own(tf, other, tmp_path):
    save(tf, f"{tmp_path}/model")
    there = of_model(other, other.saved_model.load(f"{tmp_path}/model"))
    here = of_model(tf, tf.saved_model.load(f"{tmp_path}/model"))
    assert there == here
    assert there["call"] == [6.5, 10.0]
    assert there["gradient"] == [3.0, 6.0]
    assert there["step"] == [4.5, 19.0, 9.5]


def test_what_was_loaded_is_saved_again(tf, other, tmp_path):
    save(tf, f"{tmp_path}/first")
    model = other.saved_model.load(f"{tmp_path}/first")
    model.v.assign(10.0)
    other.saved_model.save(model, f"{tmp_path}/second", signatures=model.signatures)
    again = tf.saved_model.load(f"{tmp_path}/second")
    assert again(tf.constant(X)).numpy().tolist() == [13.0, 23.0]
    assert again.signatures["serving_default"](tf.constant(X))["output_0"].numpy()[0] == 13.0


@pytest.mark.parametrize("reader", ["minigraph", "tensorflow"])
def test_a_session_loads_a_module(tf, reader, tmp_path):
    save(tf, f"{tmp_path}/model")
    there = library(reader)
    v1 = there.compat.v1
    with there.Graph().as_default(), v1.Session() as sess:
        signature = v1.saved_model.load(sess, ["serve"], f"{tmp_path}/model").signature_def
        serving = signature["serving_default"]
        fetch, feed = serving.outputs["output_0"].name, serving.inputs["x"].name
        assert sess.run(fetch, {feed: X}).tolist() == [6.5, 10.0]


@pytest.mark.parametrize("resource", [False, True])
def test_a_model_of_a_session_is_loaded_with_variables_and_parts_of_its_graph(
    tf, other, tmp_path, resource
):
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as sess:
        x = v1.placeholder(tf.float32, [None], name="x")
        w = v1.get_variable("w", initializer=3.0, use_resource=resource)
        y = tf.add(tf.multiply(x, w, name="product"), 1.0, name="y")
        sess.run(w.initializer)
        v1.saved_model.simple_save(sess, f"{tmp_path}/model", {"x": x}, {"y": y})
    model = other.saved_model.load(f"{tmp_path}/model")
    serving = model.signatures["serving_default"]
    with other.GradientTape() as tape:
        found = serving(x=other.constant(X))["y"]
    assert found.numpy().tolist() == [4.0, 7.0]
    for variable in model.variables:
        assert float(tape.gradient(found, variable)) == 3.0
        variable.assign(5.0)
    assert len(model.variables) == resource
    pruned = model.prune("x:0", {"p": "product:0"})
    value = 5.0 if resource else 3.0
    assert pruned(other.constant(X))["p"].numpy().tolist() == [value, 2 * value]
