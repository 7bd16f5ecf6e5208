"""Feeds: checks a feed_dict as TensorFlow does, before anything runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from minigraph import dtypes, errors, nest
from minigraph.composite import feed_components
from minigraph.graph import Graph
from minigraph.tensor import SymbolicTensor, Tensor


def check_feeds(graph: Graph, feed_dict: Any) -> tuple[tuple[SymbolicTensor, ...], list[Any]]:
    """The fed tensors and the arrays that replace them.

    Raises TypeError for a key that is no tensor of the graph, a value that is a tensor or a Python
    int that does not fit; ValueError for a shape that does not fit or an unfeedable tensor.
    """
    fed: dict[SymbolicTensor, Any] = {}
    if type(feed_dict) is not dict or not _plain(feed_dict):
        feed_dict = nest.flatten_dict_items(feed_dict)
    for key, value in feed_dict.items():
        if type(key) is SymbolicTensor and key.op.graph is graph:
            fed[key] = _check(graph, key, key, value)
            continue
        for tensor, part in feed_components(key, value):
            target = _interpret_key(graph, tensor)
            fed[target] = _check(graph, target, tensor, part)
    return tuple(fed), list(fed.values())


def _plain(feed_dict: Mapping[Any, Any]) -> bool:
    for key in feed_dict:  # noqa: SIM110 - every run pays for this, and for _fits
        if isinstance(key, tuple):
            return False
    return True


def _interpret_key(graph: Graph, key: Any) -> SymbolicTensor:
    try:
        tensor: SymbolicTensor = graph.as_graph_element(key, allow_operation=False)
        return tensor
    except Exception as error:
        text = error.args[0] if error.args else str(error)
        raise TypeError(f"Cannot interpret feed_dict key as Tensor: {text}") from None


def _check(graph: Graph, tensor: SymbolicTensor, key: Any, value: Any) -> Any:
    usual = type(value) is np.ndarray and value.dtype.type is tensor.dtype._numpy
    array = value if usual and value.dtype.isnative else _converted(tensor, key, value)
    shape = tensor._shape
    if shape is not None and array.shape != shape and not _fits(array.shape, shape):
        raise ValueError(
            f"Cannot feed value of shape {array.shape!s} for Tensor {tensor.name}, which has shape "
            f"{tensor.shape!s}"
        )
    if graph._unfeedable_tensors and tensor in graph._unfeedable_tensors:
        raise ValueError(f"Tensor {tensor.name} may not be fed.")
    return array


def _converted(tensor: SymbolicTensor, key: Any, value: Any) -> Any:
    """The value as an array of the tensor's type."""
    if isinstance(value, Tensor):
        raise TypeError(
            "The value of a feed cannot be a tf.Tensor object. Acceptable feed values include "
            "Python scalars, strings, lists, numpy ndarrays, or TensorHandles. For reference, the "
            f"tensor object was {value!s} which was passed to the argument `feed_dict` with key "
            f"{key!s}."
        )
    numpy_type = tensor.dtype.as_numpy_dtype
    if isinstance(value, int):
        _check_int(value, numpy_type)
    try:
        if isinstance(value, (np.ndarray, np.generic)) and numpy_type not in (value.dtype, object):
            return _cast(value, numpy_type)
        return np.asarray(value, dtype=numpy_type)
    except (TypeError, ValueError, OverflowError):
        pass
    return _cast(np.asarray(value), numpy_type)


def _check_int(value: int, numpy_type: Any) -> None:
    """Only a Python int is checked: arrays are cast silently."""
    try:
        survives = numpy_type is not object and numpy_type(value) == value
    except (OverflowError, ValueError):
        survives = False
    if not survives:
        raise TypeError(
            f"Type of feed value {value!s} with type {type(value)} is not compatible with Tensor "
            f"type {numpy_type!s}. Try explicitly setting the type of the feed tensor to a larger "
            "type (e.g. int64)."
        )


def _cast(array: Any, numpy_type: Any) -> Any:
    """The array in another dtype, silently: out of range wraps around, complex becomes real."""
    if array.dtype.kind == "c" and np.dtype(numpy_type).kind != "c":
        array = array.real
    with np.errstate(all="ignore"):
        return np.asarray(array).astype(numpy_type)


def _fits(shape: tuple[int, ...], static: tuple[int | None, ...]) -> bool:
    if len(shape) != len(static):
        return False
    for size, wanted in zip(shape, static):  # noqa: SIM110
        if wanted is not None and size != wanted:
            return False
    return True


def encode_text(feeds: Sequence[SymbolicTensor], values: Sequence[Any]) -> list[Any]:
    """The fed arrays as operations take them: text as bytes in UTF-8.

    Raises InternalError for an object that is no text.
    """
    pairs = zip(feeds, values, strict=True)
    return [_encoded(value) if feed.dtype is dtypes.string else value for feed, value in pairs]


def as_fed(feeds: Any, values: Any, fetches: Any, results: list[Any]) -> list[Any]:
    """The results of a run, in which what was both fed and fetched is as it was fed."""
    given = dict(zip(feeds, values, strict=True))
    return [given.get(fetch, result) for fetch, result in zip(fetches, results, strict=True)]


def _encoded(array: Any) -> Any:
    result = np.empty(array.shape, object)
    for index, item in np.ndenumerate(array):
        if not isinstance(item, (bytes, str)):
            kind = type(item).__name__
            raise errors.InternalError(None, None, f"Unsupported object type {kind}")
        result[index] = item.encode() if isinstance(item, str) else item
    return result


def check_feed_keys(graph: Graph, feeds: Any) -> list[SymbolicTensor]:
    """The tensors that a list of feeds stands for, without values: for partial runs.

    Raises TypeError or ValueError where one is no tensor of the graph.
    """
    if feeds is None:
        return []
    result: list[SymbolicTensor] = []
    for feed in feeds if isinstance(feeds, (list, tuple)) else [feeds]:
        parts = [feed] if not hasattr(feed, "dense_shape") else None
        if parts is None:
            parts = [key for key, _ in feed_components(feed, (None, None, None))]
        result.extend(graph.as_graph_element(part, allow_operation=False) for part in parts)
    return result
