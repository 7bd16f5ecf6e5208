"""The `@op` declaration: one NumPy kernel becomes one op type and its graph builder.

    @op("MatMul", "a: T, b: T -> product: T", types={"T": NUMERIC}, shape=matmul_shape)
    def matmul(a, b, *, transpose_a: bool = False, transpose_b: bool = False): ...

Positional parameters are tensor inputs, keyword-only ones are GraphDef attributes. The decorated
name is afterwards the builder: `matmul(a, b, transpose_a=..., name=...)` adds an operation.
A keyword-only parameter `node` receives the Operation itself. `stateful` kernels get the step
context before their inputs.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from functools import update_wrapper
from typing import Any

from minigraph import attributes, context, convert, dtypes, errors, opdef
from minigraph.graph import Graph, graph_of
from minigraph.opdef import REQUIRED, Arg, OpDef, all_ops
from minigraph.operation import Operation
from minigraph.scopes import check_op_name
from minigraph.tensor import SymbolicTensor, Tensor

__all__ = ["OpBuilder", "all_ops", "apply_op", "gradient", "op"]


class OpBuilder:
    """The graph builder of one op type; `.op_def` is its declaration, `.kernel` the function."""

    def __init__(self, op_def: OpDef) -> None:
        self.op_def = op_def
        self.kernel = op_def.kernel
        if callable(op_def.kernel) and hasattr(op_def.kernel, "__name__"):
            update_wrapper(self, op_def.kernel)

    def __call__(self, *inputs: Any, name: str | None = None, **attrs: Any) -> Any:
        """Adds an operation of this type; see `apply_op`."""
        return apply_op(self.op_def, inputs, attrs, name)


def op(name: str, signature: str, **declaration: Any) -> Callable[[Callable[..., Any]], OpBuilder]:
    """Declares an op type; see the module's text and `OpDef` for the arguments."""

    def declare(kernel: Callable[..., Any]) -> OpBuilder:
        return OpBuilder(opdef.register(OpDef(name, signature, kernel, **declaration)))

    return declare


