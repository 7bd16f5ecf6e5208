"""A plan as Python text: the program that a graph became, and what is not in it."""

from __future__ import annotations

import keyword
import re
import tomllib
from collections.abc import Callable, Sequence
from functools import cache, partial
from importlib.resources import files
from typing import Any

import numpy as np

from minigraph.dtypes import DType
from minigraph.fetches import Fetches
from minigraph.graph import Graph
from minigraph.operation import Operation
from minigraph.plan import Plan
from minigraph.steps import CONTEXT_SLOT, Step, is_read, step_inputs
from minigraph.tensor import SymbolicTensor

VARIABLES = ("Variable", "VariableV2", "VarHandleOp")
"""Op types that only say which variable is meant."""

IGNORED = ("SrcT", "Truncate", "use_locking", "validate_shape")
"""Attributes without which the lines of NumPy do the same."""

MOST_PRINTED = 6
"""Numbers of a constant that are written out."""


class Explanation:
    """What one request does. Print it, or look at `source`, `pruned`, `folded` and `merged`.

    `source` is a program: `exec(source, explanation.namespace())` makes its function `run`, which
    takes the fed arrays. Most programs need nothing but NumPy.
    """

    def __init__(self, program: _Program, pruned: list[str], plan: Plan) -> None:
        self.source, self._program = program.source, program
        self.pruned = pruned
        self.order = [op.name for op in plan.report.order]
        self.forwarded = [op.name for op in plan.report.forwarded]
        self.folded = [op.name for op in plan.report.folded]
        self.merged = {op.name: twin.name for op, twin in plan.report.merged}

    def __str__(self) -> str:
        lines = [self.source, ""]
        lines.append(f"pruned: {_listing(self.pruned)}  (no fetch needs them)")
        lines.append(f"folded: {_listing(self.folded)}  (all inputs are constants)")
        lines.append(f"passed on: {_listing(self.forwarded)}  (they only hand their input on)")
        merged = [f"{name} = {twin}" for name, twin in self.merged.items()]
        lines.append(f"merged: {_listing(merged)}  (equal operation, equal inputs)")
        return "\n".join(lines)

    __repr__ = __str__

    def namespace(self) -> dict[str, Any]:
        """What the program takes from outside, for `exec`.

        variables: the session's, objects with a `value`; constants: arrays that are too large to
        print; kernels: functions that are no line of NumPy.
        """
        program = self._program
        variables = {name: find() for name, find in program.variables.items()}
        return {
            "variables": variables,
            "constants": program.names.constants,
            "kernels": program.kernels,
        }


def _listing(names: Sequence[str], limit: int = 12) -> str:
    if not names:
        return "nothing"
    rest = f", and {len(names) - limit} more" if len(names) > limit else ""
    return ", ".join(names[:limit]) + rest


def explain(
    session: Any, wanted: Fetches, plan: Plan, feeds: Sequence[SymbolicTensor]
) -> Explanation:
    """The explanation of a request of a session whose plan is known."""
    reached = {*plan.report.order, *plan.report.folded, *plan.report.forwarded}
    reached.update(op for op, _ in plan.report.merged)
    reached.update(tensor.op for tensor in feeds)
    pruned = [op.name for op in _not_reached(session.graph, wanted, reached)]
    return Explanation(_Program(plan, feeds, session._context), pruned, plan)


def _not_reached(graph: Graph, wanted: Fetches, reached: set[Operation]) -> list[Operation]:
    needed, stack = set(reached), [tensor.op for tensor in wanted.tensors]
    stack.extend(reached)
    while stack:
        op = stack.pop()
        needed.add(op)
        if not op.inputs and op in needed:
            continue
        # Constants that fed folded or running steps are part of the plan as known values.
        sources = (t.op for t in op.inputs if not t.op.inputs and t.op.type != "Placeholder")
        stack.extend(source for source in sources if source not in needed)
    return [op for op in graph.get_operations() if op not in needed]


