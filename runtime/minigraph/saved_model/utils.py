"""Tensors as TensorInfo messages and back (tf.saved_model.utils)."""

from __future__ import annotations

from typing import Any

from minigraph import context, dtypes
from minigraph.composite import SparseTensor
from minigraph.graph import Graph
from minigraph.scopes import prepend_scope


def build_tensor_info(tensor: Any) -> Any:
    """The TensorInfo of a tensor or SparseTensor; RuntimeError in eager mode."""
    from minigraph import protos

    if context.executing_eagerly():
        raise RuntimeError("`build_tensor_info` is not supported in eager execution.")
    info = protos.TensorInfo(
        dtype=dtypes.as_dtype(tensor.dtype).as_datatype_enum,
        tensor_shape=tensor.get_shape().as_proto(),
    )
    if isinstance(tensor, SparseTensor):
        info.coo_sparse.values_tensor_name = tensor.values.name
        info.coo_sparse.indices_tensor_name = tensor.indices.name
        info.coo_sparse.dense_shape_tensor_name = tensor.dense_shape.name
    else:
        info.name = tensor.name
    return info


def get_tensor_from_tensor_info(
    tensor_info: Any, graph: Graph | None = None, import_scope: str | None = None
) -> Any:
    """The tensor of a graph, the default one unless given, that a TensorInfo names.

    Raises KeyError where the graph does not have it, ValueError for a TensorInfo without a name.
    """
    graph = graph or context.get_default_graph()

    def find(name: str) -> Any:
        return graph.get_tensor_by_name(prepend_scope(name, import_scope))

    encoding = tensor_info.WhichOneof("encoding")
    if encoding == "name":
        return find(tensor_info.name)
    if encoding == "coo_sparse":
        sparse = tensor_info.coo_sparse
        return SparseTensor(
            find(sparse.indices_tensor_name),
            find(sparse.values_tensor_name),
            find(sparse.dense_shape_tensor_name),
        )
    raise ValueError(
        f"Invalid TensorInfo.encoding: {encoding}. Expected `coo_sparse`, `composite_tensor`, or "
        "`name` for a dense tensor."
    )
