"""The update ops of optimizers: one formula each, for both kinds of variables, whole or by rows.

`_rule` declares up to four ops of one formula: ApplyX, ResourceApplyX, SparseApplyX and
ResourceSparseApplyX. The sparse ones apply it to the rows at `indices`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from minigraph import errors, shapes
from minigraph.opdef import OpDef, register
from minigraph.ops import shape_rules
from minigraph.ops.array import INDEX
from minigraph.ops.state import resource_shape
from minigraph.ops.type_lists import NUMBERS
from minigraph.registry import OpBuilder
from minigraph.resources import ReferenceResource

# The new values of the variable and its slots, from their old ones and the other inputs.
Formula = Callable[..., Sequence[Any]]


class UpdateOps(NamedTuple):
    """The builders of one formula."""

    reference: OpBuilder
    resource: OpBuilder
    sparse_reference: OpBuilder
    sparse_resource: OpBuilder


Read = Callable[[Any], Any]


def _read_resource(resource: Any) -> Any:
    """The value of a resource variable that an update op changes."""
    if resource.value is None:
        raise errors.InternalError(None, None, "Invalid variable reference.")
    return resource.value


def _check_same_shape(first: str, a: Any, second: str, b: Any) -> None:
    if np.shape(a) != np.shape(b):
        sizes = " ".join(shapes.format_shape(np.shape(value)) for value in (a, b))
        raise errors.InvalidArgumentError(
            None, None, f"{first} and {second} do not have the same shape{sizes}"
        )


def _check_scalar(name: str, value: Any) -> None:
    if np.ndim(value):
        raise errors.InvalidArgumentError(
            None, None, f"{name} is not a scalar: {shapes.format_shape(np.shape(value))}"
        )


# Gradient descent comes first: it is on the path of every training step, so it has a kernel of its
# own with one temporary array.


def _check_descent(value: Any, alpha: Any, delta: Any) -> None:
    _check_scalar("alpha", alpha)
    _check_same_shape("var", value, "delta", delta)


def _apply_gradient_descent(var: Any, alpha: Any, delta: Any) -> Any:
    with var.lock:
        value = var.read()
        if alpha.shape or delta.shape != value.shape:
            _check_descent(value, alpha, delta)
        np.subtract(value, np.multiply(delta, alpha), out=value)
    return var


def _resource_apply_gradient_descent(ctx: Any, var: Any, alpha: Any, delta: Any) -> Any:
    with var.lock:
        value = _read_resource(var)
        if alpha.shape or delta.shape != value.shape:
            _check_descent(value, alpha, delta)
        step = np.multiply(delta, alpha)
        is_array = type(step) is np.ndarray
        var.store(np.subtract(value, step, out=step) if is_array else value - step)
    return ()


# The other formulas


def _momentum(
    values: Sequence[Any], lr: Any, grad: Any, momentum: Any, use_nesterov: bool
) -> Sequence[Any]:
    var, accum = values
    accum = accum * momentum + grad
    step = grad * lr + accum * momentum * lr if use_nesterov else accum * lr
    return var - step, accum


def _adam(
    values: Sequence[Any],
    beta1_power: Any,
    beta2_power: Any,
    lr: Any,
    beta1: Any,
    beta2: Any,
    epsilon: Any,
    grad: Any,
    use_nesterov: bool,
) -> Sequence[Any]:
    var, m, v = values
    one = grad.dtype.type(1)
    alpha = lr * np.sqrt(one - beta2_power) / (one - beta1_power)
    m = m + (grad - m) * (one - beta1)
    v = v + (grad * grad - v) * (one - beta2)
    direction = grad * (one - beta1) + m * beta1 if use_nesterov else m
    return var - direction * alpha / (np.sqrt(v) + epsilon), m, v


def _adagrad(values: Sequence[Any], lr: Any, grad: Any, update_slots: bool) -> Sequence[Any]:
    var, accum = values
    if update_slots:
        accum = accum + grad * grad
    return var - grad * lr / np.sqrt(accum), accum


def _adadelta(values: Sequence[Any], lr: Any, rho: Any, epsilon: Any, grad: Any) -> Sequence[Any]:
    var, accum, accum_update = values
    rest = grad.dtype.type(1) - rho
    accum = accum * rho + grad * grad * rest
    update = np.sqrt(accum_update + epsilon) / np.sqrt(accum + epsilon) * grad
    return var - update * lr, accum, accum_update * rho + update * update * rest


def _rms_prop(
    values: Sequence[Any], lr: Any, rho: Any, momentum: Any, epsilon: Any, grad: Any
) -> Sequence[Any]:
    var, ms, mom = values
    ms = ms + (grad * grad - ms) * (grad.dtype.type(1) - rho)
    mom = mom * momentum + grad * lr / np.sqrt(ms + epsilon)
    return var - mom, ms, mom


def _centered_rms_prop(
    values: Sequence[Any], lr: Any, rho: Any, momentum: Any, epsilon: Any, grad: Any
) -> Sequence[Any]:
    var, mg, ms, mom = values
    rest = grad.dtype.type(1) - rho
    ms = ms + (grad * grad - ms) * rest
    mg = mg + (grad - mg) * rest
    mom = mom * momentum + grad * lr / np.sqrt(ms - mg * mg + epsilon)
    return var - mom, mg, ms, mom


def _update(
    formula: Formula,
    names: Sequence[str],
    read: Read,
    holders: Sequence[Any],
    inputs: Sequence[Any],
    flags: Any,
) -> None:
    """Applies a formula to whole variables."""
    with holders[0].lock:
        values = [read(holder) for holder in holders]
        for name, value in zip(names, inputs, strict=True):
            if name != "grad":
                _check_scalar(name, value)
            elif np.shape(value) != np.shape(values[0]):
                _check_same_shape("var", values[0], "grad", value)
        results = formula(values, *inputs, *flags)
        for holder, result in zip(holders, results, strict=True):
            holder.store(result)


def _update_rows(
    formula: Formula,
    names: Sequence[str],
    read: Read,
    holders: Sequence[Any],
    inputs: Sequence[Any],
    indices: Any,
    flags: Any,
) -> None:
    """Applies a formula to the rows at `indices`, one after the other where they repeat."""
    with holders[0].lock:
        values = [_editable(holder, read(holder)) for holder in holders]
        _check_rows(indices, values[0], inputs[names.index("grad")])
        for name, value in zip(names, inputs, strict=True):
            if name != "grad":
                _check_scalar(name, value)
        grad = names.index("grad")
        for rows in _without_repeats(indices):
            given = list(inputs)
            given[grad] = inputs[grad][rows]
            at = indices[rows]
            results = formula([value[at] for value in values], *given, *flags)
            for value, result in zip(values, results, strict=True):
                value[at] = result
        for holder, value in zip(holders, values, strict=True):
            if holder.value is not value:
                holder.store(value)


def _editable(holder: Any, value: Any) -> Any:
    """The storage of a reference variable, a copy of what a resource variable holds."""
    return value if type(holder) is ReferenceResource else np.array(value)


def _check_rows(indices: Any, var: Any, grad: Any) -> None:
    for axis in range(1, var.ndim):
        if grad.shape[axis : axis + 1] != var.shape[axis : axis + 1]:
            raise errors.InvalidArgumentError(
                None, None, f"var and grad must match in dimension {axis}"
            )
    if len(grad) != len(indices):
        raise errors.InvalidArgumentError(
            None, None, "grad must be the same size as indices in the first dimension."
        )
    bad = np.flatnonzero((indices < 0) | (indices >= len(var)))
    if bad.size:
        raise errors.InvalidArgumentError(
            None,
            None,
            f"Index {int(indices[bad[0]])} at offset {int(bad[0])} in indices is out of range",
        )


def _without_repeats(indices: Any) -> Sequence[Any]:
    """Slices of the positions of `indices` in which no index occurs twice."""
    if len(np.unique(indices)) == len(indices):
        return [np.s_[:]]
    return [np.s_[i : i + 1] for i in range(len(indices))]


# Shape rules: variables and slots have one shape, `grad` has it too, the others are scalars.


def _shape_rule(count: int, names: Sequence[str], resource: bool) -> Callable[[Any], Any]:
    def rule(c: Any) -> Any:
        merged: Any = None
        for index in range(count):
            shape = resource_shape(c.op.inputs[index]) if resource else c.shapes[index]
            merged = shapes.merge(merged, shape)
        sparse = "indices" in names
        for name, shape in zip(names, c.shapes[count:], strict=True):
            if name == "delta" or (name == "grad" and not resource):
                rows_only = sparse and shape is not None
                merged = shapes.merge(merged, (None, *shape[1:]) if rows_only else shape)
            elif name == "grad":
                pass  # TensorFlow leaves this to the run where it has only handles.
            elif name == "indices":
                shape_rules.require_rank(shape, 1)
            else:
                shape_rules.require_rank(shape, 0)
        return () if resource else (merged,)

    return rule


def _declare(name: str, slots: str, inputs: str, kernel: Any, resource: bool) -> OpBuilder:
    holders, names = slots.split(), inputs.split()
    kind = "resource" if resource else "Ref(T)"
    parts = [f"{holder}: {kind}" for holder in holders]
    parts += [f"{part}: {'Tindices' if part == 'indices' else 'T'}" for part in names]
    types: dict[str, Any] = {"T": NUMBERS}
    if "indices" in names:
        types["Tindices"] = INDEX
    output = "" if resource else "out: Ref(T)"
    return OpBuilder(
        register(
            OpDef(
                name,
                f"{', '.join(parts)} -> {output}",
                kernel,
                types=types,
                attrs={"use_locking": False},
                shape=_shape_rule(len(holders), names, resource),
                stateful=resource,
            )
        )
    )


def _kernel(
    formula: Formula, slots: int, names: list[str], resource: bool, flag: str | None
) -> Callable[..., Any]:
    """The kernel of one op of a formula; `flag` names its only attribute, if it has one."""
    sparse = "indices" in names
    place = slots + names.index("indices") if sparse else 0
    plain = [name for name in names if name != "indices"]
    read = _read_resource if resource else ReferenceResource.read

    def run(args: tuple[Any, ...], flags: tuple[bool, ...]) -> Any:
        arguments = args[1:] if resource else args
        if sparse:
            inputs = (*arguments[slots:place], *arguments[place + 1 :])
            indices = arguments[place]
            _update_rows(formula, plain, read, arguments[:slots], inputs, indices, flags)
        else:
            _update(formula, plain, read, arguments[:slots], arguments[slots:], flags)
        return () if resource else arguments[0]

    if flag is None:
        return lambda *args: run(args, ())
    if flag == "use_nesterov":
        return _with_nesterov(run)
    return _with_update_slots(run)


def _with_nesterov(run: Any) -> Callable[..., Any]:
    def kernel(*args: Any, use_nesterov: bool = False) -> Any:
        return run(args, (use_nesterov,))

    return kernel


def _with_update_slots(run: Any) -> Callable[..., Any]:
    def kernel(*args: Any, update_slots: bool = True) -> Any:
        return run(args, (update_slots,))

    return kernel


def _rule(
    name: str, formula: Formula, slots: str, inputs: str, flag: str | None = None
) -> UpdateOps:
    count = len(slots.split())
    sparse_inputs = inputs.replace("grad", "grad indices")
    builders = []
    for prefix, names in (("Apply", inputs), ("SparseApply", sparse_inputs)):
        for resource in (False, True):
            kernel = _kernel(formula, count, names.split(), resource, flag)
            full_name = f"{'Resource' if resource else ''}{prefix}{name}"
            builders.append(_declare(full_name, slots, names, kernel, resource))
    return UpdateOps(*builders)


apply_gradient_descent = _declare(
    "ApplyGradientDescent", "var", "alpha delta", _apply_gradient_descent, False
)
resource_apply_gradient_descent = _declare(
    "ResourceApplyGradientDescent", "var", "alpha delta", _resource_apply_gradient_descent, True
)
MOMENTUM = _rule("Momentum", _momentum, "var accum", "lr grad momentum", "use_nesterov")
ADAGRAD = _rule("Adagrad", _adagrad, "var accum", "lr grad", "update_slots")
ADADELTA = _rule("Adadelta", _adadelta, "var accum accum_update", "lr rho epsilon grad")
RMS_PROP = _rule("RMSProp", _rms_prop, "var ms mom", "lr rho momentum epsilon grad")
CENTERED_RMS_PROP = _rule(
    "CenteredRMSProp", _centered_rms_prop, "var mg ms mom", "lr rho momentum epsilon grad"
)
_ADAM = ("var m v", "beta1_power beta2_power lr beta1 beta2 epsilon grad")
apply_adam = _declare(
    "ApplyAdam", *_ADAM, _kernel(_adam, 3, _ADAM[1].split(), False, "use_nesterov"), False
)
resource_apply_adam = _declare(
    "ResourceApplyAdam", *_ADAM, _kernel(_adam, 3, _ADAM[1].split(), True, "use_nesterov"), True
)
