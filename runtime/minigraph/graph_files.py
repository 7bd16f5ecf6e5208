"""Files that hold a GraphDef or a MetaGraphDef, in protobuf's binary or text format."""

from __future__ import annotations

import os
from typing import Any

from minigraph.graph import Graph
from minigraph.storage.files import make_directories, replace_file


def write_graph(
    graph_or_graph_def: Any, logdir: str | os.PathLike[str], name: str, as_text: bool = True
) -> str:
    """Writes a graph, a GraphDef or another message to a file (TensorFlow: tf.io.write_graph).

    logdir: the directory, made where it does not exist; as_text: text format instead of bytes.
    Returns the path of the file, which appears there complete or not at all.
    """
    from google.protobuf import text_format

    message = graph_or_graph_def
    if isinstance(message, Graph):
        message = message.as_graph_def()
    path = os.path.join(logdir, name)
    make_directories(logdir or ".")
    if as_text:
        content = text_format.MessageToString(message).encode()
    else:
        content = message.SerializeToString(deterministic=True)
    replace_file(path, content)
    return path


def read_meta_graph_file(filename: str | os.PathLike[str]) -> Any:
    """Reads a MetaGraphDef that is stored in binary or in text format.

    Raises OSError for a file that does not exist or is neither, TypeError where `filename` is no
    path, UnicodeDecodeError for bytes that are neither.
    """
    from google.protobuf import text_format
    from google.protobuf.message import DecodeError

    from minigraph import protos

    if not isinstance(filename, (str, bytes, os.PathLike)):
        raise TypeError(f"Expected binary or unicode string, got {filename!r}")
    if not os.path.exists(filename):
        raise OSError(f"File does not exist. Received: {os.fsdecode(filename)}.")
    with open(filename, "rb") as file:
        content = file.read()
    try:
        return protos.MetaGraphDef.FromString(content)
    except DecodeError:
        pass
    message = protos.MetaGraphDef()
    try:
        text_format.Merge(content.decode("utf-8"), message)
    except (text_format.ParseError, RecursionError) as error:
        text = str(error).replace("minigraph.", "tensorflow.")
        raise OSError(f"Cannot parse file {os.fsdecode(filename)}: {text}.") from None
    return message
