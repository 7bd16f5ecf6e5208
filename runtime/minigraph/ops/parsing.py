"""Text and bytes as numbers: decode_csv, decode_raw."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np

from minigraph import dtypes
from minigraph.dtypes import DType
from minigraph.ops.strings import as_bytes, number_of, refuse, shown
from minigraph.ops.type_lists import types
from minigraph.registry import op


def _csv_shapes(c: Any) -> Any:
    for shape in c.shapes[1:]:
        if len(shape or ()) > 1:
            raise ValueError(f"Shape must be at most rank 1 but is rank {len(shape)}")
        if shape and (shape[0] or 0) > 1:
            raise ValueError(
                "Shape of a default must be a length-0 or length-1 vector, or a scalar."
            )
    return [c.shapes[0]] * len(c.attrs["OUT_TYPE"])


@op(
    "DecodeCSV",
    "records: string, record_defaults: list(OUT_TYPE) -> output: list(OUT_TYPE)",
    types={"OUT_TYPE": types("float32 float64 int32 int64 string")},
    minimum={"OUT_TYPE": 1},
    shape=_csv_shapes,
)
def _decode_csv(
    records: Any,
    *record_defaults: Any,
    OUT_TYPE: list[DType],
    field_delim: bytes = b",",
    use_quote_delim: bool = True,
    na_value: bytes = b"",
    select_cols: list[int] = [],  # noqa: B006  # read only
) -> Any:
    if len(field_delim) != 1:
        refuse("field_delim should be only 1 char")
    for place, default in enumerate(record_defaults):
        if np.ndim(default) > 1:
            refuse("Each record default should be at most rank 1")
        if np.size(default) > 1:
            count = np.size(default)
            refuse(f"There should only be 1 default per field but field {place} has {count}")
    rows = np.asarray(records, object)
    columns = [np.empty(rows.shape, kind.as_numpy_dtype) for kind in OUT_TYPE]
    for number, index in enumerate(np.ndindex(rows.shape)):
        text, chosen = as_bytes(rows[index]), set(select_cols)
        fields = [
            field
            for place, field in enumerate(_fields(text, field_delim, use_quote_delim))
            if not chosen or place in chosen
        ]
        if len(fields) != len(columns):
            refuse(f"Expect {len(columns)} fields but have {len(fields)} in record {number}")
        for place, column in enumerate(columns):
            field, kind, default = fields[place], OUT_TYPE[place], record_defaults[place]
            if field in (b"", na_value):
                if not np.size(default):
                    refuse(f"Field {place} is required but missing in record {number}!")
                value = as_bytes(np.asarray(default).item())
            else:
                value = field if kind is dtypes.string else number_of(field, kind)
                if value is None:
                    what = f"is not a valid {dtypes.c_name(kind)}: {shown(field)}"
                    refuse(f"Field {place} in record {number} {what}")
            column[index] = value
    return [column[()] for column in columns]


def _fields(text: bytes, delimiter: bytes, quotes: bool) -> Iterator[bytes]:
    """The fields of a record, quoted ones without their quotes (RFC 4180)."""
    at = 0
    while at < len(text):
        if text[at : at + 1] in b"\r\n":
            at += 1
        elif quotes and text[at : at + 1] == b'"':
            field, at = _quoted(text, at + 1, delimiter)
            yield field
        else:
            end = text.find(delimiter, at)
            end = len(text) if end < 0 else end
            field, at = text[at:end], end + 1
            if any(sign in field for sign in (b'"\r\n' if quotes else b"\r\n")):
                refuse("Unquoted fields cannot have quotes/CRLFs inside")
            yield field
    if text.endswith(delimiter):
        yield b""


def _quoted(text: bytes, at: int, delimiter: bytes) -> tuple[bytes, int]:
    """A field whose opening quote is before `at`, and where the next one begins."""
    field, last = b"", len(text) - 1
    while at < last and text[at : at + 2] != b'"' + delimiter:
        if text[at : at + 1] == b'"':
            if text[at + 1 : at + 2] != b'"':
                refuse("Quote inside a string has to be escaped by another quote")
            at += 1
        field += text[at : at + 1]
        at += 1
    if text[at : at + 1] != b'"':
        refuse("Quoted field has to end with quote followed by delim or end")
    return field, at + 2


def decode_csv(
    records: Any,
    record_defaults: Any,
    field_delim: str = ",",
    use_quote_delim: bool = True,
    name: str | None = None,
    na_value: str = "",
    select_cols: Any = None,
) -> Any:
    """The columns of records of comma-separated values, a tensor each (tf.io.decode_csv).

    record_defaults: for each column its dtype and what an empty field stands for; an empty list
    where there must be one. select_cols: the numbers of the columns to take.
    Raises ValueError for columns that do not increase; InvalidArgumentError in the run for fields
    that are no numbers, or too few or many.
    """
    if select_cols is not None:
        if any(a >= b for a, b in itertools.pairwise(select_cols)):
            raise ValueError("select_cols is not strictly increasing.")
        if select_cols[0] < 0:
            raise ValueError("select_cols contains negative values.")
        if len(select_cols) != len(record_defaults):
            raise ValueError("Length of select_cols and record_defaults do not match.")
    return _decode_csv(
        records,
        record_defaults,
        field_delim=field_delim,
        use_quote_delim=use_quote_delim,
        na_value=na_value,
        select_cols=select_cols or [],
        name=name,
    )


_RAW_TYPES = types(
    "float16 float32 float64 int32 uint16 uint8 int16 int8 int64 complex64 complex128 bool bfloat16"
)


@op(
    "DecodeRaw",
    "bytes: string -> output: out_type",
    types={"out_type": _RAW_TYPES},
    shape=lambda c: (None if c.shapes[0] is None else (*c.shapes[0], None),),
)
def _decode_raw(bytes: Any, *, out_type: DType, little_endian: bool = True) -> Any:
    texts = np.asarray(bytes, object)
    flat = [as_bytes(text) for text in texts.ravel()]
    size = len(flat[0]) if flat else 0
    for index, text in enumerate(flat):
        if len(text) != size:
            refuse(
                "DecodeRaw requires input strings to all be the same size, but element "
                f"{index} has size {size} != {len(text)}"
            )
    kind = np.dtype(out_type.as_numpy_dtype)
    if size % kind.itemsize:
        refuse(
            f"Input to DecodeRaw has length {size} that is not a multiple of {kind.itemsize}, the "
            f"size of {dtypes.c_name(out_type)}"
        )
    values = np.frombuffer(b"".join(flat), kind.newbyteorder("<" if little_endian else ">"))
    return values.astype(kind).reshape(*texts.shape, size // kind.itemsize)


def decode_raw(
    input_bytes: Any = None,
    out_type: Any = None,
    little_endian: bool = True,
    name: str | None = None,
    bytes: Any = None,
) -> Any:
    """The bytes of strings as numbers, along one more axis (tf.io.decode_raw).

    Raises ValueError without an `out_type`; InvalidArgumentError in the run for strings of
    different length, or whose length is no multiple of the size of a number.
    """
    if bytes is not None:
        if input_bytes is not None:
            raise ValueError("Cannot specify both 'bytes' and 'input_bytes'.")
        input_bytes = bytes
    if out_type is None:
        raise ValueError("decode_raw_v1() missing 1 positional argument: 'out_type'")
    return _decode_raw(input_bytes, out_type=out_type, little_endian=little_endian, name=name)
