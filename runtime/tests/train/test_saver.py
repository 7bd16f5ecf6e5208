"""A Saver keeps what was saved, whatever happens."""

from __future__ import annotations

import errno
import os

import numpy as np
import pytest

import minigraph.compat.v1 as tf


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


def a_variable_and_session(value: float = 1.0):
    v = tf.get_variable("v", initializer=value, use_resource=False)
    session = tf.Session()
    session.run(v.initializer)
    return v, session


def test_what_is_restored_is_the_session_s_own(tmp_path):
    v = tf.get_variable("v", initializer=np.ones(3, np.float32))
    saver, session = tf.train.Saver(), tf.Session()
    session.run(v.initializer)
    path = saver.save(session, f"{tmp_path}/m")
    saver.restore(session, path)
    session.run(tf.assign_add(v, [1.0, 1.0, 1.0]))
    assert tf.train.load_variable(path, "v").tolist() == [1.0, 1.0, 1.0]


def test_an_altered_checkpoint_is_refused_and_changes_nothing(tmp_path):
    v, session = a_variable_and_session()
    saver = tf.train.Saver()
    path = saver.save(session, f"{tmp_path}/m")
    session.run(v.assign(7.0))
    with open(f"{path}.data-00000-of-00001", "r+b") as file:
        file.write(b"\1")
    with pytest.raises(tf.errors.DataLossError, match="Checksum does not match") as caught:
        saver.restore(session, path)
    assert caught.value.op.name == "save/RestoreV2"
    assert session.run(v) == 7.0


@pytest.mark.parametrize("sharded", [False, True])
def test_a_save_that_fails_leaves_the_checkpoints_before_it(tmp_path, monkeypatch, sharded):
    v, session = a_variable_and_session()
    saver = tf.train.Saver(max_to_keep=1, sharded=sharded)
    first = saver.save(session, f"{tmp_path}/m", global_step=1)
    session.run(v.assign(2.0))

    def fail(*args: object) -> None:
        raise OSError(errno.ENOSPC, "disk full")

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", fail)
        with pytest.raises(tf.errors.ResourceExhaustedError, match="disk full"):
            saver.save(session, f"{tmp_path}/m", global_step=2)
    assert tf.train.latest_checkpoint(tmp_path) == first
    saver.restore(session, first)
    assert session.run(v) == 1.0
    assert saver.save(session, f"{tmp_path}/m", global_step=3) == f"{tmp_path}/m-3"
    assert not os.path.exists(f"{first}.index")


def test_one_checkpoint_is_kept_for_each_period(tmp_path, monkeypatch):
    from minigraph.train import saver as module

    now = 1000.0
    monkeypatch.setattr(module.time, "time", lambda: now)
    _, session = a_variable_and_session()
    saver = tf.train.Saver(max_to_keep=1, keep_checkpoint_every_n_hours=1.0)
    for step in range(5):
        saver.save(session, f"{tmp_path}/m", global_step=step)
        now += 1500.0
    kept = sorted(path.name for path in tmp_path.glob("*.index"))
    assert kept == ["m-3.index", "m-4.index"]


def test_relative_paths_let_a_directory_be_moved(tmp_path):
    _, session = a_variable_and_session(3.0)
    (tmp_path / "a").mkdir()
    tf.train.Saver(save_relative_paths=True).save(session, f"{tmp_path}/a/m")
    os.rename(tmp_path / "a", tmp_path / "b")
    found = tf.train.latest_checkpoint(tmp_path / "b")
    assert found == f"{tmp_path}/b/m"
    tf.train.Saver().restore(session, found)
