"""Tools for tests of graphs and ops: a fresh graph with its session, and `check_op`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from minigraph.convert import constant, convert_to_tensor
from minigraph.gradients import gradients
from minigraph.graph import Graph
from minigraph.ops.array import placeholder
from minigraph.random_seed import set_random_seed
from minigraph.session import Session
from minigraph.tensor import SymbolicTensor

Array = NDArray[Any]
STEP = 1e-5


@contextmanager
def fresh_session(seed: int | None = None, **options: Any) -> Iterator[Session]:
    """A session over an empty graph, both default inside the block; `seed` is the graph's."""
    with Graph().as_default(), Session(**options) as session:
        if seed is not None:
            set_random_seed(seed)
        yield session


def check_op(
    build: Callable[..., SymbolicTensor],
    *inputs: ArrayLike,
    gradient: bool = True,
    tolerance: float = 1e-4,
) -> Array:
    """Checks that an op agrees with itself, and returns its value.

    `build` makes one tensor from as many tensors as there are inputs. Its dtype and static shape
    must hold for the value; unknown static shapes and constants must give the same value; its
    gradients with respect to inputs of float64 must be those of finite differences.

    Raises:
        AssertionError: says which of these does not hold.
    """
    arrays = [np.asarray(item) for item in inputs]
    with fresh_session() as session:
        placeholders = [placeholder(item.dtype, item.shape) for item in arrays]
        output = build(*placeholders)
        feeds = dict(zip(placeholders, arrays, strict=True))
        value = np.asarray(session.run(output, feeds))
        _check_signature(output, value)
        _check_other_ways(build, arrays, value, tolerance)
        if gradient:
            _check_gradients(session, output, placeholders, arrays, tolerance)
    return value


def numeric_gradient(
    function: Callable[..., Any], arrays: Sequence[Array], index: int, step: float = STEP
) -> Array:
    """The derivative of the sum of `function(*arrays)` by `arrays[index]`, by differences."""
    result = np.zeros(arrays[index].shape)
    for position in np.ndindex(result.shape):
        sums = []
        for change in (step, -step):
            moved = [item.copy() for item in arrays]
            moved[index][position] += change
            sums.append(np.sum(function(*moved)))
        result[position] = (sums[0] - sums[1]) / (2 * step)
    return result


def _check_signature(output: SymbolicTensor, value: Array) -> None:
    dtype = output.dtype.base_dtype
    assert np.dtype(dtype.as_numpy_dtype) == value.dtype, (
        f"{output.name} says dtype {dtype.name}, its value has {value.dtype}"
    )
    assert output.shape.is_compatible_with(value.shape), (
        f"{output.name} says shape {output.shape}, its value has {value.shape}"
    )


def _check_other_ways(
    build: Callable[..., SymbolicTensor], arrays: Sequence[Array], value: Array, tolerance: float
) -> None:
    with fresh_session() as session:
        placeholders = [placeholder(item.dtype) for item in arrays]
        unknown = build(*placeholders)
        folded = build(*(constant(item) for item in arrays))
        _check_signature(unknown, value)
        _check_signature(folded, value)
        results = session.run(
            {"placeholders of unknown shape": unknown, "constants": folded},
            dict(zip(placeholders, arrays, strict=True)),
        )
    for way, result in results.items():
        message = f"{unknown.op.type} has another value with {way}"
        if value.dtype.kind in "fc":
            np.testing.assert_allclose(result, value, tolerance, tolerance, err_msg=message)
        else:
            np.testing.assert_array_equal(result, value, err_msg=message)


def _check_gradients(
    session: Session,
    output: SymbolicTensor,
    placeholders: Sequence[SymbolicTensor],
    arrays: Sequence[Array],
    tolerance: float,
) -> None:
    exact = [index for index, item in enumerate(arrays) if item.dtype == np.float64]
    if not exact or not output.dtype.is_floating:
        return
    found = gradients(output, [placeholders[index] for index in exact])

    def function(*values: Array) -> Any:
        return session.run(output, dict(zip(placeholders, values, strict=True)))

    for index, gradient in zip(exact, found, strict=True):
        numeric = numeric_gradient(function, arrays, index)
        symbolic = (
            np.zeros_like(numeric)
            if gradient is None
            else session.run(
                convert_to_tensor(gradient), dict(zip(placeholders, arrays, strict=True))
            )
        )
        np.testing.assert_allclose(
            symbolic,
            numeric,
            tolerance,
            tolerance,
            err_msg=f"the gradient of {output.op.type} by input {index} is not its derivative",
        )
