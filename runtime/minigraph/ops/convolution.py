"""Convolution of images: the products of every window of an image with filters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from minigraph.opdef import Attr, Node
from minigraph.ops import array, shape_rules
from minigraph.ops.naming import op_scope
from minigraph.ops.reductions import lookup
from minigraph.ops.strings import refuse
from minigraph.ops.type_lists import HALF_FIRST_FLOATS, types
from minigraph.registry import gradient, op
from minigraph.shapes import format_shape

Attrs = dict[str, Any]
PADDINGS, FORMATS = (b"SAME", b"VALID", b"EXPLICIT"), (b"NHWC", b"NCHW")


class Axis(NamedTuple):
    """How windows lie along the height or the width of an image."""

    window: int
    stride: int
    dilation: int
    number: int
    before: int
    behind: int


def _axis(
    size: int,
    window: int,
    stride: int,
    dilation: int,
    padding: bytes,
    pads: Sequence[int],
    static: bool,
) -> Axis:
    reach = (window - 1) * dilation + 1
    before, behind = pads if padding == b"EXPLICIT" else (0, 0)
    if padding == b"SAME":
        count = -(-size // stride)
        missing = max((count - 1) * stride + reach - size, 0)
        before, behind = missing // 2, missing - missing // 2
    else:
        size += before + behind
        count = (size - reach + stride) // stride
        if size < reach and (static or count < 0):
            raise ValueError(f"Negative dimension size caused by subtracting {reach} from {size}")
    return Axis(window, stride, dilation, count, before, behind)


def axes_of(
    sizes: Sequence[Any], windows: Sequence[Any], attrs: Attrs, static: bool = False
) -> list[Any]:
    """Height and width of images under windows, as the attributes of an op say; None if unknown.

    Raises ValueError where a window is larger than the image, in `static` shapes in any case.
    """
    first = 2 if attrs["data_format"] == b"NCHW" else 1
    pads = (attrs.get("explicit_paddings") or [0] * 8)[2 * first :]
    found: list[Axis | None] = []
    for i, (size, window) in enumerate(zip(sizes, windows)):
        stride = attrs["strides"][first + i]
        dilation = attrs["dilations"][first + i] if "dilations" in attrs else 1
        given = pads[2 * i : 2 * i + 2]
        if None in (size, window):
            found.append(None)
        else:
            found.append(_axis(size, window, stride, dilation, attrs["padding"], given, static))
    return found


def counts(axes: Sequence[Any]) -> list[Any]:
    """How many windows there are along each axis."""
    return [None if axis is None else axis.number for axis in axes]


def windows_of(image: Any, axes: Sequence[Axis], fill: Any = 0) -> Any:
    """A view [images, rows, columns, height, width, channels] of an image in NHWC."""
    high, wide = axes
    pads = [(0, 0), (high.before, high.behind), (wide.before, wide.behind), (0, 0)]
    padded = np.pad(image, pads, constant_values=fill)
    n, h, w, c = padded.strides
    return np.lib.stride_tricks.as_strided(
        padded,
        (len(image), high.number, wide.number, high.window, wide.window, image.shape[3]),
        (n, h * high.stride, w * wide.stride, h * high.dilation, w * wide.dilation, c),
        writeable=False,
    )


def sum_of_windows(windows: Any, shape: Sequence[int], axes: Sequence[Axis]) -> Any:
    """The image whose windows are these, added where they overlap: transposes `windows_of`."""
    high, wide = axes
    rows, columns = shape[1] + high.before + high.behind, shape[2] + wide.before + wide.behind
    image = np.zeros((shape[0], rows, columns, shape[3]), windows.dtype)
    for i in range(high.window):
        for j in range(wide.window):
            top, left = i * high.dilation, j * wide.dilation
            lines = slice(top, top + (high.number - 1) * high.stride + 1, high.stride)
            dots = slice(left, left + (wide.number - 1) * wide.stride + 1, wide.stride)
            image[:, lines, dots] += windows[:, :, :, i, j]
    return image[:, high.before : rows - high.behind, wide.before : columns - wide.behind]


def channels_last(image: Any, attrs: Attrs) -> Any:
    """An image in the format of an op, in NHWC."""
    return np.moveaxis(image, 1, 3) if attrs["data_format"] == b"NCHW" else image


def in_format(image: Any, attrs: Attrs) -> Any:
    """An image in NHWC, in the format of an op."""
    return np.moveaxis(image, 3, 1) if attrs["data_format"] == b"NCHW" else image


def last(sizes: Sequence[Any], attrs: Attrs) -> tuple[Any, ...]:
    """What the format of an op says for each axis, with the channels last."""
    is_first = attrs["data_format"] == b"NCHW"
    return (sizes[0], *sizes[2:], sizes[1]) if is_first else tuple(sizes)


def ordered(n: Any, high: Any, wide: Any, depth: Any, attrs: Attrs) -> tuple[Any, ...]:
    """The shape of an image in the format of an op."""
    is_first = attrs["data_format"] == b"NCHW"
    return (n, depth, high, wide) if is_first else (n, high, wide, depth)


def shape_from(index: int, batch: int | None = None) -> Any:
    """The shape rule of a gradient: the value of one input, and the batch of another."""

    def shape(c: Any) -> Any:
        known = c.constant_shape(index)
        known = (None,) * 4 if known is None else known
        if batch is not None:
            known = (shape_rules.require_rank(c.shapes[batch], 4)[0], *known[1:])
        return (known,)

    return shape


def attrs_of(op: Any, *left_out: str) -> Attrs:
    """The attributes of an operation for another one with the same windows."""
    return {name: value for name, value in op.attrs.items() if name not in ("T", *left_out)}


def _shape(c: Any) -> Any:
    n, high, wide, depth = last(shape_rules.require_rank(c.shapes[0], 4), c.attrs)
    *windows, taken, made = shape_rules.require_rank(c.shapes[1], 4)
    if depth is not None and taken and depth % taken:
        raise ValueError(
            f"Depth of input ({depth}) is not a multiple of input depth of filter ({taken})"
        )
    groups = depth // taken if depth is not None and taken else 1
    if made is not None and groups and made % groups:
        raise ValueError(
            f"Depth of output ({made}) is not a multiple of the number of groups ({groups})"
        )
    high, wide = counts(axes_of((high, wide), windows, c.attrs, static=True))
    return (ordered(n, high, wide, made, c.attrs),)


_DECLARATION = {
    "types": {"T": types("float16 bfloat16 float32 float64 int32")},
    "attrs": {
        "strides": Attr("strides", "list(int)"),
        "padding": Attr("padding", "string", allowed=PADDINGS),
        "explicit_paddings": [],
        "data_format": Attr("data_format", "string", b"NHWC", FORMATS),
        "dilations": [1, 1, 1, 1],
        "use_cudnn_on_gpu": True,
    },
}


@op("Conv2D", "input: T, filter: T -> output: T", shape=_shape, **_DECLARATION)
def conv2d_op(input: Any, filter: Any, *, node: Node) -> Any:
    """The products of the windows of images with filters [height, width, depth, outputs]."""
    if input.ndim != 4:
        refuse(f"convolution input must be 4-dimensional: {format_shape(input.shape)}")
    image = channels_last(input, node.attrs)
    if image.shape[3] != filter.shape[2]:
        groups, left = divmod(image.shape[3], filter.shape[2])
        if not left and filter.shape[3] % groups:
            refuse(
                "output depth must be evenly divisible by number of groups: "
                f"{filter.shape[3]} vs {groups}"
            )
        refuse(
            f"input depth must be evenly divisible by filter depth: {image.shape[3]} vs "
            f"{filter.shape[2]}"
        )
    axes = axes_of(image.shape[1:3], filter.shape[:2], node.attrs)
    return in_format(np.tensordot(windows_of(image, axes), filter, 3), node.attrs)


def _transposed_shape(c: Any) -> Any:
    sizes = c.constant_shape(0)
    if sizes is not None and len(sizes) not in (2, 4):
        raise ValueError(
            "Conv2DBackpropInput requires input_sizes to contain 4 values or 2 values, but got: "
            f"{len(sizes)}"
        )
    depth = last(shape_rules.require_rank(c.shapes[2], 4), c.attrs)[3]
    made = shape_rules.require_rank(c.shapes[1], 4)[3]
    if None not in (depth, made) and depth != made:
        raise ValueError(f"Dimensions must be equal, but are {depth} and {made}")
    return shape_from(0, batch=2)(c)


@op(
    "Conv2DBackpropInput",
    "input_sizes: int32, filter: T, out_backprop: T -> output: T",
    shape=_transposed_shape,
    **_DECLARATION,
)
def _backprop_input(input_sizes: Any, filter: Any, out_backprop: Any, *, node: Node) -> Any:
    _check_dilations(node.attrs)
    sizes = last(input_sizes.tolist(), node.attrs)
    axes = axes_of(sizes[1:3], filter.shape[:2], node.attrs)
    backprop = channels_last(out_backprop, node.attrs)
    for i, axis in enumerate(axes):
        if backprop.shape[1 + i] != axis.number:
            refuse(
                "Conv2DCustomBackpropInput: Size of out_backprop doesn't match computed: actual = "
                f"{backprop.shape[1 + i]}, computed = {axis.number} spatial_dim: {1 + i} input: "
                f"{sizes[1 + i]} filter: {axis.window} output: {backprop.shape[1 + i]} stride: "
                f"{axis.stride} dilation: {axis.dilation}"
            )
    windows = np.tensordot(backprop, filter, (3, 3))
    return in_format(sum_of_windows(windows, sizes, axes), node.attrs)


@op(
    "Conv2DBackpropFilter",
    "input: T, filter_sizes: int32, out_backprop: T -> output: T",
    shape=shape_from(1),
    **{**_DECLARATION, "types": {"T": HALF_FIRST_FLOATS}},
)
def _backprop_filter(input: Any, filter_sizes: Any, out_backprop: Any, *, node: Node) -> Any:
    _check_dilations(node.attrs)
    image, backprop = (channels_last(x, node.attrs) for x in (input, out_backprop))
    axes = axes_of(image.shape[1:3], filter_sizes.tolist()[:2], node.attrs)
    return np.tensordot(windows_of(image, axes), backprop, ((0, 1, 2), (0, 1, 2)))


def _check_dilations(attrs: Attrs) -> None:
    if max(attrs["dilations"]) > 1:
        refuse("Current CPU implementations do not yet support dilation rates larger than 1.")


@gradient("Conv2D")
def _rule(op: Any, grad: Any) -> Any:
    attrs, (image, filter) = attrs_of(op), op.inputs
    sizes, filter_sizes = array.shape_n([image, filter])
    of_image = _backprop_input(sizes, filter, grad, **attrs)
    return of_image, _backprop_filter(image, filter_sizes, grad, **attrs)


@gradient("Conv2DBackpropInput")
def _backprop_input_rule(op: Any, grad: Any) -> Any:
    attrs, (_, filter, backprop) = attrs_of(op), op.inputs
    of_filter = _backprop_filter(grad, array.shape(filter), backprop, **attrs)
    return None, of_filter, conv2d_op(grad, filter, **attrs)


@gradient("Conv2DBackpropFilter")
def _backprop_filter_rule(op: Any, grad: Any) -> Any:
    attrs, (image, _, backprop) = attrs_of(op), op.inputs
    of_image = _backprop_input(array.shape(image), grad, backprop, **attrs)
    return of_image, None, conv2d_op(image, grad, **attrs)


def four(value: Any, data_format: str, name: str) -> list[int]:
    """A number for each axis of images, from one, from one each for height and width, or all."""
    numbers = [value] if isinstance(value, int) else list(value)
    if len(numbers) not in (1, 2, 4):
        raise ValueError(
            f"{name} should be of length 1, 2 or 4. Received: {name}={value} of length "
            f"{len(numbers)}"
        )
    if len(numbers) == 4:
        return numbers
    high, wide = numbers * (2 // len(numbers))
    return [1, 1, high, wide] if data_format.startswith("NC") else [1, high, wide, 1]


def padding_attrs(padding: Any) -> Attrs:
    """The attributes of a padding: its name, or a pair of numbers for each axis."""
    if isinstance(padding, (list, tuple)):
        return {"padding": "EXPLICIT", "explicit_paddings": [n for pair in padding for n in pair]}
    return {"padding": padding}


def conv2d(
    input: Any,
    filter: Any = None,
    strides: Any = None,
    padding: Any = None,
    use_cudnn_on_gpu: bool = True,
    data_format: str = "NHWC",
    dilations: Any = (1, 1, 1, 1),
    name: str | None = None,
    filters: Any = None,
) -> Any:
    """The products of each window of images [n, height, width, depth] with filters (tf.nn.conv2d).

    filter: [height, width, depth, outputs]; padding: "SAME", "VALID" or four pairs of numbers;
    data_format "NCHW" has the depth before the height.
    """
    return conv2d_op(
        input,
        filter if filters is None else filters,
        strides=four(1 if strides is None else strides, data_format, "strides"),
        **padding_attrs(padding),
        use_cudnn_on_gpu=use_cudnn_on_gpu,
        data_format=data_format,
        dilations=four(1 if dilations is None else dilations, data_format, "dilations"),
        name=name,
    )


def conv2d_transpose(
    value: Any = None,
    filter: Any = None,
    output_shape: Any = None,
    strides: Any = None,
    padding: Any = "SAME",
    data_format: str = "NHWC",
    name: str | None = None,
    input: Any = None,
    filters: Any = None,
    dilations: Any = None,
) -> Any:
    """The gradient of `conv2d` with respect to its images: from a small image a larger one.

    (tf.nn.conv2d_transpose); filter: [height, width, outputs, depth of `value`]; output_shape: of
    the images that `conv2d` with these arguments would make `value` of.
    """
    value = lookup(input, value, "input", "value")
    filter = lookup(filters, filter, "filters", "filter")
    with op_scope(name, "conv2d_transpose", value, filter, output_shape) as scope:
        data_format = "NHWC" if data_format is None else data_format
        return _backprop_input(
            output_shape,
            filter,
            value,
            strides=four(1 if strides is None else strides, data_format, "strides"),
            **padding_attrs(padding),
            data_format=data_format,
            dilations=four(1 if dilations is None else dilations, data_format, "dilations"),
            name=scope,
        )
