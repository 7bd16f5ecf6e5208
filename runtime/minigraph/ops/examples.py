"""Serialized tf.train.Example messages as tensors: parse_example."""

from __future__ import annotations

import re
from collections import namedtuple
from typing import Any

import numpy as np

from minigraph import convert, dtypes, shapes
from minigraph.composite import SparseTensor
from minigraph.dtypes import DType
from minigraph.opdef import Attr, Node
from minigraph.ops import array, comparison, debug, shaping
from minigraph.ops.grouping import with_dependencies
from minigraph.ops.naming import op_scope
from minigraph.ops.strings import as_bytes, refuse, shown
from minigraph.ops.type_lists import types
from minigraph.registry import op
from minigraph.tensor import Tensor

VarLenFeature = namedtuple("VarLenFeature", ["dtype"])
FixedLenFeature = namedtuple(
    "FixedLenFeature", ["shape", "dtype", "default_value"], defaults=[None]
)
FixedLenSequenceFeature = namedtuple(
    "FixedLenSequenceFeature",
    ["shape", "dtype", "allow_missing", "default_value"],
    defaults=[False, None],
)

_VALUES = types("float32 int64 string")
_KINDS = {"float_list": dtypes.float32, "int64_list": dtypes.int64, "bytes_list": dtypes.string}


def _shapes(c: Any) -> Any:
    batch, attrs = c.shapes[0], c.attrs
    if len(batch or ()) > 1:
        raise ValueError(f"Shape must be at most rank 1 but is rank {len(batch)}")
    rank, count = None if batch is None else len(batch) + 1, attrs["num_sparse"]
    dense = [
        None if batch is None or shape is None else (*batch, *shape)
        for shape in attrs["dense_shapes"]
    ]
    return [(None, rank)] * count + [(None,)] * count + [(rank,)] * count + dense


@op(
    "ParseExampleV2",
    "serialized: string, names: string, sparse_keys: string, dense_keys: string, ragged_keys: "
    "string, dense_defaults: list(Tdense) -> sparse_indices: num_sparse*int64, sparse_values: "
    "list(sparse_types), sparse_shapes: num_sparse*int64, dense_values: list(Tdense), "
    "ragged_values: list(ragged_value_types), ragged_row_splits: list(ragged_split_types)",
    attrs={
        "Tdense": Attr("Tdense", "list(type)", allowed=_VALUES),
        "num_sparse": Attr("num_sparse", "int", minimum=0),
        "sparse_types": Attr("sparse_types", "list(type)", allowed=_VALUES),
        "ragged_value_types": Attr("ragged_value_types", "list(type)", allowed=_VALUES),
        "ragged_split_types": Attr(
            "ragged_split_types", "list(type)", allowed=types("int32 int64")
        ),
        "dense_shapes": Attr("dense_shapes", "list(shape)"),
    },
    shape=_shapes,
)
def _parse_example(
    serialized: Any,
    names: Any,
    sparse_keys: Any,
    dense_keys: Any,
    ragged_keys: Any,
    *dense_defaults: Any,
    node: Node,
) -> Any:
    attrs = node.attrs
    batch = np.shape(serialized)
    texts = [as_bytes(text) for text in np.ravel(np.asarray(serialized, object))]
    titles = [shown(as_bytes(name)) for name in np.ravel(np.asarray(names, object))]
    titles = titles or ["<unknown>"] * len(texts)
    examples = [
        _Example(text, index, title if batch else None)
        for index, (text, title) in enumerate(zip(texts, titles))
    ]
    dense = [
        _dense([example.dense(shown(key), *rest) for example in examples], batch, *rest)
        for key, *rest in zip(dense_keys, attrs["Tdense"], attrs["dense_shapes"], dense_defaults)
    ]
    rows = [
        [example.values(shown(key), kind, sparse=True) for example in examples]
        for key, kind in zip(sparse_keys, attrs["sparse_types"])
    ]
    sparse = [_sparse(row, kind, batch) for row, kind in zip(rows, attrs["sparse_types"])]
    return [part for parts in zip(*sparse) for part in parts] + dense


