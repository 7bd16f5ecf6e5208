"""Ops that look into strings: lengths, parts, case, patterns, splits (tf.strings)."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from minigraph import convert, dtypes, shapes
from minigraph.composite import SparseTensor
from minigraph.opdef import Attr
from minigraph.ops import shape_rules
from minigraph.ops.naming import op_scope
from minigraph.ops.strings import as_bytes, each, refuse, scalar, shown
from minigraph.ops.type_lists import INDEX
from minigraph.registry import op

_UNIT = {"unit": Attr("unit", "string", b"BYTE", allowed=(b"BYTE", b"UTF8_CHAR"))}


@op("StringLength", "input: string -> output: int32", attrs=_UNIT, shape=shape_rules.same)
def _string_length(input: Any, *, unit: bytes) -> Any:
    return each(lambda text: len(_units(text, unit)), input, dtype=np.int32)


def _units(text: bytes, unit: Any) -> Any:
    return text if unit == b"BYTE" else text.decode("utf-8", "surrogateescape")


def string_length(input: Any, name: str | None = None, unit: str = "BYTE") -> Any:
    """The number of bytes, or with unit "UTF8_CHAR" of characters (tf.strings.length)."""
    return _string_length(input, unit=unit, name=name)


def _substr_shape(c: Any) -> Any:
    text, position, length = c.shapes
    if position is not None and length is not None and len(position) != len(length):
        raise ValueError(f"Shape must be rank {len(length)} but is rank {len(position)}")
    return (shapes.broadcast_shapes(text, position),)


@op(
    "Substr",
    "input: string, pos: T, len: T -> output: string",
    types={"T": INDEX},
    attrs=_UNIT,
    shape=_substr_shape,
)
def _substr(input: Any, pos: Any, len: Any, *, unit: bytes) -> Any:
    if np.shape(pos) != np.shape(len):
        sizes = [shapes.format_shape(np.shape(item)) for item in (pos, len)]
        refuse(f"pos and len should have the same shape, got: {sizes[0]} vs. {sizes[1]}")
    return each(lambda *parts: _part(_units(parts[0], unit), *parts), input, pos, len)


def _part(units: Any, text: bytes, start: Any, count: Any) -> bytes:
    size = len(units)
    if not -size <= start <= size:
        refuse(f"pos {start} out of range for string b'{shown(text)}' at index 0")
    start = start + size if start < 0 else start
    piece = units[start : start + max(count, 0)]
    return piece if isinstance(piece, bytes) else piece.encode("utf-8", "surrogateescape")


def substr(input: Any, pos: Any, len: Any, name: str | None = None, unit: str = "BYTE") -> Any:
    """`len` bytes from `pos` on (tf.strings.substr), from the end where `pos` is negative."""
    return _substr(input, pos, len, unit=unit, name=name)


@op("StringLower", "input: string -> output: string", shape=shape_rules.same)
def _string_lower(input: Any, *, encoding: str = "") -> Any:
    return each(lambda text: _with_case(text, "lower", encoding), input)


@op("StringUpper", "input: string -> output: string", shape=shape_rules.same)
def _string_upper(input: Any, *, encoding: str = "") -> Any:
    return each(lambda text: _with_case(text, "upper", encoding), input)


def _with_case(text: bytes, method: str, encoding: Any) -> bytes:
    if not encoding:
        result: bytes = getattr(text, method)()
        return result
    changed: str = getattr(text.decode("utf-8", "replace"), method)()
    return changed.encode()


def string_lower(input: Any, encoding: str = "", name: str | None = None) -> Any:
    """In small letters: ASCII's, or with encoding "utf-8" all (tf.strings.lower)."""
    return _string_lower(input, encoding=encoding, name=name)


def string_upper(input: Any, encoding: str = "", name: str | None = None) -> Any:
    """In capital letters: ASCII's, or with encoding "utf-8" all (tf.strings.upper)."""
    return _string_upper(input, encoding=encoding, name=name)


@op("StringStrip", "input: string -> output: string", shape=shape_rules.same)
def _string_strip(input: Any) -> Any:
    return each(bytes.strip, input)


def string_strip(input: Any, name: str | None = None) -> Any:
    """Without white space at both ends (tf.strings.strip)."""
    return _string_strip(input, name=name)


# Patterns


def _compiled(pattern: bytes) -> re.Pattern[bytes]:
    try:
        return re.compile(pattern)
    except re.error as error:
        refuse(f"Invalid pattern: {shown(pattern)}, error: {error.msg}")


def _replace(text: bytes, pattern: bytes, rewrite: bytes, everywhere: bool) -> bytes:
    # TensorFlow's rewrites know \\0 to \\9; Python reads \\0 as a character.
    rewrite = re.sub(rb"\\(\d)", rb"\\g<\1>", rewrite)
    return _compiled(pattern).sub(rewrite, text, count=0 if everywhere else 1)


@op("StaticRegexReplace", "input: string -> output: string", shape=shape_rules.same)
def _static_regex_replace(
    input: Any, *, pattern: bytes, rewrite: bytes, replace_global: bool = True
) -> Any:
    return each(lambda text: _replace(text, pattern, rewrite, replace_global), input)


