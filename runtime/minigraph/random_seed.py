"""Seeds: how a graph's seed and an op's seed together fix a stream of random numbers."""

from __future__ import annotations

import random
from typing import Any

from minigraph import context

DEFAULT_GRAPH_SEED = 87654321
_MAX_SEED = 2**31 - 1


def get_seed(op_seed: int | None) -> tuple[int | None, int | None]:
    """The two seeds of an op, both None where nothing fixes its stream (tf.get_seed).

    Without a seed of its own, an op of a seeded graph counts the ops that came before it.
    """
    eager, graph = context.executing_eagerly(), context.get_default_graph()
    seed = _Global.seed if eager else graph.seed
    if seed is not None:
        if op_seed is None and eager:
            op_seed = _Global.source.randint(0, _MAX_SEED)
        elif op_seed is None:
            op_seed = graph.__dict__.setdefault("_ops_seeded_by_graph", 0)
            graph.__dict__["_ops_seeded_by_graph"] = op_seed + 1
        seeds = seed % _MAX_SEED, op_seed % _MAX_SEED
    elif op_seed is not None:
        seeds = DEFAULT_GRAPH_SEED, op_seed % _MAX_SEED
    else:
        return None, None
    return (0, _MAX_SEED) if seeds == (0, 0) else seeds


class _Global:
    """The seed of eager execution, and how often it has been set."""

    seed: int | None = None
    source = random.Random()
    times_set = 0


def set_global_seed(seed: Any) -> None:
    """Sets the seed of eager execution and of functions (tf.random.set_seed); streams restart."""
    _Global.seed = seed
    _Global.source = random.Random(seed)
    _Global.times_set += 1


def global_seed() -> int | None:
    """The seed of eager execution."""
    return _Global.seed


def times_set() -> int:
    """How often `set_global_seed` has been called."""
    return _Global.times_set


def set_random_seed(seed: Any) -> None:
    """Sets the seed of the default graph (tf.set_random_seed), for the ops made afterwards.

    In eager mode the seed of eager execution.
    """
    if context.executing_eagerly():
        set_global_seed(seed)
    else:
        context.get_default_graph().seed = seed
