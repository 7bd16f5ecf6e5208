"""Collections as data: CollectionDef messages of a MetaGraphDef, made and read.

Variables, queue runners and savers are written as messages of their own; tensors and operations by
name; numbers and strings as they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from minigraph import context
from minigraph.graph import Graph
from minigraph.graph_keys import GraphKeys
from minigraph.log import logger
from minigraph.ops.cond_context import CondContext
from minigraph.ops.while_context import WhileContext
from minigraph.scopes import prepend_scope, strip_scope
from minigraph.variables.reference import RefVariable
from minigraph.variables.resource import ResourceVariable

UNBOUND = "$unbound_inputs_"


class ProtoFunctions(NamedTuple):
    """How the items of a collection become messages. proto_type: a name in minigraph.protos."""

    proto_type: str
    to_proto: Callable[..., Any]
    from_proto: Callable[..., Any]


_proto_functions: dict[str, ProtoFunctions] = {}


def register_proto_function(
    collection: str,
    proto_type: str,
    to_proto: Callable[..., Any],
    from_proto: Callable[..., Any],
) -> None:
    """Has the items of a collection written as messages of type `proto_type`.

    to_proto: function of (item, export_scope=) that returns a message, or None to leave it out.
    from_proto: function of (message, import_scope=) that returns the item.
    """
    _proto_functions[collection] = ProtoFunctions(proto_type, to_proto, from_proto)


def proto_functions(collection: str) -> ProtoFunctions:
    """What is registered for a collection; KeyError where nothing is."""
    return _proto_functions[collection]


def _variable_to_proto(variable: Any, export_scope: str | None = None) -> Any:
    return variable.to_proto(export_scope)


def _variable_from_proto(message: Any, import_scope: str | None = None) -> Any:
    kind: Any = ResourceVariable if message.is_resource else RefVariable
    return kind.from_proto(message, import_scope)


for _name in (
    GraphKeys.GLOBAL_VARIABLES,
    GraphKeys.TRAINABLE_VARIABLES,
    GraphKeys.LOCAL_VARIABLES,
    GraphKeys.MODEL_VARIABLES,
    GraphKeys.METRIC_VARIABLES,
    GraphKeys.MOVING_AVERAGE_VARIABLES,
    GraphKeys.GLOBAL_STEP,
):
    register_proto_function(_name, "VariableDef", _variable_to_proto, _variable_from_proto)

register_proto_function(
    GraphKeys.COND_CONTEXT, "CondContextDef", CondContext.to_proto, CondContext.from_proto
)
register_proto_function(
    GraphKeys.WHILE_CONTEXT, "WhileContextDef", WhileContext.to_proto, WhileContext.from_proto
)


def add_collection_def(
    meta_graph_def: Any,
    key: str,
    graph: Graph | None = None,
    export_scope: str | None = None,
    exclude_nodes: Iterable[str] | None = None,
    override_contents: Sequence[Any] | None = None,
) -> None:
    """Adds a collection of a graph to a MetaGraphDef; logs a warning where it cannot be written.

    Raises TypeError where `graph` is no graph.
    """
    if graph and not isinstance(graph, Graph):
        raise TypeError(f"graph must be of type Graph. Received type: {type(graph)}.")
    if not isinstance(key, (str, bytes)):
        logger.warning(
            "Only collections with string type keys will be serialized. This key has %s", type(key)
        )
        return
    graph = graph or context.get_default_graph()
    items = override_contents or graph.get_collection(key)
    items = [item for item in items if is_included(item, export_scope, exclude_nodes)]
    if not items:
        return
    try:
        _fill_collection(meta_graph_def.collection_def[key], key, items, export_scope)
    except Exception as error:
        logger.warning(
            "Issue encountered when serializing %s.\nType is unsupported, or the types of the "
            "items don't match field type in CollectionDef. Note this is a warning and probably "
            "safe to ignore.\n%s",
            key,
            str(error).replace("minigraph.", "tensorflow."),
        )
        del meta_graph_def.collection_def[key]


def _fill_collection(holder: Any, key: str, items: Sequence[Any], scope: str | None) -> None:
    functions = _proto_functions.get(key)
    if functions is not None:
        messages = [functions.to_proto(item, export_scope=scope) for item in items]
        holder.bytes_list.value.extend(m.SerializeToString() for m in messages if m)
        return
    kind = _kind_of(items[0])
    values = getattr(holder, kind).value
    if kind == "node_list":
        names = [item.name for item in items]
        values.extend(
            strip_scope(name, scope) for name in names if not scope or name.startswith(scope)
        )
    elif kind == "bytes_list":
        values.extend(_as_bytes(item) for item in items)
    else:
        values.extend(items)


def _as_bytes(item: Any) -> bytes:
    if not isinstance(item, (str, bytes)):
        raise TypeError(f"Expected binary or unicode string, got {item!r}")
    return item.encode() if isinstance(item, str) else item


def _kind_of(item: Any) -> str:
    if isinstance(item, (str, bytes)):
        return "bytes_list"
    if isinstance(item, int):
        return "int64_list"
    if isinstance(item, float):
        return "float_list"
    descriptor = getattr(type(item), "DESCRIPTOR", None)
    any_type = descriptor is not None and descriptor.full_name == "google.protobuf.Any"
    return "any_list" if any_type else "node_list"


def is_included(item: Any, scope: str | None, excluded: Iterable[str] | None) -> bool:
    """Whether an item of a collection, or a name, belongs to what is written."""
    name = item if isinstance(item, str) else getattr(item, "name", None)
    if not isinstance(name, str):
        return True
    if excluded and name in excluded:
        return False
    return not scope or name.startswith((UNBOUND, scope))


def restore_collection(
    graph: Graph, key: str, message: Any, scope: str, made: dict[Any, Any]
) -> None:
    """Adds what a CollectionDef holds to a collection of `graph`, whose nodes are below `scope`.

    made: items by their message, so that collections share them.
    Raises KeyError for the name of a node that the graph does not have.
    """
    kind = message.WhichOneof("kind")
    if kind is None:
        logger.error("Cannot identify data type for collection %s. Skipping.", key)
        return
    functions = _proto_functions.get(key)
    for value in getattr(message, kind).value:
        if functions is not None and kind == "bytes_list":
            if (functions, value) not in made:
                made[functions, value] = _item_of(functions, value, scope)
            item = made[functions, value]
        elif kind == "node_list":
            item = graph.as_graph_element(prepend_scope(value, scope))
        elif kind == "bytes_list" and scope:
            item = _text_below(value, scope)
        else:
            item = value
        graph.add_to_collection(key, item)


def _item_of(functions: ProtoFunctions, value: bytes, scope: str) -> Any:
    from minigraph import protos

    message = getattr(protos, functions.proto_type).FromString(value)
    return functions.from_proto(message, import_scope=scope)


def _text_below(value: bytes, scope: str) -> str:
    """TensorFlow takes a string in a collection for the name of a node."""
    return re.sub(r"^(\^|loc:@)?", lambda found: f"{found[0]}{scope.rstrip('/')}/", value.decode())
