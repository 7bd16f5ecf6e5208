"""Plan: what one request (fetches, targets, feeds) needs, in an order that can be run.

    prune   only what the fetches need, and nothing above a fed tensor
    select  only the results of branches and loops that are needed
    order   by creation, which is a topological order because graphs only grow
    fold    steps whose inputs are all known are computed once, here
    merge   equal steps become one
    bind    each operation to a kernel and to slots that hold its inputs and outputs

A plan is immutable and shared by threads: each run gets its own list of slots.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from minigraph import dtypes
from minigraph.feed_shapes import KnownShapes
from minigraph.graph import Graph
from minigraph.operation import Operation
from minigraph.plan_options import PlanOptions, Report
from minigraph.pruning import needed_operations, without_idle
from minigraph.selection import Call, selected
from minigraph.steps import (
    CONTEXT_SLOT,
    Step,
    bind_kernel,
    may_block,
    merge_key,
    read_fetched,
    read_reference,
    reuse_slots,
    schedule,
    takes_ref,
)
from minigraph.tensor import SymbolicTensor


class Plan:
    """A request made runnable. `outputs` holds (slot, needs a copy) for each fetch."""

    __slots__ = (
        "_schedule",
        "blocking",
        "feed_slots",
        "feeds",
        "fetches",
        "known_names",
        "known_slots",
        "outputs",
        "report",
        "runs",
        "shape_counts",
        "slot_of",
        "steps",
        "takes_text",
        "template",
        "variants",
    )

    def __init__(
        self,
        template: list[Any],
        feed_slots: tuple[int, ...],
        steps: tuple[Step, ...],
        outputs: tuple[tuple[int, bool], ...],
        report: Report,
        slot_of: dict[SymbolicTensor, int],
        known_slots: tuple[int, ...],
        feeds: tuple[SymbolicTensor, ...] = (),
        known_names: dict[int, Operation] | None = None,
        fetches: Sequence[SymbolicTensor] = (),
    ) -> None:
        self.template = template
        self.feed_slots = feed_slots
        self.steps = steps
        self.outputs = outputs
        self.report = report
        self.runs = 0
        self.slot_of = slot_of
        self.known_slots = known_slots
        self.feeds = feeds
        self.fetches = tuple(fetches)
        computes = bool(steps) or not set(fetches) <= set(feeds)
        self.takes_text = computes and any(feed.dtype is dtypes.string for feed in feeds)
        self.known_names = known_names or {}
        self.blocking = any(may_block(step.op) for step in steps)
        self._schedule: tuple[list[int], list[list[int]]] | None = None
        # Plans for one set of feed shapes, where some step only looks at shapes.
        looks_at_shapes = any(step.op.op_def.of_shape for step in steps)
        can_vary = looks_at_shapes and bool(feeds) and not self.blocking
        self.variants: dict[Any, Plan] | None = {} if can_vary else None
        self.shape_counts: dict[Any, int] = {}

    def known_slots_in_use(self) -> set[int]:
        """The slots whose values are known before the run: constants and folded results."""
        return {slot for slot, value in enumerate(self.template) if value is not None}

    def schedule(self) -> tuple[list[int], list[list[int]]]:
        """For each step, how many steps it waits for and which steps wait for it."""
        if self._schedule is None:
            self._schedule = schedule(self.steps)
        return self._schedule


def build_plan(
    graph: Graph,
    fetches: Sequence[SymbolicTensor],
    targets: Sequence[Operation],
    feeds: Sequence[SymbolicTensor],
    options: PlanOptions | None = None,
    feed_shapes: Sequence[Any] | None = None,
) -> Plan:
    """Makes the plan of one request, on demand for feeds of certain shapes only."""
    options, fed = options or PlanOptions(), set(feeds)
    if len(graph._operations) < options.least:
        options = options.otherwise._replace(reuse_slots=options.reuse_slots)
    order = needed_operations(graph, fetches, targets, fed)
    order, calls = selected(order, fetches, targets, fed)
    idle: list[Operation] = []
    shapes = None if feed_shapes is None else KnownShapes(feeds, feed_shapes)
    if any(op.op_def.routing for op in order):
        return branching_builder(order)(feeds, options, calls, shapes).build(order, fetches)
    if options.prune:
        order, idle = without_idle(order, fetches, targets, fed)
    return Builder(feeds, options, calls, shapes).build(order, fetches, idle)


def branching_builder(order: Sequence[Operation]) -> type[Builder]:
    """The builder of requests whose operations may be dead, or run in turns."""
    if any(op.op_def.routing == "enters" for op in order):
        from minigraph.frames import FramesBuilder

        return FramesBuilder
    from minigraph.deadness import BranchingBuilder

    return BranchingBuilder


class Builder:
    """Makes a plan of operations in an order in which they can run."""

    def __init__(
        self,
        feeds: Sequence[SymbolicTensor],
        options: PlanOptions,
        calls: dict[Operation, Call],
        shapes: KnownShapes | None = None,
    ) -> None:
        self.options = options
        self.calls = calls
        self.shapes = shapes
        self.forwarding = options.forward
        self.forwarded: list[Operation] = []
        self.known: dict[int, Any] = {}
        self.aliases: set[int] = set()
        self.steps: list[Step] = []
        self.outputs: list[tuple[int, bool]] = []
        self.folded: list[Operation] = []
        self.merged: list[tuple[Operation, Operation]] = []
        self.seen: dict[Any, Operation] = {}
        # What was merged or handed on -> the tensor whose value it has.
        self.stands_for: dict[SymbolicTensor, SymbolicTensor] = {}
        self.slots = 1 + len(feeds)
        self.slot_of = {tensor: 1 + index for index, tensor in enumerate(feeds)}
        self.fed = frozenset(feeds)
        self.feeds = tuple(feeds)
        self.known_names: dict[int, Operation] = {}
        self.feed_slots = tuple(self.slot_of[tensor] for tensor in feeds)
        self.aliases.update(self.feed_slots)

    def build(
        self,
        order: list[Operation],
        fetches: Sequence[SymbolicTensor],
        idle: Sequence[Operation] = (),
    ) -> Plan:
        """The plan of these fetches."""
        # Steps that may wait run out of order: every edge must then be a step.
        self.forwarding = self.forwarding and not any(may_block(op) for op in order)
        for op in order:
            self._add(op)
        for tensor in fetches:
            self.outputs.append(self._output(tensor))
        outputs = self.outputs
        steps, size = self.steps, self.slots
        slot_of = self.slot_of
        known_slots = tuple(self.known)
        if self.options.reuse_slots and not any(may_block(step.op) for step in steps):
            pinned = {CONTEXT_SLOT, *self.feed_slots, *self.known, *(slot for slot, _ in outputs)}
            steps, size, moved = reuse_slots(steps, pinned, size)
            outputs = [(moved[slot], copy) for slot, copy in outputs]
            self.known = {moved[slot]: value for slot, value in self.known.items()}
            self.known_names = {moved[slot]: op for slot, op in self.known_names.items()}
            self.feed_slots = tuple(moved[slot] for slot in self.feed_slots)
            slot_of = {}
        template: list[Any] = [None] * size
        for slot, value in self.known.items():
            template[slot] = value
        report = Report(
            tuple(dict.fromkeys(step.op for step in steps)),
            tuple(self.folded),
            tuple(self.merged),
            tuple(idle),
            tuple(self.forwarded),
            self.options,
        )
        return Plan(
            template,
            self.feed_slots,
            tuple(steps),
            tuple(outputs),
            report,
            slot_of,
            known_slots,
            self.feeds,
            self.known_names,
            fetches,
        )

    def _add(self, op: Operation) -> None:
        op_def = op.op_def
        pure = op_def.pure and (self.forwarding or not op._control_inputs)
        pure = pure and not (self.fed and self.fed.intersection(op.outputs))
        slots = self._input_slots(op)
        if self.shapes is not None:
            self.shapes.infer(
                op, {i: self.known[s] for i, s in enumerate(slots) if s in self.known}
            )
        if pure and self.forwarding and self._forward(op, slots):
            return
        if op_def.is_commutative and self.options.commute:
            slots = self._in_order(op, slots)
        key = merge_key(op, slots) if pure and self.options.merge else None
        if key is not None and self._merge(op, key):
            return
        outs = self._output_slots(op)
        call = self.calls.get(op)
        kernel = bind_kernel(op) if call is None else bind_kernel(op, call.functions)
        if pure and op_def.of_shape and self._fold_shape(op, kernel, outs):
            return
        if pure and op.outputs and not op_def.blocking and all(s in self.known for s in slots):
            if (self.options.fold or not slots) and self._fold(op, kernel, slots, outs):
                if key is not None:
                    self.seen[key] = op
                return
        if op_def.stateful:
            slots = [CONTEXT_SLOT, *slots]
        self._append(op, kernel, slots, outs)
        if op_def.view and (op_def.stateful or any(slot in self.aliases for slot in slots)):
            self.aliases.update(outs)
        if key is not None:
            self.seen[key] = op

    def _in_order(self, op: Operation, slots: list[int]) -> list[int]:
        """The inputs of a commutative operation by name, as TensorFlow has them."""
        pairs = sorted(zip(map(self._name_of, op.inputs), slots), key=lambda pair: pair[0])
        return [slot for _, slot in pairs]

    def _name_of(self, tensor: SymbolicTensor) -> str:
        """The name in a GraphDef of a value; of one that was handed on or merged, the first's."""
        while tensor not in self.fed and (source := self.stands_for.get(tensor)) is not None:
            tensor = source
        index = tensor.value_index
        return f"{tensor.op.name}:{index}" if index else tensor.op.name

    def _merge(self, op: Operation, key: Any) -> bool:
        """Lets the outputs be those of an equal operation with equal inputs."""
        twin = self.seen.get(key)
        if twin is None:
            return False
        for tensor, other in zip(op.outputs, twin.outputs, strict=True):
            self.slot_of[tensor] = self.slot_of[other]
            self.stands_for[tensor] = other
        self.merged.append((op, twin))
        return True

    def _forward(self, op: Operation, slots: list[int]) -> bool:
        """Lets the outputs be the inputs, or drops a step that computes nothing."""
        forwards = op.op_def.forwards
        if forwards == "same shape":
            shapes, source = self.shapes, op.inputs[0]
            same = shapes is not None and shapes.is_full(source)
            if not same or shapes.of(source) != shapes.of(op.outputs[0]):  # type: ignore[union-attr]
                return False
        elif forwards != "always" and (op.outputs or op.op_def.blocking):
            return False
        for tensor, source, slot in zip(op.outputs, op.inputs, slots):
            self.slot_of[tensor] = slot
            if not source.dtype._is_ref_dtype:
                self.stands_for[tensor] = source
        self.forwarded.append(op)
        return True

    def _fold_shape(self, op: Operation, kernel: Any, outs: list[int]) -> bool:
        """Computes a step that only looks at shapes, where the feeds decide them."""
        shapes = self.shapes
        if shapes is None or not self.options.fold:
            return False
        if not all(shapes.is_full(tensor) for tensor in op.inputs):
            return False
        stand_ins = [shapes.stand_in(tensor) for tensor in op.inputs]
        return self._fold(op, lambda: kernel(*stand_ins), [], outs)

    def _input_slots(self, op: Operation) -> list[int]:
        slots, call = [], self.calls.get(op)
        for index, tensor in enumerate(op.inputs):
            if call is not None and index not in call.inputs:
                slots.append(self._new_slot())
                self.known[slots[-1]] = None  # It does not matter in this run.
                continue
            slot = self.slot_of[tensor]
            if tensor.dtype._is_ref_dtype and not takes_ref(op, index):
                slot = self._read(slot, op)
            slots.append(slot)
        return slots

    def _read(self, slot: int, op: Operation) -> int:
        """Reads a reference variable when its consumer runs, not when the variable op does."""
        out = self._new_slot()
        self.steps.append(Step(read_reference, 1, slot, None, out, op))
        self.aliases.add(out)
        return out

    def _new_slot(self) -> int:
        self.slots += 1
        return self.slots - 1

    def _output_slots(self, op: Operation) -> list[int]:
        outs = []
        for tensor in op.outputs:
            slot = self._new_slot()
            outs.append(slot)
            self.slot_of.setdefault(tensor, slot)
        return outs

    def _fold(self, op: Operation, kernel: Any, slots: list[int], outs: list[int]) -> bool:
        """Computes a step whose inputs are known. One that fails stays, and fails when it runs."""
        try:
            with np.errstate(all="ignore"):
                result = kernel(*[self.known[slot] for slot in slots])
        except Exception:
            return False
        values = [result] if op.op_def.single_output else list(result or ())
        if len(values) != len(outs):
            return False
        most = self.options.max_folded_bytes
        if slots and sum(getattr(value, "nbytes", 0) for value in values) > most:
            return False
        for slot, value in zip(outs, values, strict=True):
            self.known[slot] = value
            self.known_names[slot] = op
            self.aliases.add(slot)
        if slots:
            self.folded.append(op)
        return True

    def _append(self, op: Operation, kernel: Any, slots: list[int], outs: list[int]) -> None:
        if op.op_def.single_output and 1 <= len(slots) <= 2:
            b = slots[1] if len(slots) == 2 else None
            self.steps.append(Step(kernel, len(slots), slots[0], b, outs[0], op))
        else:
            out: Any = outs[0] if op.op_def.single_output else tuple(outs)
            self.steps.append(Step(kernel, 0, tuple(slots), None, out, op))

    def _output(self, tensor: SymbolicTensor) -> tuple[int, bool]:
        slot = self.slot_of[tensor]
        if tensor in self.fed:
            return slot, False
        if tensor.dtype._is_ref_dtype:
            out, number = self._new_slot(), len(self.outputs)
            read = partial(
                read_fetched, label=f"_retval_{tensor.op.name}_{tensor.value_index}_{number}"
            )
            self.steps.append(Step(read, 1, slot, None, out, tensor.op))
            return out, True
        return slot, slot in self.aliases
