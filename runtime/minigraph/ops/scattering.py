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


def _divide_at(result: Any, indices: Any, updates: Any) -> None:
    """Divides in place, one index after the other; whole numbers towards zero."""
    if result.dtype.kind not in "iu":
        np.true_divide.at(result, indices, updates)
        return
    divisors = np.broadcast_to(updates, np.shape(result[indices]))
    for position in np.ndindex(np.shape(indices)):
        row = indices[position]
        result[row] = np.trunc(result[row] / divisors[position])


# How each kind combines what is there with an update; None replaces it.
_KINDS: dict[str, Combine] = {
    "update": None,
    "add": np.add.at,
    "sub": np.subtract.at,
    "mul": np.multiply.at,
    "div": _divide_at,
    "max": np.maximum.at,
    "min": np.minimum.at,
}
_ND_KINDS = ("update", "add", "sub", "max", "min")


def scattered(value: Any, indices: Any, updates: Any, combine: Combine) -> Any:
    """`value` with rows replaced or combined, in place.

    Raises InvalidArgumentError for a bad index or updates of a shape that does not fit.
    """
    check_indices(indices, len(value))
    rows, given = np.shape(indices), np.shape(updates)
    if given and given != rows + value.shape[1:]:
        raise errors.InvalidArgumentError(
            None,
            None,
            f"The shape of indices ({shapes.format_shape(rows)}) must be a prefix of the shape of "
            f"updates ({shapes.format_shape(given)})",
        )
    if combine is None:
        value[indices] = updates
    else:
        combine(value, indices, updates)
    return value


def scattered_nd(value: Any, indices: Any, updates: Any, combine: Combine) -> Any:
    """`value` with elements or slices replaced or combined by index vectors, in place.

    Raises InvalidArgumentError for a bad index or updates of a shape that does not fit.
    """
    _check_nd_updates(value, indices, updates)
    depth = np.shape(indices)[-1]
    bad = ((indices < 0) | (indices >= np.array(value.shape[:depth]))).any(-1)
    if np.any(bad):
        place = tuple(int(i) for i in np.argwhere(np.atleast_1d(bad))[0]) if bad.ndim else ()
        at, vector = ",".join(map(str, place)), ", ".join(str(int(i)) for i in indices[place])
        raise errors.InvalidArgumentError(
            None,
            None,
            f"indices[{at}] = [{vector}] does not index into shape "
            f"{shapes.format_shape(value.shape)}",
        )
    key = tuple(np.moveaxis(indices, -1, 0))
    if combine is None:
        value[key] = updates
    else:
        combine(value, key, updates)
    return value


def _check_nd_updates(value: Any, indices: Any, updates: Any) -> None:
    lead, depth = np.ndim(indices) - 1, np.shape(indices)[-1]
    given, places = np.shape(updates), np.shape(indices)
    shown = shapes.format_shape(given)
    for axis in range(lead):
        if given[axis : axis + 1] != places[axis : axis + 1]:
            raise errors.InvalidArgumentError(
                None,
                None,
                f"Dimensions [0,{lead}) of indices[shape={shapes.format_shape(places)}] = "
                f"{places[axis]} must match dimensions [0,{lead}) of updates[shape={shown}] = "
                f"{given[axis] if axis < len(given) else 'none'}",
            )
    if given[lead:] != value.shape[depth:]:
        raise errors.InvalidArgumentError(
            None,
            None,
            f"Dimensions [{depth},{value.ndim}) of input[shape={shapes.format_shape(value.shape)}] "
            f"must match dimensions [{lead},{len(given)}) of updates[shape={shown}]",
        )


# Shape rules


def _check_rows(ref: Any, indices: Any, updates: Any) -> None:
    if ref is None or indices is None or updates in (None, ()):
        return
    shape_rules.require_rank_at_least(ref, 1)
    shapes.merge(updates, (*indices, *ref[1:]))


def _check_elements(ref: Any, indices: Any, updates: Any) -> None:
    if ref is None or indices is None or updates is None:
        return
    shape_rules.require_rank_at_least(indices, 1)
    lead, depth = len(indices) - 1, indices[-1]
    if depth is None:
        return
    shown = f"updates[shape={shapes.format_shape(updates)}]"
    _must_match(
        f"Dimensions [0,{lead}) of indices[shape={shapes.format_shape(indices)}]",
        indices[:-1],
        f"dimensions [0,{lead}) of {shown}",
        updates[:lead],
    )
    _must_match(
        f"Dimensions [{depth},{len(ref)}) of input[shape={shapes.format_shape(ref)}]",
        ref[depth:],
        f"dimensions [{lead},{len(updates)}) of {shown}",
        updates[lead:],
    )


def _must_match(what: str, wanted: Any, other: str, found: Any) -> None:
    try:
        shapes.merge(wanted, found)
    except ValueError as refusal:
        raise ValueError(
            f"{what} = {shapes.format_shape(wanted)} must match {other} = "
            f"{shapes.format_shape(found)}: {refusal}"
        ) from None


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
            apply(ref.read(), indices, updates, combine)
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
            copy = state.initialized(ctx, resource).copy()
            resource.store(apply(copy, indices, updates, combine))
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
