"""Loops as TensorFlow 1 wrote them: what lies between Enter and Exit runs once for each turn.

A frame is one step of the plan around it, and has a plan of its own for a turn. That is fed what
enters and what the NextIterations of the turn before hand on, DEAD where there is nothing, and
gives what the NextIterations and Exits get. The loop ends where no NextIteration gets a value.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import partial
from typing import Any

from minigraph import errors
from minigraph.deadness import BranchingBuilder
from minigraph.executor import Body, StepContext
from minigraph.opdef import DEAD
from minigraph.operation import Operation
from minigraph.plan import Builder, Plan
from minigraph.pruning import topological
from minigraph.steps import CONTEXT_SLOT, Step
from minigraph.tensor import SymbolicTensor
from minigraph.turns import halves


class Frame:
    """The operations of one loop; those of a loop in it are in a frame of `frames`."""

    def __init__(self, name: str, outer: Frame | None) -> None:
        self.name = name
        self.outer = outer
        self.frames: dict[Any, Frame] = {}
        self.enters: list[Operation] = []
        self.exits: list[Operation] = []
        self.turns: list[Operation] = []
        self.others: list[Operation] = []

    @property
    def _id(self) -> int:
        return self.enters[0]._id

    def cycle_error(self) -> errors.InvalidArgumentError:
        """Says that the loop takes something that depends on what it gives."""
        text = (
            f"The loop '{self.name}' takes something that depends on its own result, and minigraph "
            "runs a loop as a whole. Most often this is a gradient of the loop in a branch of "
            "tf.cond that the loop's result decides: take the gradient outside of the branch. "
            "(TensorFlow runs such a loop only for fewer turns than parallel_iterations.)"
        )
        return errors.InvalidArgumentError(None, None, text)

    def add(self, op: Operation) -> Frame:
        """Takes an operation whose inputs are in this frame; returns the frame that it is in."""
        routing = op.op_def.routing
        if routing == "enters":
            name = op.attrs["frame_name"]
            inner = self.frames.setdefault(name, Frame(name.decode(), self))
            inner.enters.append(op)
            return inner
        if routing == "exits" and self.outer is not None:
            self.exits.append(op)
            return self.outer
        (self.turns if routing == "turns" else self.others).append(op)
        return self

    def members(self) -> list[Operation]:
        """All operations, from the Enters to the Exits, those of inner frames too."""
        inner = (op for frame in self.frames.values() for op in frame.members())
        ops = (*self.enters, *self.others, *self.turns, *self.exits, *inner)
        return sorted(ops, key=lambda op: op._id)

    def sources(self) -> Iterable[Operation]:
        """What the frame around must have run before."""
        for enter in self.enters:
            yield enter.inputs[0].op
            yield from enter._control_inputs

    def units(self, fed: Collection[SymbolicTensor]) -> list[Operation | Frame]:
        """Operations and inner frames in an order in which they can run."""
        unit_of: dict[Operation, Operation | Frame] = {op: op for op in self.others}
        for frame in self.frames.values():
            unit_of |= dict.fromkeys(frame.exits, frame)

        def sources(unit: Operation | Frame) -> set[Operation | Frame]:
            if isinstance(unit, Frame):
                ops = set(unit.sources())
            else:
                ops = {tensor.op for tensor in unit.inputs if tensor not in fed}
                ops.update(unit._control_inputs)
            return {unit_of[op] for op in ops if op in unit_of}

        return topological({*unit_of.values(), *self.frames.values()}, sources)


def frames_of(order: Sequence[Operation], fed: Collection[SymbolicTensor]) -> dict[Any, Frame]:
    """The frame that each operation is in; they come in the order of a turn.

    An Exit is in the frame around its loop. Raises InvalidArgumentError where one operation takes
    what is in two frames.
    """
    root = Frame("", None)
    frame_of: dict[Any, Frame] = {None: root}
    back: list[tuple[Operation, Operation]] = []
    for op in order:
        inputs = [tensor.op for tensor in op.inputs if tensor not in fed]
        turns = [source for source in inputs if source.op_def.routing == "turns"]
        back += [(op, turn) for turn in turns]
        sources = [
            op for op in (*inputs, *op._control_inputs) if op in frame_of and op not in turns
        ]
        for source in sources:
            _check_same_frame(op, (sources[0], source), frame_of)
        frame = frame_of[sources[0]] if sources else root
        frame_of[op] = frame.add(op)
    for merge, turn in back:
        inputs = [tensor.op for tensor in merge.inputs if tensor.op in frame_of]
        _check_same_frame(merge, (inputs[0], turn), frame_of)
    return frame_of


def _check_same_frame(
    op: Operation, pair: tuple[Operation, Operation], frame_of: dict[Any, Frame]
) -> None:
    if frame_of[pair[0]] is frame_of[pair[1]]:
        return
    late_first = sorted(pair, key=list(frame_of).index, reverse=True)
    inputs = " ".join(
        f"The input {{{{node {one.name}}}}} is in frame '{frame_of[one].name}'."
        for one in late_first
    )
    text = f"{{{{node {op.name}}}}} has inputs from different frames. {inputs}"
    raise errors.InvalidArgumentError(None, None, text)


class FramesBuilder(BranchingBuilder):
    """Makes the plan of a request that has frames."""

    def build(
        self, order: Any, fetches: Sequence[SymbolicTensor], idle: Sequence[Operation] = ()
    ) -> Plan:
        """The plan of these fetches."""
        self.frame_of = frames_of(order, self.fed)
        plan = super().build(self.frame_of[None].units(self.fed), fetches)
        inside = dict.fromkeys(op for op in order if op not in self.folded)
        plan.report = plan.report._replace(order=tuple(inside))
        return plan

    def _add(self, op: Any) -> None:
        if not isinstance(op, Frame):
            super()._add(op)
            return
        frame, states = op, self._states
        taken = [slot for enter in frame.enters for slot in self._input_slots(enter)]
        controls = {op for enter in frame.enters for op in enter._control_inputs}
        guards = [states[control] for control in controls if control in states]
        outs = [self._output_slots(exit)[0] for exit in frame.exits]
        states.update(zip(frame.exits, outs))
        self.aliases.update(outs)
        call = _Loop(self, frame).run
        last = frame.exits[0] if frame.exits else frame.enters[0]
        self.steps.append(Step(call, 0, (CONTEXT_SLOT, *taken, *guards), None, tuple(outs), last))

    def _output(self, tensor: SymbolicTensor) -> tuple[int, bool]:
        """As others; a tensor in a loop has a value for each turn, where a run wants one."""
        op = tensor.op
        if tensor in self.fed or self.frame_of[op] is self.frame_of[None]:
            return super()._output(tensor)
        if op.op_def.routing == "enters" and self.frame_of[op].outer is self.frame_of[None]:
            return self._input_slots(op)[0], True
        number, out = len(self.outputs), self._new_slot()
        label = f"_retval_{op.name}_{tensor.value_index}_{number}"
        text = f"Retval[{number}] has already been set.\n\t [[{{{{node {label}}}}}]]"
        refuse = partial(_refuse_turns, text)
        self.steps.append(Step(refuse, 0, (), None, out, op))
        return out, False


class _Loop:
    """A frame ready to run: in two halves where it can, else turn by turn with DEAD values."""

    def __init__(self, builder: FramesBuilder, frame: Frame) -> None:
        self.frame = frame
        self._arguments = (builder.options._replace(reuse_slots=False), builder.calls)
        self._shapes = builder.shapes
        self._halves = halves(frame, builder.fed, self._part)
        self._whole: Body | None = None
        self._fed = builder.fed

    def _part(self, units: Any, fed: Any, wanted: Any) -> Body:
        plain = all(isinstance(unit, Operation) and not unit.op_def.routing for unit in units)
        kind = Builder if plain else _PartBuilder
        return Body(Builder.build(kind(fed, *self._arguments, self._shapes), units, wanted))

    def _turn(self) -> Body:
        if self._whole is None:
            frame = self.frame
            fed = [op.outputs[0] for op in (*frame.enters, *frame.turns)]
            wanted = [op.inputs[0] for op in (*frame.turns, *frame.exits)]
            builder = _TurnBuilder(fed, *self._arguments, self._shapes)
            units: Any = frame.units(self._fed)
            self._whole = Body(Builder.build(builder, units, wanted))
        return self._whole

    def run(self, context: StepContext, *values: Any) -> list[Any]:
        """The values of the Exits; it takes those of the Enters, then states it waits for."""
        enters = self.frame.enters
        entered = list(values[: len(enters)])
        dead = [value is DEAD for value in values]
        if any(dead[len(enters) :]):
            entered = [DEAD] * len(enters)
        carried: list[Any] = [DEAD] * len(self.frame.turns)
        if self._halves is not None and not any(dead):
            left, carried = self._halves.run(context, entered)
            if not carried:
                return left
            entered = self._constants(entered)
        return self._run_turns(context, entered, carried)

    def _constants(self, entered: list[Any]) -> list[Any]:
        enters = self.frame.enters
        return [
            value if enter.attrs["is_constant"] else DEAD for enter, value in zip(enters, entered)
        ]

    def _run_turns(self, context: StepContext, entered: list[Any], carried: list[Any]) -> list[Any]:
        left: list[Any] = []
        turn, turns = self._turn(), len(carried)
        while True:
            found = list(turn.run(context, [*entered, *carried]))
            carried, leaving = found[:turns], found[turns:]
            left = [old if new is DEAD else new for old, new in zip(left or leaving, leaving)]
            if all(value is DEAD for value in carried):
                return left
            entered = self._constants(entered)
            context.check_cancelled()


class _TurnBuilder(FramesBuilder):
    """Makes the plan of one turn: everything may be dead, also what the turn gives."""

    def _is_guarded(self, op: Operation) -> bool:
        return True

    def _output(self, tensor: SymbolicTensor) -> tuple[int, bool]:
        return Builder._output(self, tensor)


class _PartBuilder(_TurnBuilder):
    """Makes the plan of a half of a loop, in which only what is below a Switch may be dead."""

    def _is_guarded(self, op: Operation) -> bool:
        return bool(op.op_def.routing)


def _refuse_turns(text: str) -> Any:
    raise errors.InternalError(None, None, text)
