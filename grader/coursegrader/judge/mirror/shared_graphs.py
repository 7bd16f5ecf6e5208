"""The graphs that both sides hold, and what changed in them since they were last in step."""

import base64
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from coursegrader.judge.frames import ProtocolError
from coursegrader.judge.mirror import nodes
from coursegrader.judge.mirror.flows import apply_flows, flows_of
from coursegrader.judge.values import CannotCross, Codec, Fields, Ungradable, fields
from minigraph.func_graph import FuncGraph
from minigraph.graph import Graph
from minigraph.operation import Operation
from minigraph.tensor import SymbolicTensor

MAX_GRAPHS = 1_000
Change = dict[str, Any]


class Unmirrored(Ungradable):
    """A graph cannot be copied into the judge; the message says why."""


@dataclass
class _Shared:
    """A shared graph as it was when both sides were last in step."""

    graph: Graph
    count: int = 0
    mutations: int = -1
    prints: list[Any] = field(default_factory=list)
    edges: list[Any] = field(default_factory=list)
    names: dict[str, int] = field(default_factory=dict)
    collections: dict[str, list[Any]] = field(default_factory=dict)
    rest: Any = None
    flows: list[str] = field(default_factory=list)
    mark: Any = None
    collections_as_they_are: dict[Any, list[Any]] = field(default_factory=dict)


