"""Seeds: how a graph's seed and an op's seed together fix a stream of random numbers."""

from __future__ import annotations

from typing import Any

from minigraph import context

DEFAULT_GRAPH_SEED = 87654321
_MAX_SEED = 2**31 - 1


def get_seed(op_seed: int | None) -> tuple[int | None, int | None]:
    """The two seeds of an op, both None where nothing fixes its stream (tf.get_seed).

    Without a seed of its own, an op of a seeded graph counts the ops that came before it.
    """
    graph = context.get_default_graph()
    if graph.seed is not None:
        if op_seed is None:
            op_seed = graph.__dict__.setdefault("_ops_seeded_by_graph", 0)
            graph.__dict__["_ops_seeded_by_graph"] = op_seed + 1
        seeds = graph.seed % _MAX_SEED, op_seed % _MAX_SEED
    elif op_seed is not None:
        seeds = DEFAULT_GRAPH_SEED, op_seed % _MAX_SEED
    else:
        return None, None
    return (0, _MAX_SEED) if seeds == (0, 0) else seeds


def set_random_seed(seed: Any) -> None:
    """Sets the seed of the default graph (tf.set_random_seed), for the ops made afterwards."""
    context.get_default_graph().seed = seed
