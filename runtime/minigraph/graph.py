"""Graph: the operations and tensors of one program, in the order they were made."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from minigraph import attributes, context, errors, inference, opdef
from minigraph.consumers import Consumers
from minigraph.dtypes import DType
from minigraph.operation import Operation
from minigraph.scopes import GraphScopes, check_op_name
from minigraph.tensor import SymbolicTensor, Tensor

ShapeTuple = tuple[int | None, ...] | None


class Graph(GraphScopes):
    """A dataflow graph (TensorFlow: tf.Graph). It only grows; sessions run parts of it."""

    building_function = False
    outer_graph: Graph | None = None

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.RLock()
        self._operations: dict[str, Operation] = {}
        self._consumers = Consumers(self._operations)
        self._next_id = 0
        self._finalized = False
        self._collections: dict[Any, list[Any]] = {}
        self._unfeedable_tensors: set[SymbolicTensor] = set()
        self._unfetchable_ops: set[Operation] = set()
        self._seed: int | None = None
        self._functions: dict[str, Any] = {}
        self._entered: list[Any] = []
        # Plans depend on the graph only through changes to operations that already exist.
        self._mutations = 0
        # Of TensorFlow 2.21's GraphDefs: producer, least consumer and bad ones.
        self._versions: tuple[int, int, frozenset[int]] = (2474, 0, frozenset())
        self._has_late_edges = False
        self._foreign_ops: dict[str, opdef.OpDef] = {}  # that minigraph lacks and a file described

    def create_op(
        self,
        op_type: str,
        inputs: Sequence[SymbolicTensor],
        dtypes: Sequence[DType] | None = None,
        input_types: Sequence[DType] | None = None,
        name: str | None = None,
        attrs: dict[str, Any] | None = None,
        op_def: Any = None,
        compute_shapes: bool = True,
        compute_device: bool = True,
    ) -> Operation:
        """Adds an operation of a known type; `attrs` holds AttrValue messages or plain values.

        Raises TypeError where an input is no tensor, ValueError for a bad name or shape,
        RuntimeError once the graph is finalized.
        """
        for index, tensor in enumerate(inputs):
            if not isinstance(tensor, Tensor):
                raise TypeError(f"Input #{index} is not a tensor: {tensor}")
        try:
            definition = opdef.lookup(op_type)
        except NotImplementedError as error:
            refusal = RuntimeError(
                f"Op type not registered '{op_type}' in binary running on localhost. Make sure the "
                "Op and Kernel are registered in the binary running in this process. Note that if "
                "you are loading a saved graph which used ops from tf.contrib (e.g. "
                "`tf.contrib.resampler`), accessing should be done before importing the graph, as "
                "contrib ops are lazily registered when the module is first accessed."
            )
            refusal.add_note(str(error))
            raise refusal from None
        values = {
            key: attributes.from_proto(value) if hasattr(value, "WhichOneof") else value
            for key, value in (attrs or {}).items()
        }
        opdef.infer_attrs(definition, inputs, values)
        check_op_name((name or op_type).rstrip("/"), self._thread.name_stack)
        scope = name if name and name.endswith("/") else self.unique_name(name or op_type)
        return self.add_operation(definition, tuple(inputs), values, scope.rstrip("/"))

    def add_operation(
        self,
        op_def: opdef.OpDef,
        inputs: tuple[SymbolicTensor, ...],
        attrs: dict[str, Any],
        name: str,
        shapes: Sequence[ShapeTuple] | None = None,
    ) -> Operation:
        """Adds an operation whose inputs and attributes are checked and whose name is free.

        `shapes`: static shapes of the outputs, worked out by the op's shape rule where absent.
        """
        with self._lock:
            if self._finalized:
                self._check_not_finalized()
            if name in self._operations:
                raise ValueError(f"Duplicate node name in graph: '{name}'")
            inputs = self._adopt(inputs)
            op = Operation(self, op_def, name, inputs, attrs, self._next_id)
            if self._control_stack:
                op._control_inputs = tuple(self._control_inputs_of_new_op([t.op for t in inputs]))
            if shapes is None:
                shapes = inference.infer_shapes(op)
            self._add_outputs(op, shapes)
            if self._control_flow_context is not None or self._check_input is not None:
                self._add_in_context(op)
            if self._control_stack:
                for block in self._control_stack:
                    block.seen.add(op)
            if (
                self._device_stack
                or self._colocation_stack
                or self._attr_scopes
                or self._gradient_overrides
                or self._container
            ):
                self._apply_scopes(op)
            self._next_id += 1
            self._operations[name] = op
            context.record(op)
            return op

    def _add_outputs(self, op: Operation, shapes: Sequence[ShapeTuple]) -> None:
        index = 0
        for arg in op.op_def.outputs:
            for dtype in opdef.arg_dtypes(arg, op.attrs):
                op.outputs.append(SymbolicTensor(op, index, dtype, shapes[index]))
                index += 1

    def _adopt(self, inputs: tuple[SymbolicTensor, ...]) -> tuple[SymbolicTensor, ...]:
        """Checks that the inputs belong to this graph. A function's graph captures others."""
        for tensor in inputs:
            if tensor.op.graph is not self:
                raise ValueError(f"Tensor {tensor} is not an element of this graph.")
        return inputs

    def _note_mutation(self) -> None:
        self._mutations += 1

    def _note_late_edge(self) -> None:
        self._has_late_edges = True

    def _check_not_finalized(self) -> None:
        if self._finalized:
            raise RuntimeError("Graph is finalized and cannot be modified.")

    def finalize(self) -> None:
        """Makes the graph read-only."""
        self._finalized = True

    def _unsafe_unfinalize(self) -> None:
        self._finalized = False

    @property
    def finalized(self) -> bool:
        """Whether the graph is read-only."""
        return self._finalized

    @property
    def version(self) -> int:
        """A number that grows with each operation."""
        return self._next_id

    @property
    def graph_def_versions(self) -> Any:
        """The VersionDef that this graph's GraphDef carries."""
        from minigraph import protos

        producer, least, bad = self._versions
        return protos.VersionDef(producer=producer, min_consumer=least, bad_consumers=sorted(bad))

    @property
    def seed(self) -> int | None:
        """The graph-level random seed."""
        return self._seed

    @seed.setter
    def seed(self, seed: int | None) -> None:
        self._seed = seed

    def as_graph_def(self, from_version: int | None = None, add_shapes: bool = False) -> Any:
        """The graph as a GraphDef message; `add_shapes` adds `_output_shapes` to each node."""
        from minigraph import graph_def

        return graph_def.from_graph(self, from_version, add_shapes)

    # Entering

    @contextmanager
    def as_default(self) -> Iterator[Graph]:
        """Makes this the default graph inside a `with` block, on this thread."""
        with context.default_graph_stack.get_controller(self):
            yield self

    def __enter__(self) -> Graph:
        manager = self.as_default()
        self._entered.append(manager)
        return manager.__enter__()

    def __exit__(self, *exc_info: Any) -> None:
        self._entered.pop().__exit__(*exc_info)

    # Looking up

    def get_operations(self) -> list[Operation]:
        """All operations in the order they were made."""
        return list(self._operations.values())

    def as_graph_element(
        self, obj: Any, allow_tensor: bool = True, allow_operation: bool = True
    ) -> Any:
        """The tensor or operation that `obj` is or names.

        Raises TypeError for other objects, ValueError for malformed names and other graphs'
        elements, KeyError for names that the graph does not have.
        """
        if allow_tensor and allow_operation:
            kinds = "Tensor or Operation"
        elif allow_tensor or allow_operation:
            kinds = "Tensor" if allow_tensor else "Operation"
        else:
            raise ValueError("allow_tensor and allow_operation can't both be False.")
        convert = getattr(obj, "_as_graph_element", None)
        if convert is not None and (element := convert()) is not None:
            obj = element
        if isinstance(obj, (str, bytes)):
            name = obj.decode() if isinstance(obj, bytes) else obj
            return self._element_by_name(name, allow_tensor, allow_operation, kinds)
        if isinstance(obj, Tensor) and allow_tensor:
            owner: Any = obj
            if owner.graph is not self:
                raise ValueError(f"Tensor {obj} is not an element of this graph.")
            return obj
        if isinstance(obj, Operation) and allow_operation:
            if obj.graph is not self:
                raise ValueError(f"Operation {obj} is not an element of this graph.")
            return obj
        raise TypeError(f"Can not convert a {type(obj).__name__} into a {kinds}.")

    def _element_by_name(
        self, name: str, allow_tensor: bool, allow_operation: bool, kinds: str
    ) -> Any:
        if ":" in name:
            if not allow_tensor:
                raise ValueError(f"Name {name!r} appears to refer to a Tensor, not a {kinds}.")
            return self._tensor_by_name(name)
        op = self._operations.get(name)
        if allow_operation:
            if op is None:
                raise KeyError(f"The name {name!r} refers to an Operation not in the graph.")
            return op
        what = "refers to an Operation" if op else "looks like an (invalid) Operation name"
        raise ValueError(
            f"The name {name!r} {what}, not a {kinds}. Tensor names must be of the form "
            '"<op_name>:<output_index>".'
        )

    def _tensor_by_name(self, name: str) -> SymbolicTensor:
        try:
            op_name, text = name.split(":")
            index = int(text)
        except ValueError:
            raise ValueError(
                f"The name {name!r} looks a like a Tensor name, but is not a valid one. Tensor "
                'names must be of the form "<op_name>:<output_index>".'
            ) from None
        prefix = f"The name {name!r} refers to a Tensor which does not exist. The operation, "
        op = self._operations.get(op_name)
        if op is None:
            raise KeyError(f"{prefix}{op_name!r}, does not exist in the graph.")
        try:
            return op.outputs[index]
        except IndexError:
            has = f"exists but only has {len(op.outputs)} outputs."
            raise KeyError(f"{prefix}{op_name!r}, {has}") from None

    @errors.hinted
    def get_operation_by_name(self, name: str) -> Operation:
        """The operation called `name`; KeyError where there is none."""
        if not isinstance(name, str):
            raise TypeError(f"Operation names are strings (or similar), not {type(name).__name__}.")
        op: Operation = self.as_graph_element(name, allow_tensor=False)
        return op

    @errors.hinted
    def get_tensor_by_name(self, name: str) -> SymbolicTensor:
        """The tensor called `name` ("op:0"); KeyError where there is none."""
        if not isinstance(name, str):
            raise TypeError(f"Tensor names are strings (or similar), not {type(name).__name__}.")
        return self.as_graph_element(name, allow_operation=False)  # type: ignore[no-any-return]

    # Collections

    @property
    def collections(self) -> list[Any]:
        """The names of the collections."""
        return list(self._collections)

    def get_all_collection_keys(self) -> list[str]:
        """The names of the collections that are strings."""
        return [name for name in self._collections if isinstance(name, str)]

    def add_to_collection(self, name: Any, value: Any) -> None:
        """Appends `value` to a collection; RuntimeError once the graph is finalized."""
        self._check_not_finalized()
        with self._lock:
            self._collections.setdefault(name, []).append(value)

    def add_to_collections(self, names: Any, value: Any) -> None:
        """Appends `value` to each of the named collections."""
        for name in (names,) if isinstance(names, str) else dict.fromkeys(names):
            self.add_to_collection(name, value)

    def get_collection_ref(self, name: Any) -> list[Any]:
        """The list of a collection itself, made on demand."""
        with self._lock:
            return self._collections.setdefault(name, [])

    def get_collection(self, name: Any, scope: str | None = None) -> list[Any]:
        """A copy of a collection, with `scope` only the items whose name matches it."""
        with self._lock:
            items = list(self._collections.get(name, ()))
        if scope is None:
            return items
        match: Callable[[str], Any] = re.compile(scope).match
        return [item for item in items if hasattr(item, "name") and match(item.name)]

    def clear_collection(self, name: Any) -> None:
        """Removes a collection."""
        self._check_not_finalized()
        with self._lock:
            self._collections.pop(name, None)

    # What may be fed and fetched

    def prevent_feeding(self, tensor: SymbolicTensor) -> None:
        """Makes feeding `tensor` an error."""
        self._unfeedable_tensors.add(tensor)

    def is_feedable(self, tensor: SymbolicTensor) -> bool:
        """Whether a run may feed `tensor`."""
        return tensor not in self._unfeedable_tensors

    def prevent_fetching(self, op: Operation) -> None:
        """Makes fetching `op` or its outputs an error."""
        self._unfetchable_ops.add(op)
        self._note_mutation()

    def is_fetchable(self, tensor_or_op: Any) -> bool:
        """Whether a run may fetch this tensor or operation."""
        op = tensor_or_op.op if isinstance(tensor_or_op, Tensor) else tensor_or_op
        return op not in self._unfetchable_ops


context.register_graph_factory(Graph)


def _tensors_in(item: Any) -> Sequence[SymbolicTensor]:
    """The tensors that an input is, stands for (a variable) or holds (a list)."""
    if isinstance(item, SymbolicTensor):
        return (item,)
    if isinstance(item, (list, tuple)):
        return [tensor for part in item for tensor in _tensors_in(part)]
    convert = getattr(item, "_as_graph_element", None)
    return () if convert is None or (element := convert()) is None else (element,)


def graph_of(inputs: Sequence[Any]) -> Graph:
    """The graph that an operation with these inputs (tensors, lists, other values) belongs to.

    The default graph where it is a function's or no input is a tensor; else the inputs' graph.
    Raises ValueError where two inputs are from different graphs.
    """
    default: Graph = context.get_default_graph()
    if default.building_function:
        return default
    found: SymbolicTensor | None = None
    for item in inputs:
        for tensor in _tensors_in(item):
            if found is None:
                found = tensor
            elif tensor._op.graph is not found._op.graph:
                raise ValueError(
                    f"{tensor} must be from the same graph as {found} (graphs are "
                    f"{tensor.op.graph} and {found.op.graph})."
                )
    return default if found is None else found._op.graph
