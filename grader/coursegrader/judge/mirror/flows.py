"""Branches and loops of TensorFlow 1: which operations of a graph belong to which of them.

A GraphDef does not say it, and a gradient that is taken on the other side has to know.
"""

import base64
from typing import Any

from coursegrader.judge.frames import ProtocolError
from minigraph import protos
from minigraph.graph import Graph
from minigraph.ops.control_contexts import readers


def flows_of(graph: Graph) -> list[str]:
    """The branches and loops that are in no other, with what is in them, as text."""
    found: dict[Any, None] = {}
    for op in graph._operations.values():
        context = op._get_control_flow_context()
        if context is None:
            continue
        while context.outer_context is not None:
            context = context.outer_context
        found[context] = None
    return [_written(context) for context in found]


def _written(context: Any) -> str:
    message = protos.ControlFlowContextDef()
    getattr(message, context.kind).CopyFrom(context.to_proto())
    data: bytes = message.SerializeToString(deterministic=True)
    return base64.b64encode(data).decode()


def apply_flows(graph: Graph, texts: list[Any]) -> None:
    """Makes the operations of a graph ones of the branches and loops that they are of.

    Raises:
        ProtocolError: a text is none that `flows_of` writes.
    """
    names = dict(graph._names_in_use)
    with graph.as_default():
        for text in texts:
            if not isinstance(text, str):
                raise ProtocolError("a branch or loop is written as text")
            data = base64.b64decode(text, validate=True)
            message = protos.ControlFlowContextDef.FromString(data)
            kind = message.WhichOneof("ctxt")
            if kind is None:
                raise ProtocolError("there is a branch or loop of no kind")
            readers[kind](getattr(message, kind), None)
    graph._names_in_use.clear()
    graph._names_in_use.update(names)
