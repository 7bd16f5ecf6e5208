"""TensorArray: a list of tensors that loops write and read (tf.TensorArray).

TensorFlow 2 keeps it as a list in a variant tensor, TensorFlow 1 behind a handle; both are here,
and `TensorArray` makes the one that the control flow in force goes with.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, ExitStack, nullcontext
from typing import Any

from minigraph import context, convert, dtypes, inference, shapes
from minigraph.log import logger
from minigraph.nest import CompositeTensor
from minigraph.ops import array, casting, sequences, tensor_array_ops, tensor_lists
from minigraph.ops.naming import op_scope
from minigraph.ops.tensor_lists import element_shape_tensor
from minigraph.shapes import TensorShape
from minigraph.tensor import Tensor


class TensorArray(CompositeTensor):
    """A list of tensors of one dtype; each method that changes it returns the changed array.

    size: number of elements; dynamic_size: whether writing may add some; clear_after_read: whether
    reading takes an element out (with TensorFlow 1's control flow); infer_shape: whether all
    elements must have one shape; element_shape: what is known of it.
    Raises ValueError where neither size nor flow is given.
    """

    __slots__ = (
        "_colocated",
        "_element_shape",
        "_flow",
        "_handle",
        "_infer_shape",
        "_size",
        "dtype",
        "dynamic_size",
    )

    def __new__(cls, *args: Any, **kwargs: Any) -> TensorArray:
        """Chooses the kind."""
        if cls is TensorArray:
            from minigraph.ops import control_flow

            flow = kwargs.get("flow")
            as_list = (
                control_flow.uses_functions() if flow is None else flow.dtype == dtypes.variant
            )
            cls = ListTensorArray if as_list else ResourceTensorArray
        return super().__new__(cls)

    def __init__(
        self,
        dtype: Any,
        size: Any = None,
        dynamic_size: bool | None = None,
        clear_after_read: bool | None = None,
        tensor_array_name: str | None = None,
        handle: Any = None,
        flow: Any = None,
        infer_shape: bool = True,
        element_shape: Any = None,
        colocate_with_first_write_call: bool = True,
        name: str | None = None,
    ) -> None:
        self.dtype = dtypes.as_dtype(dtype).base_dtype
        self.dynamic_size = bool(dynamic_size)
        self._size = size
        self._infer_shape = infer_shape
        # Shared by all states of the array: what is written in a loop is known behind it.
        self._element_shape = [shapes.as_shape(element_shape)]
        # What all writes are placed with: the value of the first.
        self._colocated: list[Any] | None = [] if colocate_with_first_write_call else None
        self._handle = handle
        self._flow = flow
        if flow is None:
            cleared = clear_after_read is None or clear_after_read
            self._make(size, cleared, tensor_array_name or "", name)
        elif size is not None:
            raise ValueError("Cannot provide both `flow` and `size` arguments at the same time.")

    def _make(self, size: Any, clear_after_read: bool, array_name: str, name: str | None) -> None:
        raise AssertionError("a kind of array makes itself")

    @property
    def flow(self) -> Any:
        """The tensor that stands for the present state of the array."""
        return self._flow

    @property
    def handle(self) -> Any:
        """The handle of the array, None for a list."""
        return self._handle

    @property
    def element_shape(self) -> TensorShape:
        """What is known of the shape of the elements."""
        return self._element_shape[0]

    def _components(self) -> Any:
        return (self._flow,)

    def _with_components(self, components: Any) -> TensorArray:
        return self._with_flow(components[0])

    def _shape_invariants(self, shape: Any) -> list[tuple[int | None, ...] | None]:
        return [()]

    def _with_flow(self, flow: Any) -> TensorArray:
        made: TensorArray = object.__new__(type(self))
        for name in TensorArray.__slots__:
            setattr(made, name, getattr(self, name))
        made._flow = flow
        return made

    def _check_element_shape(self, shape: TensorShape) -> None:
        if not shape.is_compatible_with(self.element_shape):
            raise ValueError(f"Inconsistent shapes: saw {shape} but expected {self.element_shape} ")
        if self._infer_shape:
            self._element_shape[0] = self.element_shape.merge_with(shape)

    def _value(self, value: Any) -> Any:
        tensor = convert.convert_to_tensor(value, preferred_dtype=self.dtype, name="value")
        if tensor.dtype.base_dtype != self.dtype:
            logger.error(
                f"Error: Input value {tensor} has dtype {tensor.dtype}, but expected dtype "
                f"{self.dtype}.  This leads to undefined behavior and will be an error in future "
                "versions of TensorFlow."
            )
        return tensor

    def identity(self) -> TensorArray:
        """The array in its present state, for the control dependencies in force."""
        return self._with_flow(array.identity(self._flow))

    def _known_size(self) -> Any:
        """The size where no write can change it, else None."""
        return None if self.dynamic_size else self._size


class ListTensorArray(TensorArray):
    """TensorFlow 2's kind: the flow is a list."""

    __slots__ = ()

    def _make(self, size: Any, clear_after_read: bool, array_name: str, name: str | None) -> None:
        if size is None:
            raise ValueError("Argument `size` must be provided if argument `flow` is not provided.")
        with op_scope(name, "TensorArrayV2", size) as scope:
            self._flow = tensor_lists.tensor_list_reserve(
                element_shape_tensor(self.element_shape), size, element_dtype=self.dtype, name=scope
            )

    def read(self, index: Any, name: str | None = None) -> Any:
        """The element at `index`."""
        with op_scope(name, "TensorArrayV2Read", self._flow, index):
            shape = element_shape_tensor(self.element_shape)
            return tensor_lists.tensor_list_get_item(
                self._flow, index, shape, element_dtype=self.dtype, name=name
            )

    def write(self, index: Any, value: Any, name: str | None = None) -> TensorArray:
        """The array with `value` at `index`; ValueError for another shape than inferred."""
        with op_scope(name, "TensorArrayV2Write", self._flow, index, value):
            tensor = self._value(value)
            self._check_element_shape(tensor.shape)
            flow = tensor_lists.tensor_list_set_item(
                self._flow,
                index,
                tensor,
                resize_if_index_out_of_bounds=self.dynamic_size,
                name=name,
            )
            return self._with_flow(flow)

    def stack(self, name: str | None = None) -> Any:
        """All elements as one tensor."""
        with op_scope(name, "TensorArrayV2Stack", self._flow):
            return tensor_lists.tensor_list_stack(
                self._flow,
                element_shape_tensor(self.element_shape),
                element_dtype=self.dtype,
                num_elements=_static_size(self._known_size()),
            )

    def gather(self, indices: Any, name: str | None = None) -> Any:
        """The elements at `indices` as one tensor."""
        shape = element_shape_tensor(self.element_shape)
        return tensor_lists.tensor_list_gather(
            self._flow, indices, shape, element_dtype=self.dtype, name=name
        )

    def concat(self, name: str | None = None) -> Any:
        """All elements joined along their first dimension."""
        dims = self.element_shape._dims
        shape = None if dims is None else (None, *dims[1:])
        leading = convert.convert_to_tensor([], dtypes.int64)
        return tensor_lists.tensor_list_concat(
            self._flow, element_shape_tensor(shape), leading, element_dtype=self.dtype, name=name
        )[0]

    def unstack(self, value: Any, name: str | None = None) -> TensorArray:
        """An array of the slices of `value` along its first dimension."""
        with op_scope(name, "TensorArrayUnstack", self._flow, value):
            tensor = self._value(value)
            self._check_element_shape(tensor.shape[1:])
            shape = element_shape_tensor(tensor.shape[1:])
            return self._with_flow(tensor_lists.tensor_list_from_tensor(tensor, shape))

    def scatter(self, indices: Any, value: Any, name: str | None = None) -> TensorArray:
        """The array with the slices of `value` at `indices`."""
        with op_scope(name, "TensorArrayScatter", self._flow, value, indices):
            tensor = self._value(value)
            self._check_element_shape(tensor.shape[1:])
            return self._with_flow(
                tensor_lists.tensor_list_scatter_into(self._flow, tensor, indices)
            )

    def split(self, value: Any, lengths: Any, name: str | None = None) -> TensorArray:
        """An array of consecutive parts of `value`."""
        with op_scope(name, "TensorArraySplit", self._flow, value, lengths):
            tensor = self._value(value)
            flow = tensor_lists.tensor_list_split(
                tensor,
                element_shape_tensor(self.element_shape),
                casting.cast(lengths, dtypes.int64),
                name=name,
            )
            return self._with_flow(flow)

    def size(self, name: str | None = None) -> Any:
        """The number of elements."""
        if self._known_size() is not None:
            return convert.convert_to_tensor(self._known_size(), dtypes.int32)
        return tensor_lists.tensor_list_length(self._flow, name=name)

    def close(self, name: str | None = None) -> Any:
        """An operation that does nothing."""
        return array.no_op(name=name)


def _static_size(size: Any) -> int:
    if isinstance(size, Tensor):
        size = inference.constant_value(size)  # type: ignore[arg-type]
    return -1 if size is None else int(size)


class ResourceTensorArray(TensorArray):
    """TensorFlow 1's kind: a handle, and a flow that orders what happens to the array."""

    __slots__ = ()

    def _make(self, size: Any, clear_after_read: bool, array_name: str, name: str | None) -> None:
        if size is None:
            raise ValueError("Argument `size` must be provided if handle is not provided.")
        graph = context.get_default_graph()
        apart = ExitStack()
        if self._colocated is not None:
            apart.enter_context(graph.device(None))
            apart.enter_context(graph.colocate_with(None, ignore_existing=True))
        with op_scope(name, "TensorArray", self._handle, size) as scope, apart:
            self._handle, self._flow = tensor_array_ops.tensor_array(
                size,
                dtype=self.dtype,
                element_shape=self.element_shape,
                dynamic_size=self.dynamic_size,
                clear_after_read=clear_after_read,
                identical_element_shapes=self._infer_shape,
                tensor_array_name=array_name,
                name=scope,
            )

    def _beside_writes(self, value: Any) -> AbstractContextManager[Any]:
        """A `with` block in which operations are placed with the first value that was written."""
        if self._colocated is None:
            return nullcontext()
        if not self._colocated:
            self._colocated.append(value)  # in all states of the array
        return self._beside(self._colocated[0])

    def _beside(self, tensor: Any) -> AbstractContextManager[Any]:
        made: AbstractContextManager[Any] = context.get_default_graph().colocate_with(tensor)
        return made

    def grad(self, source: str, flow: Any = None, name: str | None = None) -> TensorArray:
        """The array that collects the gradients of this one for the gradients named `source`."""
        flow = self._flow if flow is None else flow
        with op_scope(name, "TensorArrayGrad", self._handle), self._beside(self._handle):
            handle, _ = tensor_array_ops.tensor_array_grad(
                self._handle, flow, source=source, name=name
            )
            with context.get_default_graph().control_dependencies([handle]):
                flow = array.identity(flow, name="gradient_flow")
            made = self._with_flow(flow)
            made._handle, made._colocated, made._size = handle, None, None
            return made

    def read(self, index: Any, name: str | None = None) -> Any:
        """The element at `index`."""
        value = tensor_array_ops.tensor_array_read(
            self._handle, index, self._flow, dtype=self.dtype, name=name
        )
        value.set_shape(self.element_shape)
        return value

    def write(self, index: Any, value: Any, name: str | None = None) -> TensorArray:
        """The array with `value` at `index`; ValueError for another shape than inferred."""
        with op_scope(name, "TensorArrayWrite", self._handle, index, value):
            tensor = self._value(value)
            self._check_element_shape(tensor.shape)
            with self._beside_writes(tensor):
                flow = tensor_array_ops.tensor_array_write(
                    self._handle, index, tensor, self._flow, name=name
                )
            return self._with_flow(flow)

    def stack(self, name: str | None = None) -> Any:
        """All elements as one tensor."""
        with self._beside(self._handle), op_scope(name, "TensorArrayStack", self._handle):
            value = self.gather(sequences.range(0, self.size()), name=name)
            count = _static_size(self._known_size())
            if count >= 0 and value.shape.rank is not None:
                value.set_shape([count, *value.shape.as_list()[1:]])
            return value

    def gather(self, indices: Any, name: str | None = None) -> Any:
        """The elements at `indices` as one tensor."""
        return tensor_array_ops.tensor_array_gather(
            self._handle,
            indices,
            self._flow,
            dtype=self.dtype,
            element_shape=self.element_shape,
            name=name,
        )

    def concat(self, name: str | None = None) -> Any:
        """All elements joined along their first dimension."""
        known = self.element_shape._dims
        rest = known[1:] if known else None
        value = tensor_array_ops.tensor_array_concat(
            self._handle, self._flow, dtype=self.dtype, element_shape_except0=rest, name=name
        )[0]
        if known:
            count = _static_size(self._known_size())
            length = count * known[0] if count >= 0 and known[0] is not None else None
            value.set_shape((length, *known[1:]))
        return value

    def unstack(self, value: Any, name: str | None = None) -> TensorArray:
        """The array with the slices of `value` along its first dimension as elements."""
        with op_scope(name, "TensorArrayUnstack", self._handle, value):
            tensor = convert.convert_to_tensor(value, self.dtype, name="value")
            count = array.shape(tensor)[0]
            return self.scatter(sequences.range(0, count), tensor, name=name)

    def scatter(self, indices: Any, value: Any, name: str | None = None) -> TensorArray:
        """The array with the slices of `value` at `indices`."""
        with op_scope(name, "TensorArrayScatter", self._handle, value, indices):
            tensor = self._value(value)
            self._check_element_shape(tensor.shape[1:])
            with self._beside_writes(tensor):
                flow = tensor_array_ops.tensor_array_scatter(
                    self._handle, indices, tensor, self._flow, name=name
                )
            return self._with_flow(flow)

    def split(self, value: Any, lengths: Any, name: str | None = None) -> TensorArray:
        """The array with consecutive parts of `value` as elements."""
        with op_scope(name, "TensorArraySplit", self._handle, value, lengths):
            tensor = convert.convert_to_tensor(value, self.dtype, name="value")
            with self._beside_writes(tensor):
                lengths = casting.cast(lengths, dtypes.int64)
                flow = tensor_array_ops.tensor_array_split(
                    self._handle, tensor, lengths, self._flow, name=name
                )
            return self._with_flow(flow)

    def size(self, name: str | None = None) -> Any:
        """The number of elements."""
        if self._known_size() is not None:
            return convert.convert_to_tensor(self._known_size(), dtypes.int32)
        return tensor_array_ops.tensor_array_size(self._handle, self._flow, name=name)

    def close(self, name: str | None = None) -> Any:
        """An operation that frees the elements."""
        return tensor_array_ops.tensor_array_close(self._handle, name=name)
