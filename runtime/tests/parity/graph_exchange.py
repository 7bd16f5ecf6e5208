"""Graphs that one backend writes and the other reads: GraphDef bytes, and what a run of them gives.

`graph_write` builds a program, runs it and writes its graph; `graph_read` puts such a graph into an
empty one, runs the same fetches with the same feeds, and tells which nodes it would write otherwise
than it read them.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable
from typing import Any

import numpy as np

from minigraph.tensor_proto import MakeNdarray

from .corpus import HERE, op_jobs, read_cells
from .encode import Outcome, Tree, encode, outcome_of_error
from .environment import Backend, Job, execute
from .op_samples import _Variant, decode_input, encode_input, flat_tensors

PROGRAMS = HERE / "programs" / "graphs.py"


MOST_SAMPLES = 3  # of one op: a graph looks alike whatever is fed


def write_jobs_of_ops() -> list[Job]:
    """Jobs for each op: one for each way its samples write it, up to `MOST_SAMPLES`.

    A way that builds the op itself comes first: functions may find a constant instead.
    """
    jobs: dict[str, dict[str, Job]] = {}
    for job in sorted(op_jobs(), key=lambda job: "op(" not in job["source"]):
        uses = jobs.setdefault(job["op"], {})
        if job["source"] not in uses and len(uses) < MOST_SAMPLES:
            fields = ("op", "mode", "source", "inputs", "random")
            uses[job["source"]] = {
                **{name: job[name] for name in fields},
                "id": f"write {job['id']}",
                "batch": f"write {job['mode']} {job['op'][:1]}",
                "kind": "graph_write",
                "group": "graphs",
            }
    return [job for uses in jobs.values() for job in uses.values()]


def write_jobs_of_programs(modes: Iterable[str] = ("v1", "v2")) -> list[Job]:
    """One job for each program of `programs/graphs.py` in each mode."""
    return [
        {
            "id": f"write {mode} program: {title}",
            "kind": "graph_write",
            "group": "graphs",
            "mode": mode,
            "source": source,
            "inputs": {},
            "random": False,
        }
        for title, source in read_cells(PROGRAMS).items()
        for mode in modes
    ]


def read_job(job: Job, written: Outcome) -> Job:
    """The job that reads what `job` has written."""
    return {
        "id": job["id"].replace("write", "read", 1),
        "kind": "graph_read",
        "group": "graphs",
        "mode": job["mode"],
        "source": job["source"],
        **({"batch": job["batch"].replace("write", "read", 1)} if "batch" in job else {}),
        "random": job["random"],
        "written": written["written"],
    }


def run_graph_write(backend: Backend, job: Job) -> Outcome:
    """Builds and runs a program; its values and its graph."""
    tf: Any = backend.tf
    if job["mode"] == "v1":
        tf.disable_v2_behavior()
    graph = tf.Graph()
    try:
        with graph.as_default(), tf.Session(graph=graph) as session:
            fetches, feeds = _build(backend, job)
            starters = [v.initializer for v in tf.global_variables() + tf.local_variables()]
            for starter in starters:
                session.run(starter, feeds)
            values = session.run(fetches, feeds)
    except Exception as error:
        return outcome_of_error(error)
    return {
        "kind": "graph",
        "value": _tree(job, values),
        "written": {
            "graph": base64.b64encode(graph.as_graph_def().SerializeToString()).decode(),
            "feeds": {key.name: _feed(array) for key, array in feeds.items()},
            "starters": [starter.name for starter in starters],
            "fetches": [graph.as_graph_element(fetch).name for fetch in fetches],
        },
    }


def run_graph_read(backend: Backend, job: Job) -> Outcome:
    """Imports and runs what another backend has written."""
    tf: Any = backend.tf
    if job["mode"] == "v1":
        tf.disable_v2_behavior()
    written = job["written"]
    message = tf.GraphDef.FromString(base64.b64decode(written["graph"]))
    original = tf.GraphDef.FromString(base64.b64decode(written["graph"]))
    feeds = {name: decode_input(item) for name, item in written["feeds"].items()}
    graph = tf.Graph()
    try:
        with graph.as_default(), tf.Session(graph=graph) as session:
            tf.import_graph_def(message, name="")
            for starter in written["starters"]:
                session.run(starter, feeds)
            values = session.run(written["fetches"], feeds)
    except Exception as error:
        return outcome_of_error(error)
    changed = _changed_nodes(original, graph.as_graph_def())
    return {"kind": "graph", "value": _tree(job, values), "changed": changed}


def _build(backend: Backend, job: Job) -> tuple[list[Any], dict[Any, Any]]:
    """The fetches and feeds of a program, made in the default graph."""
    names = {"tf": backend.tf, "tf2": backend.tf2, "np": np}
    if "op" not in job:
        fetches, feeds = execute(job["source"], names)
        return list(fetches), feeds
    sample = _Variant(backend, job, "known", {})
    inputs = {name: sample._input(name, array) for name, array in sample.arrays.items()}
    built = execute(job["source"], {**names, "op": sample._raw_op(), **inputs})
    return flat_tensors(built) or [built], sample.feeds


def _feed(value: Any) -> list[Any]:
    array = np.asarray(value)
    return encode_input(array.astype("S") if array.dtype == object else array)


def _tree(job: Job, values: list[Any]) -> Tree:
    if job["random"]:
        values = [[np.asarray(value).dtype.name, list(np.shape(value))] for value in values]
    return encode(values)


def _changed_nodes(read: Any, written: Any) -> list[str]:
    """The nodes, also those of functions, that are not written as they were read."""
    before, after = _nodes(read), _nodes(written)
    return [
        f"{name}: {_difference(before.get(name), after.get(name))}"
        for name in sorted(before.keys() | after.keys())
        if not _alike(before.get(name), after.get(name))
    ]


def _alike(before: Any, after: Any) -> bool:
    """Whether two nodes are equal; tensors may be written in several ways."""
    if before is None or after is None:
        return False
    for node in (before, after):
        for value in node.attr.values():
            if value.HasField("tensor") and len(value.tensor.ListFields()) > 1:
                array = MakeNdarray(value.tensor)
                value.tensor.CopyFrom(type(value.tensor)(dtype=value.tensor.dtype))
                value.tensor.tensor_content = repr((array.shape, array.tolist())).encode()
    return bool(before == after)


def _nodes(graph_def: Any) -> dict[str, Any]:
    """The nodes of a GraphDef and of the functions that they call, by name."""
    nodes = {node.name: node for node in graph_def.node}
    called = [name for node in graph_def.node for name in _called(node)]
    functions = {function.signature.name: function for function in graph_def.library.function}
    for name in called:
        for node in functions.pop(name).node_def if name in functions else ():
            nodes[f"function {name}: {node.name}"] = node
            called.extend(_called(node))
    for node in nodes.values():
        node.ClearField("experimental_type")  # what TensorFlow infers, for itself
    return nodes


def _called(node: Any) -> list[str]:
    lists = [func.name for value in node.attr.values() for func in value.list.func]
    return [*lists, *(value.func.name for value in node.attr.values() if value.HasField("func"))]


def _difference(before: Any, after: Any) -> str:
    if before is None or after is None:
        return "is lost" if after is None else "is new"
    parts = [
        f"{field} {getattr(before, field)!s:.80} became {getattr(after, field)!s:.80}"
        for field in ("op", "input", "device")
        if getattr(before, field) != getattr(after, field)
    ]
    parts.extend(
        f"attr {key} {before.attr.get(key)!s:.200} became {after.attr.get(key)!s:.200}"
        for key in sorted(before.attr.keys() | after.attr.keys())
        if before.attr.get(key) != after.attr.get(key)
    )
    return "; ".join(parts).replace("\n", " ")
