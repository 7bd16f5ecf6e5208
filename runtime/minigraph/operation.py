"""Operation: one node of a graph."""

from __future__ import annotations

import linecache
import os
import sys
import traceback
from types import CodeType
from typing import TYPE_CHECKING, Any

from minigraph import attributes, context, errors
from minigraph.display import Displayed
from minigraph.opdef import OpDef
from minigraph.tensor import SymbolicTensor

if TYPE_CHECKING:
    from minigraph.graph import Graph

_PACKAGE = os.path.dirname(os.path.abspath(__file__)) + os.sep
_MAX_FRAMES = 40


class _Internal(dict[str, bool]):
    """Whether a file is a part of minigraph, worked out once for each."""

    def __missing__(self, filename: str) -> bool:
        internal = self[filename] = filename.startswith(_PACKAGE)
        return internal


IS_INTERNAL = _Internal()


class Operation(Displayed):
    """A node that computes tensors from tensors (TensorFlow: tf.Operation).

    Made by `Graph.create_op`; never changed afterwards but for control inputs and attributes.
    """

    _original_op: Operation | None = None

    __slots__ = (
        "__dict__",
        "__weakref__",
        "_control_inputs",
        "_device",
        "_id",
        "_stack",
        "attrs",
        "graph",
        "inputs",
        "name",
        "op_def",
        "outputs",
    )

    def __init__(
        self,
        graph: Graph,
        op_def: OpDef,
        name: str,
        inputs: tuple[SymbolicTensor, ...],
        attrs: dict[str, Any],
        op_id: int,
    ) -> None:
        self.graph = graph
        self.op_def = op_def
        self.name = name
        self.inputs = inputs
        self.attrs = attrs
        self.outputs: list[SymbolicTensor] = []
        self._control_inputs: tuple[Operation, ...] = ()
        self._device = ""
        self._id = op_id
        self._stack = _capture_stack()

    @property
    def type(self) -> str:
        """The op type, e.g. "MatMul"."""
        return self.op_def.name

    @property
    def device(self) -> str:
        """The device string asked for, empty where none was."""
        return self._device

    @property
    def control_inputs(self) -> list[Operation]:
        """Operations that must run before this one without giving it a value."""
        return list(self._control_inputs)

    @property
    def traceback(self) -> list[traceback.FrameSummary]:
        """Where the user's program made this operation, outermost frame first."""
        codes, offsets = self._stack[::2], self._stack[1::2]
        return [_frame_summary(*frame) for frame in zip(codes[::-1], offsets[::-1], strict=True)]

    @property
    def node_def(self) -> Any:
        """This operation as a NodeDef message."""
        from minigraph import protos

        node = protos.NodeDef(name=self.name, op=self.type, device=self._device)
        node.input.extend(_input_name(tensor) for tensor in self.inputs)
        node.input.extend(f"^{op.name}" for op in self._control_inputs)
        for key, value in self.attrs.items():
            node.attr[key].CopyFrom(attributes.to_proto(self.attr_kind(key), value))
        return node

    def attr_kind(self, name: str) -> str:
        """The kind of attribute `name`; attributes that only graphs add are told by value."""
        attr = self.op_def.attrs.get(name)
        if attr is not None:
            return attr.kind
        value = self.attrs[name]
        if name == "_class":
            return "list(string)"
        if name == "_output_shapes":
            return "list(shape)"
        return _kind_of(value)

    def get_attr(self, name: str) -> Any:
        """The value of an attribute: DType for a type, bytes for a string, a message for a shape.

        Raises ValueError where the operation has no such attribute.
        """
        if name not in self.attrs:
            raise ValueError(f"Operation '{self.name}' has no attr named '{name}'.")
        kind, value = self.attr_kind(name), self.attrs[name]
        if kind in ("shape", "tensor", "func"):
            return getattr(attributes.to_proto(kind, value), kind)
        if kind in ("list(shape)", "list(func)"):
            return list(getattr(attributes.to_proto(kind, value).list, kind[5:-1]))
        return list(value) if isinstance(value, list) else value

    @property
    def functions(self) -> list[Any]:
        """The functions that it calls."""
        lists = [value if isinstance(value, list) else [value] for value in self.attrs.values()]
        return [value for values in lists for value in values if hasattr(value, "get_operations")]

    def values(self) -> tuple[SymbolicTensor, ...]:
        """The outputs as a tuple."""
        return tuple(self.outputs)

    def colocation_groups(self) -> list[bytes]:
        """The colocation groups: "loc:@name" of the op it is placed with, else of itself."""
        groups = [name for name in self.attrs.get("_class", ()) if name.startswith(b"loc:@")]
        return groups or [f"loc:@{self.name}".encode()]

    @errors.hinted
    def run(self, feed_dict: Any = None, session: Any = None) -> None:
        """Runs this operation in `session`, or in the default session.

        Raises ValueError where there is no session or it belongs to another graph.
        """
        context.session_for(self.graph, session, "execute operation", "run").run(self, feed_dict)

    @property
    def _control_outputs(self) -> list[Operation]:
        """The operations that wait for this one."""
        return [op for op in self.graph.get_operations() if self in op._control_inputs]

    def _get_control_flow_context(self) -> Any:
        """The branch or loop that this operation was built in, None outside of one."""
        return self.__dict__.get("_control_flow_context")

    def _set_control_flow_context(self, context: Any) -> None:
        self.__dict__["_control_flow_context"] = context

    def _update_input(self, index: int, tensor: SymbolicTensor) -> None:
        """Takes another tensor in the place of an input, which may have been made afterwards."""
        self._replace_inputs((*self.inputs[:index], tensor, *self.inputs[index + 1 :]))
        self.graph._consumers.forget()
        if tensor.op._id > self._id:
            self.graph._note_late_edge()
        self.graph._note_mutation()

    def _replace_inputs(self, inputs: tuple[SymbolicTensor, ...]) -> None:
        """Takes other inputs; nobody may have asked who consumes the old ones."""
        self.inputs = inputs

    def _add_control_input(self, op: Operation) -> None:
        self._add_control_inputs([op])

    def _add_control_inputs(self, ops: list[Operation]) -> None:
        for op in ops:
            if op not in self._control_inputs:
                self._control_inputs += (op,)
                if op._id > self._id:
                    self.graph._note_late_edge()
        self.graph._note_mutation()

    def _set_attr(self, name: str, value: Any) -> None:
        """Sets an attribute from an AttrValue message or a canonical value."""
        is_message = hasattr(value, "WhichOneof")
        self._note_attr(name, attributes.from_proto(value) if is_message else value)
        self.graph._note_mutation()

    def _note_attr(self, name: str, value: Any) -> None:
        """Sets an attribute that no plan depends on."""
        self.attrs = {**self.attrs, name: value}  # the dictionary may be other operations', too

    def _set_device(self, device: Any) -> None:
        self._device = device if isinstance(device, str) else device.to_string()
        self.graph._asks_for_devices = True
        self.graph._note_mutation()

    def __repr__(self) -> str:
        return f"<tf.Operation '{self.name}' type={self.type}>"

    def __str__(self) -> str:
        return str(self.node_def)

    def __copy__(self) -> Operation:
        return self

    def summary(self) -> str:
        """The node in TensorFlow's short form: `{{node add}} = AddV2[T=DT_FLOAT](a, b)`."""
        attrs = ", ".join(
            f"{key}={attributes.to_text(self.attr_kind(key), self.attrs[key])}"
            for key in sorted(self.attrs)
        )
        inputs = [_input_name(tensor) for tensor in self.inputs]
        inputs += sorted(f"^{op.name}" for op in self._control_inputs)
        attr_text = f"[{attrs}]"
        device = f', _device="{self._device}"' if self._device else ""
        if device:
            attr_text = f"[{attrs}{device}]" if attrs else f"[{device[2:]}]"
        return f"{{{{node {self.name}}}}} = {self.type}{attr_text}({', '.join(inputs)})"


