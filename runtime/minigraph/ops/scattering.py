"""Updating rows and elements of variables by index (tf.scatter_add, tf.scatter_nd_add, ...)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from minigraph import context, errors, shapes
from minigraph.convert import convert_to_tensor
from minigraph.opdef import OpDef, register
from minigraph.ops import array, casting, sequences, shape_rules, shaping, state
from minigraph.ops.array import INDEX
from minigraph.ops.assignment import given
from minigraph.ops.gathering import check_indices
from minigraph.ops.type_lists import NUMBERS, types
from minigraph.registry import OpBuilder

Combine = Callable[..., Any] | None

# How each kind combines what is there with an update; None replaces it.
_KINDS: dict[str, Combine] = {
    "update": None,
    "add": np.add.at,
    "sub": np.subtract.at,
    "mul": np.multiply.at,
    "div": np.true_divide.at,
    "max": np.maximum.at,
    "min": np.minimum.at,
}
_ND_KINDS = ("update", "add", "sub", "max", "min")


def _integer_division(result: Any, indices: Any, updates: Any) -> None:
    for index in np.ndindex(np.shape(indices)):
        row = indices[index]
        result[row] = np.trunc(result[row] / updates[index] if np.ndim(updates) else updates)


def scattered(value: Any, indices: Any, updates: Any, combine: Combine) -> Any:
    """A copy of `value` with rows replaced or combined; InvalidArgumentError for a bad index."""
    check_indices(indices, len(value))
    result = value.copy()
    if combine is None:
        result[indices] = updates
    elif combine is np.true_divide.at and result.dtype.kind in "iu":
        _integer_division(result, indices, updates)
    else:
        combine(result, indices, updates)
    return result


def scattered_nd(value: Any, indices: Any, updates: Any, combine: Combine) -> Any:
    """A copy of `value` with elements or slices replaced or combined, by index vectors."""
    depth = np.shape(indices)[-1]
    bad = ((indices < 0) | (indices >= np.array(value.shape[:depth]))).any(-1)
    if np.any(bad):
        place = tuple(int(i) for i in np.argwhere(np.atleast_1d(bad))[0]) if bad.ndim else ()
        at, vector = ",".join(map(str, place)), ",".join(str(int(i)) for i in indices[place])
        raise errors.InvalidArgumentError(
            None,
            None,
            f"indices[{at}] = [{vector}] does not index into shape "
            f"{shapes.format_shape(value.shape)}",
        )
    result = value.copy()
    key = tuple(np.moveaxis(indices, -1, 0))
    if combine is None:
        result[key] = updates
    else:
        combine(result, key, updates)
    return result


# Shape rules


def _check_rows(ref: Any, indices: Any, updates: Any) -> None:
    if ref is None or indices is None or updates in (None, ()):
        return
    shapes.merge(updates, (*indices, *shape_rules.require_rank_at_least(ref, 1)[1:]))


def _check_elements(ref: Any, indices: Any, updates: Any) -> None:
    if ref is None or indices is None or updates is None:
        return
    shape_rules.require_rank_at_least(indices, 1)
    depth = indices[-1]
    if depth is None:
        return
    lead = len(indices) - 1
    wanted = (*indices[:-1], *ref[depth:])
    if not shapes.compatible(updates[:lead], indices[:-1]) or len(updates) < lead:
        raise ValueError(
            f"Dimensions [0,{lead}) of indices[shape={shapes.format_shape(indices)}] = "
            f"{shapes.format_shape(indices[:-1])} must match dimensions [0,{lead}) of "
            f"updates[shape={shapes.format_shape(updates)}] = "
            f"{shapes.format_shape(updates[:lead])}"
        )
    if not shapes.compatible(updates, wanted):
        raise ValueError(
            f"Dimensions [{depth},{len(ref)}) of input[shape={shapes.format_shape(ref)}] = "
            f"{shapes.format_shape(ref[depth:])} must match dimensions "
            f"[{lead},{len(updates)}) of updates[shape={shapes.format_shape(updates)}] = "
            f"{shapes.format_shape(updates[lead:])}"
        )


def _reference_rule(check: Callable[..., None]) -> Callable[[Any], Any]:
    def rule(c: Any) -> Any:
        check(*c.shapes)
        return (c.shapes[0],)

    return rule


def _resource_rule(check: Callable[..., None]) -> Callable[[Any], Any]:
    def rule(c: Any) -> Any:
        check(state.resource_shape(c.op.inputs[0]), *c.shapes[1:])
        return ()

    return rule


# Declarations, one row a kind

Apply = Callable[[Any, Any, Any, Combine], Any]
_ORDERED = types("float16 bfloat16 float32 float64 int32 int64")


def _reference_op(name: str, kind: str, apply: Apply, check: Any) -> OpBuilder:
    combine = _KINDS[kind]

    def kernel(ref: Any, indices: Any, updates: Any) -> Any:
        with ref.lock:
            ref.value = apply(ref.read(), indices, updates, combine)
        return ref

    allowed: dict[str, Any] = {"Tindices": INDEX}
    if kind != "update":
        allowed["T"] = _ORDERED if kind in ("max", "min") and apply is scattered else NUMBERS
    attrs: dict[str, Any] = {"use_locking": kind == "update"}
    if apply is scattered_nd:
        attrs["bad_indices_policy"] = ""
    return OpBuilder(
        register(
            OpDef(
                name,
                "ref: Ref(T), indices: Tindices, updates: T -> output_ref: Ref(T)",
                kernel,
                types=allowed,
                attrs=attrs,
                shape=_reference_rule(check),
            )
        )
    )


def _resource_op(name: str, kind: str, apply: Apply, check: Any) -> OpBuilder:
    combine = _KINDS[kind]

    def kernel(ctx: Any, resource: Any, indices: Any, updates: Any) -> Any:
        with resource.lock:
            value = state.initialized(ctx, resource)
            resource.value = apply(value, indices, updates, combine)
        return ()

    nd = apply is scattered_nd
    dtype, holder = ("T", "ref") if nd else ("dtype", "resource")
    allowed: dict[str, Any] = {"Tindices": INDEX}
    if kind != "update" and not nd:
        allowed[dtype] = NUMBERS
    return OpBuilder(
        register(
            OpDef(
                name,
                f"{holder}: resource, indices: Tindices, updates: {dtype} ->",
                kernel,
                types=allowed,
                attrs={"use_locking": True, "bad_indices_policy": ""} if nd else {},
                shape=_resource_rule(check),
                stateful=True,
            )
        )
    )


REFERENCE = {
    kind: _reference_op(f"Scatter{kind.title()}", kind, scattered, _check_rows) for kind in _KINDS
}
RESOURCE = {
    kind: _resource_op(f"ResourceScatter{kind.title()}", kind, scattered, _check_rows)
    for kind in _KINDS
}
REFERENCE_ND = {
    kind: _reference_op(f"ScatterNd{kind.title()}", kind, scattered_nd, _check_elements)
    for kind in _ND_KINDS
}
RESOURCE_ND = {
    kind: _resource_op(f"ResourceScatterNd{kind.title()}", kind, scattered_nd, _check_elements)
    for kind in _ND_KINDS
}


# Public functions


def _public(kind: str, nd: bool) -> Callable[..., Any]:
    reference, resource = (REFERENCE_ND, RESOURCE_ND) if nd else (REFERENCE, RESOURCE)

    def scatter(
        ref: Any,
        indices: Any,
        updates: Any,
        use_locking: bool = kind == "update",
        name: str | None = None,
    ) -> Any:
        if ref.dtype._is_ref_dtype:
            attrs = given(use_locking=use_locking)
            return reference[kind](ref, indices, updates, name=name, **attrs)
        values = convert_to_tensor(updates, ref.dtype)
        return ref._lazy_read(resource[kind](ref.handle, indices, values, name=name))

    scatter.__name__ = f"scatter_{'nd_' if nd else ''}{kind}"
    what = "elements or slices at index vectors" if nd else "rows at indices"
    scatter.__doc__ = f"Updates {what} of a variable (tf.{scatter.__name__})."
    return scatter


scatter_update = _public("update", nd=False)
scatter_add = _public("add", nd=False)
scatter_sub = _public("sub", nd=False)
scatter_mul = _public("mul", nd=False)
scatter_div = _public("div", nd=False)
scatter_max = _public("max", nd=False)
scatter_min = _public("min", nd=False)
scatter_nd_update = _public("update", nd=True)
scatter_nd_add = _public("add", nd=True)
scatter_nd_sub = _public("sub", nd=True)


def batch_scatter_update(
    ref: Any, indices: Any, updates: Any, use_locking: bool = True, name: str | None = None
) -> Any:
    """Replaces rows batch by batch: ref[b, indices[b, i]] = updates[b, i].

    Raises ValueError for indices of unknown rank.
    """
    with context.get_default_graph().name_scope(name):
        indices = convert_to_tensor(indices, name="indices")
        sizes, rank = array.shape(indices), indices.shape.ndims
        if rank is None:
            raise ValueError("batch_gather does not allow indices with unknown shape.")
        last = shaping.expand_dims(indices, axis=-1)
        coordinates = []
        for axis in range(rank - 1):
            shape: list[Any] = [1] * (rank + 1)
            shape[axis] = sizes[axis]
            along = shaping.reshape(sequences.range(0, sizes[axis], 1), shape)
            coordinates.append(casting.cast(along, last.dtype) * array.ones_like(last))
        full = shaping.concat([*coordinates, last], axis=-1)
        return scatter_nd_update(ref, full, updates, use_locking=use_locking)
