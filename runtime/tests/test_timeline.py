"""Timelines read step_stats as TensorFlow's timeline does, ours and TensorFlow's."""

import json

import pytest

import minigraph.compat.v1 as tf
from minigraph import simulate_gpu, timeline


def traced(fetches, feeds=None, **config):
    """The step_stats of a run."""
    metadata = tf.RunMetadata()
    options = tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE)
    with tf.Session(config=tf.ConfigProto(**config)) as session:
        session.run(tf.global_variables_initializer())
        session.run(fetches, feeds, options=options, run_metadata=metadata)
    return metadata.step_stats


@pytest.fixture
def step_stats():
    """Of a run on three devices, with variables."""
    with tf.Graph().as_default():
        with tf.device("/cpu:0"):
            one = tf.Variable(1.0, name="one")
        with tf.device("/cpu:1"):
            two = tf.Variable([2.0, 3.0], name="two")
        with tf.device("/cpu:2"):
            result = tf.split(one + two + one * two, 2, name="parts")[1]
        return traced(result, device_count={"CPU": 3})


def test_a_trace_is_json_with_a_row_for_each_device(step_stats):
    events = json.loads(timeline.Timeline(step_stats).generate_chrome_trace_format())["traceEvents"]
    rows = [event["args"]["name"] for event in events if event["ph"] == "M"]
    assert rows[0] == "Allocators"
    for index in range(3):
        assert f"/job:localhost/replica:0/task:0/device:CPU:{index} Compute" in rows
    steps = [event for event in events if event["ph"] == "X"]
    assert {"parts", "one", "two", "_retval_parts_1_0"} <= {step["args"]["name"] for step in steps}
    assert all(step["dur"] >= 1 and step["ts"] > 0 for step in steps)


def test_arrows_and_memory_are_shown_on_request(step_stats):
    def kinds(**options):
        trace = timeline.Timeline(step_stats).generate_chrome_trace_format(**options)
        return {event["ph"] for event in json.loads(trace)["traceEvents"]}

    assert kinds(show_dataflow=False) == {"M", "X"}
    assert kinds() == {"M", "X", "s", "t"}
    assert kinds(show_memory=True) == {"M", "X", "s", "t", "N", "O", "D", "C"}


def test_maximums_of_allocators(step_stats):
    analysis = timeline.Timeline(step_stats).analyze_step_stats()
    most = analysis.allocator_maximums["cpu"]
    assert most.num_bytes >= 4 + 8
    assert most.timestamp > 0
    assert most.tensors


def test_the_memory_of_a_simulated_gpu_has_an_allocator_of_its_own():
    simulate_gpu(1, 2**20)
    try:
        with tf.Graph().as_default():
            x = tf.placeholder(tf.float32, [None])
            analysis = timeline.Timeline(traced(tf.exp(x), {x: [1.0]})).analyze_step_stats()
        assert set(analysis.allocator_maximums) == {"cpu", "GPU_0_bfc"}
    finally:
        simulate_gpu(0)


def test_pictures_are_svg(step_stats):
    picture = timeline.Timeline(step_stats).plot()
    svg = picture._repr_svg_()
    assert picture.description.startswith("Timeline of ")
    assert svg.startswith(f'<svg role="img" aria-label="{picture.description}"')
    assert "currentColor" in svg
    assert timeline.INK not in svg
    simulate_gpu(1, 2**20)
    try:
        from minigraph import gpu_memory

        assert timeline.plot_memory(gpu_memory())._repr_svg_().startswith("<svg")
        with tf.Graph().as_default():
            x = tf.placeholder(tf.float32, [None])
            traced(tf.exp(x), {x: [1.0]})
        assert "simulated GPU 0" in timeline.plot_memory(gpu_memory()).description
    finally:
        simulate_gpu(0)


@pytest.mark.tensorflow
def test_tensorflow_draws_the_same_timeline(step_stats):
    real = pytest.importorskip("tensorflow.python.client.timeline")
    messages = pytest.importorskip("tensorflow.core.framework.step_stats_pb2")
    theirs = messages.StepStats.FromString(step_stats.SerializeToString())
    for options in ({}, {"show_memory": True}, {"show_dataflow": False}, {"op_time": "all"}):
        expected = real.Timeline(theirs).generate_chrome_trace_format(**options)
        found = timeline.Timeline(step_stats).generate_chrome_trace_format(**options)
        assert json.loads(found) == json.loads(expected)
    analysis = real.Timeline(theirs).analyze_step_stats()
    ours = timeline.Timeline(step_stats).analyze_step_stats()
    assert {k: tuple(v) for k, v in ours.allocator_maximums.items()} == {
        k: tuple(v) for k, v in analysis.allocator_maximums.items()
    }


@pytest.mark.tensorflow
def test_the_timeline_of_a_run_of_tensorflow_is_read_alike():
    real_tf = pytest.importorskip("tensorflow").compat.v1
    real = pytest.importorskip("tensorflow.python.client.timeline")
    with real_tf.Graph().as_default():
        x = real_tf.placeholder(real_tf.float32, [None])
        y = real_tf.exp(real_tf.matmul([x], [x], transpose_b=True))
        metadata = real_tf.RunMetadata()
        with real_tf.Session() as session:
            options = real_tf.RunOptions(trace_level=3)
            session.run(y, {x: [1.0]}, options=options, run_metadata=metadata)
    from minigraph import protos

    ours = protos.StepStats.FromString(metadata.step_stats.SerializeToString())
    expected = real.Timeline(metadata.step_stats).generate_chrome_trace_format(show_memory=True)
    found = timeline.Timeline(ours).generate_chrome_trace_format(show_memory=True)
    assert json.loads(found) == json.loads(expected)