class _Program:
    """The plan as the text of a Python function, one line a step, above what it calls."""

    def __init__(self, plan: Plan, feeds: Sequence[SymbolicTensor], context: Any) -> None:
        self.kernels: dict[str, Any] = {}
        self.variables: dict[str, Callable[[], Any]] = {}
        self.names = names = _Names({step.op.type for step in plan.steps})
        self._context = context
        self._ufuncs: dict[str, str] = {}
        self._functions: dict[str, str] = {}
        self._first: dict[str, str] = {}
        """The first operation of each type whose kernel is called."""
        for slot, tensor in zip(plan.feed_slots, feeds, strict=True):
            names.bind(slot, tensor.op.name)
        head = f"def run({', '.join(names.of(slot) for slot in plan.feed_slots)}):"
        for slot in sorted(plan.known_slots_in_use()):
            names.bind_value(slot, plan.template[slot], plan.known_names.get(slot))
        lines = [self._line(step) for step in plan.steps]
        results = ", ".join(names.of(slot) for slot, _ in plan.outputs)
        lines.append(f"return {results}" if results else "return")
        body = "\n".join([head, *(f"    {line}" for line in _needed(lines))])
        self.source = f"{body}\n{self._definitions()}"

    def _line(self, step: Step) -> str:
        op, names = step.op, self.names
        slots = [slot for slot in step_inputs(step) if slot != CONTEXT_SLOT]
        if is_read(step):
            owner = names.of(slots[0])
            return f"{names.bind(step.out, owner + '_value')} = {owner}.value"
        if op.type in VARIABLES:
            self.variables[op.name] = partial(step.kernel, self._context)
            return f"{names.bind(step.out, op.name)} = variables[{op.name!r}]"
        call = self._call(step, [names.of(slot) for slot in slots])
        outs = step.out if isinstance(step.out, tuple) else (step.out,)
        targets = ", ".join(names.bind(slot, op.name) for slot in outs)
        comma = "," if len(outs) == 1 and isinstance(step.out, tuple) else ""
        return f"{targets}{comma} = {call}" if targets else call

    def _call(self, step: Step, arguments: Sequence[str]) -> str:
        kind, kernel = step.op.type, step.op.op_def.kernel
        attrs = dict(_attributes(step.op))
        # Behind a Switch and for a loop, a step calls something around the kernel.
        around = getattr(getattr(step.kernel, "func", None), "__module__", "")
        is_own = around not in ("minigraph.deadness", "minigraph.frames")
        if isinstance(kernel, np.ufunc) and is_own:
            self._ufuncs[kind] = f"np.{kernel.__name__}"
        elif kind in in_numpy() and is_own and attrs.keys() <= _keywords(kind):
            self._functions[kind] = in_numpy()[kind]
            arguments = [*arguments, *(f"{name}={text}" for name, text in attrs.items())]
        else:
            # The kernel itself, which knows its attributes and its session.
            in_session = CONTEXT_SLOT in step_inputs(step)
            bound = partial(step.kernel, self._context) if in_session else step.kernel
            first = self._first.setdefault(kind, step.op.name)
            if not is_own or self.kernels.get(first, bound) is not bound:
                kind = self.names.bind(-1, kind + "_")
            key = step.op.name if step.op.name not in self.kernels else f"{step.op.name}: {kind}"
            self.kernels[key] = bound
            self._functions.setdefault(kind, f"{kind} = kernels[{key!r}]")
        return f"{kind}({', '.join(arguments)})"

    def _definitions(self) -> str:
        """What stands below the function: what it calls, in NumPy."""
        lines = list(self._functions.values())
        if self._ufuncs:
            lines.insert(0, f"{', '.join(self._ufuncs)} = {', '.join(self._ufuncs.values())}")
        is_numpy = "np." in "".join([*lines, *self.names.values()])
        return "\n".join(["", *(["import numpy as np"] if is_numpy else []), *lines])


def _needed(lines: Sequence[str]) -> list[str]:
    """The lines without reads of variables whose value no later line takes."""
    kept: list[str] = []
    text = ""
    for line in reversed(lines):
        name, _, value = line.partition(" = ")
        if not re.fullmatch(r"\w+\.value", value) or re.search(rf"\b{name}\b", text):
            kept.append(line)
            text += line + "\n"
    return kept[::-1]


def _attributes(op: Operation) -> list[tuple[str, str]]:
    """The attributes that a kernel looks at and that do not have their defaults."""
    found = []
    for name in op.op_def.kernel_attrs:
        value = op.attrs[name]
        if name not in IGNORED and value != op.op_def.attrs[name].default:
            found.append((name, f"np.{value.name}" if isinstance(value, DType) else repr(value)))
    return found


@cache
def in_numpy() -> dict[str, str]:
    """Op types that are a line of NumPy."""
    text = files("minigraph").joinpath("numpy_kernels.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def _keywords(op_type: str) -> frozenset[str]:
    """The attributes that the line of NumPy takes."""
    head = in_numpy().get(op_type, "").partition("):")[0]
    return frozenset(re.findall(r"(\w+)(?:=|$)", head))


class _Names:
    """Readable variable names for slots, different from those of the functions."""

    def __init__(self, taken: set[str]) -> None:
        self.constants: dict[str, Any] = {}
        self._by_slot: dict[int, str] = {}
        self._used = {*taken, *keyword.kwlist, "np", "run", "constants", "kernels", "variables"}

    def bind(self, slot: int, name: str) -> str:
        base = "".join(c if c.isalnum() else "_" for c in name)
        base = f"_{base}" if base[0].isdigit() else base
        unique, number = base, 1
        while unique in self._used:
            unique, number = f"{base}_{number}", number + 1
        self._used.add(unique)
        self._by_slot[slot] = unique
        return unique

    def bind_value(self, slot: int, value: Any, op: Operation | None) -> None:
        array = np.asarray(value)
        text = repr(array.tolist())
        if array.dtype.kind == "f":
            text = re.sub("nan|inf", r"np.\g<0>", text)
        is_odd = array.ndim if array.dtype == object else array.dtype.kind == "c" and "n" in text
        if array.size > MOST_PRINTED or is_odd:
            name = op.name if op is not None else f"constant_{slot}"
            self.constants[name] = value
            text = f"constants[{name!r}]"
        elif array.ndim or array.dtype.name not in ("float32", "int32", "bool", "object"):
            text = f"np.{array.dtype}({text})"
        self._by_slot[slot] = text

    def values(self) -> Sequence[str]:
        """The texts of all slots."""
        return list(self._by_slot.values())

    def of(self, slot: int) -> str:
        # The others are inputs of branches and loops that do not matter in this run.
        return self._by_slot.get(slot, "None")
