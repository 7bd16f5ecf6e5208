"""Functions that say their own gradient (tf.custom_gradient), and second derivatives."""

from __future__ import annotations

import functools
import inspect
import itertools
from collections.abc import Callable
from typing import Any

from minigraph import context, convert, dtypes, gradient_registry, nest
from minigraph.gradients import as_list, gradients
from minigraph.operation import Operation
from minigraph.ops import array, loops, shaping
from minigraph.ops.tensor_array import TensorArray
from minigraph.variables.handles import is_resource_variable
from minigraph.variables.initialization import global_variables
from minigraph.variables.scope import get_variable_scope

_numbers = itertools.count()
_STORAGE = ("Variable", "VariableV2", "VarHandleOp")


def custom_gradient(f: Any = None) -> Any:
    """Decorates a function that returns its result and the function of its gradient.

    f: x, y, ... -> (result, grad_fn); grad_fn: gradients of the result -> gradients of x, y, ...
    Raises ValueError for keyword arguments, TypeError where variables are used and grad_fn has no
    `variables`.
    """
    if f is None:
        return lambda function: custom_gradient(function)
    return _Decorated(f)


class _Decorated:
    """The decorated function; as an attribute of a class it binds like a method."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        functools.update_wrapper(self, function)

    def __get__(self, instance: Any, owner: Any) -> Any:
        return self if instance is None else _Decorated(self._function.__get__(instance, owner))

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if context.executing_eagerly():
            return _apply_eagerly(self._function, args, kwargs)
        if kwargs:
            raise ValueError(
                "The custom_gradient decorator currently supports keywords arguments only when "
                "eager execution is enabled."
            )
        return _apply(self._function, args)


def _apply(function: Callable[..., Any], args: tuple[Any, ...]) -> Any:
    args = nest.map_structure(convert.convert_to_tensor, args)
    scope = get_variable_scope()
    before = set(_variables_of(scope))
    result, grad_fn = function(*args)
    for variable in _variables_of(scope):
        if variable not in before and not is_resource_variable(variable):
            raise TypeError(
                "All variables used by a function wrapped with @custom_gradient must be "
                "`ResourceVariable`s. Ensure that no `variable_scope` is created with "
                "`use_resource=False`."
            )
    inputs, outputs = nest.flatten(args), nest.flatten(result)
    outputs = [convert.convert_to_tensor(output) for output in outputs]
    variables = _variables_between(inputs, [array.identity(output) for output in outputs])
    if variables and not _takes_variables(grad_fn):
        raise TypeError(
            "@tf.custom_gradient grad_fn must accept keyword argument 'variables', since function "
            f"uses variables: {variables}"
        )

    def rule(op: Operation, *grads: Any) -> list[Any]:
        grads = tuple(grads[: len(outputs)])
        if not variables:
            return [None] * len(outputs) + nest.flatten(grad_fn(*grads))
        input_grads, variable_grads = grad_fn(*grads, variables=variables)
        if len(variable_grads) != len(variables):
            raise ValueError(
                "Must return gradient for each variable from @custom_gradient grad_fn."
            )
        return [None] * len(outputs) + nest.flatten(input_grads) + list(variable_grads)

    name = f"CustomGradient-{next(_numbers)}"
    gradient_registry.RegisterGradient(name)(rule)
    with context.get_default_graph().gradient_override_map({"IdentityN": name}):
        tensors = array.identity_n([*outputs, *inputs, *variables])
    return nest.pack_sequence_as(result, tensors[: len(outputs)])


class _Accessed:
    """The trainable variables that are read while it is a recorder."""

    def __init__(self) -> None:
        self.variables: dict[int, Any] = {}

    def record(self, operation: Any) -> None:
        """Variables are enough."""

    def variable_accessed(self, variable: Any) -> None:
        if variable.trainable:
            self.variables.setdefault(id(variable.handle), variable)


def _apply_eagerly(function: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    """Runs the function and tells the tapes its gradient, in the place of what they saw inside."""
    watcher = _Accessed()
    with context.recording(*context.recorders.active, watcher):
        result, grad_fn = function(*args, **kwargs)
    flat_args = nest.flatten(args)
    given = [*flat_args, *nest.flatten(kwargs)]
    variables = [
        variable
        for variable in watcher.variables.values()
        if not any(item is variable for item in given)
    ]
    if variables and not _takes_variables(grad_fn):
        raise TypeError(
            "@tf.custom_gradient grad_fn must accept keyword argument 'variables', since function "
            f"uses variables: {variables}"
        )
    outputs = [array.identity(item) for item in nest.flatten(result)]
    inputs = [convert.convert_to_tensor(item) for item in (*flat_args, *variables)]

    def backward(*grads: Any) -> list[Any]:
        if variables:
            input_grads, variable_grads = grad_fn(*grads, variables=variables)
            if len(variable_grads) != len(variables):
                raise ValueError(
                    "Must return gradient for each variable from @custom_gradient grad_fn."
                )
        else:
            input_grads, variable_grads = grad_fn(*grads), []
        flat = nest.flatten(input_grads)
        if len(flat) != len(flat_args):
            raise ValueError(
                f"custom_gradient function expected to return {len(flat_args)} gradients, but "
                f"returned {len(flat)} instead."
            )
        return flat + list(variable_grads)

    context.record_operation(function.__name__, outputs, inputs, backward)
    return nest.pack_sequence_as(result, outputs)


def _variables_of(scope: Any) -> list[Any]:
    return scope.global_variables() + scope.local_variables()  # type: ignore[no-any-return]


def _variables_between(inputs: list[Any], outputs: list[Any]) -> list[Any]:
    """The trainable variables that the outputs are computed from, by name."""
    stop = {tensor.op for tensor in inputs}
    found: dict[Operation, None] = {}
    seen: set[Operation] = set()
    stack = [tensor.op for tensor in outputs]
    while stack:
        op = stack.pop()
        if op in seen or op in stop:
            continue
        seen.add(op)
        if op.type in _STORAGE:
            found[op] = None
        elif _is_differentiable(op):
            stack.extend(tensor.op for tensor in op.inputs)
    variables = [v for v in global_variables() if v.op in found and v.trainable]
    return sorted(variables, key=lambda variable: variable.name)


def _is_differentiable(op: Operation) -> bool:
    try:
        return gradient_registry.rule_of(op) is not None
    except LookupError:
        return False


def _takes_variables(function: Callable[..., Any]) -> bool:
    parameters = inspect.signature(function).parameters.values()
    return any(p.name == "variables" or p.kind is p.VAR_KEYWORD for p in parameters)


def grad_pass_through(f: Callable[..., Any]) -> Callable[..., Any]:
    """The function `f`, with gradients as if it were the identity (tf.grad_pass_through)."""

    @custom_gradient
    def pass_through(*args: Any) -> Any:
        def grad(*grads: Any, variables: Any = None) -> Any:
            return grads if variables is None else (grads, [None] * len(variables))

        return f(*args), grad

    return functools.wraps(f)(pass_through)


def hessians(
    ys: Any,
    xs: Any,
    name: str = "hessians",
    colocate_gradients_with_ops: bool = False,
    gate_gradients: bool = False,
    aggregation_method: int | None = None,
) -> list[Any]:
    """The second derivatives of sum(ys) by each of xs (tf.hessians), of shape x.shape + x.shape."""
    xs = as_list(xs)
    firsts = gradients(
        ys,
        xs,
        colocate_gradients_with_ops=colocate_gradients_with_ops,
        gate_gradients=gate_gradients,
        aggregation_method=aggregation_method,
    )
    return [_hessian(first, x) for first, x in zip(firsts, xs, strict=True)]


def _hessian(gradient: Any, x: Any) -> Any:
    """The derivatives of each element of a gradient, one turn of a loop each."""
    flat = shaping.reshape(gradient, [-1])
    count = array.size(x)
    start = [convert.constant(0, dtypes.int32), TensorArray(x.dtype, count)]

    def turn(index: Any, rows: Any) -> tuple[Any, Any]:
        return index + 1, rows.write(index, gradients(flat[index], x)[0])

    _, rows = loops.while_loop(lambda index, _: index < count, turn, start)
    shape = array.shape(x)
    return shaping.reshape(rows.stack(), shaping.concat((shape, shape), 0))
