"""Assertions about the elements of tensors (tf.debugging.assert_*)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from minigraph import context, convert, errors, inference
from minigraph.ops import arithmetic, array, comparison, control_flow, reductions, shaping, slicing
from minigraph.ops.debug import Assert
from minigraph.ops.naming import op_scope
from minigraph.ops.shape_checks import is_numeric_tensor, message_prefix, shown_name
from minigraph.tensor import Tensor

Check = Callable[..., Any]


def _assert_static(condition: bool, data: Any) -> None:
    """Raises InvalidArgumentError while the graph is built where it is known to fail."""
    if not condition:
        known = [inference.static_value(x) if isinstance(x, Tensor) else x for x in data]
        lines = [str(x if value is None else value) for x, value in zip(data, known, strict=True)]
        raise errors.InvalidArgumentError(None, None, "\n".join(lines))


def _compare(
    sign: str,
    names: str,
    tests: tuple[Check, Check],
    x: Any,
    y: Any,
    data: Any,
    summarize: int | None,
    message: str | None,
    name: str | None,
) -> Any:
    with op_scope(name, names, x, y):
        x = convert.convert_to_tensor(x, name="x")
        y = convert.convert_to_tensor(y, name="y")
        if context.executing_eagerly():
            _check_now(sign, tests[0](x, y), x, y, data, summarize, message)
            return None
        if data is None:
            data = [f"Condition x {sign} y did not hold element-wise:"]
            data += [f"x ({shown_name(x)}) = ", x, f"y ({shown_name(y)}) = ", y]
        data = data if message is None else [message, *data]
        condition = reductions.reduce_all(tests[0](x, y))
        known = inference.static_value(x), inference.static_value(y)
        if known[0] is not None and known[1] is not None:
            _assert_static(bool(np.all(tests[1](*known))), data)
        return Assert(condition, data, summarize=summarize)


def _check_now(
    sign: str, test: Any, x: Any, y: Any, data: Any, summarize: int | None, message: str | None
) -> None:
    """Raises InvalidArgumentError, in TensorFlow's words for eager execution, unless all hold."""
    held, x, y = test.numpy(), x.numpy(), y.numpy()
    if held.all():
        return
    count = 3 if summarize is None else summarize if summarize >= 0 else int(1e9)
    if data is None:
        data = [f"Condition x {sign} y did not hold."]
        if count and x.shape == y.shape and x.shape:
            where = np.argwhere(~held)[:count]
            data += [f"Indices of first {len(where)} different values:", where]
            data += ["Corresponding x values:", x[~held][:count]]
            data += ["Corresponding y values:", y[~held][:count]]
        for name, value in (("x", x), ("y", y)) if count else ():
            first = np.ravel(value)[:count]
            data += [f"First {first.size} elements of {name}:", first]
    data = data if message is None else [message, *data]
    text = "\n".join(_shown_now(item, count) for item in data)
    raise errors.InvalidArgumentError(None, None, text)


def _shown_now(item: Any, count: int) -> str:
    if not isinstance(item, Tensor):
        return str(item)
    value = np.asarray(item.numpy())
    if not value.shape:
        return str(value[()])
    more = ["..."] if value.size > count else []
    return str([*map(str, value.ravel()[:count]), *more])


def _binary(name: str, sign: str, test: Check, numpy_test: Check) -> Check:
    def check(
        x: Any,
        y: Any,
        data: Any = None,
        summarize: int | None = None,
        message: str | None = None,
        name: str | None = None,
    ) -> Any:
        return _compare(
            sign, check.__name__, (test, numpy_test), x, y, data, summarize, message, name
        )

    check.__name__ = check.__qualname__ = name
    check.__doc__ = (
        f"An operation that raises InvalidArgumentError unless `x {sign} y` element by element "
        f"(tf.debugging.{name}).\n\n    data, summarize, message: what the error shows. Raises the "
        "error at once where x and y are known while the graph is built.\n    "
    )
    return check


_assert_equal = _binary("assert_equal", "==", comparison.equal, np.equal)
assert_none_equal = _binary("assert_none_equal", "!=", comparison.not_equal, np.not_equal)
assert_less = _binary("assert_less", "<", comparison.less, np.less)
assert_less_equal = _binary("assert_less_equal", "<=", comparison.less_equal, np.less_equal)
assert_greater = _binary("assert_greater", ">", comparison.greater, np.greater)
assert_greater_equal = _binary(
    "assert_greater_equal", ">=", comparison.greater_equal, np.greater_equal
)