def gradient(name: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Gives a declared op type its gradient rule `(op, *output_gradients)`."""

    def attach(rule: Callable[..., Any]) -> Callable[..., Any]:
        opdef.lookup(name).grad = rule
        return rule

    return attach


def apply_op(
    op_def: OpDef, inputs: tuple[Any, ...], attrs: dict[str, Any], name: str | None = None
) -> Any:
    """Adds an operation of type `op_def`, or computes it at once in eager mode.

    Returns its output tensor, a list of them for several outputs, the Operation for none.
    Raises TypeError or ValueError with TensorFlow's text where inputs or attributes do not fit.
    """
    try:
        if context.executing_eagerly():
            return context.eager_apply(op_def, inputs, attrs, name)
        graph = graph_of(inputs)
        if graph is not context.get_default_graph():
            with graph.as_default():
                operation = _add(graph, op_def, inputs, attrs, name)
        else:
            operation = _add(graph, op_def, inputs, attrs, name)
    except Exception as error:
        errors.add_hint(error, type=op_def.name, inputs=inputs)
        raise
    return result_of(operation)


def result_of(operation: Operation) -> Any:
    """What a builder returns: the output, the list of outputs or lists, or the Operation."""
    op_def = operation.op_def
    if op_def.single_output:
        return operation.outputs[0]
    if not op_def.outputs:
        return operation
    groups, position = [], 0
    for arg in op_def.outputs:
        count = len(opdef.arg_dtypes(arg, operation.attrs))
        group = operation.outputs[position : position + count]
        groups.append(group if arg.is_list else group[0])
        position += count
    if len(groups) > 1:
        return groups
    return groups[0] or operation


def _add(
    graph: Graph, op_def: OpDef, inputs: tuple[Any, ...], attrs: dict[str, Any], name: str | None
) -> Operation:
    if isinstance(name, str) and name.endswith("/"):
        scope = name[:-1]
    else:
        graph._check_not_finalized()
        base = name or op_def.name
        check_op_name(base, graph._thread.name_stack)
        scope = graph.unique_name(base)
    thread = graph._thread
    outer, thread.name_stack = thread.name_stack, scope
    try:
        tensors, values = Arguments(op_def, attrs).bind(inputs)
        if not op_def.pure:
            refs = [tensor.op for arg, tensor in zip(op_def.inputs, tensors) if arg.is_ref]
            if refs:
                return _add_with_refs(graph, op_def, tensors, values, scope, refs)
        return graph.add_operation(op_def, tuple(tensors), op_def.shared(values), scope)
    finally:
        thread.name_stack = outer


def _add_with_refs(
    graph: Graph,
    op_def: OpDef,
    tensors: list[SymbolicTensor],
    values: dict[str, Any],
    scope: str,
    refs: list[Operation],
) -> Operation:
    """An operation that changes a variable sits with the variable."""
    with ExitStack() as beside:
        if graph._control_flow_context is not None:  # what brings its inputs in sits there, too
            for ref in refs:
                beside.enter_context(graph.colocate_with(ref))
        operation = graph.add_operation(op_def, tuple(tensors), values, scope)
    groups = {group for ref in refs for group in ref.colocation_groups()}
    groups.update(operation.attrs.get("_class", ()))
    operation._note_attr("_class", sorted(groups))
    for ref in refs:
        if ref.device:
            operation._device = ref.device
    return operation


class Arguments:
    """Turns the arguments of one call into tensors and complete attributes."""

    __slots__ = ("_given", "_inferred_from", "_op_def", "attrs")
    _own_tensor: type[Tensor] = SymbolicTensor  # what needs no conversion

    def __init__(self, op_def: OpDef, given: dict[str, Any]) -> None:
        self._op_def = op_def
        self._given = given
        self._inferred_from: dict[str, str] = {}
        self.attrs: dict[str, Any] = {}

    def bind(self, inputs: tuple[Any, ...]) -> tuple[list[SymbolicTensor], dict[str, Any]]:
        """The input tensors and all attributes, in the order of the declaration."""
        op_def = self._op_def
        if len(inputs) != len(op_def.inputs):
            raise TypeError(
                f"{op_def.name} takes {len(op_def.inputs)} inputs, {len(inputs)} were given."
            )
        tensors: list[SymbolicTensor] = []
        for arg, value in zip(op_def.inputs, inputs):
            if arg.is_list:
                tensors.extend(self._list_input(arg, value))
            else:
                tensors.append(self._single_input(arg, value))
        self._add_remaining_attrs()
        return tensors, self.attrs

    def _single_input(self, arg: Arg, value: Any) -> Any:
        name = arg.type_attr
        dtype = arg.dtype if name is None else self.attrs.get(name)
        kind = type(value)
        if (kind is SymbolicTensor or kind is self._own_tensor) and not arg.is_ref:
            tensor, found = value, value.dtype
            if found._is_ref_dtype:
                found = found.base_dtype
            if found is dtype:
                return tensor
        else:
            tensor = self._converted(arg, value, dtype)
            found = tensor.dtype.base_dtype
        if dtype is not None:
            if found is not dtype:
                self._refuse_type(arg, found)
        elif name is not None:
            attr = self._op_def.attrs[name]
            if attr.allowed is not None and found not in attr.allowed:
                self._refuse_kind(attr, found, arg)
            self.attrs[name] = found
            self._inferred_from[name] = arg.name
        if arg.is_ref and not tensor.dtype._is_ref_dtype:
            raise TypeError(
                f"'{self._op_def.name}' Op requires that input '{arg.name}' be a mutable tensor "
                "(e.g.: a tf.Variable)"
            )
        return tensor

    def _converted(self, arg: Arg, value: Any, dtype: Any) -> Any:
        attr = self._op_def.attrs.get(arg.type_attr or "")
        default = None if attr is None or attr.default is REQUIRED else attr.default
        try:
            if dtype is None and default is not None and attr and attr.allowed:
                tensor = self._try_plain(arg, value)
                if tensor is not None and tensor.dtype.base_dtype in attr.allowed:
                    return tensor
            return convert.convert_to_tensor(
                value, dtype, arg.name, preferred_dtype=default, as_ref=arg.is_ref
            )
        except TypeError as error:
            if dtype is None or self._own_tensor is not SymbolicTensor:
                raise
            raise TypeError(
                f"Expected {dtype.name} passed to parameter '{arg.name}' of op "
                f"'{self._op_def.name}', got {value!r} of type '{type(value).__name__}' instead. "
                f"Error: {error}"
            ) from None
        except ValueError:
            self._refuse_value(arg, value)

    def _try_plain(self, arg: Arg, value: Any) -> Any:
        try:
            return convert.convert_to_tensor(value, None, arg.name)
        except TypeError:
            return None

    def _refuse_value(self, arg: Arg, value: Any) -> Any:
        try:
            found = convert.convert_to_tensor(value, as_ref=arg.is_ref).dtype
        except ValueError as error:
            raise ValueError(
                f"Tried to convert '{arg.name}' to a tensor and failed. Error: {error}"
            ) from None
        self._refuse_type(arg, found)

    def _refuse_type(self, arg: Arg, found: Any) -> Any:
        prefix = (
            f"Input '{arg.name}' of '{self._op_def.name}' Op has type {found.name} that does not "
            "match"
        )
        if arg.type_attr is None:
            assert arg.dtype is not None
            raise TypeError(f"{prefix} expected type of {arg.dtype.name}.")
        source = self._inferred_from.get(arg.type_attr, "Default in OpDef")
        raise TypeError(f"{prefix} type {self.attrs[arg.type_attr].name} of argument '{source}'.")

    def _refuse_kind(self, attr: Any, found: Any, arg: Arg) -> None:
        attributes.check_allowed(attr, found, arg.name)

    def _list_input(self, arg: Arg, values: Any) -> list[Any]:
        if not isinstance(values, (list, tuple)):
            raise TypeError(
                f"Expected list for '{arg.name}' argument to '{self._op_def.name}' Op, not "
                f"{values}."
            )
        tensors = self._converted_list(arg, values)
        types = [tensor.dtype.base_dtype for tensor in tensors]
        if arg.type_list_attr:
            attr = self._op_def.attrs[arg.type_list_attr]
            attributes.check_length(attr, len(types), self._op_def.name)
            for found in types:
                if attr.allowed is not None and found not in attr.allowed:
                    self._refuse_kind(attr, found, arg)
            self._note(arg.type_list_attr, types, arg)
            return tensors
        if arg.number_attr:
            self._check_length(arg, len(tensors))
        if arg.type_attr and types:
            attr = self._op_def.attrs[arg.type_attr]
            if arg.type_attr not in self.attrs and types[0] not in (attr.allowed or types):
                self._refuse_kind(attr, types[0], arg)
            self._note(arg.type_attr, types[0], arg)
        elif arg.type_attr and arg.type_attr not in self.attrs:
            if self._op_def.attrs[arg.type_attr].default is REQUIRED:
                raise TypeError(
                    "Don't know how to infer type variable from empty input list passed to input "
                    f"'{arg.name}' of '{self._op_def.name}' Op."
                )
        return tensors

    def _note(self, attr: str, value: Any, arg: Arg) -> None:
        if attr not in self.attrs:
            self.attrs[attr] = value
            self._inferred_from[attr] = arg.name

    def _check_length(self, arg: Arg, count: int) -> None:
        name, number = self._op_def.name, arg.number_attr
        assert number is not None
        prefix = f"List argument '{arg.name}' to '{name}' Op with length {count}"
        if number in self.attrs:
            if count != self.attrs[number]:
                raise ValueError(
                    f"{prefix} must match length {self.attrs[number]} of argument "
                    f"'{self._inferred_from[number]}'."
                )
        else:
            self._note(number, count, arg)
            least = self._op_def.attrs[number].minimum
            if least is not None and count < least:
                raise ValueError(f"{prefix} shorter than minimum length {least}.")

    def _converted_list(self, arg: Arg, values: Any) -> list[SymbolicTensor]:
        dtype = arg.dtype or (self.attrs.get(arg.type_attr) if arg.type_attr else None)
        known = dtype is not None
        if dtype is None and arg.number_attr:
            dtype = next((v.dtype.base_dtype for v in values if isinstance(v, Tensor)), None)
        try:
            tensors = convert.convert_n_to_tensor(values, dtype, arg.name, as_ref=arg.is_ref)
            if arg.number_attr and len({tensor.dtype.base_dtype for tensor in tensors}) > 1:
                raise TypeError("not all types matched")
            return tensors
        except (TypeError, ValueError):
            self._refuse_mixture(arg, values)
            observed = ", ".join(_observed_type(value) for value in values)
        prefix = (
            f"Tensors in list passed to '{arg.name}' of '{self._op_def.name}' Op have types "
            f"[{observed}]"
        )
        if not arg.number_attr:
            raise TypeError(f"{prefix} that are invalid. Tensors: {values}")
        if arg.dtype is not None:
            raise TypeError(f"{prefix} that do not match expected type {arg.dtype.name}.")
        if known:
            assert dtype is not None
            raise TypeError(
                f"{prefix} that do not match type {dtype.name} inferred from earlier arguments."
            )
        raise TypeError(f"{prefix} that don't all match.")

    def _refuse_mixture(self, arg: Arg, values: Any) -> None:
        """Where eager execution refuses a list of tensors of several types in its own words."""

    def _add_remaining_attrs(self) -> None:
        op_def, given, attrs = self._op_def, self._given, self.attrs
        for name, attr in op_def.attrs.items():
            if name in attrs:
                continue
            value = given.get(name, REQUIRED) if given else REQUIRED
            if value is REQUIRED:
                value = attr.default
                if value is REQUIRED:
                    raise TypeError(f"No argument found for attr {name} for {op_def.name}")
            attrs[name] = attributes.normalize(attr, value, op_def.name)
        if given:
            unknown = sorted(set(given) - set(op_def.attrs))
            if unknown:
                raise TypeError(
                    f"{op_def.name} got unexpected keyword arguments: {', '.join(unknown)}."
                )


def _observed_type(value: Any) -> str:
    try:
        name: str = convert.convert_to_tensor(value).dtype.base_dtype.name
        return name
    except (TypeError, ValueError):
        return "<NOT CONVERTIBLE TO TENSOR>"


NUMERIC = (
    dtypes.bfloat16,
    dtypes.float16,
    dtypes.float32,
    dtypes.float64,
    dtypes.int8,
    dtypes.int16,
    dtypes.int32,
    dtypes.int64,
    dtypes.uint8,
    dtypes.uint16,
    dtypes.uint32,
    dtypes.uint64,
    dtypes.complex64,
    dtypes.complex128,
)
"""The numbers, in the order in which most of TensorFlow's ops list them."""
