"""Ops that check and show values while a graph runs: Assert, check_numerics, Print, print."""

from __future__ import annotations

import itertools
import logging
import os
import pprint
import sys
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

import numpy as np

from minigraph import context, convert, dtypes, errors, nest, shapes
from minigraph.composite import SparseTensor
from minigraph.log import logger
from minigraph.opdef import Node
from minigraph.ops import array, branches, grouping, shape_rules, value_text
from minigraph.ops.naming import op_scope
from minigraph.ops.type_lists import FLOATS
from minigraph.registry import op
from minigraph.tensor import Tensor


@op("Assert", "condition: bool, data: list(T) ->", minimum={"T": 1}, stateful=True)
def _assert(ctx: Any, condition: Any, *data: Any, summarize: int = 3) -> Any:
    if np.ndim(condition):
        size = shapes.format_shape(np.shape(condition))
        raise errors.InvalidArgumentError(None, None, f"In[0] should be a scalar: {size}")
    if not condition:
        text = "".join(f" [{value_text.summarize(value, summarize)}]" for value in data)
        raise errors.InvalidArgumentError(None, None, _printable(f"assertion failed:{text}"))
    return ()


def Assert(condition: Any, data: Any, summarize: int | None = None, name: str | None = None) -> Any:
    """An operation that raises InvalidArgumentError unless `condition` is true (tf.Assert).

    data: tensors or values to show in the message, `summarize` (3) elements of each.
    Raises TypeError where `data` is no sequence.
    """
    limit = 3 if summarize is None else summarize
    if context.executing_eagerly():
        return _assert_eagerly(condition, data, limit)
    from minigraph.ops import control_flow

    if not isinstance(data, Sequence):
        raise TypeError("values must be a sequence.")
    with op_scope(name, "Assert", condition, *data):
        tensors = convert.convert_n_to_tensor(data)
        if all(tensor.dtype in (dtypes.string, dtypes.int32) for tensor in tensors):
            # TensorFlow converts the values a second time, and so has constants for both.
            return _assert(condition, data, summarize=limit, name="Assert")
        condition = convert.convert_to_tensor(condition, name="Condition")
        guarded = control_flow.cond(
            condition,
            array.no_op,
            lambda: _assert(condition, data, summarize=limit, name="Assert"),
            name="AssertGuard",
        )
        return guarded.op


def _assert_eagerly(condition: Any, data: Any, limit: int) -> None:
    if not condition:
        tensors = convert.convert_n_to_tensor(data)
        text = "\n".join(_shown_now(item.numpy(), limit) for item in tensors)
        raise errors.InvalidArgumentError(
            None, None, f"Expected '{condition!s}' to be true. Summarized data: {text}"
        )


def _shown_now(value: Any, limit: int) -> str:
    flat = np.ravel(np.asarray(value, object) if isinstance(value, bytes) else value)
    return ", ".join([*map(str, flat[:limit]), *(["..."] if flat.size > limit else [])])


@op(
    "CheckNumerics",
    "tensor: T -> output: T",
    types={"T": FLOATS},
    shape=shape_rules.same,
    grad=lambda op, grad: check_numerics(
        grad,
        "Not a number (NaN) or infinity (Inf) values detected in gradient. "
        f"{op.get_attr('message')}",
    ),
    stateful=True,
    view=True,
)
def _check_numerics(ctx: Any, tensor: Any, *, message: bytes) -> Any:
    found = [name for name, test in (("Inf", np.isinf), ("NaN", np.isnan)) if test(tensor).any()]
    if found:
        text = f"{message.decode()} : Tensor had {' and '.join(found)} values"
        raise errors.InvalidArgumentError(None, None, text)
    return tensor


def check_numerics(tensor: Any, message: str, name: str | None = None) -> Any:
    """`tensor`; InvalidArgumentError in a run where it has a NaN or infinity."""
    return _check_numerics(tensor, message=message, name=name)


def verify_tensor_all_finite(
    t: Any = None,
    msg: str | None = None,
    name: str | None = None,
    x: Any = None,
    message: Any = None,
) -> Any:
    """`t`, once it is known to be free of NaN and infinity (tf.verify_tensor_all_finite)."""
    tensor, text = (t if x is None else x), (msg if message is None else message)
    with op_scope(name, "VerifyFinite", tensor):
        tensor = convert.convert_to_tensor(tensor, name="x")
        with context.get_default_graph().colocate_with(tensor):
            checked = check_numerics(tensor, message=str(text))
            return grouping.with_dependencies([checked], tensor)


def add_check_numerics_ops() -> Any:
    """An operation that checks every floating point tensor of the graph, in the order they run.

    Raises ValueError inside control flow.
    """
    graph = context.get_default_graph()
    checks: list[Any] = []
    for made in graph.get_operations():
        for tensor in made.outputs:
            if tensor.dtype in FLOATS:
                if made._get_control_flow_context() is not None:
                    raise ValueError(
                        "`tf.add_check_numerics_ops() is not compatible with TensorFlow control "
                        "flow operations such as `tf.cond()` or `tf.while_loop()`."
                    )
                with graph.control_dependencies(checks):
                    checks = [check_numerics(tensor, message=f"{made.name}:{tensor.value_index}")]
    return grouping.group(*checks)


# Printing goes where the notebook shows it; TensorFlow's goes to the standard error stream.
_PRINTED = "_printed"  # the container of the counters of Print operations


