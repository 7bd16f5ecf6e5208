"""Objects of the library that cross: tensors, operations, variables, types, messages."""

import base64
import importlib
from typing import Any

import numpy as np

from coursegrader.judge import known
from coursegrader.judge.frames import ProtocolError
from coursegrader.judge.mirror.eager_variables import EagerVariables, is_eager
from coursegrader.judge.mirror.shared_graphs import SharedGraphs
from coursegrader.judge.values import CannotCross, Codec, Fields, fields, register_namedtuple
from minigraph import context, dtypes, protos, shapes
from minigraph.composite import IndexedSlices, SparseTensor
from minigraph.dimension import Dimension
from minigraph.eager_tensor import EagerTensor
from minigraph.graph import Graph
from minigraph.operation import Operation
from minigraph.tensor import SymbolicTensor
from minigraph.tensor_spec import TensorSpec
from minigraph.variables.base import Variable, check_distribution
from minigraph.variables.reference import RefVariable
from minigraph.variables.resource import ResourceVariable
from minigraph.variables.unread import _UnreadVariable

_NAMEDTUPLES = (
    ("minigraph.composite", "IndexedSlicesValue"),
    ("minigraph.composite", "SparseTensorValue"),
    ("minigraph.compat.v1.train", "SessionRunArgs"),
    ("minigraph.compat.v1.train", "SessionRunValues"),
)
_BASES = ("SessionRunHook", "SessionCreator", "Optimizer")


class Library:
    """Makes objects of the library part of a codec."""

    def __init__(self, side: str, codec: Codec, graphs: SharedGraphs) -> None:
        self.eager_variables = EagerVariables(side, codec)
        self._codec = codec
        self._graphs = graphs
        self._variables: dict[tuple[str, str], Variable] = {}
        _register_names()
        add = codec.register
        add("graph", Graph, lambda graph: {"graph": graphs.number_of(graph)}, self._graph)
        add("tensor", SymbolicTensor, self._element, self._tensor)
        add("operation", Operation, self._element, self._operation)
        add("variable", Variable, self._encode_variable, self._variable)
        add("eager_variable", None, None, self.eager_variables.decode)
        add("assigned", _UnreadVariable, self._encode_assigned, self._assigned)
        add("dtype", dtypes.DType, lambda dtype: {"name": dtype.name}, _dtype)
        add("shape", shapes.TensorShape, _encode_shape, _shape)
        add("dimension", Dimension, lambda size: {"value": size.value}, _dimension)
        add("slices", IndexedSlices, self._encode_slices, self._slices)
        add("sparse", SparseTensor, self._encode_sparse, self._sparse)
        add("spec", TensorSpec, _encode_spec, _spec)
        add("eager", EagerTensor, self._encode_eager, self._eager)
        add("message", _message_base(), _encode_message, _message)

    def _graph(self, form: Fields) -> Graph:
        (number,) = fields(form, graph=str)
        return self._graphs.graph(number)

    def _element(self, element: Any) -> Fields:
        return {"graph": self._graphs.number_of(element.graph), "name": element.name}

    def _tensor(self, form: Fields) -> Any:
        number, name = fields(form, graph=str, name=str)
        try:
            return self._graphs.graph(number).get_tensor_by_name(name)
        except (KeyError, ValueError) as error:
            raise ProtocolError(str(error)) from None

    def _operation(self, form: Fields) -> Any:
        number, name = fields(form, graph=str, name=str)
        try:
            return self._graphs.graph(number).get_operation_by_name(name)
        except (KeyError, ValueError) as error:
            raise ProtocolError(str(error)) from None

    def _encode_eager(self, tensor: EagerTensor) -> Fields:
        if not tensor._has_numbers:
            raise CannotCross(f"a tensor of dtype {tensor.dtype.name} cannot be examined")
        return {"dtype": tensor.dtype.name, "value": self._codec.encode(tensor._constant)}

    def _eager(self, form: Fields) -> EagerTensor:
        name, value = fields(form, dtype=str, value=dict)
        dtype, array = _dtype({"name": name}), self._codec.decode(value)
        if not isinstance(array, np.ndarray) or array.dtype != dtype.as_numpy_dtype:
            raise ProtocolError(f"an eager tensor of {name} has an array of that dtype")
        return EagerTensor(array, dtype)

    def _encode_variable(self, variable: Any) -> Fields:
        if is_eager(variable):
            return self._encode_eager_variable(variable)
        number = self._graphs.number_of(variable.graph)
        self._variables[number, variable.name] = variable
        data = variable.to_proto().SerializeToString()
        return {
            "graph": number,
            "name": variable.name,
            "data": base64.b64encode(data).decode(),
        }

    def _encode_eager_variable(self, variable: Any) -> Fields:
        try:
            return {"t": "eager_variable", **self.eager_variables.encode(variable)}
        except CannotCross:
            return self._codec.as_handle(variable)

    def _variable(self, form: Fields) -> Variable:
        number, name, data = fields(form, graph=str, name=str, data=str)
        key = (number, name)
        if key not in self._variables:
            message = _parse(protos.VariableDef, data)
            kind = ResourceVariable if message.is_resource else RefVariable
            with context.default_graph_stack.get_controller(self._graphs.graph(number)):
                try:
                    self._variables[key] = kind.from_proto(message)
                except Exception as error:
                    raise ProtocolError(f"a variable does not fit its graph: {error}") from None
        return self._variables[key]

    def _encode_assigned(self, variable: Any) -> Fields:
        """A resource variable after an assignment: what `assign` returns."""
        if is_eager(variable):
            return self._encode_eager_variable(variable._variable)
        return {
            "graph": self._graphs.number_of(variable.graph),
            "handle": variable.handle.name,
            "parent": variable.op.name,
            "read": variable._graph_element.name,
        }

    def _assigned(self, form: Fields) -> Variable:
        number, handle, parent, read = fields(form, graph=str, handle=str, parent=str, read=str)
        key = (number, f"{parent} ")
        if key not in self._variables:
            tensor = {"graph": number, "name": handle}
            variable = _UnreadVariable.__new__(_UnreadVariable)
            variable._variable, variable._in_graph_mode = variable, True
            variable._handle = self._tensor(tensor)
            variable._parent_op = self._operation({"graph": number, "name": parent})
            variable._graph_element = self._tensor({"graph": number, "name": read})
            variable._handle_name = f"{handle}:0"
            attributes = variable._handle.op.attrs
            if "dtype" not in attributes or "shape" not in attributes:
                raise ProtocolError(f"{handle!r} is no variable")
            variable._dtype = dtypes.as_dtype(attributes["dtype"])
            variable._shape = shapes.from_tuple(attributes["shape"])
            distribution = check_distribution(None, None, None, handle)
            variable._synchronization, variable._aggregation, variable._trainable = distribution
            self._variables[key] = variable
        return self._variables[key]

    def _encode_slices(self, value: IndexedSlices) -> Fields:
        parts = [value.values, value.indices, value.dense_shape]
        return {"parts": [self._codec.encode(part) for part in parts]}

    def _slices(self, form: Fields) -> IndexedSlices:
        return IndexedSlices(*self._parts(form))

    def _encode_sparse(self, value: SparseTensor) -> Fields:
        parts = [value.indices, value.values, value.dense_shape]
        return {"parts": [self._codec.encode(part) for part in parts]}

    def _sparse(self, form: Fields) -> SparseTensor:
        return SparseTensor(*self._parts(form))

    def _parts(self, form: Fields) -> list[Any]:
        (parts,) = fields(form, parts=list)
        values = [self._codec.decode(part) for part in parts]
        if len(values) != 3 or not all(isinstance(v, SymbolicTensor | None) for v in values):
            raise ProtocolError("a tensor in parts has three of them")
        return values