def assert_equal(
    x: Any,
    y: Any,
    data: Any = None,
    summarize: int | None = None,
    message: str | None = None,
    name: str | None = None,
) -> Any:
    """An operation that raises InvalidArgumentError unless `x == y` (tf.debugging.assert_equal).

    data, summarize, message: what the error shows. Raises the error at once where x and y are known
    while the graph is built.
    """
    with op_scope(name, "assert_equal", x, y):
        if x is y:
            return None if context.executing_eagerly() else array.no_op()
    return _assert_equal(x, y, data, summarize, message, name)


def _against_zero(name: str, sign: str, check: Check, zero_first: bool) -> Check:
    def assertion(
        x: Any,
        data: Any = None,
        summarize: int | None = None,
        message: str | None = None,
        name: str | None = None,
    ) -> Any:
        with op_scope(name, assertion.__name__, x):
            x = convert.convert_to_tensor(x, name="x")
            if data is None:
                lines = [
                    f"Condition x {sign} 0 did not hold element-wise:",
                    f"x ({shown_name(x)}) = ",
                ]
                # TensorFlow joins the two lines of this one.
                lines = ["".join(lines)] if sign == "<=" else lines
                data = [message_prefix(message), *lines, x]
            zero = convert.convert_to_tensor(0, x.dtype)
            pair = (zero, x) if zero_first else (x, zero)
            return check(*pair, data=data, summarize=summarize)

    assertion.__name__ = assertion.__qualname__ = name
    assertion.__doc__ = (
        f"An operation that raises InvalidArgumentError unless `x {sign} 0` in every element "
        f"(tf.debugging.{name})."
    )
    return assertion


assert_negative = _against_zero("assert_negative", "<", assert_less, zero_first=False)
assert_positive = _against_zero("assert_positive", ">", assert_less, zero_first=True)
assert_non_negative = _against_zero("assert_non_negative", ">=", assert_less_equal, True)
assert_non_positive = _against_zero("assert_non_positive", "<=", assert_less_equal, False)


def assert_near(
    x: Any,
    y: Any,
    rtol: Any = None,
    atol: Any = None,
    data: Any = None,
    summarize: int | None = None,
    message: str | None = None,
    name: str | None = None,
) -> Any:
    """An operation that raises InvalidArgumentError unless x and y are close.

    Close means `|x - y| < atol + rtol * |y|`; both tolerances are ten times the precision of the
    dtype unless given (tf.debugging.assert_near).
    """
    with op_scope(name, "assert_near", x, y):
        x = convert.convert_to_tensor(x, name="x")
        y = convert.convert_to_tensor(y, x.dtype, name="y")
        dtype = x.dtype.real_dtype
        tiny = 10 * np.finfo(dtype.as_numpy_dtype).eps
        rtol = convert.convert_to_tensor(tiny if rtol is None else rtol, dtype, name="rtol")
        atol = convert.convert_to_tensor(tiny if atol is None else atol, dtype, name="atol")
        if data is None:
            text = f"x and y not equal to tolerance rtol = {rtol!s}, atol = {atol!s}"
            data = [
                message_prefix(message),
                text,
                f"x ({shown_name(x)}) = ",
                x,
                f"y ({shown_name(y)}) = ",
                y,
            ]
        tolerance = atol + rtol * arithmetic.abs(y)
        difference = arithmetic.abs(x - y)
        condition = reductions.reduce_all(comparison.less(difference, tolerance))
        return Assert(condition, data, summarize=summarize)


def is_strictly_increasing(x: Any, name: str | None = None) -> Any:
    """Whether each element of the flat `x` is greater than the one before."""
    with op_scope(name, "is_strictly_increasing", x):
        return reductions.reduce_all(_neighbours(x, comparison.greater))


def is_non_decreasing(x: Any, name: str | None = None) -> Any:
    """Whether no element of the flat `x` is less than the one before."""
    with op_scope(name, "is_non_decreasing", x):
        return reductions.reduce_all(_neighbours(x, comparison.greater_equal))


def _neighbours(x: Any, test: Check) -> Any:
    x = shaping.reshape(x, [-1])
    if not is_numeric_tensor(x):
        raise TypeError(f"Expected x to be numeric, instead found: {x}")

    def compared() -> Any:
        count = array.shape(x) - 1
        after = slicing.strided_slice(x, [1], count + 1)
        return test(after, slicing.strided_slice(x, [0], count))

    return control_flow.cond(
        comparison.less(array.size(x), 2), lambda: convert.convert_to_tensor([], bool), compared
    )