_KINDS = {bool: "bool", int: "int", float: "float", bytes: "string", tuple: "shape"}


def _kind_of(value: Any) -> str:
    """The kind of an attribute that no declaration tells."""
    if isinstance(value, list):
        return f"list({_kind_of(value[0])})" if value else "list(int)"
    if hasattr(value, "dtype"):
        return "tensor"
    return "func" if hasattr(value, "get_operations") else _KINDS.get(type(value), "type")


def _input_name(tensor: SymbolicTensor) -> str:
    index = tensor.value_index
    return tensor.op.name if index == 0 else f"{tensor.op.name}:{index}"


def _capture_stack() -> tuple[Any, ...]:
    """Code and offset of the user's frames, innermost first, up to the module or cell that runs.

    Line numbers are worked out only when somebody asks: this is on the path of every new op.
    """
    frame = sys._getframe(2)
    frames: list[Any] = []
    while frame is not None:
        code = frame.f_code
        if not IS_INTERNAL[code.co_filename]:
            frames += code, frame.f_lasti
            if code.co_name == "<module>" or len(frames) == 2 * _MAX_FRAMES:
                break
        frame = frame.f_back  # type: ignore[assignment]
    return tuple(frames)


def _frame_summary(code: CodeType, offset: int) -> traceback.FrameSummary:
    line = code.co_firstlineno
    for start, end, number in code.co_lines():
        if start <= offset < end and number is not None:
            line = number
            break
    text = linecache.getline(code.co_filename, line).strip()
    return traceback.FrameSummary(
        code.co_filename, line, code.co_name, lookup_line=False, line=text
    )
