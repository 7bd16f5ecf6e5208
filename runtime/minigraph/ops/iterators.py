"""The ops by which a graph takes elements from a dataset, one at each run."""

from __future__ import annotations

from typing import Any

from minigraph import errors
from minigraph.dtypes import DType
from minigraph.opdef import Attr, Node
from minigraph.ops import shape_rules
from minigraph.registry import op


class IteratorResource:
    """Where a session is in a dataset."""

    def __init__(self, dataset: Any = None) -> None:
        self.elements = None if dataset is None else iter(dataset)


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
    dataset = node.__dict__["_dataset"]
    return ctx.resources.get_or_create("", node.name, lambda: IteratorResource(dataset))


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
    return ctx.resources.get_or_create("", node.name, IteratorResource)


@op("MakeIterator", "iterator: resource ->", stateful=True)
def _make_iterator(ctx: Any, iterator: Any, *, node: Node) -> Any:
    """Starts an iterator at the first element of the dataset of its node."""
    iterator.elements = iter(node.__dict__["_dataset"])
    return ()


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
    """The handle of an iterator over `dataset`, which yields lists of arrays."""
    types, shapes = [spec.dtype for spec in specs], [spec.shape for spec in specs]
    handle = _one_shot_iterator(output_types=types, output_shapes=shapes)
    handle.op.__dict__["_dataset"] = dataset
    return handle


def initializable_iterator(dataset: Any, specs: list[Any], shared_name: str | None) -> Any:
    """The handle of an iterator over `dataset` and the operation that starts it."""
    types, shapes = [spec.dtype for spec in specs], [spec.shape for spec in specs]
    handle = _iterator(
        output_types=types, output_shapes=shapes, shared_name=shared_name or "", container=""
    )
    initializer = _make_iterator(handle)
    initializer.__dict__["_dataset"] = dataset
    return handle, initializer


def get_next(handle: Any, specs: list[Any], name: str | None = None) -> list[Any]:
    """The parts of the next element, as tensors."""
    result: list[Any] = _iterator_get_next(
        handle,
        output_types=[spec.dtype for spec in specs],
        output_shapes=[spec.shape for spec in specs],
        name=name,
    )
    return result
