"""Learning rates that fall as training goes on: tensors computed from the global step."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from minigraph import context, convert, dtypes, nest
from minigraph.ops import arithmetic, casting, comparison, elementwise


def _scope(name: str | None, default_name: str) -> Any:
    return context.get_default_graph().name_scope(name or default_name)


def _rate(learning_rate: Any) -> Any:
    return convert.convert_to_tensor(learning_rate, name="initial_learning_rate")


def exponential_decay(
    learning_rate: Any,
    global_step: Any,
    decay_steps: Any,
    decay_rate: Any,
    staircase: bool = False,
    name: str | None = None,
) -> Any:
    """learning_rate * decay_rate ** (global_step / decay_steps) (tf.train.exponential_decay).

    staircase: the exponent is a whole number.
    """
    with _scope(name, "ExponentialDecay") as scope:
        rate = _rate(learning_rate)
        decay_steps = casting.cast(decay_steps, rate.dtype)
        decay_rate = casting.cast(decay_rate, rate.dtype)
        progress = casting.cast(global_step, rate.dtype) / decay_steps
        if staircase:
            progress = elementwise.floor(progress)
        return elementwise.multiply(rate, arithmetic.pow(decay_rate, progress), name=scope)


def natural_exp_decay(
    learning_rate: Any,
    global_step: Any,
    decay_steps: Any,
    decay_rate: Any,
    staircase: bool = False,
    name: str | None = None,
) -> Any:
    """learning_rate * exp(-decay_rate * global_step / decay_steps) (tf.train.natural_exp_decay)."""
    rate = elementwise.exp(elementwise.negative(decay_rate))
    return exponential_decay(learning_rate, global_step, decay_steps, rate, staircase, name)


def inverse_time_decay(
    learning_rate: Any,
    global_step: Any,
    decay_steps: Any,
    decay_rate: Any,
    staircase: bool = False,
    name: str | None = None,
) -> Any:
    """learning_rate / (1 + decay_rate * progress) (tf.train.inverse_time_decay)."""
    with _scope(name, "InverseTimeDecay") as scope:
        rate = _rate(learning_rate)
        decay_steps = casting.cast(decay_steps, rate.dtype)
        decay_rate = casting.cast(decay_rate, rate.dtype)
        progress = casting.cast(global_step, rate.dtype) / decay_steps
        if staircase:
            progress = elementwise.floor(progress)
        one = casting.cast(convert.constant(1), rate.dtype)
        total = arithmetic.add(one, elementwise.multiply(decay_rate, progress))
        return arithmetic.divide(rate, total, name=scope)


def polynomial_decay(
    learning_rate: Any,
    global_step: Any,
    decay_steps: Any,
    end_learning_rate: Any = 0.0001,
    power: Any = 1.0,
    cycle: bool = False,
    name: str | None = None,
) -> Any:
    """Falls to `end_learning_rate` by a power of the way that is left (tf.train.polynomial_decay).

    cycle: begins a longer way at the end of each.
    """
    with _scope(name, "PolynomialDecay") as scope:
        rate = _rate(learning_rate)
        end = casting.cast(end_learning_rate, rate.dtype)
        power = casting.cast(power, rate.dtype)
        step = casting.cast(global_step, rate.dtype)
        steps = casting.cast(decay_steps, rate.dtype)
        if cycle:
            at_start = comparison.equal(step, 0)
            rounds = comparison.where_v2(at_start, 1.0, elementwise.ceil(step / decay_steps))
            steps = elementwise.multiply(steps, rounds)
        else:
            step = elementwise.minimum(step, steps)
        progress = arithmetic.divide(step, steps)
        scaled = elementwise.multiply(rate - end, arithmetic.pow(1 - progress, power))
        return arithmetic.add(scaled, end, name=scope)


def cosine_decay(
    learning_rate: Any,
    global_step: Any,
    decay_steps: Any,
    alpha: Any = 0.0,
    name: str | None = None,
) -> Any:
    """Falls to `alpha * learning_rate` along half a cosine (tf.train.cosine_decay)."""
    with _scope(name, "CosineDecay"):
        rate = _rate(learning_rate)
        steps = casting.cast(decay_steps, rate.dtype)
        step = elementwise.minimum(casting.cast(global_step, rate.dtype), steps)
        progress = step / steps
        cosine = elementwise.cos(convert.constant(math.pi) * progress)
        return elementwise.multiply(rate, (1 - alpha) * (0.5 * (1.0 + cosine)) + alpha)


def piecewise_constant(x: Any, boundaries: Any, values: Any, name: str | None = None) -> Any:
    """values[i] where x is above i of the boundaries (tf.train.piecewise_constant).

    Raises ValueError for boundaries of another dtype than x, values of different dtypes, or one
    value too many or too few.
    """
    from minigraph.ops import control_flow

    limits = [convert.convert_to_tensor(value) for value in nest.flatten(boundaries)]
    results = [convert.convert_to_tensor(value) for value in nest.flatten(values)]
    step = convert.convert_to_tensor(x)
    limits = [_as_type_of(step, limit) for limit in limits]
    for result in results[1:]:
        if result.dtype.base_dtype != results[0].dtype.base_dtype:
            raise ValueError(
                "Values must have elements all with the same dtype "
                f"({results[0].dtype.base_dtype} vs {result.dtype.base_dtype})."
            )
    if len(limits) != len(results) - 1:
        raise ValueError("The length of boundaries should be 1 less than the length of values")
    with _scope(name, "PiecewiseConstant"):
        step = convert.convert_to_tensor(x)
        pairs = [(step <= limits[0], lambda: results[0]), (step > limits[-1], lambda: results[-1])]
        for low, high, result in zip(limits[:-1], limits[1:], results[1:-1], strict=True):
            between = (step > low) & (step <= high)
            pairs.append((between, _giving(result)))
        return control_flow.case(pairs, lambda: results[0], exclusive=True)


def _giving(result: Any) -> Callable[[], Any]:
    return lambda: result


def _as_type_of(step: Any, limit: Any) -> Any:
    found, wanted = limit.dtype.base_dtype, step.dtype.base_dtype
    if found == wanted:
        return limit
    if found == dtypes.int32 and wanted == dtypes.int64:
        return casting.cast(limit, wanted)
    raise ValueError(f"Boundaries ({found}) must have the same dtype as x ({wanted}).")
