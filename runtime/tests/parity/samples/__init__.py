"""Samples for every op of the registry: one module for each module of ops.

A module has a table `SAMPLES`: op type -> list of samples. A sample is an expression that builds
the op, and its inputs:

    SAMPLES = {
        "MatMul": [
            sample("tf.matmul(a, b)", a=ramp(2, 3), b=ramp(3, 4)),
            sample("tf.matmul(a, b)", a=ramp(2, 3), b=ramp(2, 3)),  # does not fit: an error
            sample("op(a=a, b=b, transpose_a=True)", a=ramp(3, 2), b=ramp(3, 4)),
        ],
    }

The expression sees `tf`, `tf2`, `np`, its inputs and `op`, which builds the op type itself with the
argument names of TensorFlow's OpDef. It may be several lines that end in an expression. What is
recorded of each is said in `op_samples`.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from typing import Any

import numpy as np

Sample = dict[str, Any]


def sample(
    source: str,
    *,
    dtypes: str = "",
    random: bool = False,
    mode: str = "v1",
    **inputs: Any,
) -> Sample:
    """One use of an op.

    Args:
        source: the expression.
        dtypes: names of dtypes, separated by spaces: one sample each, in which every input that is
            given as float has that dtype.
        random: only dtypes and shapes of values can be compared.
        mode: "v1" or "v2" behaviour.
        inputs: name -> value; a Python float is float32, an int is int32.
    """
    return {
        "source": source,
        "dtypes": dtypes.split(),
        "random": random,
        "mode": mode,
        "inputs": {name: _array(value) for name, value in inputs.items()},
    }


def ramp(*shape: int, low: float = -2.0, high: float = 2.5) -> np.ndarray:
    """float32 values that rise evenly from `low` to `high`."""
    return np.linspace(low, high, int(np.prod(shape)), dtype=np.float32).reshape(shape)


def counting(*shape: int, start: int = 0) -> np.ndarray:
    """int32 values start, start + 1, ..."""
    return np.arange(start, start + int(np.prod(shape)), dtype=np.int32).reshape(shape)


def tables() -> Iterator[tuple[str, dict[str, list[Sample]]]]:
    """(module name, its table) of every module in this package."""
    for module in sorted(pkgutil.iter_modules(__path__), key=lambda item: item.name):
        yield module.name, importlib.import_module(f"{__name__}.{module.name}").SAMPLES


def _array(value: Any) -> np.ndarray:
    array = np.asarray(value)
    if isinstance(value, np.ndarray | np.generic):
        return array
    return array.astype(
        {"f": np.float32, "i": np.int32, "c": np.complex64}.get(array.dtype.kind, array.dtype)
    )
