"""Samples of `minigraph.ops.readers`: each reads what a queue names, in one run."""

import sys

from . import sample

_QUEUE = """
q = tf.FIFOQueue(5, tf.string, shapes=[[]])
r = {}
with tf.control_dependencies([q.enqueue_many([x])]):
    {}
v
"""


def _reading(reader: str, use: str = "v = r.read(q)[1]", x: object = ("/no/such/file",)) -> object:
    return sample(_QUEUE.format(reader, use), x=list(x))  # type: ignore[call-overload]


_IDENTITY = "tf.IdentityReader()"
_AFTER = "k = r.read(q)[0]\n    with tf.control_dependencies([k]):\n        v = {}"

SAMPLES = {
    "TextLineReaderV2": [
        _reading("tf.TextLineReader()"),
        _reading("tf.TextLineReader(skip_header_lines=1)", "v = r.read_up_to(q, 2)[1]"),
    ],
    "WholeFileReaderV2": [
        _reading("tf.WholeFileReader()", x=("/dev/null",)),
        _reading("tf.WholeFileReader()"),
    ],
    "FixedLengthRecordReaderV2": [
        _reading("tf.FixedLengthRecordReader(2)", x=(sys.executable,)),
        _reading("tf.FixedLengthRecordReader(2)"),
        _reading("tf.FixedLengthRecordReader(2, header_bytes=-1)"),
    ],
    "TFRecordReaderV2": [
        _reading("tf.TFRecordReader()"),
        sample("tf.TFRecordReader().num_records_produced()"),
    ],
    "IdentityReaderV2": [_reading(_IDENTITY, x=("a", "b"))],
    "ReaderReadV2": [
        _reading(_IDENTITY, "v = r.read(q)[0]", x=("a", "b")),
    ],
    "ReaderReadUpToV2": [
        _reading(_IDENTITY, "v = r.read_up_to(q, 1)[0]", x=("a", "b")),
    ],
    "ReaderNumRecordsProducedV2": [
        _reading(_IDENTITY, _AFTER.format("r.num_records_produced()"), x=("a", "b"))
    ],
    "ReaderNumWorkUnitsCompletedV2": [
        _reading(_IDENTITY, _AFTER.format("r.num_work_units_completed()"), x=("a", "b"))
    ],
    "ReaderSerializeStateV2": [
        _reading(_IDENTITY, _AFTER.format("r.serialize_state()"), x=("a", "b")),
        sample("tf.TextLineReader().serialize_state()"),
    ],
    "ReaderRestoreStateV2": [
        sample("tf.IdentityReader().restore_state(x)", x=""),
        sample("tf.IdentityReader().restore_state(x)", x="no state"),
        sample("tf.TextLineReader().restore_state(x)", x=""),
    ],
    "ReaderResetV2": [
        sample("tf.TextLineReader().reset()"),
        sample("tf.IdentityReader().reset()"),
    ],
}
