"""partial_run: one plan whose slots stay alive between calls.

A call feeds some of the declared feeds and runs every step that has become computable; values stay
until the handle is used up.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np

from minigraph import errors, executor
from minigraph.fetches import Fetches
from minigraph.graph import Graph
from minigraph.operation import Operation
from minigraph.plan import build_plan
from minigraph.plan_options import PlanOptions
from minigraph.steps import CONTEXT_SLOT, Step, step_inputs
from minigraph.tensor import SymbolicTensor


class PartialRun:
    """The state behind one handle: what has been fed, computed and fetched."""

    def __init__(
        self,
        graph: Graph,
        wanted: Fetches,
        feeds: Sequence[SymbolicTensor],
        context: executor.StepContext,
        options: PlanOptions,
    ) -> None:
        plan = build_plan(
            graph,
            wanted.tensors,
            wanted.targets,
            feeds,
            options._replace(reuse_slots=False, forward=False),
        )
        self.plan = plan
        self._slot_of = plan.slot_of
        self._output_of = dict(zip(wanted.tensors, plan.outputs, strict=True))
        self._slots = plan.template.copy()
        self._slots[CONTEXT_SLOT] = context
        self._filled = {CONTEXT_SLOT, *plan.known_slots}
        self._waiting: list[Step] = list(plan.steps)
        self._unfinished = {step.op for step in plan.steps}
        self._pending_feeds = dict.fromkeys(feeds)
        self._pending_fetches = dict.fromkeys(wanted.tensors)
        self._feeds = frozenset(feeds)

    @property
    def done(self) -> bool:
        """Whether all feeds are fed and all fetches fetched."""
        return not self._pending_feeds and not self._pending_fetches

    def run(
        self, feeds: Sequence[SymbolicTensor], values: Sequence[Any], wanted: Fetches
    ) -> list[Any]:
        """Feeds, runs what has become computable and returns the fetched values.

        Raises InvalidArgumentError for feeds and fetches that were not declared or were used.
        """
        for tensor in feeds:
            if tensor not in self._feeds:
                raise _invalid(f"The feed {tensor.name} was not specified in partial_run_setup.")
            if tensor not in self._pending_feeds:
                raise _invalid(f"The feed {tensor.name} has already been fed.")
        for tensor in wanted.tensors:
            if tensor not in self._output_of:
                raise _invalid(f"The fetch {tensor.name} was not specified in partial_run_setup.")
            if tensor not in self._pending_fetches:
                raise _invalid(f"The fetch {tensor.name} has already been fetched.")
        missing = set(self._pending_feeds).difference(feeds)
        for tensor in wanted.tensors:
            self._check_computable(tensor, missing)
        for tensor, value in zip(feeds, values, strict=True):
            del self._pending_feeds[tensor]
            self._slots[self._slot_of[tensor]] = value
            self._filled.add(self._slot_of[tensor])
        self._run_ready_steps()
        return [self._take(tensor) for tensor in wanted.tensors]

    def _check_computable(self, fetch: SymbolicTensor, missing: set[SymbolicTensor]) -> None:
        stack, seen = [fetch], set()
        while stack:
            tensor = stack.pop()
            if tensor in missing:
                raise _invalid(
                    f"Fetch {tensor.name} can't be computed from the feeds that have been fed so "
                    "far."
                )
            if tensor not in seen and tensor not in self._feeds:
                seen.add(tensor)
                stack.extend(tensor.op.inputs)

    def _run_ready_steps(self) -> None:
        waiting: list[Step] = []
        with np.errstate(all="ignore"):
            for step in self._waiting:
                if self._is_ready(step):
                    self._run_step(step)
                else:
                    waiting.append(step)
        self._waiting = waiting

    def _is_ready(self, step: Step) -> bool:
        return self._filled.issuperset(step_inputs(step)) and not any(
            control in self._unfinished for control in step.op._control_inputs
        )

    def _run_step(self, step: Step) -> None:
        executor.run_step(step, self._slots)
        self._filled.update(step.out if isinstance(step.out, tuple) else (step.out,))
        self._unfinished.discard(step.op)

    def _take(self, tensor: SymbolicTensor) -> Any:
        del self._pending_fetches[tensor]
        slot, copy = self._output_of[tensor]
        return executor.fetched(self._slots[slot], copy)


class PartialRuns:
    """The open handles of one session."""

    def __init__(self) -> None:
        self._runs: dict[str, PartialRun] = {}
        self._count = itertools.count()

    def open(self, run: PartialRun, feeds: Any, wanted: Fetches) -> str:
        """Registers a partial run and returns its handle."""
        names = ",".join(tensor.name for tensor in feeds)
        fetches = ",".join(tensor.name for tensor in wanted.tensors)
        targets = ",".join(op.name for op in wanted.targets)
        handle = f"{names}->{fetches}/{targets}/1/;{next(self._count)}"
        self._runs[handle] = run
        return handle

    def get(self, handle: Any) -> PartialRun:
        """The run of a handle; InvalidArgumentError for one that is unknown or used up."""
        try:
            return self._runs[handle]
        except (KeyError, TypeError):
            raise _invalid("Must run 'setup' before performing partial runs!") from None

    def discard(self, handle: str) -> None:
        """Forgets a handle."""
        self._runs.pop(handle, None)


def check_setup(wanted: Fetches, feeds: Sequence[SymbolicTensor]) -> None:
    """Raises InvalidArgumentError for a request that partial_run_setup does not take."""
    if not wanted.tensors and not wanted.targets:
        raise _invalid("Must specify at least one target to fetch or execute.")
    for tensor in wanted.tensors:
        if tensor in feeds:
            raise _invalid(f"{tensor.name} is both fed and fetched.")


def check_targets(targets: Sequence[Operation]) -> None:
    """Raises RuntimeError where operations are fetched: partial_run gives values only."""
    if targets:
        raise RuntimeError(
            f"partial_run() requires empty `target_list`. Received: target_list={targets} "
            "(non-empty)"
        )


def _invalid(message: str) -> errors.InvalidArgumentError:
    return errors.InvalidArgumentError(None, None, message)
