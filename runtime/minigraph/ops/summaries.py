"""Summaries: values of a step for TensorBoard, as strings that hold a Summary (tf.summary)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any

import numpy as np

from minigraph import context, default_graph, dtypes, shapes
from minigraph.dtypes import DType
from minigraph.graph_keys import GraphKeys
from minigraph.log import logger
from minigraph.opdef import Node, TypeAttr
from minigraph.ops import shape_rules, strings
from minigraph.ops.naming import op_scope
from minigraph.ops.strings import refuse
from minigraph.ops.type_lists import REAL
from minigraph.registry import op
from minigraph.tensor_proto import make_tensor_proto

# Limits of the buckets of a histogram: each 10% further from zero than the one before.
_SMALLEST, _LARGEST, _GROWTH = 1e-12, 1e20, 1.1


@op(
    "ScalarSummary",
    "tags: string, values: T -> summary: string",
    types={"T": REAL},
    shape=shape_rules.scalar,
)
def _scalar_summary(tags: Any, values: Any) -> Any:
    from minigraph import protos

    tags, values = np.asarray(tags, object), np.asarray(values)
    if tags.shape != values.shape:
        single = f" (tag '{strings.scalar(tags).decode()}')" if tags.size == 1 else ""
        refuse(
            f"tags and values are not the same shape: {shapes.format_shape(tags.shape)} != "
            f"{shapes.format_shape(values.shape)}{single}"
        )
    summary = protos.Summary()
    for tag, value in zip(tags.reshape(-1), values.reshape(-1)):
        summary.value.add(tag=strings.scalar(tag).decode(), simple_value=float(value))
    return summary.SerializeToString()


@op(
    "HistogramSummary",
    "tag: string, values: T -> summary: string",
    types={"T": TypeAttr(REAL, dtypes.float32)},
    shape=shape_rules.scalar,
)
def _histogram_summary(tag: Any, values: Any, *, T: DType, node: Node) -> Any:
    from minigraph import protos

    if np.shape(tag) != ():
        refuse("tags must be scalar")
    flat = np.asarray(values, np.float64).reshape(-1)
    if np.isnan(flat).any():
        refuse(f"Nan in summary histogram for: {node.name}")
    if np.isinf(flat).any():
        refuse(f"Infinity in Histogram for: {node.name}")
    summary = protos.Summary()
    _fill_histogram(summary.value.add(tag=strings.scalar(tag).decode()).histo, flat)
    return summary.SerializeToString()


@cache
def _bucket_limits() -> Any:
    limits, limit = [], _SMALLEST
    while limit < _LARGEST:
        limits.append(limit)
        limit *= _GROWTH
    positive = [*limits, np.finfo(np.float64).max]
    return np.array([*(-limit for limit in reversed(positive)), 0.0, *positive])


def _fill_histogram(message: Any, values: Any) -> None:
    """Fills in a HistogramProto; of buckets in a row that are empty it has the last only."""
    limits = _bucket_limits()
    counts = np.bincount(np.searchsorted(limits, values, "right"), minlength=limits.size)
    largest = limits[-1]
    message.min = values.min(initial=largest)
    message.max = values.max(initial=-largest)
    message.num = values.size
    if values.size:  # added one by one, as TensorFlow does
        message.sum = np.cumsum(values)[-1]
        message.sum_squares = np.cumsum(values * values)[-1]
    following = np.append(counts[1:], 1)
    kept = np.nonzero((counts > 0) | (following > 0))[0]
    message.bucket_limit.extend(limits[kept])
    message.bucket.extend(counts[kept])


@op("MergeSummary", "inputs: N*string -> summary: string", shape=shape_rules.scalar)
def _merge_summary(*inputs: Any) -> Any:
    from google.protobuf.message import DecodeError

    from minigraph import protos

    merged, tags = protos.Summary(), set()
    for item in inputs:
        for data in np.asarray(item, object).reshape(-1):
            try:
                summary = protos.Summary.FromString(strings.scalar(data))
            except DecodeError:
                refuse("Could not parse one of the summary inputs")
            for value in summary.value:
                if value.tag in tags:
                    refuse(f"Duplicate tag {value.tag} found in summary inputs ")
                tags.add(value.tag)
            merged.MergeFrom(summary)
    return merged.SerializeToString()


@op(
    "TensorSummaryV2",
    "tag: string, tensor: T, serialized_summary_metadata: string -> summary: string",
    shape=shape_rules.scalar,
)
def _tensor_summary(tag: Any, tensor: Any, serialized_summary_metadata: Any) -> Any:
    from google.protobuf.message import DecodeError

    from minigraph import protos

    summary = protos.Summary()
    value = summary.value.add(tag=strings.scalar(tag).decode())
    value.tensor.CopyFrom(make_tensor_proto(tensor))
    with suppress(DecodeError):  # TensorFlow does not look either
        value.metadata.ParseFromString(strings.scalar(serialized_summary_metadata))
    return summary.SerializeToString()


# What programs call


def scalar(
    name: str, tensor: Any, collections: Sequence[str] | None = None, family: str | None = None
) -> Any:
    """A string scalar: the Summary of one number (tf.summary.scalar).

    name: its tag, below the name scope in force; family: put in front of the tag.
    collections: where it is added, GraphKeys.SUMMARIES unless given.
    """
    with _summary_scope(name, family, None, tensor) as (tag, scope):
        return _collected(_scalar_summary(tag, tensor, name=scope), collections)


def histogram(
    name: str, values: Any, collections: Sequence[str] | None = None, family: str | None = None
) -> Any:
    """A string scalar: the Summary of how values are distributed (tf.summary.histogram).

    A run raises InvalidArgumentError where a value is not finite. Arguments as for `scalar`.
    """
    with _summary_scope(name, family, "HistogramSummary", values) as (tag, scope):
        return _collected(_histogram_summary(tag, values, name=scope), collections)


def tensor_summary(
    name: str,
    tensor: Any,
    summary_description: str | None = None,
    collections: Sequence[str] | None = None,
    summary_metadata: Any = None,
    family: str | None = None,
    display_name: str | None = None,
) -> Any:
    """A string scalar: the Summary of a tensor of any type (tf.summary.tensor_summary).

    summary_metadata: the SummaryMetadata that says which plugin shows it; description and display
    name go into it. Other arguments as for `scalar`.
    """
    from minigraph import protos

    metadata = protos.SummaryMetadata() if summary_metadata is None else summary_metadata
    if summary_description is not None:
        metadata.summary_description = summary_description
    if display_name is not None:
        metadata.display_name = display_name
    with _summary_scope(name, family, None, tensor) as (tag, scope):
        serialized = metadata.SerializeToString()
        return _collected(_tensor_summary(tag, tensor, serialized, name=scope), collections)


def text(name: str, tensor: Any, collections: Sequence[str] | None = None) -> Any:
    """A string scalar: the Summary of strings, which may be Markdown (tf.summary.text).

    Raises ValueError for a tensor of another dtype. Arguments as for `scalar`.
    """
    from minigraph import protos

    if tensor.dtype != dtypes.string:
        raise ValueError(f"Expected tensor {tensor.name} to have dtype string, got {tensor.dtype}")
    metadata = protos.SummaryMetadata(plugin_data={"plugin_name": "text"})
    return tensor_summary(name, tensor, collections=collections, summary_metadata=metadata)


def merge(inputs: Any, collections: Sequence[str] | None = None, name: str | None = None) -> Any:
    """A string scalar: several summaries as one (tf.summary.merge).

    Raises RuntimeError in eager mode; a run raises InvalidArgumentError where two have one tag.
    """
    if context.executing_eagerly():
        raise RuntimeError(
            "Merging tf.summary.* ops is not compatible with eager execution. Use "
            "tf.contrib.summary instead."
        )
    name = _clean(name)
    with op_scope(name, "Merge", *inputs):
        return _collected(_merge_summary(inputs, name=name), collections or ())


def merge_all(
    key: str = GraphKeys.SUMMARIES, scope: str | None = None, name: str | None = None
) -> Any:
    """All summaries of a collection as one, None where there are none (tf.summary.merge_all)."""
    if context.executing_eagerly():
        return merge([])
    found = default_graph.get_collection(key, scope)
    return merge(found, name=name) if found else None


def _collected(summary: Any, collections: Sequence[str] | None) -> Any:
    for key in (GraphKeys.SUMMARIES,) if collections is None else collections:
        default_graph.add_to_collection(key, summary)
    return summary


def _clean(name: str | None) -> str | None:
    if name is None:
        return None
    cleaned = re.sub(r"[^-/\w\.]", "_", name).lstrip("/")
    if cleaned != name:
        logger.info("Summary name %s is illegal; using %s instead.", name, cleaned)
    return cleaned


@contextmanager
def _summary_scope(
    name: str | None, family: str | None, default_name: str | None, values: Any
) -> Iterator[tuple[str, str]]:
    """The tag of a summary and the scope of its operation."""
    name, family = _clean(name), _clean(family)
    base = name if family is None else f"{family}/{name}"
    with default_graph.name_scope(base, default_name, [values]) as scope:
        tag = scope.rstrip("/")
        yield (tag if family is None else f"{family}/{tag}"), scope
