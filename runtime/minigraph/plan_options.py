"""What a plan may do with the operations of a request, and what it did."""

from __future__ import annotations

from typing import Any, NamedTuple

from minigraph.operation import Operation

MAX_FOLDED_BYTES = 10 * 1024 * 1024


class PlanOptions(NamedTuple):
    """Which optimisations a plan may use; ConfigProto.graph_options decides.

    commute: inputs of commutative operations go in the order of their names.
    rewrites: what is folded keeps its name, as TensorFlow's rewriters leave it.
    otherwise: the options of graphs with fewer than `least` operations.
    """

    fold: bool = True
    merge: bool = True
    commute: bool = False
    rewrites: bool = True
    reuse_slots: bool = True
    prune: bool = True
    forward: bool = True
    max_folded_bytes: int = MAX_FOLDED_BYTES
    least: int = 0
    otherwise: Any = None


class Report(NamedTuple):
    """What became of the operations of the graph, for `explain` and `draw`.

    idle: operations that others wait for, whose value nobody takes.
    forwarded: operations that take no step, since they only hand their input on.
    """

    order: tuple[Operation, ...]
    folded: tuple[Operation, ...]
    merged: tuple[tuple[Operation, Operation], ...]
    idle: tuple[Operation, ...] = ()
    forwarded: tuple[Operation, ...] = ()
    options: PlanOptions = PlanOptions()
