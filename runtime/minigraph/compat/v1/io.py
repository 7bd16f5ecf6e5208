"""tf.io: reading and writing files, and what is in them."""

from __future__ import annotations

from minigraph.compat.v1.python_io import (
    TFRecordCompressionType,
    TFRecordOptions,
    TFRecordWriter,
    tf_record_iterator,
)
from minigraph.graph_files import write_graph
from minigraph.ops.examples import (
    FixedLenFeature,
    FixedLenSequenceFeature,
    VarLenFeature,
    parse_example,
    parse_single_example,
)
from minigraph.ops.files import matching_files, read_file, write_file
from minigraph.ops.parsing import decode_csv, decode_raw
from minigraph.train.input import match_filenames_once

__all__ = [
    "FixedLenFeature",
    "FixedLenSequenceFeature",
    "TFRecordCompressionType",
    "TFRecordOptions",
    "TFRecordWriter",
    "VarLenFeature",
    "decode_csv",
    "decode_raw",
    "match_filenames_once",
    "matching_files",
    "parse_example",
    "parse_single_example",
    "read_file",
    "tf_record_iterator",
    "write_file",
    "write_graph",
]
