"""tf.summary: values of a step for TensorBoard, and the files that hold them."""

from __future__ import annotations

from typing import Any

from minigraph.ops.summaries import histogram, merge, merge_all, scalar, tensor_summary, text
from minigraph.train.event_files import FileWriter, FileWriterCache

_MESSAGES = ("Event", "SessionLog", "Summary", "SummaryDescription", "TaggedRunMetadata")


def __getattr__(name: str) -> Any:
    from minigraph import protos

    if name in _MESSAGES:
        return getattr(protos, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
