"""tf.python_io: files of records, outside of graphs."""

from __future__ import annotations

from minigraph.storage.records import (
    TFRecordCompressionType as TFRecordCompressionType,
)
from minigraph.storage.records import TFRecordOptions as TFRecordOptions
from minigraph.storage.records import TFRecordWriter as TFRecordWriter
from minigraph.storage.records import tf_record_iterator as tf_record_iterator