class SharedGraphs:
    """The shared graphs by number.

    Args:
        side: the letter that begins the numbers this side gives.
        codec: encodes what collections hold.
        on_arrival: called with operations that came from the other side.

    Attributes:
        given_up: why nothing is shared any more, empty if it is.
    """

    def __init__(
        self,
        side: str,
        codec: Codec,
        on_arrival: Callable[[Iterable[Operation]], None] | None = None,
    ) -> None:
        self._side = side
        self._codec = codec
        self._on_arrival = on_arrival
        self._shared: dict[str, _Shared] = {}
        self._numbers: dict[int, str] = {}
        self._foreign: dict[int, str] = {}
        self._broken: dict[str, str] = {}
        self.given_up = ""

    def number_of(self, graph: Any) -> str:
        """The number of a graph, which is shared from now on.

        Raises:
            CannotCross: it is the body of a function.
        """
        if self.given_up:
            raise CannotCross(self.given_up)
        if isinstance(graph, FuncGraph):
            raise CannotCross("what belongs to the inside of a function cannot be examined")
        number = self._numbers.get(id(graph))
        if number is None:
            number = f"{self._side}{len(self._shared)}"
            self._add(number, graph)
        return number

    def number_of_foreign(self, graph: Any) -> str:
        """The number of a graph of another library, of which only the other side has a copy."""
        number = self._foreign.get(id(graph))
        if number is None:
            number = f"{self._side}9{len(self._foreign):04}"
            self._foreign[id(graph)] = number
        return number

    def graph(self, number: Any) -> Graph:
        """The graph of a number.

        Raises:
            ProtocolError: there is none.
            Unmirrored: it has what cannot be copied.
        """
        if not isinstance(number, str) or number not in self._shared:
            raise ProtocolError(f"there is no graph {number!r}")
        if number in self._broken:
            raise Unmirrored(self._broken[number])
        return self._shared[number].graph

    def is_whole(self, number: Any) -> bool:
        """Whether a graph is here as the other side has it."""
        return number in self._shared and number not in self._broken

    def give_up(self, why: str) -> None:
        """Share no graphs any more: the other side missed a change."""
        self.given_up = why

    def changes(self) -> list[Change]:
        """What changed in every shared graph since both sides were in step."""
        if self.given_up:
            return []
        found: list[Change] = []
        done: set[str] = set()
        while waiting := [number for number in self._shared if number not in done]:
            for number in waiting:  # encoding a collection may share another graph
                done.add(number)
                change = self._changes_of(self._shared[number])
                if change is not None:
                    found.append({"graph": number, **change})
        return found

    def apply(self, changes: Any) -> None:
        """Bring the copies here into step with the other side.

        A graph that has what cannot be copied is left aside; asking for it says so.

        Raises:
            ProtocolError: the changes do not fit.
        """
        if not isinstance(changes, list) or not all(isinstance(one, dict) for one in changes):
            raise ProtocolError("changes of graphs are a list of objects")
        for change in changes:
            if str(change.get("graph")) not in self._shared:
                self._create(change.get("graph"))
            number = change["graph"]
            if number in self._broken:
                continue
            try:
                without = {key: value for key, value in change.items() if key != "graph"}
                self._apply_to(self._shared[number], without)
            except ProtocolError:
                raise
            except Exception as error:
                self._broken[number] = f"Your graph cannot be copied: {error}"

    def _add(self, number: str, graph: Graph) -> None:
        if len(self._shared) >= MAX_GRAPHS:
            raise CannotCross("there are too many graphs")
        self._shared[number] = _Shared(graph)
        self._numbers[id(graph)] = number

    def _create(self, number: Any) -> None:
        if not isinstance(number, str) or number[:1] == self._side or not number[1:].isdigit():
            raise ProtocolError(f"{number!r} is no number of a graph")
        self._add(number, Graph())

    def _changes_of(self, shared: _Shared) -> Change | None:
        graph = shared.graph
        mark = _mark(graph)
        if mark == shared.mark and _same(graph._collections, shared.collections_as_they_are):
            return None
        total = len(graph._operations)
        collections = self._collections(graph)
        rest = _rest(graph)
        changed = _changed_operations(shared)
        names = graph._names_in_use
        same_collections = _same(collections, shared.collections)
        flows = flows_of(graph)
        if (
            total == shared.count
            and not changed
            and len(names) == len(shared.names)
            and same_collections
            and rest == shared.rest
            and flows == shared.flows
        ):
            _remember(shared)
            return None
        change: Change = {"rest": rest}
        if total > shared.count:
            change["nodes"] = base64.b64encode(nodes.nodes_from(graph, shared.count)).decode()
        if changed:
            change["changed"] = base64.b64encode(nodes.changed_nodes(changed)).decode()
        change["names"] = {k: v for k, v in names.items() if shared.names.get(k) != v}
        if flows != shared.flows:
            change["flows"] = flows
        if not same_collections:
            change["collections"] = {
                key: [self._codec.encode(item) for item in items]
                for key, items in collections.items()
            }
        _in_step(shared, collections, rest)
        return change

    def _apply_to(self, shared: _Shared, change: Change) -> None:
        graph = shared.graph
        optional: dict[str, Any] = {
            "nodes": "",
            "changed": "",
            "collections": None,
            "flows": [],
            **change,
        }
        data, changed, names, collections, rest, flows = fields(
            optional,
            nodes=str,
            changed=str,
            names=dict,
            collections=dict | None,
            rest=list,
            flows=list,
        )
        arrived: list[Operation] = []
        if changed:
            nodes.widen_nodes(graph, base64.b64decode(changed, validate=True))
        if data:
            arrived += nodes.append_nodes(graph, base64.b64decode(data, validate=True))
        if changed:
            arrived += nodes.change_nodes(graph, base64.b64decode(changed, validate=True))
        if not all(type(count) is int for count in names.values()):
            raise ProtocolError("names are counted")
        graph._names_in_use.update(names)
        apply_flows(graph, flows)
        if self._on_arrival is not None:
            self._on_arrival(arrived)
        if collections is not None:
            self._apply_collections(graph, collections)
        _apply_rest(graph, rest)
        _in_step(shared, self._collections(graph), _rest(graph))

    def _collections(self, graph: Graph) -> dict[str, list[Any]]:
        """The collections with string keys, without items that cannot cross."""
        return {
            key: [item for item in items if self._crosses(item)]
            for key, items in graph._collections.items()
            if isinstance(key, str) and items
        }

    def _crosses(self, item: Any) -> bool:
        return isinstance(item, str | bytes | int | float) or hasattr(item, "graph")

    def _apply_collections(self, graph: Graph, encoded: Fields) -> None:
        for key, items in encoded.items():
            if not isinstance(items, list):
                raise ProtocolError("a collection is a list")
            values = [self._codec.decode(item) for item in items]
            here = graph._collections.setdefault(key, [])
            here[:] = values + [item for item in here if not self._crosses(item)]
        for key in [key for key in graph._collections if isinstance(key, str)]:
            if key not in encoded:
                here = graph._collections[key]
                here[:] = [item for item in here if not self._crosses(item)]


def _changed_operations(shared: _Shared) -> list[Operation]:
    """Operations that both sides have and that are no longer what they were."""
    graph = shared.graph
    prints = [_shapes(op) for op in _first(graph, shared.count)]
    if prints == shared.prints and graph._mutations == shared.mutations:
        return []
    edges = [_edges(op) for op in _first(graph, shared.count)]
    return [
        op
        for op, old, new, before, after in zip(
            _first(graph, shared.count), shared.prints, prints, shared.edges, edges, strict=True
        )
        if old != new or not _identical(before, after)
    ]


