"""MetaGraphDef: a graph with its collections as data, written, read and put into a graph.

A MetaGraphDef carries the nodes with attributes (op seeds among them), devices, control inputs and
static shapes (`_output_shapes`), the functions, the collections and on request a SaverDef. It has
no field for a graph's own seed, whether it is finalized, what may not be fed or fetched, and
collections under names that are no strings.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from minigraph import context, op_messages, opdef, ops
from minigraph.collection_defs import (
    UNBOUND,
    add_collection_def,
    is_included,
    proto_functions,
    restore_collection,
)
from minigraph.graph import Graph
from minigraph.graph_def import add_graph_def, from_graph
from minigraph.graph_files import read_meta_graph_file, write_graph
from minigraph.graph_keys import GraphKeys
from minigraph.scopes import strip_scope

VERSION = "2.21.0"  # the TensorFlow whose format this is


# Writing


def export_scoped_meta_graph(
    filename: str | None = None,
    graph_def: Any = None,
    graph: Graph | None = None,
    export_scope: str | None = None,
    as_text: bool = False,
    unbound_inputs_col_name: str | None = "unbound_inputs",
    clear_devices: bool = False,
    saver_def: Any = None,
    clear_extraneous_savers: bool = False,
    strip_default_attrs: bool = False,
    **kwargs: Any,
) -> tuple[Any, dict[str, Any]]:
    """The MetaGraphDef of a graph or of a name scope in it, and its variables by name.

    export_scope: only what is in this scope, whose name is left out; what it takes from outside is
    listed in the collection `unbound_inputs_col_name`.
    kwargs: meta_info_def and collection_list, as for `create_meta_graph_def`.
    Raises TypeError for messages of the wrong types, ValueError in eager mode without a graph.
    """
    if context.executing_eagerly() and not (graph_def is not None and graph is not None):
        raise ValueError(
            "Exporting/importing meta graphs is not supported when Eager Execution is enabled."
        )
    graph = graph or context.get_default_graph()
    excluded: set[str] = set()
    if export_scope or clear_extraneous_savers or clear_devices:
        graph_def = graph_def or from_graph(graph, add_shapes=True)
        if clear_extraneous_savers:
            excluded = _extraneous_saver_nodes(graph_def, saver_def)
        graph_def, unbound = _part_of(graph_def, export_scope, excluded, clear_devices)
        if unbound_inputs_col_name:
            graph.get_collection_ref(unbound_inputs_col_name)[:] = unbound
    variables = graph.get_collection(GraphKeys.GLOBAL_VARIABLES, scope=export_scope)
    message = create_meta_graph_def(
        graph_def=graph_def,
        graph=graph,
        export_scope=export_scope,
        exclude_nodes=excluded,
        clear_extraneous_savers=clear_extraneous_savers,
        saver_def=saver_def,
        strip_default_attrs=strip_default_attrs,
        **kwargs,
    )
    if filename:
        write_graph(message, os.path.dirname(filename), os.path.basename(filename), as_text)
    kept = [v for v in variables if is_included(v, export_scope, excluded)]
    return message, {strip_scope(v.name, export_scope): v for v in kept}


def create_meta_graph_def(
    meta_info_def: Any = None,
    graph_def: Any = None,
    saver_def: Any = None,
    collection_list: Iterable[str] | None = None,
    graph: Graph | None = None,
    export_scope: str | None = None,
    exclude_nodes: Iterable[str] | None = None,
    clear_extraneous_savers: bool = False,
    strip_default_attrs: bool = False,
) -> Any:
    """A MetaGraphDef with the collections of a graph, all of them unless listed.

    Raises TypeError where an argument is a message of the wrong type.
    """
    from minigraph import protos

    _check_types(graph, meta_info_def, graph_def, saver_def)
    graph = graph or context.get_default_graph()
    message = protos.MetaGraphDef()
    info = message.meta_info_def
    if meta_info_def:
        info.CopyFrom(meta_info_def)
    info.tensorflow_version, info.tensorflow_git_version = VERSION, "unknown"
    message.graph_def.CopyFrom(graph_def or from_graph(graph, add_shapes=True))
    if not info.stripped_op_list.op:
        info.stripped_op_list.CopyFrom(op_messages.op_list(message.graph_def, graph._foreign_ops))
    if strip_default_attrs:
        op_messages.strip_defaults(message.graph_def)
        info.stripped_default_attrs = True
    if saver_def:
        message.saver_def.CopyFrom(saver_def)
    keys = graph.get_all_collection_keys() if collection_list is None else collection_list
    for key in keys:
        items = None
        if clear_extraneous_savers and key == GraphKeys.SAVERS:
            items = [proto_functions(key).from_proto(saver_def)]
        add_collection_def(message, key, graph, export_scope, exclude_nodes, items)
    return message


def _check_types(graph: Any, meta_info_def: Any, graph_def: Any, saver_def: Any) -> None:
    from minigraph import protos

    for argument, name, kind in (
        (graph, "graph", Graph),
        (meta_info_def, "meta_info_def", protos.MetaGraphDef.MetaInfoDef),
        (graph_def, "graph_def", protos.GraphDef),
        (saver_def, "saver_def", protos.SaverDef),
    ):
        if argument and not isinstance(argument, kind):
            raise TypeError(
                f"{name} must be of type {kind.__name__}. Received type: {type(argument)}."
            )


def _part_of(
    graph_def: Any, scope: str | None, excluded: set[str], clear_devices: bool
) -> tuple[Any, list[str]]:
    """The nodes of a scope under their names in it, and the names of inputs from outside."""
    from minigraph import protos

    part = protos.GraphDef(versions=graph_def.versions, library=graph_def.library)
    unbound: list[str] = []
    for original in graph_def.node:
        if not is_included(original.name, scope, excluded):
            continue
        node = part.node.add()
        node.CopyFrom(original)
        node.name = strip_scope(original.name, scope)
        if clear_devices:
            node.device = ""
        for index, text in enumerate(original.input):
            caret = "^" if text.startswith("^") else ""
            if scope and not text.lstrip("^").startswith(scope):
                node.input[index] = caret + UNBOUND + text.lstrip("^")
                unbound.append(node.input[index])
            else:
                node.input[index] = caret + strip_scope(text.lstrip("^"), scope)
        if "_class" in node.attr:
            _strip_colocation(node.attr["_class"].list.s, scope)
    return part, unbound


def _strip_colocation(groups: Any, scope: str | None) -> None:
    names = [group.decode().partition("@")[2] for group in groups]
    groups[:] = [
        f"loc:@{strip_scope(name, scope)}".encode()
        for name in names
        if not scope or name.startswith(scope)
    ]


_SAVER_OPS = frozenset(
    prefix + kind
    for prefix in ("Save", "Restore", "LegacySave", "LegacyRestore")
    for kind in ("", "V2", "Slice")
)


def _extraneous_saver_nodes(graph_def: Any, saver_def: Any) -> set[str]:
    """The nodes in the scopes of savers other than the one that `saver_def` names."""
    scopes = {_scope_of(node.name) for node in graph_def.node if node.op in _SAVER_OPS}
    if saver_def is not None:
        scopes -= {_scope_of(saver_def.save_tensor_name), _scope_of(saver_def.restore_op_name)}
    prefixes = tuple(f"{scope}/" for scope in scopes)
    return {node.name for node in graph_def.node if node.name.startswith(prefixes)}


def _scope_of(name: str) -> str:
    return name.lstrip("^").rpartition("/")[0]


# Reading


def import_scoped_meta_graph(
    meta_graph_or_file: Any,
    clear_devices: bool = False,
    graph: Graph | None = None,
    import_scope: str | None = None,
    input_map: Mapping[str, Any] | None = None,
    unbound_inputs_col_name: str | None = "unbound_inputs",
    restore_collections_predicate: Callable[[str], bool] = lambda key: True,
) -> dict[str, Any]:
    """Puts a MetaGraphDef into a graph; returns its variables by name.

    See `import_scoped_meta_graph_with_return_elements`.
    """
    variables, _ = import_scoped_meta_graph_with_return_elements(
        meta_graph_or_file,
        clear_devices,
        graph,
        import_scope,
        input_map,
        unbound_inputs_col_name,
        restore_collections_predicate,
    )
    return variables


def import_scoped_meta_graph_with_return_elements(
    meta_graph_or_file: Any,
    clear_devices: bool = False,
    graph: Graph | None = None,
    import_scope: str | None = None,
    input_map: Mapping[str, Any] | None = None,
    unbound_inputs_col_name: str | None = "unbound_inputs",
    restore_collections_predicate: Callable[[str], bool] = lambda key: True,
    return_elements: Sequence[str] | None = None,
) -> tuple[dict[str, Any], list[Any] | None]:
    """Puts a MetaGraphDef, or the file of one, into a graph below `import_scope`.

    input_map, return_elements: as for `import_graph_def`.
    restore_collections_predicate: which collections to restore, by name.
    Returns the variables by their names in the MetaGraphDef, and the elements asked for.
    Raises OSError for a file that cannot be read, ValueError for inputs that are left unbound.
    """
    if context.executing_eagerly():
        raise ValueError(
            "Exporting/importing meta graphs is not supported when eager execution is enabled."
        )
    message = as_meta_graph_def(meta_graph_or_file)
    if unbound_inputs_col_name in message.collection_def:
        _check_bound(message.collection_def[unbound_inputs_col_name], input_map)
    graph = graph or context.get_default_graph()
    with graph.as_default():
        if clear_devices:
            for node in message.graph_def.node:
                node.device = ""
        scope = graph.unique_name(import_scope or "", mark_as_used=False)
        op_list = message.meta_info_def.stripped_op_list
        elements = add_graph_def(
            message.graph_def,
            input_map,
            return_elements,
            import_scope or scope,
            op_list,
            foreign_ops(op_list),
        )
        made: dict[Any, Any] = {}
        for key in sorted(message.collection_def, key=_trainable_variables_first):
            if key != unbound_inputs_col_name and restore_collections_predicate(key):
                restore_collection(graph, key, message.collection_def[key], scope, made)
    variables = graph.get_collection(GraphKeys.GLOBAL_VARIABLES, scope=scope)
    return {strip_scope(variable.name, scope): variable for variable in variables}, elements


def foreign_ops(op_list: Any) -> dict[str, opdef.OpDef]:
    """The op types of an OpList that minigraph lacks, by name."""
    ops.declare_all()
    lacking = [message for message in op_list.op if message.name not in opdef.all_ops()]
    return {message.name: op_messages.from_proto(message) for message in lacking}


def _trainable_variables_first(key: str) -> tuple[bool, str]:
    return key != GraphKeys.TRAINABLE_VARIABLES, key


def as_meta_graph_def(source: Any) -> Any:
    """A MetaGraphDef, read from a file unless it is one; raises OSError, TypeError."""
    from minigraph import protos

    if isinstance(source, protos.MetaGraphDef):
        return source
    return read_meta_graph_file(source)


def _check_bound(unbound: Any, input_map: Mapping[str, Any] | None) -> None:
    names = [name.decode() for name in unbound.bytes_list.value]
    if names and sorted(names) != sorted(input_map or ()):
        missing = ",".join(name for name in names if name not in (input_map or ()))
        raise ValueError(
            f"Graph contains unbound inputs: {missing}. Must provide these inputs through "
            "input_map."
        )


def copy_scoped_meta_graph(
    from_scope: str,
    to_scope: str,
    from_graph: Graph | None = None,
    to_graph: Graph | None = None,
) -> dict[str, Any]:
    """Copies a name scope of a graph to another scope; returns the copied variables by name.

    Raises ValueError where both are the same.
    """
    from_graph = from_graph or context.get_default_graph()
    to_graph = to_graph or context.get_default_graph()
    if from_graph is to_graph and from_scope == to_scope:
        raise ValueError(
            "'from_scope' and 'to_scope' need to be different when performing copy in the same "
            f"graph. Received: 'from_graph': {from_graph}, 'to_graph': {to_graph}, 'from_scope': "
            f"{from_scope}, 'to_scope': {to_scope}."
        )
    message, _ = export_scoped_meta_graph(export_scope=from_scope, graph=from_graph)
    return import_scoped_meta_graph(message, graph=to_graph, import_scope=to_scope)


def export_meta_graph(
    filename: str | None = None,
    meta_info_def: Any = None,
    graph_def: Any = None,
    saver_def: Any = None,
    collection_list: Iterable[str] | None = None,
    as_text: bool = False,
    graph: Graph | None = None,
    export_scope: str | None = None,
    clear_devices: bool = False,
    clear_extraneous_savers: bool = False,
    strip_default_attrs: bool = False,
    save_debug_info: bool = False,
) -> Any:
    """The MetaGraphDef of a graph (TensorFlow: tf.train.export_meta_graph).

    See `export_scoped_meta_graph` for the arguments. save_debug_info is accepted without effect.
    Raises RuntimeError in eager mode without a graph.
    """
    if context.executing_eagerly() and not (graph_def is not None and graph is not None):
        raise RuntimeError(
            "Exporting/importing meta graphs is not supported when eager execution is enabled. No "
            "graph exists when eager execution is enabled."
        )
    message, _ = export_scoped_meta_graph(
        filename=filename,
        meta_info_def=meta_info_def,
        graph_def=graph_def,
        saver_def=saver_def,
        collection_list=collection_list,
        as_text=as_text,
        graph=graph,
        export_scope=export_scope,
        clear_devices=clear_devices,
        clear_extraneous_savers=clear_extraneous_savers,
        strip_default_attrs=strip_default_attrs,
    )
    return message
