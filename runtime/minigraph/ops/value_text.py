"""Values as text, as TensorFlow's kernels print them: `[[0 1 2]...]`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np


def summarize(value: Any, limit: int | None = None) -> str:
    """The first `limit` elements (3; all where it is negative) without the outermost brackets."""
    array = np.asarray(value, dtype=object if isinstance(value, (bytes, str)) else None)
    limit = 3 if limit is None else limit if limit >= 0 else array.size
    elements = iter(array.ravel().tolist() if array.dtype == object else array.ravel())
    text = "".join(_pieces(array.shape or (1,), 0, [limit], elements))
    return text + "..." if array.size > limit else text


def _pieces(
    shape: tuple[int, ...], axis: int, left: list[int], elements: Iterator[Any]
) -> Iterator[str]:
    """The text of one dimension; `left` holds how many elements may still be printed."""
    for index in range(shape[axis]):
        if left[0] <= 0:
            if axis and axis == len(shape) - 1:
                yield "..."
            return
        if axis < len(shape) - 1:
            yield "["
            yield from _pieces(shape, axis + 1, left, elements)
            yield "]"
        else:
            left[0] -= 1
            yield (" " if index else "") + element_text(next(elements))


def element_text(value: Any) -> str:
    """One element: floats with as few digits as tell them apart."""
    if isinstance(value, (bytes, str)):
        return value.decode("utf-8", "backslashreplace") if isinstance(value, bytes) else value
    if isinstance(value, np.bool_):
        return str(int(value))
    if isinstance(value, np.float64):
        return _shortest(value, 15, 17)
    if isinstance(value, np.floating):
        return _shortest(np.float32(value), 6, 9)
    return str(value) if isinstance(value, np.integer) else "?"


def _shortest(value: Any, digits: int, enough: int) -> str:
    text = f"{value:.{digits}g}"
    same = type(value)(text) == value or np.isnan(value)
    return text if same else f"{value:.{enough}g}"
