"""Ops that make strings, which are bytes, from numbers and other strings (tf.strings)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NoReturn

import numpy as np

from minigraph import convert, dtypes, errors, shapes
from minigraph.dtypes import DType
from minigraph.opdef import TypeAttr
from minigraph.ops import array, sequences, shape_rules, value_text
from minigraph.ops.naming import op_scope
from minigraph.ops.type_lists import REAL, types
from minigraph.registry import op
from minigraph.tensor import Tensor


def refuse(message: str) -> NoReturn:
    """Raises InvalidArgumentError."""
    raise errors.InvalidArgumentError(None, None, message)


def each(function: Callable[..., Any], *values: Any, dtype: Any = object) -> Any:
    """`function` of the elements of arrays that broadcast."""
    arrays = np.broadcast_arrays(*[np.asarray(value, object) for value in values])
    result = np.empty(arrays[0].shape, dtype)
    for index in np.ndindex(result.shape):
        result[index] = function(*[as_bytes(item[index]) for item in arrays])
    return result[()]


def as_bytes(value: Any) -> Any:
    """A fed string as bytes, everything else as it is."""
    return value.encode() if isinstance(value, str) else value


def scalar(value: Any) -> bytes:
    """A scalar string: constants are arrays without dimensions."""
    found: bytes = as_bytes(np.asarray(value, object).item())
    return found


def shown(value: bytes) -> str:
    """A string as a message shows it."""
    return value.decode("utf-8", "backslashreplace")


# Numbers and strings

_AS_STRING_TYPES = REAL + types("complex64 complex128 bool variant string")


@op(
    "AsString",
    "input: T -> output: string",
    types={"T": _AS_STRING_TYPES},
    shape=shape_rules.same,
)
def _as_string(
    input: Any,
    *,
    T: DType,
    precision: int = -1,
    scientific: bool = False,
    shortest: bool = False,
    width: int = -1,
    fill: bytes = b"",
) -> Any:
    is_float = T.is_floating or T.is_complex
    if len(fill) > 1:
        refuse("Fill string must be one or fewer characters")
    if scientific and shortest:
        refuse("Cannot select both scientific and shortest notation")
    if (scientific or shortest) and not is_float:
        kind = dtypes.c_name(T)
        refuse(f"scientific and shortest format not supported for datatype {kind}")
    if precision >= 0 and not is_float:
        refuse(f"precision not supported for datatype {dtypes.c_name(T)}")
    digits = f".{precision}" if precision >= 0 else ""
    letter = "e" if scientific else "g" if shortest else "f" if is_float else "d"
    pattern = f"%{fill.decode()}{width if width > -1 else ''}{digits}{letter}"
    return each(lambda value: _formatted(value, pattern).encode(), input)


def _formatted(value: Any, pattern: str) -> str:
    if isinstance(value, bytes):
        return value.decode("utf-8", "surrogateescape")
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, (complex, np.complexfloating)):
        return f"({pattern % value.real},{pattern % value.imag})"
    return str(pattern % value)


def as_string(
    input: Any,
    precision: int = -1,
    scientific: bool = False,
    shortest: bool = False,
    width: int = -1,
    fill: str = "",
    name: str | None = None,
) -> Any:
    """Numbers and bools as strings (tf.strings.as_string), floats with six decimals."""
    return _as_string(
        input,
        precision=precision,
        scientific=scientific,
        shortest=shortest,
        width=width,
        fill=fill,
        name=name,
    )


_NUMBER = re.compile(rb"[+-]?((\d+\.?\d*|\.\d+)(e[+-]?\d+)?|inf(inity)?|nan)", re.IGNORECASE)
_NUMBER_TYPES = types("float32 float64 int32 int64 uint32 uint64")


@op(
    "StringToNumber",
    "string_tensor: string -> output: out_type",
    types={"out_type": TypeAttr(_NUMBER_TYPES, dtypes.float32)},
    shape=shape_rules.same,
)
def _string_to_number(string_tensor: Any, *, out_type: DType) -> Any:
    def convert_one(text: bytes) -> Any:
        number = number_of(text, out_type)
        if number is None:
            refuse(f"StringToNumberOp could not correctly convert string: {shown(text)}")
        return number

    return each(convert_one, string_tensor, dtype=out_type.as_numpy_dtype)


def number_of(text: bytes, out_type: DType) -> Any:
    """The number that a text says, with blanks around it; None where it says none."""
    word = text.strip()
    try:
        if out_type.is_integer and re.fullmatch(rb"[+-]?\d+", word):
            limits = np.iinfo(out_type.as_numpy_dtype)
            return int(word) if limits.min <= int(word) <= limits.max else None
        if not out_type.is_integer:
            if word.lower().startswith(b"0x"):
                return float.fromhex(word.decode())
            if _NUMBER.fullmatch(word):
                return float(word)
    except ValueError:
        pass
    return None


def string_to_number(
    string_tensor: Any = None,
    out_type: Any = dtypes.float32,
    name: str | None = None,
    input: Any = None,
) -> Any:
    """Strings as numbers (tf.strings.to_number); InvalidArgumentError in the run for others."""
    text = string_tensor if input is None else input
    return _string_to_number(text, out_type=out_type, name=name)


# Joins


def _join_shape(c: Any) -> Any:
    known = [shape for shape in c.shapes if shape]
    if not known:
        return (None if None in c.shapes else (),)
    result: Any = None
    for shape in known:
        result = shapes.merge(result, shape)
    return (result,)


@op("StringJoin", "inputs: N*string -> output: string", minimum={"N": 0}, shape=_join_shape)
def _string_join(*inputs: Any, separator: bytes = b"") -> Any:
    sizes = {np.shape(item) for item in inputs} - {()}
    if len(sizes) > 1:
        found = [shapes.format_shape(np.shape(item)) for item in inputs if np.shape(item)]
        other = next(size for size in found if size != found[0])
        refuse(f"Input shapes do not match: {found[0]} vs. {other}")
    return each(lambda *parts: separator.join(parts), *inputs) if inputs else b""


def string_join(inputs: Any, separator: str = "", name: str | None = None) -> Any:
    """Strings joined element by element (tf.strings.join); scalars go with every element."""
    return _string_join(inputs, separator=separator, name=name)


def _reduce_join_shape(c: Any) -> Any:
    shape, axes = c.shapes[0], c.constant(1)
    if shape is None or axes is None:
        return (None,)
    axes = np.atleast_1d(axes)
    for axis in axes:
        if not -len(shape) <= axis < len(shape):
            raise ValueError(
                f"Invalid reduction dimension {axis} for input with {len(shape)} dimensions."
            )
    gone = {int(axis) % len(shape) for axis in axes}
    if c.attrs["keep_dims"]:
        return (tuple(1 if i in gone else size for i, size in enumerate(shape)),)
    return (tuple(size for i, size in enumerate(shape) if i not in gone),)


@op(
    "ReduceJoin",
    "inputs: string, reduction_indices: int32 -> output: string",
    shape=_reduce_join_shape,
)
def _reduce_join(
    inputs: Any, reduction_indices: Any, *, keep_dims: bool = False, separator: bytes = b""
) -> Any:
    array = np.asarray(inputs, object)
    axes = []
    for axis in np.atleast_1d(reduction_indices):
        if not -array.ndim <= axis < array.ndim:
            raise errors.OutOfRangeError(
                None,
                None,
                f"Invalid reduction dimension {axis} for input with {array.ndim} dimension(s)",
            )
        axes.append(int(axis) % array.ndim)
    for axis in axes:
        if axes.count(axis) > 1:
            refuse(f"Duplicate reduction dimension {axis}")
    if not axes:
        return inputs
    kept = [axis for axis in range(array.ndim) if axis not in axes]
    # Along the first of the axes first.
    flat = array.transpose([*kept, *reversed(axes)]).reshape(
        [array.shape[axis] for axis in kept] + [-1]
    )
    result = np.empty(flat.shape[:-1], object)
    for index in np.ndindex(result.shape):
        result[index] = separator.join(map(as_bytes, flat[index]))
    if keep_dims:
        result = result.reshape([1 if i in axes else n for i, n in enumerate(array.shape)])
    return result[()]


def reduce_join(
    inputs: Any,
    axis: Any = None,
    keep_dims: bool | None = None,
    separator: str = "",
    name: str | None = None,
    reduction_indices: Any = None,
    keepdims: bool | None = None,
) -> Any:
    """Strings joined along `axis`, in the order of its entries; all of them without it."""
    axis = reduction_indices if axis is None else axis
    with op_scope(name, "ReduceJoin", inputs):
        tensor = convert.convert_to_tensor(inputs, dtypes.string)
        if axis is None:
            rank = tensor.shape.rank
            known = None if rank is None else np.arange(rank, dtype=np.int32)[::-1]
            axis = known if known is not None else sequences.range(array.rank(tensor) - 1, -1, -1)
        return _reduce_join(
            tensor, axis, keep_dims=bool(keepdims or keep_dims), separator=separator
        )


@op("StringFormat", "inputs: list(T) -> output: string", shape=shape_rules.scalar)
def _string_format(
    *inputs: Any, template: bytes = b"%s", placeholder: bytes = b"%s", summarize: int = 3
) -> Any:
    parts = template.split(placeholder)
    result = parts[0]
    for value, part in zip(inputs, parts[1:], strict=True):
        text = value_text.summarize_ends(value, summarize)
        result += text.encode("utf-8", "surrogateescape") + part
    return result


def string_format(
    template: str,
    inputs: Any,
    placeholder: str = "{}",
    summarize: int = 3,
    name: str | None = None,
) -> Any:
    """`template` with values of tensors in place of each `placeholder` (tf.strings.format).

    Raises ValueError where there are not as many placeholders as tensors.
    """
    inputs = [inputs] if isinstance(inputs, Tensor) else list(inputs)
    count = template.count(placeholder)
    if count != len(inputs):
        raise ValueError(
            f"The template expects {count} tensors, but the inputs only has {len(inputs)}. Please "
            "ensure the number of placeholders in template matches inputs length."
        )
    return _string_format(
        inputs, template=template, placeholder=placeholder, summarize=summarize, name=name
    )
