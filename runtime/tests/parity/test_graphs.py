"""Graphs travel: what one library writes the other reads, runs alike and would write the same."""

from __future__ import annotations

import base64
import os
from functools import cache

import pytest

from . import corpus, graph_exchange, reference
from .differences import differing_fields, show
from .encode import Outcome
from .environment import Job

pytestmark = [
    pytest.mark.timeout(1800),  # whoever comes first asks TensorFlow about everything
    pytest.mark.tensorflow,
    pytest.mark.usefixtures("tensorflow"),
    pytest.mark.skipif(not hasattr(os, "fork"), reason="the jobs run in forks"),
]

# A graph holds only the key under which the process that made it keeps the Python function. Of the
# files of a job nothing is left when another library reads its graph; Savers travel in train/.
STAY_IN_THEIR_PROCESS = {"PyFunc", "PyFuncStateless", "EagerPyFunc"}
STAY_WITH_THEIR_FILES = {
    *("SaveV2", "RestoreV2", "MergeV2Checkpoints"),
    *("Save", "SaveSlices", "Restore", "RestoreSlice"),
}
# What a session keeps of one run is there in its next one.
NEED_ANOTHER_RUN = {"GetSessionTensor", "DeleteSessionTensor"}

Written = list[tuple[Job, Outcome]]


@cache
def jobs() -> list[Job]:
    """What is written: samples of every op that can travel, and programs."""
    samples = [
        job
        for job in graph_exchange.write_jobs_of_ops()
        if job["op"] not in STAY_IN_THEIR_PROCESS | STAY_WITH_THEIR_FILES | NEED_ANOTHER_RUN
    ]
    return [*samples, *graph_exchange.write_jobs_of_programs()]


@cache
def outcomes(of: str) -> dict[str, Outcome]:
    """What a library makes of the jobs that write."""
    return _run(of, jobs())


@cache
def written(by: str) -> Written:
    """The graphs that a library writes, of the jobs that neither refuses."""
    ours, theirs = outcomes("minigraph"), outcomes("tensorflow")
    return [
        (job, outcomes(by)[job["id"]])
        for job in jobs()
        if "written" in ours[job["id"]] and "written" in theirs[job["id"]]
    ]


def _run(backend: str, what: list[Job]) -> dict[str, Outcome]:
    if backend == "tensorflow":
        return reference.tensorflow_outcomes(what)
    return reference.run(backend, what)


def ops_of(outcome: Outcome) -> set[str]:
    """The op types in a written graph and its functions."""
    from minigraph import op_messages, protos

    content = base64.b64decode(outcome["written"]["graph"])
    return set(op_messages.used_by(protos.GraphDef.FromString(content)))


def differences(reader: str, graphs: Written) -> str:
    """What a library that reads these graphs does otherwise than the one that wrote them."""
    read_jobs = [graph_exchange.read_job(job, outcome) for job, outcome in graphs]
    read = _run(reader, read_jobs)
    problems = []
    for job, (_, outcome) in zip(read_jobs, graphs, strict=True):
        expected = {"kind": "graph", "value": outcome["value"], "changed": []}
        if fields := differing_fields(expected, found := read[job["id"]]):
            problems.append(f"{job['id']}\n{show(expected, fields)}\n{show(found, fields)}")
    return "\n\n".join(problems[:20])


def test_tensorflow_reads_what_minigraph_writes() -> None:
    problems = differences("tensorflow", written("minigraph"))
    assert not problems, problems


def test_minigraph_reads_what_tensorflow_writes() -> None:
    known = set(corpus.op_names())
    problems = differences(
        "minigraph", [item for item in written("tensorflow") if ops_of(item[1]) <= known]
    )
    assert not problems, problems


@pytest.mark.parametrize("library", ["minigraph", "tensorflow"])
def test_every_op_travels(library: str) -> None:
    sampled = {job["op"] for job in jobs() if "op" in job}
    travelled = set().union(*(ops_of(outcome) for _, outcome in written(library)))
    assert sampled - travelled == set()


def test_every_program_is_written_by_both() -> None:
    programs = {job["id"] for job in jobs() if "op" not in job}
    for library in ("minigraph", "tensorflow"):
        assert programs - {job["id"] for job, _ in written(library)} == set()


def test_a_graph_with_an_op_that_minigraph_lacks_is_refused_by_name() -> None:
    known = set(corpus.op_names())
    foreign = [item for item in written("tensorflow") if not ops_of(item[1]) <= known]
    read = reference.run("minigraph", [graph_exchange.read_job(*item) for item in foreign])
    assert foreign
    for job, outcome in foreign:
        refusal = read[job["id"].replace("write", "read", 1)]
        assert refusal["type"] == "NotFoundError"
        assert any(
            f"Op type not registered '{op}'" in refusal["message"] for op in ops_of(outcome) - known
        )
