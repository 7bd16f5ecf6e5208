"""Values as text, as TensorFlow's kernels print them: `[[0 1 2]...]` or `[0 1 ... 8 9]`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

_ESCAPES = {
    10: "\\n", 13: "\\r", 9: "\\t", 34: '\\"', 39: "\\'", 92: "\\\\",
    **{code: f"\\{code:03o}" for code in (*range(9), 11, 12, *range(14, 32), 127)},
}  # fmt: skip


def _as_array(value: Any) -> np.ndarray[Any, Any]:
    return np.asarray(value, dtype=object if isinstance(value, (bytes, str)) else None)


def summarize(value: Any, limit: int = 3) -> str:
    """The first `limit` elements, all where it is negative, without the outermost brackets."""
    array = _as_array(value)
    limit = limit if limit >= 0 else array.size
    elements = iter(array.ravel().tolist() if array.dtype == object else array.ravel())
    text = "".join(_first_pieces(array.shape or (1,), 0, [limit], elements))
    return text + "..." if array.size > limit else text


def _first_pieces(
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
            yield from _first_pieces(shape, axis + 1, left, elements)
            yield "]"
        else:
            left[0] -= 1
            yield (" " if index else "") + element_text(next(elements))


def summarize_ends(value: Any, limit: int = 3) -> str:
    """The first and last `limit` elements of each dimension, in brackets (tf.print)."""
    array = _as_array(value)
    return _ends(array, 0, array.size if limit < 0 else min(limit, array.size))


def _ends(array: Any, axis: int, limit: int) -> str:
    if axis == np.ndim(array):
        item = array.item() if isinstance(array, np.ndarray) and array.dtype == object else array
        text = element_text(item[()] if isinstance(item, np.ndarray) else item)
        return f'"{text}"' if isinstance(item, (bytes, str)) else text
    depth = array.ndim
    spacing = "\n" * (depth - 1 - axis) + " " * (axis + 1) if axis < depth - 1 else " "
    count = array.shape[axis]
    shown = [*range(min(limit, count)), *range(max(limit, count - limit), count)]
    parts = [_part(array, axis, index, limit) for index in shown]
    if count > 2 * limit:
        parts.insert(limit, "...")
    lead = spacing if parts and parts[0] == "..." else ""
    return f"[{lead}{spacing.join(parts)}]"


def _part(array: Any, axis: int, index: int, limit: int) -> str:
    part = array[(slice(None),) * axis + (slice(index, index + 1),)]
    if axis == array.ndim - 1:
        return _ends(part.reshape(()), 0, limit)
    return _ends(part, axis + 1, limit)


def element_text(value: Any) -> str:
    """One element: floats with as few digits as tell them apart, text with escapes."""
    if isinstance(value, bytes):
        value = value.decode("utf-8", "surrogateescape")
    if isinstance(value, str):
        return value.translate(_ESCAPES)
    if isinstance(value, (bool, np.bool_)):
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
