"""Gradients of the list ops: the gradient of a list is a list."""

from __future__ import annotations

from typing import Any

from minigraph import dtypes
from minigraph.ops import array, shaping, slicing
from minigraph.ops.tensor_lists import (
    element_shape_tensor,
    empty_tensor_list,
    tensor_list_concat,
    tensor_list_element_shape,
    tensor_list_from_tensor,
    tensor_list_gather,
    tensor_list_get_item,
    tensor_list_length,
    tensor_list_pop_back,
    tensor_list_push_back,
    tensor_list_reserve,
    tensor_list_resize,
    tensor_list_scatter_into,
    tensor_list_set_item,
    tensor_list_split,
    tensor_list_stack,
)
from minigraph.registry import gradient


@gradient("TensorListPushBack")
def _push_gradient(op: Any, grad: Any) -> Any:
    shape = array.shape(op.inputs[1])
    return tensor_list_pop_back(grad, shape, element_dtype=op.attrs["element_dtype"])


@gradient("TensorListPopBack")
def _pop_gradient(op: Any, list_grad: Any, grad: Any) -> Any:
    if list_grad is None:
        list_grad = empty_tensor_list(
            _shape_of_elements(op.outputs[0]), -1, element_dtype=op.attrs["element_dtype"]
        )
    if grad is None:
        grad = array.zeros_like(op.outputs[1])
    return tensor_list_push_back(list_grad, grad), None


def _shape_of_elements(items: Any) -> Any:
    return tensor_list_element_shape(items, shape_type=dtypes.int32)


def _item_shape(tensor: Any) -> Any:
    return slicing.slice(array.shape(tensor), [1], [-1])


@gradient("TensorListStack")
def _stack_gradient(op: Any, grad: Any) -> Any:
    shape = element_shape_tensor(grad.shape[1:])
    return tensor_list_from_tensor(grad, shape), None


@gradient("TensorListFromTensor")
def _from_tensor_gradient(op: Any, grad: Any) -> Any:
    tensor = op.inputs[0]
    known = tensor._shape[0] if tensor._shape else None
    stacked = tensor_list_stack(
        grad,
        _item_shape(tensor),
        element_dtype=tensor.dtype,
        num_elements=-1 if known is None else known,
    )
    return stacked, None


@gradient("TensorListGetItem")
def _get_gradient(op: Any, grad: Any) -> Any:
    items, index, _ = op.inputs
    zeros = tensor_list_reserve(
        _shape_of_elements(items), tensor_list_length(items), element_dtype=grad.dtype
    )
    return tensor_list_set_item(zeros, index, grad), None, None


@gradient("TensorListSetItem")
def _set_gradient(op: Any, grad: Any) -> Any:
    items, index, item = op.inputs
    list_grad = tensor_list_set_item(grad, index, array.zeros_like(item))
    if op.attrs["resize_if_index_out_of_bounds"]:
        list_grad = tensor_list_resize(list_grad, tensor_list_length(items))
    item_grad = tensor_list_get_item(grad, index, array.shape(item), element_dtype=item.dtype)
    return list_grad, None, item_grad


@gradient("TensorListResize")
def _resize_gradient(op: Any, grad: Any) -> Any:
    return tensor_list_resize(grad, tensor_list_length(op.inputs[0])), None


@gradient("TensorListGather")
def _gather_gradient(op: Any, grad: Any) -> Any:
    items, indices, _ = op.inputs
    zeros = tensor_list_reserve(
        _shape_of_elements(items), tensor_list_length(items), element_dtype=grad.dtype
    )
    return tensor_list_scatter_into(zeros, grad, indices), None, None


@gradient("TensorListScatterV2")
def _scatter_gradient(op: Any, grad: Any) -> Any:
    tensor, indices, _, _ = op.inputs
    shape = _item_shape(tensor)
    return tensor_list_gather(grad, indices, shape, element_dtype=tensor.dtype), None, None, None


@gradient("TensorListScatterIntoExistingList")
def _scatter_into_gradient(op: Any, grad: Any) -> Any:
    _, tensor, indices = op.inputs
    shape = _item_shape(tensor)
    tensor_grad = tensor_list_gather(grad, indices, shape, element_dtype=tensor.dtype)
    return tensor_list_scatter_into(grad, array.zeros_like(tensor), indices), tensor_grad, None


@gradient("TensorListConcatV2")
def _concat_gradient(op: Any, grad: Any, _: Any) -> Any:
    return tensor_list_split(grad, _shape_of_elements(op.inputs[0]), op.outputs[1]), None, None


@gradient("TensorListSplit")
def _split_gradient(op: Any, grad: Any) -> Any:
    tensor, _, lengths = op.inputs
    shape = shaping.concat([[-1], _item_shape(tensor)], 0)
    joined = tensor_list_concat(grad, shape, lengths, element_dtype=tensor.dtype)
    return joined[0], None, None
