"""What hints know of the graph in which an error happened; names and paths, no sentences.

Each function takes the failure and returns names for the braces of `messages.toml`. What it cannot
find out it leaves away, and where it fails the hint does without it.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping

import numpy as np

from minigraph import context, devices, session
from minigraph.draw.model import leaves
from minigraph.gradient_registry import rule_of
from minigraph.graph import Graph
from minigraph.graph_keys import GraphKeys
from minigraph.hints.failure import Failure, arrows, flags, listed, path
from minigraph.operation import Operation
from minigraph.queue_resource import UNSHARED
from minigraph.tensor import SymbolicTensor

Facts = dict[str, str]


# Feeds and fetches


def way(failure: Failure) -> Facts:
    """From the operation to a fetch, what is fed, and which of it has nearly the same name."""
    op = failure.op
    assert op is not None
    stem = re.sub(r"_\d+$", "", op.name)
    twins = [o.name for o in failure.fed if o is not op and re.sub(r"_\d+$", "", o.name) == stem]
    return {
        "way": arrows(path(op, failure.fetched)),
        "fed": listed(fed.name for fed in failure.fed),
        "twin": listed(twins),
    }


def axes(failure: Failure) -> Facts:
    """Where a fed shape differs from the one that is wanted."""
    given, wanted = (re.findall(r"\d+|None|\?", failure.known[key]) for key in ("given", "wanted"))
    if len(given) != len(wanted):
        numbers = len(given), len(wanted)
        return {
            "axes": "the number of axes is {} and not {}".format(*numbers),
            "axes_zh": "维数是 {} 而不是 {}".format(*numbers),
        }
    pairs = list(zip(range(len(given)), given, wanted, strict=True))
    wrong = [(axis, one, two) for axis, one, two in pairs if two.isdigit() and one != two]
    return {
        "axes": listed("axis {} has {} and not {}".format(*item) for item in wrong),
        "axes_zh": listed("第 {} 维是 {} 而不是 {}".format(*item) for item in wrong),
    }


def bad_key(failure: Failure) -> Facts:
    """The key of a feed_dict that is no tensor."""
    for key in failure.feeds:
        if isinstance(key, str) and ":" not in key:
            return {"bad_name": key}
        if not isinstance(key, str) and not hasattr(key, "graph"):
            return {"bad_value": repr(key)[:60], "bad_kind": type(key).__name__}
    return {}


def bad_value(failure: Failure) -> Facts:
    """The feed whose value is a tensor, or has rows of different lengths."""
    told: Facts = {}
    for key, value in failure.feeds.items():
        rows = value if isinstance(value, (list, tuple)) else []
        lengths = {str(len(row)): None for row in rows if isinstance(row, (list, tuple))}
        if isinstance(value, SymbolicTensor):
            told |= {"fed_by_tensor": getattr(key, "name", str(key)), "feeding": value.name}
        if len(lengths) > 1:
            told |= {"ragged": getattr(key, "name", str(key)), "lengths": listed(lengths)}
    return told


def bad_fetch(failure: Failure) -> Facts:
    """Where the wrong fetch stands, and whether it is a result, a feed or made for hooks."""
    fetches, kind = failure.about.get("fetches"), failure.known.get("kind", "NoneType")
    parts = fetches if isinstance(fetches, (list, tuple)) else [fetches]
    feeds = [key for part in parts if isinstance(part, Mapping) for key in part]
    wrong = [item for item in _places(fetches, "fetches") if type(item[1]).__name__ == kind]
    return {"at": next((place for place, _ in wrong if "[" in place), "")} | flags(
        is_hook_args="SessionRunArgs" in [type(part).__name__ for part in (fetches, *parts)],
        is_feed=any(isinstance(key, SymbolicTensor) for key in feeds),
        is_result=any(isinstance(value, (np.ndarray, np.generic)) for _, value in wrong),
    )


def _places(part: object, place: str) -> Iterator[tuple[str, object]]:
    """Each fetch of a structure, and where it stands."""
    if not isinstance(part, (list, tuple, Mapping)):
        yield place, part
        return
    for key, inner in part.items() if isinstance(part, Mapping) else enumerate(part):
        yield from _places(inner, f"{place}[{key!r}]")


def missing_feeds(failure: Failure) -> Facts:
    """What a partial run has not been fed and needs for its fetches."""
    pending = failure.about["owner"]._partial_runs.get(failure.about["handle"])._pending_feeds
    needed = [t.name for t in pending if t.op not in failure.fed and path(t.op, failure.fetched)]
    return {"missing": listed(needed), "fetched": listed(op.name for op in failure.fetched)}


# Names, graphs and sessions


def near(failure: Failure, names: Iterable[str] | None = None) -> Facts:
    """Names that come close to the one that was asked for."""
    asked = failure.known.get("op") or failure.known["name"]
    names = list(failure.graph._operations if names is None else names)
    same_end = [name for name in names if name.rpartition("/")[2] == asked.rpartition("/")[2]]
    close = difflib.get_close_matches(asked, names, 3, 0.7)
    return {"near": listed(f"'{name}'" for name in [*same_end, *close])}


def near_variables(failure: Failure) -> Facts:
    """Variables whose names come close."""
    variables = failure.graph.get_collection(GraphKeys.GLOBAL_VARIABLES)
    return near(failure, [variable.op.name for variable in variables])


def other_graph(failure: Failure) -> Facts:
    """The graph of the tensor that was asked for, and the one that was asked."""
    graph = failure.graph
    given = [*leaves(failure.about.get("fetches")), *failure.feeds]
    others = [item for item in given if getattr(item, "graph", graph) is not graph]
    sizes = {"there": _size(others[0].graph), "here": _size(graph)}
    return sizes | flags(is_rebuilt=failure.known["tensor"].partition(":")[0] in graph._operations)


def _size(graph: Graph) -> str:
    return _counted(len(graph.get_operations()), "operation")


def _counted(count: int, thing: str) -> str:
    return f"{count} {thing}{'' if count == 1 else 's'}"


def default_graph(failure: Failure) -> Facts:
    """How much there is in the default graph, if it is another one."""
    graph = context.get_default_graph()
    count = len(graph.get_operations())
    if graph is failure.graph or not count:
        return {}
    return {"default_size": _size(graph), "default_count": str(count)}


def open_sessions(failure: Failure) -> Facts:
    """How many sessions are open."""
    count = len(session._open_sessions)
    told = f"{_counted(count, 'session')} {'is' if count == 1 else 'are'}"
    return {"open_sessions": told, "open_count": str(count)} if count else {}


def memory(failure: Failure) -> Facts:
    """What a simulated GPU has and gave away."""
    pool = devices.gpu_memory(int(failure.known["device"].rpartition(":")[2]))
    return {"limit": devices.readable(pool.limit), "held": devices.readable(pool.in_use)}


# Variables and training


def variable(failure: Failure) -> Facts:
    """Why a variable has no value: its initializer, who runs it, and who has a value."""
    op, graph, asking = failure.op, failure.graph, failure.about.get("owner")
    assert op is not None
    keys = GraphKeys.GLOBAL_VARIABLES, GraphKeys.LOCAL_VARIABLES
    everywhere, local = (
        {variable.op.name: variable for variable in graph.get_collection(key)} for key in keys
    )
    initializer = (everywhere | local)[op.name].initializer
    groups = [o for o in graph.get_operations() if re.search(r"(^|/)init(_\d+)?$", o.name)]
    starts = any(initializer in group.control_inputs for group in groups)
    early = [] if starts else [group.name for group in groups if group._id < op._id]
    others = [s for s in session._open_sessions if s.graph is graph and s is not asking]
    values = [other._resources.lookup("", op.name) for other in others]
    return {
        "initializer": initializer.name,
        "early_init": f"'{early[-1]}'" if early and op.name not in local else "",
    } | flags(
        is_local=op.name in local,
        is_elsewhere=any(getattr(value, "value", None) is not None for value in values),
    )


def untrainable(failure: Failure) -> Facts:
    """The variables that there are."""
    keys = GraphKeys.GLOBAL_VARIABLES, GraphKeys.LOCAL_VARIABLES
    found = [variable.op.name for key in keys for variable in failure.graph.get_collection(key)]
    return {"untrainable": listed(found)}


def broken_gradient(failure: Failure) -> Facts:
    """The first operation on the way from a variable to the loss that passes no gradient."""
    loss = failure.about["loss"].op
    variables = loss.graph.get_collection(GraphKeys.TRAINABLE_VARIABLES)
    for way in (path(variable.op, [loss]) for variable in variables):
        for op in way[1:]:
            if _stops(op):
                return {"way": arrows(way), "op": op.name, "type": op.type}
    return {"variables": listed(variable.op.name for variable in variables)}


def _stops(op: Operation) -> bool:
    if op.outputs and not op.outputs[0].dtype.base_dtype.is_floating:
        return True
    try:
        return rule_of(op) is None
    except LookupError:
        return True


# Queues


def queue(failure: Failure) -> Facts:
    """A queue by its name in the graph, and what fills it."""
    name = re.sub(r"^_\d+_", "", failure.known["queue"])
    return _queue(failure, failure.graph._operations[name])


def waiting(failure: Failure) -> Facts:
    """The dequeue among the fetches, or above them, that waits for its queue."""
    needed = list(failure.fetched)
    for op in needed:
        if "Dequeue" in op.type:
            return {"op": op.name, **_queue(failure, op.inputs[0].op)}
        needed += [t.op for t in op.inputs if t.op not in needed]
        needed += [before for before in op.control_inputs if before not in needed]
    return {}


def _queue(failure: Failure, owner: Operation) -> Facts:
    fills = [o.name for o in owner.outputs[0].consumers() if "Enqueue" in o.type]
    owned = failure.about["owner"]._resources.lookup(UNSHARED, owner.name)
    count = len(owned) if owned is not None else 0
    return {
        "name": owner.name,
        "fillers": listed(f"'{name}'" for name in fills),
        "size": _counted(count, "element"),
        "count": str(count),
    }
