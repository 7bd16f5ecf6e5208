"""What an op is: its inputs, outputs, attributes, kernel, shape rule and gradient.

An `OpDef` is made once, by the `@op` declaration in `registry`; the graph builder, the shape
inference, the plan and the gradients all read it and none of them names an op.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from minigraph import dtypes
from minigraph.dtypes import DType

REQUIRED: Any = type("Required", (), {"__repr__": lambda self: "REQUIRED"})()
DEAD: Any = type("Dead", (), {"__repr__": lambda self: "dead"})()
"""What the side of a Switch that is not taken has for a value."""


COMMUTATIVE = frozenset(
    "AccumulateNV2 AddN AddV2 ApproximateEqual BitwiseAnd BitwiseOr BitwiseXor Equal LogicalAnd "
    "LogicalOr Mul NotEqual SquaredDifference".split()
)
"""The ops whose inputs may change places, as TensorFlow's registry has them."""


class Arg:
    """One input or output of an op, as in TensorFlow's OpDef.ArgDef.

    Exactly one of these says its type: `dtype` (fixed), `type_attr` (one attribute) or
    `type_list_attr` (one type per tensor). `number_attr` makes it a list of equal types.
    """

    __slots__ = ("dtype", "is_list", "is_ref", "name", "number_attr", "type_attr", "type_list_attr")

    def __init__(self, name: str, spec: str) -> None:
        self.name = name
        self.dtype: DType | None = None
        self.type_attr: str | None = None
        self.type_list_attr: str | None = None
        self.number_attr: str | None = None
        self.is_ref = spec.startswith("Ref(")
        if self.is_ref:
            spec = spec[4:-1]
        if spec.startswith("list("):
            self.type_list_attr = spec[5:-1]
        else:
            if "*" in spec:
                self.number_attr, spec = spec.split("*")
            self.dtype = dtypes.TYPES_BY_NAME.get(spec)
            if self.dtype is None:
                self.type_attr = spec
        self.is_list = bool(self.number_attr or self.type_list_attr)


class Attr:
    """One attribute: its kind in TensorFlow's words ("type", "int", "list(int)", ...)."""

    __slots__ = ("allowed", "default", "kind", "minimum", "name")

    def __init__(
        self,
        name: str,
        kind: str,
        default: Any = REQUIRED,
        allowed: tuple[DType | bytes, ...] | None = None,
        minimum: int | None = None,
    ) -> None:
        self.name = name
        self.kind = kind
        self.default = default
        self.allowed = allowed
        self.minimum = minimum


class TypeAttr:
    """Allowed types and default of a type attribute, for `types=` of a declaration."""

    def __init__(
        self, allowed: Sequence[DType] | None = None, default: DType | None = None
    ) -> None:
        self.allowed = tuple(allowed) if allowed is not None else None
        self.default = default


