"""A SavedModel with signatures runs in the library that did not write it, and as TF2 loads it."""

from __future__ import annotations

import numpy as np
import pytest

import minigraph.compat.v1 as minigraph_v1

pytestmark = pytest.mark.tensorflow

XS = np.linspace(-1.0, 1.0, 6, dtype=np.float32).reshape(3, 2)
W, B = np.array([[2.0], [-1.0]], np.float32), np.array([0.5], np.float32)


@pytest.fixture(params=["minigraph to TensorFlow", "TensorFlow to minigraph"])
def libraries(request):
    """(who writes, who reads)."""
    pytest.importorskip("tensorflow")
    import tensorflow.compat.v1 as tensorflow_v1

    both = (minigraph_v1, tensorflow_v1)
    return both if request.param.startswith("minigraph") else both[::-1]


def write(tf, directory, resource: bool) -> None:
    with tf.Graph().as_default(), tf.Session() as session:
        x = tf.placeholder(tf.float32, [None, 2], name="x")
        rate = tf.placeholder_with_default(1.0, [], name="rate")
        with tf.variable_scope("model", use_resource=resource):
            w, b = tf.get_variable("w", initializer=W), tf.get_variable("b", initializer=B)
        y = tf.matmul(x, w) + b
        session.run(tf.global_variables_initializer())
        predict = tf.saved_model.predict_signature_def
        builder = tf.saved_model.Builder(directory)
        builder.add_meta_graph_and_variables(
            session,
            ["serve"],
            {
                "serving_default": predict({"x": x}, {"y": y}),
                "scaled": predict({"x": x, "rate": rate}, {"y": y * rate, "w": tf.identity(w)}),
            },
        )
        builder.save()


@pytest.mark.parametrize("resource", [False, True])
def test_signatures_run_in_the_other_library(libraries, tmp_path, resource):
    writer, reader = libraries
    write(writer, f"{tmp_path}/model", resource)
    with reader.Graph().as_default(), reader.Session() as session:
        loaded = reader.saved_model.loader.load(session, ["serve"], f"{tmp_path}/model")
        scaled = loaded.signature_def["scaled"]
        fetches = {name: info.name for name, info in scaled.outputs.items()}
        feeds = {scaled.inputs["x"].name: XS, scaled.inputs["rate"].name: 10.0}
        values = session.run(fetches, feeds)
    np.testing.assert_allclose(values["y"], 10.0 * (XS @ W + B), rtol=1e-5)
    np.testing.assert_array_equal(values["w"], W)


@pytest.mark.parametrize("resource", [False, True])
def test_tensorflow_2_loads_what_minigraph_writes(tmp_path, resource):
    tensorflow = pytest.importorskip("tensorflow")
    write(minigraph_v1, f"{tmp_path}/model", resource)
    model = tensorflow.saved_model.load(f"{tmp_path}/model")
    found = model.signatures["scaled"](x=tensorflow.constant(XS), rate=tensorflow.constant(10.0))
    np.testing.assert_allclose(found["y"].numpy(), 10.0 * (XS @ W + B), rtol=1e-5)
    assert sorted(model.signatures) == ["scaled", "serving_default"]
