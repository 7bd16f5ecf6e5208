"""Eager execution: an op's declaration, run at once on the values of its inputs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

import numpy as np

from minigraph import context, convert, dtypes, errors, node_checks, opdef
from minigraph.device_spec import DeviceSpecV2
from minigraph.devices import LOCAL_TASK, count_simulated
from minigraph.eager_tensor import HOST, EagerTensor
from minigraph.executor import StepContext, kernel_error
from minigraph.func_graph import out_of_scope
from minigraph.opdef import Arg, OpDef
from minigraph.operation import Operation
from minigraph.ops import branches
from minigraph.pruning import needed_operations
from minigraph.registry import Arguments, result_of
from minigraph.resources import ResourceManager
from minigraph.steps import bind_kernel
from minigraph.tensor import SymbolicTensor


class _Placement:
    """Where operations run: whether elsewhere at need, whether it is printed, how many CPUs."""

    soft = True
    log = False
    cpus = 1


placement = _Placement()

CONTEXT = StepContext(None, ResourceManager())
"""What stateful kernels get outside sessions: the resources of the process."""


class EagerOperation(Operation):
    """A record of an op that has run: what its gradient rule and its kernel may ask."""

    def __init__(
        self, op_def: OpDef, inputs: Sequence[EagerTensor], attrs: dict[str, Any], name: str | None
    ) -> None:
        self.graph = None  # type: ignore[assignment]
        self.op_def = op_def
        self.name = name or op_def.name
        self.inputs = tuple(inputs)  # type: ignore[arg-type]
        self.attrs = attrs
        self.outputs = []
        self._control_inputs = ()
        self._device = ""


class _Arguments(Arguments):
    """The arguments of an eager call: TensorFlow checks the types of tensors when the op runs."""

    __slots__ = ("suffix",)
    _own_tensor = EagerTensor
    suffix: str

    def _single_input(self, arg: Arg, value: Any) -> Any:
        if isinstance(value, SymbolicTensor):
            raise TypeError(out_of_scope(value))
        return super()._single_input(arg, value)

    def _refuse_value(self, arg: Arg, value: Any) -> NoReturn:
        self._refuse_type(arg, convert.convert_to_tensor(value).dtype)

    def _refuse_type(self, arg: Arg, found: Any) -> NoReturn:
        wanted = arg.dtype or self.attrs[arg.type_attr or ""]
        self._refuse_input(self._op_def.inputs.index(arg), wanted, found)

    def _refuse_mixture(self, arg: Arg, values: Any) -> None:
        found = [value.dtype for value in values if isinstance(value, EagerTensor)]
        wanted = arg.dtype or (found[0] if found else convert.convert_to_tensor(values[0]).dtype)
        for index, value in enumerate(values):
            if not isinstance(value, EagerTensor):
                convert.convert_to_tensor(value, wanted)
            elif value.dtype is not wanted:
                self._refuse_input(index, wanted, value.dtype)

    def _refuse_input(self, index: int, wanted: Any, found: Any) -> NoReturn:
        name = self._op_def.name
        raise errors.InvalidArgumentError(
            None,
            None,
            f"cannot compute {name} as input #{index}(zero-based) was expected to be a "
            f"{dtypes.c_name(wanted)} tensor but is a {dtypes.c_name(found)} tensor "
            f"[Op:{name}]{self.suffix}",
        )

    def _refuse_kind(self, attr: Any, found: Any, arg: Arg) -> NoReturn:
        name = self._op_def.name
        allowed = ", ".join(dtypes.c_name(kind) for kind in attr.allowed)
        raise errors.InvalidArgumentError(
            None,
            None,
            f"Value for attr '{attr.name}' of {dtypes.c_name(found)} is not in the list of allowed "
            f"values: {allowed}\n\t; NodeDef: {{{{node {name}}}}}; "
            f"{node_checks.describe(self._op_def)} [Op:{name}]{self.suffix}",
        )


def apply(op_def: OpDef, inputs: tuple[Any, ...], attrs: dict[str, Any], name: str | None) -> Any:
    """Runs an op on arguments of any kind; what it returns is what a graph's builder returns.

    An op without outputs returns None. Raises the OpError of the kernel, in TensorFlow's words.
    """
    arguments = _Arguments(op_def, attrs)
    # TensorFlow takes another way for sequences and texts, and its errors then name no operation.
    plain = any(
        isinstance(value, (list, tuple, str, bytes)) and not arg.is_list
        for arg, value in zip(op_def.inputs, inputs)
    )
    arguments.suffix = "" if plain else " name: "
    tensors, values = arguments.bind(inputs)
    operation = run(op_def, tensors, values, name, arguments.suffix)
    return result_of(operation) if operation.outputs or op_def.outputs else None


def run(
    op_def: OpDef,
    tensors: Sequence[Any],
    attrs: dict[str, Any],
    name: str | None = None,
    suffix: str = " name: ",
) -> EagerOperation:
    """Runs an op on eager tensors and tells the recorders."""
    operation = EagerOperation(op_def, tensors, attrs, name)
    if op_def.calls_functions and context.recorders.active:
        operation.outputs = _step_through(attrs, list(tensors))
        return operation
    arguments = [tensor._value for tensor in tensors]
    if op_def.stateful:
        arguments.insert(0, CONTEXT)
    try:
        with np.errstate(all="ignore"):
            result = bind_kernel(operation)(*arguments)
    except Exception as error:
        values = [tensor._value for tensor in tensors]
        raise _located(kernel_error(error, operation, values), operation, name, suffix) from None
    kinds = [dtype for arg in op_def.outputs for dtype in opdef.arg_dtypes(arg, attrs)]
    results = (result,) if op_def.single_output else result
    device = _device_of(operation)
    for value, dtype in zip(results, kinds):
        place = HOST if dtype in _ON_HOST else device
        operation.outputs.append(EagerTensor(value, dtype, place))  # type: ignore[arg-type]
    if context.recorders.active:
        context.record(operation)
    return operation


_ON_HOST = (dtypes.int32, dtypes.string, dtypes.resource, dtypes.variant)


def _device_of(operation: EagerOperation) -> str:
    """The device that an operation runs on.

    Raises InvalidArgumentError for one that does not exist, unless placement is soft.
    """
    stack = context.get_default_graph()._device_stack
    gpus = count_simulated()
    if not stack and not gpus and not placement.log:
        return HOST
    for function in reversed(stack):
        if function is None:
            break
        operation._device = function(operation)
    asked = DeviceSpecV2.from_string(operation._device)
    known = [f"CPU:{index}" for index in range(placement.cpus)]
    known += [f"GPU:{index}" for index in range(gpus)]
    kind = asked.device_type or ("GPU" if gpus and not stack else "CPU")
    chosen = f"{kind}:{asked.device_index or 0}"
    if chosen not in known:
        if not placement.soft:
            every = ", ".join(f"{LOCAL_TASK}/device:{name}" for name in known)
            kinds = ", ".join(dict.fromkeys(name.split(":")[0] for name in known))
            raise errors.InvalidArgumentError(
                None,
                None,
                f"Could not satisfy device specification '{LOCAL_TASK}/device:{chosen}'. "
                f"enable_soft_placement=0. Supported device types [{kinds}]. All available devices "
                f"[{every}]. [Op:{operation.type}] name: ",
            )
        chosen = "CPU:0"
    if placement.log:
        print(f"Executing op {operation.type} in device {LOCAL_TASK}/device:{chosen}")
    return f"{LOCAL_TASK}/device:{chosen}"


def _step_through(attrs: dict[str, Any], tensors: list[Any]) -> list[Any]:
    """A call of functions, one operation at a time: so that the recorders see each of them."""
    if "then_branch" in attrs:
        return _interpreted(attrs["then_branch" if tensors[0] else "else_branch"], tensors[1:])
    if "branches" in attrs:
        return _interpreted(branches.numbered(attrs["branches"], tensors[0]), tensors[1:])
    if "body" in attrs:
        while _interpreted(attrs["cond"], tensors)[0]:
            tensors = _interpreted(attrs["body"], tensors)
        return tensors
    return _interpreted(attrs["f"], tensors)


def _interpreted(body: Any, tensors: Sequence[Any]) -> list[Any]:
    """What the function `body` returns, each of its operations run on eager tensors."""
    values = {id(inner): tensor for inner, tensor in zip(body.inputs, tensors, strict=True)}
    _run_operations(needed_operations(body, body.outputs, body.targets, set(body.inputs)), values)
    return [values[id(tensor)] for tensor in body.outputs]


def _run_operations(operations: Sequence[Operation], values: dict[int, Any]) -> None:
    """Runs operations of a graph; `values` has and gets the eager tensor of each of its tensors."""
    for op in operations:
        arguments = [values[id(tensor)] for tensor in op.inputs]
        done = run(op.op_def, arguments, op.attrs, op.name)
        values.update(zip(map(id, op.outputs), done.outputs))


def value_of(tensor: SymbolicTensor) -> Any:
    """The value that a tensor of a function under construction has in every call.

    Raises ValueError where it depends on arguments.
    """
    graph: Any = tensor.op.graph
    pairs = [(inner, outer) for outer, inner in graph.captures]
    pairs += zip(graph.inputs, graph.__dict__.get("_arguments", ()))
    values = {id(inner): outer for inner, outer in pairs}
    fed = {inner for inner, outer in pairs if isinstance(outer, EagerTensor)}
    operations = needed_operations(graph, [tensor], [], fed)
    if any(op.type == "Placeholder" for op in operations):
        raise ValueError(
            "Tensor-typed variable initializers must either be wrapped in an init_scope or "
            "callable (e.g., `tf.Variable(lambda : tf.truncated_normal([10, 40]))`) when building "
            "functions. Please file a feature request if this restriction inconveniences you."
        )
    _run_operations(operations, values)
    return values[id(tensor)]


def _located(
    error: errors.OpError, operation: Operation, name: str | None, suffix: str
) -> errors.OpError:
    """A kernel's error as TensorFlow words it: the op and, for some, its name."""
    kind, attrs = operation.type, operation.attrs
    if operation.op_def.calls_functions:
        return type(error)(
            None, None, f"{error.message} [Op:{attrs['f'].name if 'f' in attrs else kind}]"
        )
    wrapped = kind
    args = (*operation.op_def.inputs, *operation.op_def.outputs)
    for number in dict.fromkeys(arg.number_attr for arg in args if arg.number_attr):
        wrapped += f"_{number}_{attrs[number]}"
    has_list = any(arg.is_list for arg in args)
    shown = name if name and (has_list or kind == "StridedSlice") else ""
    if has_list:
        shown = shown.rstrip("/")
    return type(error)(
        None,
        None,
        f"{{{{function_node __wrapped__{wrapped}_device_{HOST}}}}} {error.message} "
        f"[Op:{kind}]{suffix and suffix + shown}",
    )
