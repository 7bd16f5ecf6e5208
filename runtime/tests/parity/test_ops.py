"""Every op of the registry computes, infers, fails and differentiates as in TensorFlow."""

from __future__ import annotations

import os

import pytest

from . import compare, corpus, reference, samples
from .encode import Outcome
from .environment import Job

pytestmark = [
    pytest.mark.timeout(1800),  # whoever comes first asks TensorFlow about everything
    pytest.mark.tensorflow,
    pytest.mark.usefixtures("tensorflow"),
    pytest.mark.skipif(not hasattr(os, "fork"), reason="the jobs run in forks"),
]

TABLES = dict(samples.tables())

# An attribute of theirs is a function or a dataset, or they are parts of a loop: whole programs use
# them, in the snippets and in the graphs that travel.
USED_BY_PROGRAMS = {
    *("Enter", "RefEnter", "Exit", "RefExit", "NextIteration", "RefNextIteration", "LoopCond"),
    *("RefIdentity", "ControlTrigger", "StackV2", "StackPushV2", "StackPopV2", "StackCloseV2"),
    "IteratorFromStringHandleV2",
    "IteratorGetNext",
    "IteratorToStringHandle",
    "IteratorV2",
    "MakeIterator",
    "OneShotIterator",
    "PartitionedCall",
    "StatefulPartitionedCall",
}


def of(module: str) -> list[Job]:
    return [job for job in corpus.op_jobs() if job["op"] in TABLES[module]]


@pytest.mark.parametrize("module", TABLES)
def test_ops_behave_as_in_tensorflow(ours: dict[str, Outcome], module: str) -> None:
    problems = compare.compare(of(module), ours).problems()
    assert not problems, problems


def test_every_op_has_samples() -> None:
    sampled = {name for table in TABLES.values() for name in table}
    missing = set(corpus.op_names()) - sampled - USED_BY_PROGRAMS
    assert not missing, f"{len(missing)} ops have no sample: {', '.join(sorted(missing))}"


def test_samples_are_of_ops_that_exist() -> None:
    sampled = {name for table in TABLES.values() for name in table}
    assert sampled - set(corpus.op_names()) == set()


def test_every_op_is_built_by_one_of_its_samples() -> None:
    outcomes = reference.tensorflow_outcomes(corpus.op_jobs())
    built = {job["op"] for job in corpus.op_jobs() if outcomes[job["id"]].get("builds the op")}
    assert {job["op"] for job in corpus.op_jobs()} - built == set()


def test_every_differentiable_op_is_differentiated_by_one_of_its_samples() -> None:
    jobs = corpus.op_jobs()
    outcomes = reference.tensorflow_outcomes(jobs + corpus.op_definition_jobs())
    asked = {job["op"] for job in jobs if is_differentiated(outcomes[job["id"]])}
    inexact = {job["op"] for job in jobs if has_inexact_output(outcomes[job["id"]])}
    differentiable = {
        name
        for name in inexact & set(corpus.op_names())
        if outcomes[f"v1 op_definitions: {name}"].get("gradient") == "rule"
    }
    assert differentiable - asked == set()


def is_differentiated(outcome: Outcome) -> bool:
    """Whether TensorFlow got as far as the gradients, be they None or not."""
    return isinstance(outcome.get("known gradient"), list)


def has_inexact_output(outcome: Outcome) -> bool:
    """Whether an output is of a dtype that gradients are taken of."""
    return any(
        dtype.startswith(("float", "bfloat", "complex"))
        for dtype, _ in outcome.get("known outputs", ())
    )
