"""Training that is interrupted goes on where it was saved, and TensorBoard can follow it."""

from __future__ import annotations

import os

import pytest

import minigraph.compat.v1 as tf


@pytest.fixture(autouse=True)
def graph():
    tf.summary.FileWriterCache.clear()
    with tf.Graph().as_default() as graph:
        yield graph
    tf.summary.FileWriterCache.clear()


def counting():
    step = tf.train.get_or_create_global_step()
    return step, tf.assign_add(step, 1)


def events(directory) -> list:
    """(step, what happened), over all event files of a directory."""
    tf.summary.FileWriterCache.clear()
    files = sorted(name for name in os.listdir(directory) if name.startswith("events"))
    return [
        (event.step, event)
        for name in files
        for event in tf.train.summary_iterator(os.path.join(directory, name))
    ]


def test_a_session_that_was_killed_goes_on_at_its_last_checkpoint(tmp_path):
    _, train = counting()

    class Killed(Exception):
        pass

    def train_for(steps: int, killed: bool):
        with tf.train.MonitoredTrainingSession(
            checkpoint_dir=str(tmp_path), save_checkpoint_steps=5, log_step_count_steps=None
        ) as session:
            for _ in range(steps):
                last = session.run(train)
            if killed:
                raise Killed
        return last

    with pytest.raises(Killed):
        train_for(13, killed=True)
    assert tf.train.latest_checkpoint(tmp_path) == f"{tmp_path}/model.ckpt-10"
    assert train_for(1, killed=False) == 11
    assert tf.train.latest_checkpoint(tmp_path) == f"{tmp_path}/model.ckpt-11"


def test_checkpoints_are_written_at_the_start_in_between_and_at_the_end(tmp_path):
    calls = []

    class Listener(tf.train.CheckpointSaverListener):
        def begin(self):
            calls.append("begin")

        def before_save(self, session, global_step_value):
            calls.append(f"before {global_step_value}")

        def after_save(self, session, global_step_value):
            calls.append(f"after {global_step_value}")
            return global_step_value == 4

        def end(self, session, global_step_value):
            calls.append(f"end {global_step_value}")

    _, train = counting()
    tf.train.Saver(name="other")
    hook = tf.train.CheckpointSaverHook(
        str(tmp_path), save_steps=2, saver=tf.train.Saver(), listeners=[Listener()]
    )
    with tf.train.SingularMonitoredSession(hooks=[hook]) as session:
        while not session.should_stop():
            session.run(train)
    assert calls == [
        "begin",
        *("before 0", "after 0", "before 2", "after 2", "before 4", "after 4"),
        "end 4",
    ]
    names = {path.name for path in tmp_path.iterdir()}
    assert {"checkpoint", "graph.pbtxt", "model.ckpt-4.index", "model.ckpt-4.meta"} <= names
    logged = [(step, e.session_log.checkpoint_path) for step, e in events(tmp_path)]
    assert [step for step, path in logged if path] == [0, 2, 4]


def test_summaries_are_written_every_few_steps(tmp_path):
    step, train = counting()
    tf.summary.scalar("twice", tf.cast(step, tf.float32) * 2.0)
    with tf.train.MonitoredTrainingSession(
        summary_dir=str(tmp_path), save_summaries_steps=2, log_step_count_steps=3
    ) as session:
        for _ in range(7):
            session.run(train)
    values = [
        (step, value.tag) for step, event in events(tmp_path) for value in event.summary.value
    ]
    assert [step for step, tag in values if tag == "twice"] == [1, 3, 5, 7]
    assert [step for step, tag in values if tag == "global_step/sec"] == [4, 7]


def test_a_checkpoint_can_be_given_by_name(tmp_path):
    step, train = counting()
    saver = tf.train.Saver()
    with tf.Session() as session:
        session.run(step.initializer)
        first = saver.save(session, f"{tmp_path}/first")
        session.run(train)
        saver.save(session, f"{tmp_path}/second")
    creator = tf.train.ChiefSessionCreator(
        tf.train.Scaffold(saver=saver), checkpoint_filename_with_path=first
    )
    with tf.train.MonitoredSession(creator) as session:
        assert session.run(step) == 0


def test_a_manager_restores_or_says_that_it_did_not(tmp_path):
    v = tf.get_variable("v", initializer=3.0)
    saver = tf.train.Saver()
    manager = tf.train.SessionManager(ready_op=tf.report_uninitialized_variables())
    _, restored = manager.recover_session("", saver, checkpoint_dir=str(tmp_path))
    assert not restored
    session = manager.prepare_session("", v.initializer, saver, str(tmp_path))
    session.run(v.assign(5.0))
    saver.save(session, f"{tmp_path}/m")
    session, restored = manager.recover_session("", saver, checkpoint_dir=str(tmp_path))
    assert restored
    assert session.run(v) == 5.0
    with pytest.raises(ValueError, match="Can not provide both"):
        manager.prepare_session("", v.initializer, saver, str(tmp_path), f"{tmp_path}/m")
