"""Fetches: any structure of fetches to a flat list of graph elements, and the values back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from minigraph import errors
from minigraph.composite import IndexedSlices, IndexedSlicesValue, SparseTensor, SparseTensorValue
from minigraph.graph import Graph
from minigraph.operation import Operation
from minigraph.tensor import SymbolicTensor, Tensor

Rebuild = Callable[[list[Any]], Any]
Expansion = tuple[Any, Callable[[Any], tuple[list[Any], Rebuild]], Any]

_expansions: list[Expansion] = []


def register_session_run_conversion_functions(
    tensor_type: type,
    fetch_function: Callable[[Any], tuple[list[Any], Rebuild]],
    feed_function: Any = None,
    feed_function_for_partial_run: Any = None,
) -> None:
    """Teaches `run` to fetch (and feed) objects of `tensor_type`.

    fetch_function: object -> (list of fetches, function of their values).
    Raises ValueError where the type is already registered.
    """
    from minigraph import composite

    for registered, *_ in _expansions:
        if issubclass(tensor_type, registered):
            raise ValueError(f"{tensor_type} has already been registered so ignore it.")
    _expansions.insert(0, (tensor_type, fetch_function, feed_function))
    if feed_function is not None:
        composite.register_feed(tensor_type, feed_function)


class Fetches:
    """The leaves of one fetch structure, each once, and the way back to the structure."""

    def __init__(self, graph: Graph, fetches: Any) -> None:
        self._graph = graph
        self._index: dict[Any, int] = {}
        self._elements: list[Any] = []
        try:
            self._rebuild = self._compile(fetches)
        except (TypeError, ValueError) as error:
            # Whoever reads the traceback looks for a fetch, not for the walk through the structure.
            raise error.with_traceback(None) from None
        self.tensors: list[SymbolicTensor] = []
        self.targets: list[Operation] = []
        self._place: list[int | None] = []
        for element in self._elements:
            if isinstance(element, SymbolicTensor):
                self._place.append(len(self.tensors))
                self.tensors.append(element)
            else:
                self._place.append(None)
                self.targets.append(element)
        self.is_single_tensor = self._elements == self.tensors and self._rebuild is _first

    def rebuild(self, values: list[Any]) -> Any:
        """The structure of the fetches with values in place of tensors and None for operations."""
        if self.is_single_tensor:
            return values[0]
        return self._rebuild([None if p is None else values[p] for p in self._place])

    def _compile(self, fetch: Any) -> Rebuild:
        if fetch is None:
            raise TypeError(
                f"Argument `fetch` = {fetch} has invalid type "
                f'"{type(fetch).__name__}". Cannot be None'
            ) from None
        if isinstance(fetch, (list, tuple)):
            return self._sequence(fetch)
        if isinstance(fetch, Mapping):
            return self._mapping(fetch)
        if hasattr(type(fetch), "__attrs_attrs__"):
            return self._attrs(fetch)
        for kind, expand, _ in _expansions:
            if isinstance(fetch, kind):
                parts, contract = expand(fetch)
                rebuilds = [self._leaf(part) for part in parts]
                return lambda values: contract([rebuild(values) for rebuild in rebuilds])
        return self._leaf(fetch)

    def _sequence(self, fetch: Any) -> Rebuild:
        kind = type(fetch)
        rebuilds = [self._compile(item) for item in fetch]
        if kind is list:
            return lambda values: [rebuild(values) for rebuild in rebuilds]
        if hasattr(kind, "_fields"):
            return lambda values: kind(*[rebuild(values) for rebuild in rebuilds])
        if hasattr(kind, "_make"):
            return lambda values: kind._make([rebuild(values) for rebuild in rebuilds])
        return lambda values: kind([rebuild(values) for rebuild in rebuilds])

    def _mapping(self, fetch: Mapping[Any, Any]) -> Rebuild:
        keys = list(fetch)
        rebuilds = [self._compile(fetch[key]) for key in keys]
        kind: Any = type(fetch)
        if hasattr(fetch, "default_factory"):
            factory = fetch.default_factory
            return lambda values: kind(
                factory, [(k, r(values)) for k, r in zip(keys, rebuilds, strict=True)]
            )
        return lambda values: kind([(k, r(values)) for k, r in zip(keys, rebuilds, strict=True)])

    def _attrs(self, fetch: Any) -> Rebuild:
        kind = type(fetch)
        names = [attribute.name for attribute in kind.__attrs_attrs__]
        rebuilds = [self._compile(getattr(fetch, name)) for name in names]
        return lambda values: kind(*[rebuild(values) for rebuild in rebuilds])

    def _leaf(self, fetch: Any) -> Rebuild:
        element = self._element(fetch)
        op = element.op if isinstance(element, Tensor) else element
        if not self._graph.is_fetchable(op):
            raise _inaccessible(op)
        index = self._index.setdefault(element, len(self._elements))
        if index == len(self._elements):
            self._elements.append(element)
        return _first if index == 0 else (lambda values: values[index])

    def _element(self, fetch: Any) -> Any:
        try:
            return self._graph.as_graph_element(fetch)
        except TypeError as error:
            raise TypeError(
                f'Argument `fetch` = {fetch} has invalid type "{type(fetch).__name__}" must be a '
                f"string or Tensor. ({error})"
            ) from None
        except (ValueError, KeyError) as error:
            raise ValueError(
                f"Argument `fetch` = {fetch} cannot be interpreted as a Tensor. ({error})"
            ) from None


def _inaccessible(op: Operation) -> errors.InaccessibleTensorError:
    return errors.InaccessibleTensorError(
        f"Operation {op.name} has been marked as not fetchable. Typically this happens when it is "
        "defined in another function or code block. Use return values, explicit Python locals or "
        "TensorFlow collections to access it."
    )


def _first(values: list[Any]) -> Any:
    return values[0]


def fetch_key(fetches: Any) -> Any:
    """A hashable key that is equal for equal requests; TypeError where there is none."""
    kind = type(fetches)
    if kind is SymbolicTensor or kind is Operation or kind is str:
        return fetches
    if kind is list or kind is tuple:
        return (kind, *[fetch_key(item) for item in fetches])
    if kind is dict:
        return (dict, *[(key, fetch_key(value)) for key, value in fetches.items()])
    element = getattr(fetches, "_as_graph_element", None)
    if element is not None:
        return element()
    raise TypeError("no key")


def _expand_sparse(fetch: SparseTensor) -> tuple[list[Any], Rebuild]:
    return [fetch.indices, fetch.values, fetch.dense_shape], lambda values: SparseTensorValue(
        *values
    )


def _expand_slices(fetch: IndexedSlices) -> tuple[list[Any], Rebuild]:
    parts = [fetch.values, fetch.indices]
    if fetch.dense_shape is None:
        return parts, lambda values: IndexedSlicesValue(values[0], values[1], None)
    return [*parts, fetch.dense_shape], lambda values: IndexedSlicesValue(*values)


_expansions.append((SparseTensor, _expand_sparse, None))
_expansions.append((IndexedSlices, _expand_slices, None))