def _dtype(form: Fields) -> dtypes.DType:
    (name,) = fields(form, name=str)
    try:
        return dtypes.as_dtype(name)
    except TypeError as error:
        raise ProtocolError(str(error)) from None


def _encode_shape(shape: shapes.TensorShape) -> Fields:
    return {"dims": None if shape.rank is None else shape.as_list()}


def _shape(form: Fields) -> shapes.TensorShape:
    (dims,) = fields(form, dims=list | None)
    if dims is not None and not all(size is None or type(size) is int for size in dims):
        raise ProtocolError("a static shape is made of sizes")
    return shapes.TensorShape(dims)


def _encode_spec(spec: TensorSpec) -> Fields:
    return {**_encode_shape(spec.shape), "dtype": spec.dtype.name, "name": spec.name}


def _spec(form: Fields) -> TensorSpec:
    dims, dtype, name = fields(form, dims=list | None, dtype=str, name=str | None)
    return TensorSpec(_shape({"dims": dims}), _dtype({"name": dtype}), name)


def _dimension(form: Fields) -> Dimension:
    (value,) = fields(form, value=int | None)
    return Dimension(value)


def _message_base() -> type:
    from google.protobuf.message import Message

    return Message


def _encode_message(message: Any) -> Fields:
    data = message.SerializeToString()
    name = message.DESCRIPTOR.full_name.rpartition(".")[2]
    return {"name": name, "data": base64.b64encode(data).decode()}


def _message(form: Fields) -> Any:
    name, data = fields(form, name=str, data=str)
    kind = getattr(protos, name, None) if not name.startswith("_") else None
    if not isinstance(kind, type) or not issubclass(kind, _message_base()):
        raise ProtocolError(f"{name!r} is no message that crosses")
    return _parse(kind, data)


def _parse(kind: Any, data: str) -> Any:
    from google.protobuf.message import DecodeError

    try:
        return kind.FromString(base64.b64decode(data, validate=True))
    except DecodeError as error:
        raise ProtocolError(str(error)) from None


def _register_names() -> None:
    """Let the library's own namedtuples and hooks keep their classes."""
    for module, name in _NAMEDTUPLES:
        kind = getattr(_optional(module), name, None)
        if kind is not None:
            register_namedtuple(kind)
    for name in _BASES:
        kind = getattr(_optional("minigraph.compat.v1.train"), name, None)
        if kind is not None:
            known.add_handle_base(name, kind)


def _optional(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        return None
