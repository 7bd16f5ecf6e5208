"""What an article promised of SessionRunArgs, in a form that works."""

from __future__ import annotations

from typing import Any

from minigraph.train.hooks import SessionRunArgs, SessionRunValues


def run_args(sess: Any, args: SessionRunArgs) -> SessionRunValues:
    """Runs what SessionRunArgs ask for and returns an object whose `results` are the values.

    The article "SessionRunArgs() advanced techniques" passes them to `Session.run`, which takes
    them for a tuple of three fetches, in TensorFlow as here. Without fetches nothing runs and
    `results` is None. Any session will do, of any thread: `Session.run` may be called by several at
    a time, and each gets its own results.
    Raises TypeError for anything but SessionRunArgs, and whatever `Session.run` raises.
    """
    if not isinstance(args, tuple) or getattr(args, "_fields", None) != SessionRunArgs._fields:
        raise TypeError(f"run_args takes tf.train.SessionRunArgs, not {type(args).__name__}")
    results = None
    if args.fetches is not None:
        results = sess.run(args.fetches, feed_dict=args.feed_dict, options=args.options)
    return SessionRunValues(results, args.options, None)
