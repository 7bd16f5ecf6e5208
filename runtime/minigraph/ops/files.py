"""Ops on whole files: their contents, and the names that match a pattern (tf.io)."""

from __future__ import annotations

import glob
import os
from typing import Any

import numpy as np

from minigraph import shapes
from minigraph.opdef import Node
from minigraph.ops import shape_rules
from minigraph.ops.strings import as_bytes, refuse, scalar
from minigraph.registry import op
from minigraph.storage.files import make_directories, os_errors
from minigraph.storage.records import opened


def _scalars(c: Any) -> Any:
    for shape in c.shapes:
        shape_rules.require_rank(shape, 0)
    return ((),) if c.op.type == "ReadFile" else ()


def _scalar_input(value: Any, name: str) -> bytes:
    if np.shape(value):
        shape = shapes.format_shape(np.shape(value))
        refuse(f"Input {name} tensor must be scalar, but had shape: {shape}")
    return scalar(value)


@op("ReadFile", "filename: string -> contents: string", shape=_scalars)
def _read_file(filename: Any, *, node: Node) -> Any:  # with a node: for runs, not to infer shapes
    return contents(_scalar_input(filename, "filename"))


def contents(name: bytes) -> bytes:
    """What is in a file; an OpError where the system refuses."""
    with opened(name) as file, os_errors(os.fsdecode(name)):
        return file.read()


@op("WriteFile", "filename: string, contents: string ->", shape=_scalars, stateful=True)
def _write_file(ctx: Any, filename: Any, contents: Any) -> Any:
    name = os.fsdecode(_scalar_input(filename, "filename"))
    data = _scalar_input(contents, "contents")
    make_directories(os.path.dirname(name) or ".")
    with os_errors(name), open(name, "wb") as file:
        file.write(data)
    return ()


def _at_most_a_list(c: Any) -> Any:
    if len(c.shapes[0] or ()) > 1:
        raise ValueError(f"Shape must be at most rank 1 but is rank {len(c.shapes[0])}")
    return ((None,),)


@op("MatchingFiles", "pattern: string -> filenames: string", shape=_at_most_a_list)
def _matching_files(pattern: Any, *, node: Node) -> Any:  # as above
    if np.ndim(pattern) > 1:
        shape = shapes.format_shape(np.shape(pattern))
        refuse(f"Input patterns tensor must be scalar or vector, but had shape: {shape}")
    patterns = [os.fsdecode(as_bytes(item)) for item in np.atleast_1d(np.asarray(pattern, object))]
    found = [name for item in patterns for name in glob.glob(item, include_hidden=True)]
    return np.array(sorted(map(os.fsencode, found)), object)


def read_file(filename: Any, name: str | None = None) -> Any:
    """The contents of a file, as a string (tf.io.read_file); NotFoundError without it."""
    return _read_file(filename, name=name)


def write_file(filename: Any, contents: Any, name: str | None = None) -> Any:
    """An operation that writes a string to a file, making its folder (tf.io.write_file)."""
    return _write_file(filename, contents, name=name)


def matching_files(pattern: Any, name: str | None = None) -> Any:
    """The sorted names of the files that match a pattern or several (tf.io.matching_files)."""
    return _matching_files(pattern, name=name)
