"""Event files are TensorFlow's: what one library writes, TensorBoard and the other library read."""

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


def test_all_kinds_of_events_are_read(libraries, tmp_path):
    writer, reader = libraries
    with writer.Graph().as_default() as graph, writer.Session() as session:
        x = writer.placeholder(writer.float32, [None], name="x")
        writer.summary.scalar("mean", writer.reduce_sum(x))
        writer.summary.histogram("values", x)
        merged = writer.summary.merge_all()
        metadata = writer.RunMetadata()
        options = writer.RunOptions(trace_level=writer.RunOptions.FULL_TRACE)
        with writer.summary.FileWriter(str(tmp_path), graph) as file:
            for step in range(3):
                feeds = {x: np.arange(5.0) * step}
                file.add_summary(session.run(merged, feeds, options, metadata), step)
            file.add_run_metadata(metadata, "last", 3)
    (name,) = os.listdir(tmp_path)
    events = list(reader.train.summary_iterator(f"{tmp_path}/{name}"))
    assert events[0].file_version == "brain.Event:2"
    assert [event.WhichOneof("what") for event in events[1:]] == [
        "graph_def",
        "meta_graph_def",
        *["summary"] * 3,
        "tagged_run_metadata",
    ]
    scalars = [e.summary.value[0] for e in events if e.summary.value]
    assert [(value.tag, value.simple_value) for value in scalars] == [
        ("mean", 0.0),
        ("mean", 10.0),
        ("mean", 20.0),
    ]
    histogram = events[-2].summary.value[1].histo
    assert (histogram.num, histogram.sum, histogram.max) == (5.0, 20.0, 8.0)
    assert sum(histogram.bucket) == 5.0
    found = reader.GraphDef.FromString(events[1].graph_def)
    assert "x" in [node.name for node in found.node]
    stats = reader.RunMetadata.FromString(events[-1].tagged_run_metadata.run_metadata)
    assert stats.step_stats.dev_stats


def test_tensorboard_shows_what_minigraph_writes(tmp_path):
    pytest.importorskip("tensorboard")
    from tensorboard.backend.event_processing import event_accumulator, event_file_loader

    tf = minigraph_v1
    with tf.Graph().as_default() as graph, tf.Session() as session:
        x = tf.placeholder(tf.float32, [None], name="x")
        with tf.name_scope("layer"):
            tf.summary.scalar("average", tf.reduce_mean(x))
        tf.summary.scalar("loss", tf.reduce_sum(x), family="train")
        tf.summary.histogram("values", x)
        merged = tf.summary.merge_all()
        metadata = tf.RunMetadata()
        options = tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE)
        with tf.summary.FileWriter(str(tmp_path), graph) as file:
            file.add_session_log(tf.SessionLog(status=tf.SessionLog.START), 0)
            for step in range(3):
                feeds = {x: np.arange(5.0) * step}
                file.add_summary(session.run(merged, feeds, options, metadata), step)
            file.add_run_metadata(metadata, "last", 3)
            # What is in the file before it is closed can be read.
            file.flush()
            (name,) = os.listdir(tmp_path)
            seen = list(event_file_loader.EventFileLoader(f"{tmp_path}/{name}").Load())
    tags = [(event.step, value.tag) for event in seen for value in event.summary.value]
    assert [step for step, tag in tags if tag == "train/train/loss"] == [0, 1, 2]
    shown = event_accumulator.EventAccumulator(str(tmp_path), {"histograms": 0}).Reload()
    tags = shown.Tags()
    assert set(tags["scalars"]) == {"layer/average", "train/train/loss"}
    assert tags["histograms"] == ["values"]
    assert (tags["graph"], tags["meta_graph"], tags["run_metadata"]) == (True, True, ["last"])
    assert [(e.step, e.value) for e in shown.Scalars("layer/average")] == [(0, 0), (1, 2), (2, 4)]
    assert [e.histogram_value.sum for e in shown.Histograms("values")] == [0.0, 10.0, 20.0]
    assert {node.name: node.op for node in shown.Graph().node}["x"] == "Placeholder"
    assert shown.RunMetadata("last").step_stats.dev_stats
