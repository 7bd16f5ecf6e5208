"""The ops by which a graph takes elements from a dataset, one at each run."""

from __future__ import annotations

from typing import Any

from minigraph import dtypes, errors, inference, shapes
from minigraph.dtypes import DType
from minigraph.opdef import Attr, Node
from minigraph.ops import shape_rules
from minigraph.ops.refusal import refusal
from minigraph.ops.strings import scalar
from minigraph.registry import op


class IteratorResource:
    """Where a session is in a dataset. node: the operation that it belongs to."""

    def __init__(self, node: Any) -> None:
        self.node, self.elements = node, None

    def start(self, dataset: Any, values: Any) -> Any:
        """Goes to the first element, given the values of the tensors that it is made of."""
        sources = map(id, dataset._sources)
        self.elements = dataset._parts(dict(zip(sources, values, strict=True)))
        return self


@op(
    "OneShotIterator",
    "-> handle: resource",
    attrs={"output_shapes": Attr("output_shapes", "list(shape)", minimum=1)},
    minimum={"output_types": 1},
    shape=shape_rules.scalar,
    stateful=True,
)
def _one_shot_iterator(
    ctx: Any,
    *,
    output_types: list[DType],
    node: Node,
    container: str = "",
    shared_name: str = "",
) -> Any:
    """The iterator of a session over the dataset of its node; it is made once."""
    dataset, values = node.__dict__["_dataset"]

    def make() -> Any:
        return IteratorResource(node).start(dataset, values)

    return ctx.resources.get_or_create("", node.name, make)


@op(
    "IteratorV2",
    "-> handle: resource",
    attrs={"output_shapes": Attr("output_shapes", "list(shape)", minimum=1)},
    minimum={"output_types": 1},
    shape=shape_rules.scalar,
    stateful=True,
)
def _iterator(
    ctx: Any, *, output_types: list[DType], node: Node, shared_name: str, container: str
) -> Any:
    """The iterator of a session that `MakeIterator` starts, again and again."""
    return ctx.resources.get_or_create("", node.name, lambda: IteratorResource(node))


@op(
    "MakeIterator",
    "sources: list(Tsources), iterator: resource ->",
    minimum={"Tsources": 0},
    stateful=True,
)
def _make_iterator(ctx: Any, *inputs: Any, node: Node) -> Any:
    """Starts an iterator at the first element of the dataset of its node."""
    inputs[-1].start(node.__dict__["_dataset"], inputs[:-1])
    return ()


@op(
    "IteratorToStringHandle",
    "resource_handle: resource -> string_handle: string",
    shape=shape_rules.scalar,
    stateful=True,
)
def _to_string_handle(ctx: Any, resource_handle: Any) -> Any:
    return resource_handle.node.name.encode()


@op(
    "IteratorFromStringHandleV2",
    "string_handle: string -> resource_handle: resource",
    attrs={
        "output_types": Attr("output_types", "list(type)", []),
        "output_shapes": Attr("output_shapes", "list(shape)", []),
    },
    shape=shape_rules.scalar,
    stateful=True,
)
def _from_string_handle(ctx: Any, string_handle: Any, *, node: Node) -> Any:
    """The iterator with this handle; InvalidArgumentError where its elements are others."""
    name = scalar(string_handle)
    found = ctx.resources.lookup("", name.decode("utf-8", "replace"))
    if not isinstance(found, IteratorResource):
        raise refusal("Could not parse string_handle as a valid ResourceHandle")
    wanted, mine = (one.attrs["output_types"] for one in (node, found.node))
    if len(wanted) != len(mine):
        raise refusal(
            f"Number of components does not match: expected {len(wanted)} types but got "
            f"{len(mine)}."
        )
    for place, (one, other) in enumerate(zip(wanted, mine)):
        if one != other:
            names = dtypes.c_name(one), dtypes.c_name(other)
            raise refusal(
                f"Data type mismatch at component {place}: expected {names[0]} but got {names[1]}."
            )
    known = zip(node.attrs["output_shapes"], found.node.attrs["output_shapes"])
    for place, (one, other) in enumerate(known):
        if not shapes.compatible(one, other):
            texts = shapes.format_shape(one), shapes.format_shape(other)
            raise refusal(
                f"Incompatible shapes at component {place}: expected {texts[0]} but got {texts[1]}."
            )
    return found


@op(
    "IteratorGetNext",
    "iterator: resource -> components: list(output_types)",
    attrs={"output_shapes": Attr("output_shapes", "list(shape)", minimum=1)},
    minimum={"output_types": 1},
    shape=lambda c: c.attrs["output_shapes"],
    stateful=True,
)
def _iterator_get_next(ctx: Any, iterator: Any, *, output_types: list[DType]) -> Any:
    """The parts of the next element; OutOfRangeError at the end."""
    if iterator.elements is None:
        raise errors.FailedPreconditionError(
            None,
            None,
            "GetNext() failed because the iterator has not been initialized. Ensure that you have "
            "run the initializer operation for this iterator before getting the next element.",
        )
    try:
        return next(iterator.elements)
    except StopIteration:
        raise errors.OutOfRangeError(None, None, "End of sequence") from None


def one_shot_iterator(dataset: Any, specs: list[Any]) -> Any:
    """The handle of an iterator over `dataset`; ValueError where a run decides what is in it."""
    values = [inference.constant_value(source) for source in dataset._sources]
    for source, value in zip(dataset._sources, values, strict=True):
        if value is None:
            raise ValueError(_not_by_value(source.op))
    handle = _one_shot_iterator(**_attrs(specs))
    handle.op.__dict__["_dataset"] = dataset, values
    return handle


def _not_by_value(op: Any) -> str:
    """Why the value of an operation is not known before a run."""
    while op.op_def.pure and op.type != "Placeholder":
        op = next(t.op for t in op.inputs if inference.constant_value(t) is None)
    what = f"(name:{op.name}, type:{op.type}) by value."
    if op.type == "Placeholder":
        return f"Cannot capture a placeholder {what}"
    return (
        f"Cannot capture a stateful node {what}: A likely cause of this error is that the dataset "
        "for which you are calling `make_one_shot_iterator()` captures a stateful object, such as "
        "a `tf.Variable` or `tf.lookup.StaticHashTable`, which is not supported. Use "
        "`make_initializable_iterator()` instead."
    )


def _attrs(specs: list[Any]) -> dict[str, Any]:
    return {
        "output_types": [spec.dtype for spec in specs],
        "output_shapes": [spec.shape for spec in specs],
    }


def iterator(specs: list[Any], shared_name: str | None) -> Any:
    """The handle of an iterator that `make_iterator` starts."""
    return _iterator(**_attrs(specs), shared_name=shared_name or "", container="")


def make_iterator(dataset: Any, handle: Any, name: str | None = None) -> Any:
    """The operation that starts an iterator on a dataset."""
    initializer = _make_iterator(dataset._sources, handle, name=name)
    initializer.__dict__["_dataset"] = dataset
    return initializer


def to_string_handle(handle: Any, name: str | None = None) -> Any:
    """The string by which `from_string_handle` finds an iterator."""
    return _to_string_handle(handle, name=name)


def from_string_handle(string_handle: Any, specs: list[Any]) -> Any:
    """The handle of the iterator with this string."""
    return _from_string_handle(string_handle, **_attrs(specs))


def get_next(handle: Any, specs: list[Any], name: str | None = None) -> list[Any]:
    """The parts of the next element, as tensors."""
    result: list[Any] = _iterator_get_next(
        handle,
        name=name,
        **_attrs(specs),
    )
    return result