class _Example:
    """One message; `title` is None where it is the only one, without a batch."""

    def __init__(self, text: bytes, index: int, title: str | None) -> None:
        from google.protobuf.message import DecodeError

        from minigraph import protos

        try:
            self._features = protos.Example.FromString(text).features.feature
        except DecodeError:
            refuse(f"Could not parse example input, value: '{shown(text)}'")
        self._index, self._title = index, title

    def _refuse(self, key: str, text: str) -> Any:
        batch = "" if self._title is None else f"Name: {self._title}, "
        refuse(f"{batch}Key: {key}{f', Index: {self._index}' if batch else ''}.  {text}")

    def values(self, key: str, kind: DType, sparse: bool = False) -> Any:
        """The values of a feature as an array, None where it is missing."""
        name = self._features[key].WhichOneof("kind") if key in self._features else None
        if name is None:
            return None
        found, wanted = dtypes.c_name(_KINDS[name]), dtypes.c_name(kind)
        if found != wanted:
            types = f"Expected type: {wanted}, Actual type: {found}"
            if not sparse:
                types = f"Data type: {found} but expected type: {wanted}"
            self._refuse(key, f"Data types don't match. {types}")
        return np.array(getattr(self._features[key], name).value, kind.as_numpy_dtype)

    def dense(self, key: str, kind: DType, shape: Any, default: Any) -> Any:
        """The values of a feature of known size, or of rows of such: that is a part of a batch."""
        found, several = self.values(key, kind), bool(shape) and shape[0] is None
        size = int(np.prod(shape[1:] if several else shape))
        text = shapes.format_shape(shape)
        name = dtypes.c_name(kind)
        if several:
            if found is not None and found.size % size:
                if self._title is None:
                    refuse(
                        f"Error while parsing feature with key {key}: number of elements should be "
                        f"divisible by {size}, found {found.size} instead"
                    )
                self._refuse(
                    key,
                    f"Number of {name} values is not a multiple of stride length. Saw {found.size} "
                    f"values but output shape is: {text}",
                )
            found = np.empty(0, kind.as_numpy_dtype) if found is None else found
            return found.reshape(-1, *shape[1:])
        if found is None:
            if not np.size(default) and size:
                batch = "" if self._title is None else f"Name: {self._title}, "
                refuse(
                    f"{batch}Feature: {key} (data type: {name}) is required but could not be found."
                )
            return np.asarray(default, kind.as_numpy_dtype).reshape(shape)
        if found.size != size:
            if self._title is None:
                kinds = {kind: name for name, kind in _KINDS.items()}
                what = f"Some {kinds[kind]} slice was not parsed."
                if kind is dtypes.string and found.size > size:
                    what = "Parsing bytes_list failed."
                self._refuse(key, f"Can't parse serialized Example: {what}")
            self._refuse(
                key,
                f"Number of {name} values != expected.  Values size: {found.size} but output "
                f"shape: {text}",
            )
        return found.reshape(shape)


def _dense(rows: list[Any], batch: Any, kind: DType, shape: Any, default: Any) -> Any:
    if not batch:
        return rows[0][()]
    if shape and shape[0] is None:
        longest = max((len(row) for row in rows), default=0)
        padding = as_bytes(np.asarray(default).item())
        result = np.full((len(rows), longest, *shape[1:]), padding, kind.as_numpy_dtype)
        for place, row in zip(result, rows):
            place[: len(row)] = row
        return result
    return np.stack(rows) if rows else np.empty((0, *shape), kind.as_numpy_dtype)


def _sparse(rows: list[Any], kind: DType, batch: Any) -> tuple[Any, Any, Any]:
    none = np.empty(0, kind.as_numpy_dtype)
    rows = [none if row is None else row for row in rows]
    longest = max((row.size for row in rows), default=0)
    indices = [(i, j)[not batch :] for i, row in enumerate(rows) for j in range(row.size)]
    return (
        np.array(indices, np.int64).reshape(-1, len(batch) + 1),
        np.concatenate([none, *rows]),
        np.array([*batch, longest], np.int64),
    )


