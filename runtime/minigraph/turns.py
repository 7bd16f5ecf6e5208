"""The two halves of a loop as while_loop makes it: what decides on a turn, and the turn.

Most loops of TensorFlow 1 have this form: each variable enters, is merged with what the turn before
hands on, and goes through a Switch into the turn or out of the loop. Nothing is dead in them then.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from minigraph import errors, shapes
from minigraph.executor import Body, StepContext
from minigraph.opdef import DEAD
from minigraph.operation import Operation
from minigraph.tensor import SymbolicTensor

if TYPE_CHECKING:
    from minigraph.frames import Frame

BuildPart = Callable[[Sequence[Any], Sequence[SymbolicTensor], Sequence[SymbolicTensor]], Body]


class Turns(NamedTuple):
    """A loop in two halves. It takes the values of the frame's Enters and gives those of its Exits.

    variables, constants: which of the Enters they are; exits: for each Exit, which value of those
    that `decide` gives after the decision; order: for each NextIteration, which variable it is of;
    may_die: whether a value that a turn gives can be DEAD.
    """

    decide: Body
    turn: Body
    variables: tuple[int, ...]
    constants: tuple[int, ...]
    exits: tuple[int, ...]
    order: tuple[int, ...]
    may_die: bool

    def run(self, context: StepContext, entered: Sequence[Any]) -> tuple[list[Any], list[Any]]:
        """The values of the Exits, and what is carried into a turn that has DEAD values."""
        variables = [entered[index] for index in self.variables]
        constants = [entered[index] for index in self.constants]
        decide, turn = context.ready(self.decide), context.ready(self.turn)
        cancellation = context.cancellation
        while True:
            goes_on, *found = decide([*variables, *constants])
            if goes_on.shape:
                _refuse(goes_on)
            if not goes_on:
                return [found[index] for index in self.exits], []
            variables = list(turn([*found, *constants]))
            if self.may_die and any(value is DEAD for value in variables):
                return [], [variables[index] for index in self.order]
            if cancellation is not None:
                context.check_cancelled()


def _refuse(predicate: Any) -> None:
    size = shapes.format_shape(predicate.shape)
    text = f"The second input must be a scalar, but it has shape {size}"
    raise errors.InvalidArgumentError(None, None, text)


def halves(frame: Frame, fed: Collection[SymbolicTensor], build: BuildPart) -> Turns | None:
    """The loop in two halves, None where it is of another form."""
    form = _Form(frame)
    if not form.fits():
        return None
    units = frame.units(fed)
    tail = form.tail(units)
    head = [unit for unit in units if unit not in tail and unit not in form.routed]
    merged = [merge.outputs[0] for merge in form.merges]
    constants = [enter.outputs[0] for enter in form.constants]
    passed = [switch.inputs[0] for switch in form.switches]
    inside = [switch.outputs[1] for switch in form.switches]
    handed = [turn.inputs[0] for turn in form.turns]
    given = {*inside, *constants, *fed}
    made = {tensor for unit in tail for tensor in _outputs(unit)}
    taken = [tensor for unit in units if unit in tail for tensor in _inputs(unit)]
    shared = list(dict.fromkeys(t for t in (*taken, *handed) if t not in given and t not in made))
    position = {enter: index for index, enter in enumerate(frame.enters)}
    routing = any(not isinstance(unit, Operation) or unit.op_def.routing for unit in tail)
    return Turns(
        build(head, [*merged, *constants], [form.predicate, *passed, *shared]),
        build([u for u in units if u in tail], [*inside, *shared, *constants], handed),
        tuple(position[enter] for enter in form.enters),
        tuple(position[enter] for enter in form.constants),
        tuple(form.switches.index(exit.inputs[0].op) for exit in frame.exits),
        tuple(form.turns.index(turn) for turn in frame.turns),
        routing,
    )


class _Form:
    """What a loop is made of, where it has the form of while_loop."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self.constants = [enter for enter in frame.enters if enter.attrs["is_constant"]]
        self.merges = [op for op in frame.others if _is_loop_merge(op)]
        conds = [op for op in frame.others if op.type == "LoopCond"]
        self.predicate: Any = conds[0].outputs[0] if len(conds) == 1 else None
        self.switches = [
            op
            for op in frame.others
            if op.op_def.routing == "splits" and op.inputs[1] is self.predicate
        ]
        self.routed = {*self.merges, *self.switches}
        self.enters = [merge.inputs[0].op for merge in self.merges]
        self.turns = [merge.inputs[1].op for merge in self.merges]

    def fits(self) -> bool:
        """Whether nothing else goes in, around or out than variables and constants."""
        frame = self.frame
        if self.predicate is None or self.predicate.dtype._is_ref_dtype:
            return False
        variables = [enter for enter in frame.enters if enter not in self.constants]
        outside = {tensor for switch in self.switches for tensor in switch.outputs[:1]}
        outside.update(merge.outputs[1] for merge in self.merges)
        outside.update(enter.outputs[0] for enter in variables)
        takers = [op for op in frame.others if op not in self.merges]
        units = [
            *takers,
            *frame.turns,
            *(e for inner in frame.frames.values() for e in inner.enters),
        ]
        return (
            set(self.enters) == set(variables)
            and len(self.enters) == len(variables)
            and set(self.turns) == set(frame.turns)
            and len(self.turns) == len(frame.turns)
            and all(exit.inputs[0].op in self.switches for exit in frame.exits)
            and all(exit.inputs[0].value_index == 0 for exit in frame.exits)
            and not any(exit._control_inputs for exit in frame.exits)
            and not any(tensor in outside for unit in units for tensor in unit.inputs)
            and not any(tensor.dtype._is_ref_dtype for op in self.routed for tensor in op.outputs)
        )

    def tail(self, units: Sequence[Any]) -> set[Any]:
        """The operations and inner loops that wait for a Switch: they run in a turn."""
        tail: set[Any] = set()
        unit_of: dict[Operation, Any] = {}
        for unit in units:
            ops = [unit] if isinstance(unit, Operation) else unit.exits
            unit_of.update(dict.fromkeys(ops, unit))
        switches = set(self.switches)
        for unit in units:
            if unit in self.routed:
                continue
            sources = _sources(unit)
            if any(op in switches or unit_of.get(op) in tail for op in sources):
                tail.add(unit)
        return tail


def _is_loop_merge(op: Operation) -> bool:
    kinds = [tensor.op.op_def.routing for tensor in op.inputs]
    return op.op_def.routing == "joins" and kinds == ["enters", "turns"]


def _sources(unit: Any) -> list[Operation]:
    if not isinstance(unit, Operation):
        return list(unit.sources())
    return [*(tensor.op for tensor in unit.inputs), *unit._control_inputs]


def _inputs(unit: Any) -> Sequence[SymbolicTensor]:
    if isinstance(unit, Operation):
        return unit.inputs
    return [tensor for enter in unit.enters for tensor in enter.inputs]


def _outputs(unit: Any) -> Sequence[SymbolicTensor]:
    if isinstance(unit, Operation):
        return unit.outputs
    return [tensor for exit in unit.exits for tensor in exit.outputs]
