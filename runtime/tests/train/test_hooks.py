"""SessionRunArgs belong to hooks: who gives them to Session.run is told so."""

from __future__ import annotations

import pytest

import minigraph.compat.v1 as tf


def request() -> tuple[tf.Session, tf.train.SessionRunArgs]:
    graph = tf.Graph()
    with graph.as_default():
        x = tf.placeholder(tf.float32, [None])
        return tf.Session(graph=graph), tf.train.SessionRunArgs(x * x, {x: [1.0, 2.0, 3.0]})


@pytest.mark.parametrize("nested", [False, True])
def test_run_says_what_session_run_args_are_for(nested: bool) -> None:
    session, args = request()
    with pytest.raises(TypeError, match=r"Argument `fetch` = 1\.0 has invalid type") as caught:
        session.run([args] if nested else args)
    (note,) = caught.value.__notes__
    assert note.startswith("Hint: ")
    assert "sess.run(args.fetches, feed_dict=args.feed_dict)" in note
    assert "before_run() of a SessionRunHook" in " ".join(note.split())


def test_what_the_hint_says_works() -> None:
    session, args = request()
    assert session.run(args.fetches, feed_dict=args.feed_dict).tolist() == [1.0, 4.0, 9.0]


def test_other_wrong_fetches_get_another_hint() -> None:
    session, args = request()
    with pytest.raises(TypeError) as caught:
        session.run((args.fetches, 1))
    assert "SessionRunArgs" not in caught.value.__notes__[0]