@op(
    "Print",
    "input: T, data: list(U) -> output: T",
    shape=shape_rules.same,
    grad=lambda op, grad: [grad] + [None] * (len(op.inputs) - 1),
    stateful=True,
    view=True,
)
def _print(
    ctx: Any,
    input: Any,
    *data: Any,
    message: bytes = b"",
    first_n: int = -1,
    summarize: int = 3,
    node: Node,
) -> Any:
    counter = ctx.resources.get_or_create(_PRINTED, node.name, lambda: itertools.count(1))
    if first_n < 0 or next(counter) <= first_n:
        shown = "".join(f"[{value_text.summarize(value, summarize)}]" for value in data)
        _show(_printable(f"{message.decode()}{shown}\n"), "stdout")
    return input


def Print(
    input_: Any,
    data: Any,
    message: str | None = None,
    first_n: int | None = None,
    summarize: int | None = None,
    name: str | None = None,
) -> Any:
    """`input_`; a run that computes it prints `message` and the values of `data` (tf.Print).

    first_n: how often at most; summarize: elements of each tensor (3). Prints on stdout.
    """
    given = {"message": message, "first_n": first_n, "summarize": summarize}
    attrs = {key: value for key, value in given.items() if value is not None}
    return _print(input_, data, name=name, **attrs)


@op("PrintV2", "input: string ->", shape=shape_rules.no_outputs, stateful=True)
def _print_v2(ctx: Any, input: Any, *, output_stream: bytes = b"stderr", end: bytes = b"\n") -> Any:
    text: bytes = input if isinstance(input, bytes) else np.asarray(input).item()
    _show((text + end).decode("utf-8", "backslashreplace"), output_stream.decode())
    return ()


def _printable(text: str) -> str:
    """A text with escapes in place of bytes that are no UTF-8."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def _show(text: str, stream: str) -> None:
    if stream.startswith("file://"):
        with open(stream.removeprefix("file://"), "a", encoding="utf-8") as file:
            file.write(text)
    elif stream.startswith("log("):
        logger.log(getattr(logging, stream[4:-1].upper()), text.rstrip("\n"))
    else:
        sys.stdout.write(text)
        sys.stdout.flush()


def print_v2(*inputs: Any, **kwargs: Any) -> Any:
    """An operation that prints its inputs, tensors and others, each time it runs (tf.print).

    Keywords: output_stream (a stream, a logging level or "file://PATH"), summarize (3 elements at
    both ends of each dimension), sep, end, name. Streams are all shown on stdout.
    Raises ValueError for other keywords and streams.
    """
    stream = _stream_name(kwargs.pop("output_stream", sys.stderr))
    name = kwargs.pop("name", None)
    summarize = kwargs.pop("summarize", 3)
    sep = kwargs.pop("sep", " ")
    end = kwargs.pop("end", os.linesep)
    if kwargs:
        raise ValueError(f"Unrecognized keyword arguments for tf.print: {kwargs}")
    values = [nest.map_structure(branches.variable_as_tensor, item) for item in inputs]
    if len(values) == 1 and _is_text_scalar(values[0]):
        return _print_v2(values[0], output_stream=stream, end=end, name=name)
    from minigraph.ops import strings

    template, tensors, placeholder = _template(values, sep)
    text = strings.string_format(
        template, tensors, placeholder, summarize, name=f"{name}_format" if name else None
    )
    return _print_v2(text, output_stream=stream, end=end, name=name)


def _is_text_scalar(value: Any) -> bool:
    return isinstance(value, Tensor) and value.dtype == dtypes.string and value.shape.rank == 0


_LEVELS = {"info": "log(info)", "warn": "log(warning)", "warning": "log(warning)"}
_LEVELS["error"] = "log(error)"


def _stream_name(stream: Any) -> str:
    if isinstance(stream, str) and stream.startswith("file://"):
        return stream
    if stream in (sys.stdout, sys.__stdout__):
        return "stdout"
    if stream in (sys.stderr, sys.__stderr__):
        return "stderr"
    level = logging.getLevelName(stream) if isinstance(stream, int) else stream
    found = _LEVELS.get(str(getattr(level, "__name__", level)).lower())
    if found is None:
        raise ValueError(
            f"Unsupported output stream, logging level, or file.{stream}. Supported streams are "
            "sys.stdout, sys.stderr, tf.logging.info, tf.logging.warning, tf.logging.error. File "
            "needs to be in the form of 'file://<filepath>'."
        )
    return found


def _template(values: list[Any], sep: str) -> tuple[str, list[Any], str]:
    """What is printed, with a placeholder for each of the tensors."""
    values = [
        OrderedDict(sorted(item.items())) if isinstance(item, OrderedDict) else item
        for item in values
    ]
    blank = nest.map_structure(lambda item: "" if _is_tensor(item) else item, values)
    placeholder = "{}"
    while placeholder in " ".join(pprint.pformat(item) for item in blank):
        placeholder += "9"
    templates, tensors = [], []
    for value in values:
        parts = []
        for item in nest.flatten(value):
            if isinstance(item, SparseTensor):
                tensors += [item.indices, item.values, item.dense_shape]
                parts.append("SparseTensor(indices=X, values=X, shape=X)".replace("X", placeholder))
            elif isinstance(item, Tensor):
                tensors.append(item)
                parts.append(placeholder)
            else:
                parts.append(item)
        packed = nest.pack_sequence_as(value, parts)
        templates.append(value if isinstance(value, str) else pprint.pformat(packed))
    return sep.join(templates).replace(f"'{placeholder}'", placeholder), tensors, placeholder


def _is_tensor(item: Any) -> bool:
    return isinstance(item, (Tensor, SparseTensor))