@op(
    "RegexReplace",
    "input: string, pattern: string, rewrite: string -> output: string",
    shape=shape_rules.same,
)
def _regex_replace(input: Any, pattern: Any, rewrite: Any, *, replace_global: bool = True) -> Any:
    found, new = scalar(pattern), scalar(rewrite)
    return each(lambda text: _replace(text, found, new, replace_global), input)


def regex_replace(
    input: Any, pattern: Any, rewrite: Any, replace_global: bool = True, name: str | None = None
) -> Any:
    """What matches `pattern` replaced, everywhere or once (tf.strings.regex_replace)."""
    if isinstance(pattern, (str, bytes)) and isinstance(rewrite, (str, bytes)):
        return _static_regex_replace(
            input, pattern=pattern, rewrite=rewrite, replace_global=replace_global, name=name
        )
    return _regex_replace(input, pattern, rewrite, replace_global=replace_global, name=name)


@op("StaticRegexFullMatch", "input: string -> output: bool", shape=shape_rules.same)
def _static_regex_full_match(input: Any, *, pattern: bytes) -> Any:
    found = _compiled(pattern)
    return each(lambda text: found.fullmatch(text) is not None, input, dtype=np.bool_)


@op("RegexFullMatch", "input: string, pattern: string -> output: bool", shape=shape_rules.same)
def _regex_full_match(input: Any, pattern: Any) -> Any:
    found = _compiled(scalar(pattern))
    return each(lambda text: found.fullmatch(text) is not None, input, dtype=np.bool_)


def regex_full_match(input: Any, pattern: Any, name: str | None = None) -> Any:
    """Whether all of each string matches `pattern` (tf.strings.regex_full_match)."""
    if isinstance(pattern, (str, bytes)):
        return _static_regex_full_match(input, pattern=pattern, name=name)
    return _regex_full_match(input, pattern, name=name)


# Splits


def _split_shape(c: Any) -> Any:
    return (None, 2), (None,), (2,)


def _as_sparse_parts(rows: list[list[bytes]]) -> tuple[Any, Any, Any]:
    indices = [(row, column) for row, parts in enumerate(rows) for column in range(len(parts))]
    values = np.empty(len(indices), object)
    values[:] = [part for parts in rows for part in parts]
    width = max((len(parts) for parts in rows), default=0)
    return (
        np.array(indices, np.int64).reshape(-1, 2),
        values,
        np.array([len(rows), width], np.int64),
    )


@op(
    "StringSplit",
    "input: string, delimiter: string -> indices: int64, values: string, shape: int64",
    shape=_split_shape,
)
def _string_split(input: Any, delimiter: Any, *, skip_empty: bool = True) -> Any:
    # Without a delimiter each byte is a part: a pattern that matches between two bytes.
    at = re.compile(b"[" + re.escape(scalar(delimiter)) + b"]" if scalar(delimiter) else b"(?!^)")
    return _as_sparse_parts(
        [[part for part in at.split(as_bytes(text)) if part or not skip_empty] for text in input]
    )


@op(
    "StringSplitV2",
    "input: string, sep: string -> indices: int64, values: string, shape: int64",
    shape=_split_shape,
)
def _string_split_v2(input: Any, sep: Any, *, maxsplit: int = -1) -> Any:
    at = scalar(sep) or None
    return _as_sparse_parts([as_bytes(text).split(at, maxsplit) for text in input])


def string_split(
    source: Any,
    sep: Any = None,
    skip_empty: bool = True,
    delimiter: Any = None,
    result_type: str = "SparseTensor",
    name: str | None = None,
) -> SparseTensor:
    """Strings split at each character of `delimiter`, a blank unless given (tf.string_split).

    Raises ValueError for another result type than "SparseTensor".
    """
    _check_result_type(result_type)
    at = delimiter if sep is None else sep
    with op_scope(name, "StringSplit", source):
        tensor = convert.convert_to_tensor(source, dtypes.string)
        return SparseTensor(
            *_string_split(tensor, " " if at is None else at, skip_empty=skip_empty)
        )


def strings_split(
    input: Any = None,
    sep: Any = None,
    maxsplit: int = -1,
    result_type: str = "SparseTensor",
    source: Any = None,
    name: str | None = None,
) -> SparseTensor:
    """Strings split as Python's str.split does (tf.compat.v1.strings.split).

    Raises ValueError for another result type than "SparseTensor".
    """
    _check_result_type(result_type)
    text = source if input is None else input
    with op_scope(name, "StringSplit", text):
        tensor = convert.convert_to_tensor(text, dtypes.string)
        if tensor.shape.rank == 0:
            from minigraph.ops import shaping

            tensor = shaping.expand_dims(tensor, 0)
        separator = convert.convert_to_tensor("" if sep is None else sep, dtypes.string)
        return SparseTensor(*_string_split_v2(tensor, separator, maxsplit=maxsplit))


def _check_result_type(result_type: str) -> None:
    if result_type != "SparseTensor":
        raise ValueError(
            f"minigraph has no ragged tensors: result_type={result_type!r} is not offered, but "
            "'SparseTensor' is."
        )