def _in_step(shared: _Shared, collections: dict[str, list[Any]], rest: Any) -> None:
    """Remember a graph as it is, which is how the other side has it too."""
    graph = shared.graph
    shared.count = len(graph._operations)
    shared.prints = [_shapes(op) for op in nodes.operations(graph)]
    if shared.mutations != graph._mutations or len(shared.edges) > shared.count:
        shared.edges = []
    shared.edges += [_edges(op) for op in nodes.operations(graph, len(shared.edges))]
    shared.mutations = graph._mutations
    shared.names = dict(graph._names_in_use)
    shared.collections = {key: list(items) for key, items in collections.items()}
    shared.rest = rest
    shared.flows = flows_of(graph)
    _remember(shared)


def _remember(shared: _Shared) -> None:
    """Remember by what it is seen quickly that nothing changed."""
    shared.mark = _mark(shared.graph)
    collections = shared.graph._collections
    shared.collections_as_they_are = {key: list(items) for key, items in collections.items()}


def _mark(graph: Graph) -> tuple[Any, ...]:
    """Differs whenever anything but a collection has changed."""
    return (
        len(graph._operations),
        graph._mutations,
        reshaped(graph),
        len(graph._names_in_use),
        graph._finalized,
        graph._seed,
        len(graph._unfeedable_tensors),
        len(graph._unfetchable_ops),
    )


def reshaped(graph: Graph) -> int:
    """How often a static shape of a graph was set after it was made."""
    count: int = graph.__dict__.get("_reshaped", 0)
    return count


def count_reshapes() -> None:
    """Make setting a static shape count, which the library has no reason to do by itself."""
    set_shape = SymbolicTensor.set_shape

    def counting(self: SymbolicTensor, shape: Any) -> None:
        set_shape(self, shape)
        graph = self.graph
        graph.__dict__["_reshaped"] = reshaped(graph) + 1

    SymbolicTensor.set_shape = counting  # type: ignore[method-assign]


def _first(graph: Graph, count: int) -> Iterable[Operation]:
    return (op for op, _ in zip(nodes.operations(graph), range(count), strict=False))


def _shapes(op: Operation) -> Any:
    """What may change without a note: the static shapes."""
    outputs = op.outputs
    return outputs[0]._shape if len(outputs) == 1 else [tensor._shape for tensor in outputs]


def _edges(op: Operation) -> list[Any]:
    """What may change with a note: edges, device, attributes, bodies of functions."""
    found: list[Any] = [op.inputs, op._control_inputs, op._device, *op.attrs.values()]
    for value in op.attrs.values():
        if isinstance(value, FuncGraph):
            found += [len(value.outputs), value._next_id, value._mutations]
    return found


def _identical(first: list[Any], second: list[Any]) -> bool:
    """Whether two lists hold the same objects; `==` of a tensor is not to be asked."""
    return len(first) == len(second) and all(
        a is b or (isinstance(a, int | str) and a == b) for a, b in zip(first, second, strict=True)
    )


def _same(first: Mapping[Any, list[Any]], second: Mapping[Any, list[Any]]) -> bool:
    return first.keys() == second.keys() and all(
        _identical(items, second[key]) for key, items in first.items()
    )


def _rest(graph: Graph) -> list[Any]:
    """Seed, finalized, and what may not be fed or fetched."""
    return [
        graph._seed,
        graph._finalized,
        sorted(tensor.name for tensor in graph._unfeedable_tensors),
        sorted(op.name for op in graph._unfetchable_ops),
    ]


def _apply_rest(graph: Graph, rest: list[Any]) -> None:
    if len(rest) != 4:
        raise ProtocolError("a graph has a seed, a state and two lists")
    seed, finalized, unfeedable, unfetchable = rest
    lists = isinstance(unfeedable, list) and isinstance(unfetchable, list)
    if not isinstance(seed, int | None) or not isinstance(finalized, bool) or not lists:
        raise ProtocolError("a graph has a seed, a state and two lists")
    graph._seed, graph._finalized = seed, finalized
    for name in unfeedable:
        graph._unfeedable_tensors.add(graph.get_tensor_by_name(name))
    for name in unfetchable:
        graph._unfetchable_ops.add(graph.get_operation_by_name(name))
