"""The scopes of a graph under construction: names, devices, colocation, control dependencies."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from minigraph import attributes, context, device_spec
from minigraph.display import Displayed
from minigraph.eager_tensor import EagerTensor
from minigraph.operation import Operation
from minigraph.tensor import SymbolicTensor

VALID_OP_NAME = re.compile(r"^[A-Za-z0-9.][A-Za-z0-9_.\\/>-]*$")
VALID_SCOPE_NAME = re.compile(r"^[A-Za-z0-9_.\\/>-]*$")


_valid_names: set[str] = set()


def check_op_name(name: str, scope: str = "") -> None:
    """Raises ValueError for a name that an operation may not have in this name scope."""
    if name in _valid_names:
        return
    if not (VALID_SCOPE_NAME if scope else VALID_OP_NAME).match(name):
        raise ValueError(
            f"`{name}` is not a valid node name. Accepted names conform to Regex "
            f"/{VALID_OP_NAME!r}/"
        )
    if not scope and len(_valid_names) < 10_000:
        _valid_names.add(name)


def strip_scope(name: str, export_scope: str | None) -> str:
    """`name` without the leading `export_scope/`."""
    if not export_scope:
        return name
    prefix = export_scope.rstrip("/") + "/"
    return name.removeprefix(prefix)


def prepend_scope(name: str, import_scope: str | None) -> str:
    """`name` below `import_scope`."""
    return f"{import_scope.rstrip('/')}/{name}" if import_scope else name


class _ThreadScopes(threading.local):
    name_stack = ""


class GraphScopes(Displayed):
    """What a graph adds to the operations made inside `with` blocks: the base of `Graph`."""

    def __init__(self) -> None:
        self._thread = _ThreadScopes()
        self._names_in_use: dict[str, int] = {}
        self._device_stack: list[Callable[[Any], str] | None] = []
        self._colocation_stack: list[Operation] = []
        self._control_stack: list[ControlDependencies] = []
        self._gradient_overrides: dict[str, str] = {}
        self._attr_scopes: dict[str, Any] = {}
        self._control_flow_context: Any = None  # of the branch or loop that is being built
        # Refuses what comes from a loop that the operation is not in, once there are loops.
        self._check_input: Callable[[Operation, Operation], None] | None = None
        self._container = ""
        self._asks_for_devices = False  # whether an operation does

    def unique_name(self, name: str, mark_as_used: bool = True) -> str:
        """`name` in the current scope, with a suffix `_N` if it is taken (ignoring case)."""
        stack = self._thread.name_stack
        if stack:
            name = f"{stack}/{name}"
        in_use = self._names_in_use
        key = name.lower()
        count = in_use.get(key, 0)
        if mark_as_used:
            in_use[key] = count + 1
        if count == 0:
            return name
        base = key
        while key in in_use:
            key = f"{base}_{count}"
            count += 1
        if mark_as_used:
            in_use[key] = 1
        return f"{name}_{count - 1}"

    def get_name_scope(self) -> str:
        """The current name scope, without a trailing slash."""
        return self._thread.name_stack

    @contextmanager
    def name_scope(self, name: str | bytes | None) -> Iterator[str]:
        """Puts the operations made inside under `name/`; a name that ends in "/" is re-entered.

        Raises ValueError for a name that TensorFlow's pattern does not allow.
        """
        if isinstance(name, bytes):
            name = name.decode()
        previous = self._thread.name_stack
        if not name:
            scope = ""
        else:
            _check_scope_name(name, previous)
            if name.endswith("/"):
                scope = name[:-1]
            elif context.executing_eagerly():  # where a name is no promise of being the only one
                scope = f"{previous}/{name}" if previous else name
            else:
                scope = self.unique_name(name)
        self._thread.name_stack = scope
        try:
            yield f"{name if name.endswith('/') else scope + '/'}" if name else ""
        finally:
            self._thread.name_stack = previous

    @contextmanager
    def device(self, device: Any) -> Iterator[None]:
        """Asks for `device` (string, spec, function of an operation, or None) inside the block.

        Raises ValueError for a device string that cannot be read.
        """
        if device is None or callable(device):
            function = device and (lambda op: device_spec_text(device(op)))
        else:
            function = device_spec.merge_device(device)
        self._device_stack.append(function)
        try:
            yield
        finally:
            self._device_stack.pop()

    @contextmanager
    def colocate_with(self, op: Any, ignore_existing: bool = False) -> Iterator[None]:
        """Places the operations made inside on the device of `op`; None clears the request."""
        if op is None and not ignore_existing:
            raise ValueError(
                "Trying to reset colocation (op is None) but ignore_existing is not True"
            )
        op = _as_operation(op)
        devices, colocation = self._device_stack, self._colocation_stack
        self._device_stack = []
        base = [] if ignore_existing else list(colocation)
        self._colocation_stack = base if op is None else [*base, op]
        try:
            yield
        finally:
            self._device_stack, self._colocation_stack = devices, colocation

    def control_dependencies(self, control_inputs: Any) -> ControlDependencies:
        """A `with` block whose operations run after `control_inputs`; None clears the outer ones.

        Raises TypeError for what is no operation or tensor, ValueError for another graph's.
        """
        if control_inputs is None:
            return ControlDependencies(self, None)
        current = {op for block in self._control_stack for op in block.control_inputs}
        ops = []
        for item in control_inputs:
            if _has_happened(item):
                continue
            element = self._control_input(item)
            if element not in current:
                element._note_attr("_has_manual_control_dependencies", True)
                ops.append(element)
                current.add(element)
        return ControlDependencies(self, ops)

    def _control_input(self, item: Any) -> Operation:
        if hasattr(item, "op") and (hasattr(item, "_handle") or hasattr(item, "dense_shape")):
            item = item.op
        element = self.as_graph_element(item)  # type: ignore[attr-defined]
        return element.op if isinstance(element, SymbolicTensor) else element

    def _control_inputs_of_new_op(self, input_ops: list[Operation]) -> list[Operation]:
        result: list[Operation] = []
        for block in self._control_stack:
            # A data input made inside the block already waits for the block's inputs.
            if not any(op in block.seen for op in input_ops):
                result.extend(op for op in block.control_inputs if op not in input_ops)
        return list(dict.fromkeys(result))

    def _apply_scopes(self, op: Operation) -> None:
        """Gives a new operation the devices, colocation and attributes of the open blocks."""
        for function in reversed(self._device_stack):
            if function is None:
                break
            op._device = function(op)
        if self._colocation_stack:
            groups = {
                name for other in self._colocation_stack for name in other.colocation_groups()
            }
            for other in self._colocation_stack:
                if other.device:
                    op._device = other.device
            op._note_attr("_class", sorted(groups))
        self._asks_for_devices |= bool(op._device)
        for key, value in self._attr_scopes.items():
            op._note_attr(key, op.attrs.get(key, value))
        override = self._gradient_overrides.get(op.type)
        if override is not None:
            op._note_attr("_gradient_op_type", override.encode())
        if self._container and op.op_def.stateful and "container" in op.attrs:
            op._note_attr("container", self._container.encode())

    def _add_in_context(self, op: Operation) -> None:
        """Makes a new operation one of the branch or loop that is being built.

        What that makes for its inputs comes after it in the graph, but before it in a run.
        """
        flow = self._control_flow_context
        op._set_control_flow_context(flow)
        if self._check_input is not None:
            for tensor in op.inputs:
                self._check_input(op, tensor.op)
        if flow is not None:
            self._operations[op.name] = op  # type: ignore[attr-defined]
            flow.AddOp(op)
            op._id = self._next_id  # type: ignore[attr-defined]

    def _get_control_flow_context(self) -> Any:
        """The branch or loop that is being built, None outside of one."""
        return self._control_flow_context

    def _set_control_flow_context(self, flow: Any) -> None:
        self._control_flow_context = flow

    @contextmanager
    def _outside_scopes(self) -> Iterator[None]:
        """A block in which operations get nothing from the blocks around it."""
        stacks = "_device_stack _colocation_stack _control_stack".split()
        fields = [*stacks, "_attr_scopes", "_gradient_overrides", "_container"]
        saved = {field: getattr(self, field) for field in (*fields, "_control_flow_context")}
        for field in fields:
            setattr(self, field, type(saved[field])())
        self._control_flow_context = None
        try:
            yield
        finally:
            for field, value in saved.items():
                setattr(self, field, value)

    @contextmanager
    def container(self, container_name: str) -> Iterator[str]:
        """Puts the stateful operations made inside into a resource container."""
        previous, self._container = self._container, container_name
        try:
            yield container_name
        finally:
            self._container = previous

    @contextmanager
    def gradient_override_map(self, op_type_map: dict[str, str]) -> Iterator[None]:
        """Uses the gradient registered under another name for the op types made inside.

        Raises TypeError where the map is not from strings to strings.
        """
        if not isinstance(op_type_map, dict):
            raise TypeError("op_type_map must be a dictionary mapping strings to strings")
        for key, value in op_type_map.items():
            if not (isinstance(key, str) and isinstance(value, str)):
                raise TypeError("op_type_map must be a dictionary mapping strings to strings")
        previous = self._gradient_overrides
        self._gradient_overrides = {**previous, **op_type_map}
        try:
            yield
        finally:
            self._gradient_overrides = previous

    @contextmanager
    def _attr_scope(self, attr_map: dict[str, Any]) -> Iterator[None]:
        """Sets attributes on the operations made inside."""
        previous = self._attr_scopes
        merged = {**previous, **attr_map}
        self._attr_scopes = {
            key: attributes.from_proto(value) if hasattr(value, "WhichOneof") else value
            for key, value in merged.items()
            if value is not None
        }
        try:
            yield
        finally:
            self._attr_scopes = previous


class ControlDependencies:
    """One `control_dependencies` block: its control inputs and the operations made inside."""

    def __init__(self, graph: GraphScopes, control_inputs: list[Operation] | None) -> None:
        self.graph = graph
        self.control_inputs = control_inputs or []
        self.seen: set[Operation] = set()
        self._clears = control_inputs is None
        self._previous: list[ControlDependencies] = []

    def __enter__(self) -> None:
        self._previous = self.graph._control_stack
        self.graph._control_stack = [] if self._clears else [*self._previous, self]
        if self._clears:
            self._context = self.graph._control_flow_context
            self.graph._control_flow_context = None

    def __exit__(self, *exc_info: Any) -> None:
        inside = self.graph._control_stack
        assert self._clears or (inside and inside[-1] is self)
        self.graph._control_stack = self._previous
        if self._clears:
            self.graph._control_flow_context = self._context


def device_spec_text(device: Any) -> str:
    """The text of what a device function returned, taken as it stands."""
    if isinstance(device, str):
        return device
    if not hasattr(device, "to_string"):
        raise TypeError(f"Expected binary or unicode string, got {device}")
    return str(device.to_string())


def _has_happened(item: Any) -> bool:
    """Whether `item` is what an eager operation returned."""
    return isinstance(item, EagerTensor) or (item is None and context.executing_eagerly())


def _as_operation(item: Any) -> Operation | None:
    if isinstance(item, EagerTensor):
        return None
    if item is None or isinstance(item, Operation):
        return item
    return getattr(item, "op", None)  # a variable of eager execution has none


def _check_scope_name(name: str, outer: str) -> None:
    if outer:
        if not VALID_SCOPE_NAME.match(name):
            raise ValueError(
                f"'{name}' is not a valid scope name. A scope name has to match the following "
                f"pattern: {VALID_SCOPE_NAME.pattern}"
            )
    elif not VALID_OP_NAME.match(name):
        raise ValueError(
            f"'{name}' is not a valid root scope name. A root scope name has to match the "
            f"following pattern: {VALID_OP_NAME.pattern}"
        )