class OpDef:
    """Everything the runtime knows about one op type.

    kernel: NumPy function `kernel(*inputs, **attrs)`; stateful kernels get the step context first.
    shape: function of a `ShapeContext`, returns one shape tuple (or None) an output.
    grad: function `(op, *output_gradients)` that returns one graph tensor or None an input.
    stateful: never folded, merged or dropped as equal to another.
    view: an output may share memory with an input.
    blocking: "wait" for a kernel that waits for another op or thread, "compute" for one that runs
        Python code of the user, empty for all others.
    forwards: the output is the input: "always", or where the shapes are the same ("same shape").
    of_shape: the output depends on the shapes of the inputs only.
    partial: function of an operation whose output is a shape vector: what of it is known.
    routing: "splits" for an op whose outputs may be DEAD although its inputs are not, "joins" for
        one that takes the input that is not DEAD.
    explain_error: function `(op, inputs, error)` of what the kernel raised: TensorFlow's text, or
        None to keep the error's own. It runs only when a kernel fails.
    """

    __slots__ = (
        "_shared_attrs",
        "attrs",
        "blocking",
        "calls_functions",
        "doc",
        "explain_error",
        "forwards",
        "grad",
        "inputs",
        "is_commutative",
        "kernel",
        "kernel_attrs",
        "name",
        "of_shape",
        "outputs",
        "partial",
        "pure",
        "routing",
        "shape",
        "single_output",
        "stateful",
        "takes_node",
        "view",
    )

    def __init__(
        self,
        name: str,
        signature: str,
        kernel: Callable[..., Any] | None,
        *,
        types: Mapping[str, Sequence[DType] | TypeAttr] | None = None,
        attrs: Mapping[str, Any] | None = None,
        minimum: Mapping[str, int] | None = None,
        shape: Callable[[Any], Sequence[Any]] | None = None,
        grad: Callable[..., Any] | None = None,
        stateful: bool = False,
        view: bool = False,
        blocking: str = "",
        forwards: str = "",
        of_shape: bool = False,
        routing: str = "",
        partial: Callable[[Any], Any] | None = None,
        explain_error: Callable[[Any, Sequence[Any], Exception], str | None] | None = None,
    ) -> None:
        self.name = name
        self.is_commutative = name in COMMUTATIVE
        self.inputs, self.outputs = parse_signature(signature)
        self.kernel = kernel
        self.shape = shape
        self.grad = grad
        self.stateful = stateful
        self.view = view
        self.blocking = blocking
        self.forwards = forwards
        self.of_shape = of_shape
        self.routing = routing
        self.partial = partial
        self.explain_error = explain_error
        self.doc = (getattr(kernel, "__doc__", None) or "").strip()
        declared = _attrs_of_kernel(kernel)
        self.takes_node = declared.pop("node", None) is not None
        self.kernel_attrs = tuple(declared)
        for extra, default in (attrs or {}).items():
            is_attr = isinstance(default, Attr)
            declared[extra] = default if is_attr else Attr(extra, kind_of(default), default)
        self.attrs = _complete_attrs(self, declared, dict(types or {}), dict(minimum or {}))
        # What writes to a reference variable acts by side effect, as a stateful op does.
        self.pure = not stateful and not any(arg.is_ref for arg in self.inputs)
        self.calls_functions = any("func" in attr.kind for attr in self.attrs.values())
        is_plain = all(attr.kind in ("type", "int", "bool") for attr in self.attrs.values())
        self._shared_attrs: dict[Any, dict[str, Any]] | None = {} if is_plain else None
        self.single_output = len(self.outputs) == 1 and not self.outputs[0].is_list

    def __repr__(self) -> str:
        return f"<OpDef {self.name}>"

    def shared(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """One dictionary for all operations that have these attributes, where they are plain.

        A large graph has few that differ, and the garbage collector visits every one.
        """
        if self._shared_attrs is None:
            return attrs
        return self._shared_attrs.setdefault(tuple(attrs.items()), attrs)

    @property
    def input_args(self) -> tuple[Arg, ...]:
        """The inputs, under the name they have in TensorFlow's OpDef."""
        return self.inputs

    @property
    def output_args(self) -> tuple[Arg, ...]:
        """The outputs, under the name they have in TensorFlow's OpDef."""
        return self.outputs


_table: dict[str, OpDef] = {}


def register(op_def: OpDef) -> OpDef:
    """Adds an op type to the table; ValueError where the name is taken."""
    if op_def.name in _table:
        raise ValueError(f"The op {op_def.name} is declared twice.")
    _table[op_def.name] = op_def
    return op_def


def lookup(name: str) -> OpDef:
    """The op type called `name`; NotImplementedError where minigraph does not have it."""
    try:
        return _table[name]
    except KeyError:
        import difflib

        near = difflib.get_close_matches(name, _table, 1)
        hint = f" The nearest it has is {near[0]!r}." if near else ""
        raise NotImplementedError(f"minigraph has no op type {name!r}.{hint}") from None


def all_ops() -> Mapping[str, OpDef]:
    """Every op type that has been declared, by name."""
    return _table


def arg_dtypes(arg: Arg, attrs: Mapping[str, Any]) -> list[DType]:
    """The dtypes of the tensors that one input or output stands for."""
    if arg.type_list_attr:
        return list(attrs[arg.type_list_attr])
    dtype: DType = arg.dtype if arg.dtype is not None else attrs[arg.type_attr or ""]
    if arg.is_ref:
        dtype = dtype._as_ref
    return [dtype] * attrs[arg.number_attr] if arg.number_attr else [dtype]


def infer_attrs(op_def: OpDef, inputs: Sequence[Any], attrs: dict[str, Any]) -> None:
    """Completes `attrs` with what the dtypes and number of the inputs and the defaults say."""
    position = 0
    for arg in op_def.inputs:
        count = 1
        if arg.type_list_attr:
            count = len(attrs.get(arg.type_list_attr, inputs[position:]))
        elif arg.number_attr:
            count = attrs.setdefault(arg.number_attr, len(inputs) - position)
        group = inputs[position : position + count]
        position += count
        if arg.type_list_attr:
            attrs.setdefault(arg.type_list_attr, [tensor.dtype.base_dtype for tensor in group])
        elif arg.type_attr and group:
            attrs.setdefault(arg.type_attr, group[0].dtype.base_dtype)
    if position != len(inputs):
        raise ValueError(f"{op_def.name} takes {position} inputs, not {len(inputs)}.")
    for name, attr in op_def.attrs.items():
        if name not in attrs:
            if attr.default is REQUIRED:
                raise ValueError(f"The op {op_def.name} needs the attribute {name!r}.")
            attrs[name] = attr.default


def parse_signature(text: str) -> tuple[tuple[Arg, ...], tuple[Arg, ...]]:
    """Reads "a: T, b: N*T -> c: T" into inputs and outputs."""
    left, _, right = text.partition("->")
    return _parse_args(left), _parse_args(right)


def _parse_args(text: str) -> tuple[Arg, ...]:
    parts = [part.strip() for part in text.split(",") if part.strip()]
    return tuple(Arg(*(word.strip() for word in part.split(":"))) for part in parts)


_KINDS = {
    "bool": "bool",
    "int": "int",
    "float": "float",
    "str": "string",
    "bytes": "string",
    "DType": "type",
    "Shape": "shape",
    "Func": "func",
    "TensorValue": "tensor",
    "Node": "node",
}


def kind_of(default: Any) -> str:
    """The attribute kind that a default value implies."""
    if isinstance(default, DType):
        return "type"
    if isinstance(default, list):
        return f"list({kind_of(default[0])})" if default else "list(int)"
    return _KINDS[type(default).__name__]


def _kind_of_annotation(annotation: Any) -> str:
    text = annotation if isinstance(annotation, str) else annotation.__name__
    if text.startswith("list["):
        return f"list({_KINDS[text[5:-1]]})"
    return _KINDS[text]


def _attrs_of_kernel(kernel: Any) -> dict[str, Attr]:
    code = getattr(kernel, "__code__", None)
    if code is None:
        return {}
    names = code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]
    defaults = kernel.__kwdefaults__ or {}
    notes = kernel.__annotations__
    return {
        name: Attr(name, _kind_of_annotation(notes[name]), defaults.get(name, REQUIRED))
        for name in names
    }


def _complete_attrs(
    op_def: OpDef, declared: dict[str, Attr], types: dict[str, Any], minimum: dict[str, int]
) -> dict[str, Attr]:
    """Adds the attributes that the signature implies: T, N, Tin..."""
    for arg in (*op_def.inputs, *op_def.outputs):
        for name, kind in (
            (arg.number_attr, "int"),
            (arg.type_attr, "type"),
            (arg.type_list_attr, "list(type)"),
        ):
            if name and name not in declared:
                declared[name] = Attr(name, kind)
    for name, wanted in types.items():
        attr = declared[name]
        if isinstance(wanted, TypeAttr):
            attr.allowed = wanted.allowed
            if wanted.default is not None:
                attr.default = wanted.default
        else:
            attr.allowed = tuple(wanted)
    for arg in op_def.inputs:
        if arg.number_attr:
            declared[arg.number_attr].minimum = minimum.get(arg.number_attr, 1)
    for name, least in minimum.items():
        declared[name].minimum = least
    return declared


# Names for the annotations of kernels, which say an attribute's kind.
Shape = tuple[int | None, ...] | None
Node = Any
Func = Any
TensorValue = Any