def parse_example(
    serialized: Any, features: Any, name: str | None = None, example_names: Any = None
) -> dict[str, Any]:
    """The features of serialized Examples, a vector of strings (tf.io.parse_example).

    features: key -> FixedLenFeature (a tensor, with the batch first), FixedLenSequenceFeature (a
    tensor, padded) or VarLenFeature (a SparseTensor). Raises ValueError for features that cannot
    be; InvalidArgumentError in the run for those that are missing or of another type or size.
    """
    if not features:
        raise ValueError(f"Argument `features` cannot be None or falsy. Got {features}")
    dense, sparse = _sorted_features(dict(features))
    with op_scope(name, "ParseExample", serialized):
        serialized = convert.convert_to_tensor(serialized, name="serialized")
        defaults = [_default(key, *feature) for key, *feature in dense]
        indices, values, sizes, tensors, _, _ = _parse_example(
            serialized,
            [] if example_names is None else example_names,
            _strings([key for key, _ in sparse]),
            _strings([key for key, *_ in dense]),
            _strings([]),
            defaults,
            num_sparse=len(sparse),
            sparse_types=[kind for _, kind in sparse],
            ragged_value_types=[],
            ragged_split_types=[],
            dense_shapes=[shape for _, _, shape, _ in dense],
            name=name,
        )
        sparse_tensors = [SparseTensor(*parts) for parts in zip(indices, values, sizes)]
    keys = [key for key, *_ in (*sparse, *dense)]
    return dict(zip(keys, [*sparse_tensors, *tensors]))


def _strings(values: list[str]) -> Any:
    return np.array([value.encode() for value in values], object)


def _sorted_features(features: dict[str, Any]) -> tuple[list[Any], list[Any]]:
    """(key, dtype, shape, default) of the dense features, (key, dtype) of the sparse ones."""
    dense, sparse = [], []
    for feature in features.values():
        if isinstance(feature, FixedLenSequenceFeature) and not feature.allow_missing:
            raise ValueError(
                "Unsupported: FixedLenSequenceFeature requires allow_missing to be True."
            )
    for key, feature in sorted(features.items()):
        kinds = (VarLenFeature, FixedLenFeature, FixedLenSequenceFeature)
        if not isinstance(feature, kinds):
            raise ValueError(f"Unsupported {type(feature).__name__} {feature} for key '{key}'")
        if not feature.dtype:
            dot = "" if isinstance(feature, VarLenFeature) else "."
            raise ValueError(f"Missing type for feature {key}. Received feature={feature}{dot}")
        kind = dtypes.as_dtype(feature.dtype)
        if isinstance(feature, VarLenFeature):
            sparse.append((key, kind))
            continue
        if feature.shape is None:
            raise ValueError(f"Missing shape for feature {key}. Received feature={feature}.")
        shape = shapes.as_shape(feature.shape)
        if isinstance(feature, FixedLenSequenceFeature):
            shape = shapes.TensorShape([None]).concatenate(shape)
        elif shape.rank and shape[:1].as_list() == [None]:
            raise ValueError(
                f"First dimension of shape for feature {key} unknown. Consider using "
                f"FixedLenSequenceFeature. Received feature={feature}."
            )
        elif not shape.is_fully_defined():
            raise ValueError(
                f"All dimensions of shape for feature {key} need to be known but received "
                f"{feature.shape!s}."
            )
        dense.append((key, kind, shape, feature.default_value))
    return dense, sparse


def _default(key: str, kind: DType, shape: Any, given: Any) -> Any:
    """What stands for a missing feature: of its shape, empty for none, or a scalar of padding."""
    word = re.sub(r"[^A-Za-z0-9_.\-/]", "_", key)
    if shape.rank and shape.as_list()[0] is None:
        if given is None:
            return convert.convert_to_tensor("" if kind is dtypes.string else 0, kind)
        return shaping.reshape(convert.convert_to_tensor(given, kind, f"padding_{word}"), [])
    if given is None:
        return convert.constant([], kind)
    if isinstance(given, Tensor):
        return given
    return shaping.reshape(convert.convert_to_tensor(given, kind, f"key_{word}"), shape)


def parse_single_example(
    serialized: Any, features: Any, name: str | None = None, example_names: Any = None
) -> dict[str, Any]:
    """As `parse_example` of one Example, a scalar string, without a batch in the results."""
    if features is None:
        raise ValueError("Invalid argument: features cannot be None.")
    if not features:
        raise ValueError("Invalid argument: features cannot be empty.")
    with op_scope(name, "ParseSingleExample", serialized):
        serialized = convert.convert_to_tensor(serialized, name="serialized")
        rank = serialized.shape.rank
        if rank:
            raise ValueError("Input serialized must be a scalar")
        if rank is None:
            is_scalar = comparison.equal(array.rank(serialized), 0)
            text = ["Input serialized must be a scalar"]
            check = debug.Assert(is_scalar, text, name="SerializedIsScalar")
            serialized = with_dependencies([check], serialized, "SerializedDependencies")
            serialized.set_shape([])
        return parse_example(serialized, features, name, example_names)
