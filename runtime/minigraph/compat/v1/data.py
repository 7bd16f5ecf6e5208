"""tf.data: datasets and the iterators of TensorFlow 1."""

from __future__ import annotations

from minigraph.data import (
    AUTOTUNE,
    Dataset,
    get_output_shapes,
    get_output_types,
    make_initializable_iterator,
    make_one_shot_iterator,
)
from minigraph.dataset_combining import INFINITE_CARDINALITY, UNKNOWN_CARDINALITY
from minigraph.dataset_iterators import GraphIterator as Iterator
from minigraph.file_datasets import FixedLengthRecordDataset, TextLineDataset, TFRecordDataset

__all__ = [
    "AUTOTUNE",
    "INFINITE_CARDINALITY",
    "UNKNOWN_CARDINALITY",
    "Dataset",
    "FixedLengthRecordDataset",
    "Iterator",
    "TFRecordDataset",
    "TextLineDataset",
    "get_output_shapes",
    "get_output_types",
    "make_initializable_iterator",
    "make_one_shot_iterator",
]
