"""Sums of products by an equation of axis labels (tf.einsum)."""

from __future__ import annotations

from typing import Any

import numpy as np

from minigraph.convert import convert_to_tensor
from minigraph.ops import array, repeating, shape_rules, shaping
from minigraph.ops.naming import op_scope
from minigraph.ops.strings import refuse
from minigraph.registry import gradient, op
from minigraph.shapes import format_shape


def _parts(equation: Any) -> tuple[list[str], str]:
    """The labels of each operand, and of the result."""
    text = equation.decode() if isinstance(equation, bytes) else equation
    left, result = text.split("->")
    return left.split(","), result


def _sizes(equation: Any, shapes: Any) -> dict[str, int | None]:
    """The size of each label, as far as it is known; ValueError where operands differ in it."""
    sizes: dict[str, int | None] = {}
    for labels, shape in zip(_parts(equation)[0], shapes, strict=True):
        known = shape_rules.require_rank(shape, len(labels))
        for label, size in zip(labels, known, strict=True):
            before = sizes.get(label)
            if None not in (before, size) and before != size:
                raise ValueError(f"Dimensions must be equal, but are {before} and {size}")
            sizes[label] = size if before is None else before
    return sizes


def _einsum_shape(c: Any) -> Any:
    sizes = _sizes(c.attrs["equation"], c.shapes)
    return (tuple(sizes[label] for label in _parts(c.attrs["equation"])[1]),)


@op("Einsum", "inputs: N*T -> output: T", shape=_einsum_shape)
def _einsum(*inputs: Any, equation: bytes) -> Any:
    sizes: dict[str, int] = {}
    for labels, value in zip(_parts(equation)[0], inputs, strict=True):
        for axis, (label, size) in enumerate(zip(labels, value.shape)):
            if sizes.setdefault(label, size) != size:
                refuse(
                    f"Expected dimension {sizes[label]} at axis {axis} of the input shaped "
                    f"{format_shape(value.shape)} but got dimension {size}"
                )
    # A copy: of one operand, NumPy gives a view.
    return np.array(np.einsum(equation.decode(), *inputs, optimize=len(inputs) > 1))


@gradient("Einsum")
def _einsum_rule(op: Any, grad: Any) -> Any:
    operands, result = _parts(op.attrs["equation"])
    found = []
    for i, labels in enumerate(operands):
        others = [x for j, x in enumerate(op.inputs) if j != i]
        given = [result, *(text for j, text in enumerate(operands) if j != i)]
        kept = "".join(label for label in labels if any(label in text for text in given))
        value = _einsum([grad, *others], equation=f"{','.join(given)}->{kept}")
        if kept != labels:  # what was summed over gets its gradient everywhere
            axes = [axis for axis, label in enumerate(labels) if label not in kept]
            for axis in axes:
                value = shaping.expand_dims(value, axis)
            value = repeating.broadcast_to(value, array.shape(op.inputs[i]))
        found.append(value)
    return found


def einsum(equation: str, *inputs: Any, name: str | None = None, **_: Any) -> Any:
    """Products of one or two tensors, summed over the labels that the result lacks (tf.einsum).

    equation: "ij,jk->ik"; without "->" the result has the labels that occur once, in alphabetical
    order. Raises NotImplementedError for "...", a label twice in one tensor, and three tensors.
    """
    text = equation.replace(" ", "")
    left = text.split("->")[0]
    operands = left.split(",")
    twice = any(len(set(labels)) < len(labels) for labels in operands)
    if "." in text or twice or len(operands) > 2:
        raise NotImplementedError(
            f"minigraph's tf.einsum takes one or two tensors with different labels, not {equation}"
        )
    if len(operands) != len(inputs):
        raise ValueError(
            f"Got {len(inputs)} inputs for equation '{equation}', expecting {len(operands)}"
        )
    if "->" not in text:
        once = sorted(x for x in set(left) - {","} if left.count(x) == 1)
        text = f"{left}->{''.join(once)}"
    with op_scope(name, "einsum", *inputs):
        tensors = [convert_to_tensor(value) for value in inputs]
        return _einsum(tensors, equation=text)
