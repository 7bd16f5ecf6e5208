"""Pooling of images: the largest pixel or the mean of every window, channel by channel."""

from __future__ import annotations

from typing import Any

import numpy as np

from minigraph import dtypes
from minigraph.convert import convert_to_tensor
from minigraph.opdef import Attr, Node, TypeAttr
from minigraph.ops import array, shape_rules
from minigraph.ops.convolution import (
    FORMATS,
    PADDINGS,
    Attrs,
    attrs_of,
    axes_of,
    channels_last,
    counts,
    four,
    in_format,
    last,
    ordered,
    padding_attrs,
    shape_from,
    sum_of_windows,
    windows_of,
)
from minigraph.ops.naming import op_scope
from minigraph.ops.strings import refuse
from minigraph.ops.type_lists import HALF_FIRST_FLOATS, REAL, types
from minigraph.registry import gradient, op


def _shape(c: Any) -> Any:
    n, high, wide, depth = last(shape_rules.require_rank(c.shapes[0], 4), c.attrs)
    windows = last(c.attrs["ksize"], c.attrs)[1:3]
    high, wide = counts(axes_of((high, wide), windows, c.attrs, static=True))
    return (ordered(n, high, wide, depth, c.attrs),)


def _pixels(image: Any, attrs: Attrs, fill: Any) -> tuple[Any, list[Any]]:
    """The windows [images, rows, columns, pixels, channels] of an image, and its axes."""
    if image.ndim != 4:
        refuse(
            f"tensor_in_shape must have 2 spatial dimensions. {image.ndim} "
            f"{FORMATS.index(attrs['data_format'])}"
        )
    axes = axes_of(image.shape[1:3], last(attrs["ksize"], attrs)[1:3], attrs)
    windows = windows_of(image, axes, fill)
    size = axes[0].window * axes[1].window
    return windows.reshape(*windows.shape[:3], size, windows.shape[5]), axes


def _image(pixels: Any, shape: Any, axes: Any) -> Any:
    """The image whose windows have these pixels, added where they overlap."""
    windows = (*pixels.shape[:3], axes[0].window, axes[1].window, pixels.shape[4])
    return sum_of_windows(pixels.reshape(windows), shape, axes)


def _largest(image: Any, attrs: Attrs) -> tuple[Any, Any, list[Any]]:
    """The pixels of windows, and which of them are the largest, the first of equals."""
    lowest = -np.inf if image.dtype.kind in "fV" else np.iinfo(image.dtype).min
    pixels, axes = _pixels(image, attrs, lowest)
    return pixels, np.argmax(pixels, 3)[:, :, :, None], axes


def _declaration(allowed: Any, paddings: Any, formats: Any = FORMATS) -> Attrs:
    attrs: Attrs = {
        "ksize": Attr("ksize", "list(int)", minimum=4),
        "strides": Attr("strides", "list(int)", minimum=4),
        "padding": Attr("padding", "string", allowed=paddings),
        "data_format": Attr("data_format", "string", b"NHWC", formats),
    }
    if b"EXPLICIT" in paddings:
        attrs["explicit_paddings"] = []
    return {"types": {"T": allowed}, "attrs": attrs}


_MAX_TYPES = types("float16 bfloat16 float32 float64 int32 int64 uint8 int16 int8 uint16 qint8")
_MAX = TypeAttr(_MAX_TYPES, dtypes.float32)
_MAX_GRAD = "orig_input: T, orig_output: T, grad: T -> output: T"


@op(
    "MaxPool",
    "input: T -> output: T",
    shape=_shape,
    **_declaration(_MAX, PADDINGS, (*FORMATS, b"NCHW_VECT_C")),
)
def _max_pool(input: Any, *, node: Node) -> Any:
    pixels, places, _ = _largest(channels_last(input, node.attrs), node.attrs)
    return in_format(np.take_along_axis(pixels, places, 3)[:, :, :, 0], node.attrs)


@op(
    "MaxPoolGrad",
    _MAX_GRAD,
    shape=lambda c: (shape_rules.require_rank(c.shapes[0], 4),),
    **_declaration(TypeAttr(REAL, dtypes.float32), PADDINGS),
)
def _max_pool_grad(orig_input: Any, orig_output: Any, grad: Any, *, node: Node) -> Any:
    image = channels_last(orig_input, node.attrs)
    pixels, places, axes = _largest(image, node.attrs)
    spread = np.zeros(pixels.shape, grad.dtype)
    np.put_along_axis(spread, places, channels_last(grad, node.attrs)[:, :, :, None], 3)
    return in_format(_image(spread, image.shape, axes), node.attrs)


@op(
    "MaxPoolGradGrad",
    _MAX_GRAD,
    shape=lambda c: (shape_rules.require_rank(c.shapes[1], 4),),
    **_declaration(REAL, PADDINGS[:2]),
)
def _max_pool_grad_grad(orig_input: Any, orig_output: Any, grad: Any, *, node: Node) -> Any:
    _, places, _ = _largest(channels_last(orig_input, node.attrs), node.attrs)
    pixels, _ = _pixels(channels_last(grad, node.attrs), node.attrs, 0)
    return in_format(np.take_along_axis(pixels, places, 3)[:, :, :, 0], node.attrs)


@gradient("MaxPool")
def _max_pool_rule(op: Any, grad: Any) -> Any:
    return (_max_pool_grad(op.inputs[0], op.outputs[0], grad, **attrs_of(op)),)


def _second_rule(second: Any) -> Any:
    def rule(op: Any, grad: Any) -> Any:
        image, output, _ = op.inputs
        zeros = array.zeros_like(image), array.zeros_like(output)
        return *zeros, second(image, output, grad, **attrs_of(op, "explicit_paddings"))

    return rule


gradient("MaxPoolGrad")(_second_rule(_max_pool_grad_grad))
gradient("MaxPoolGradGrad")(_second_rule(_max_pool_grad))


def _sizes(shape: Any, dtype: Any, attrs: Attrs) -> tuple[Any, list[Any]]:
    """How many pixels of each window are inside the image, and the axes."""
    pixels, axes = _pixels(np.ones((1, *shape[1:3], 1), dtype), attrs, 0)
    return pixels.sum(3, dtype), axes


_AVERAGED = _declaration(HALF_FIRST_FLOATS, PADDINGS[:2])


@op("AvgPool", "value: T -> output: T", shape=_shape, **_AVERAGED)
def _avg_pool(value: Any, *, node: Node) -> Any:
    image = channels_last(value, node.attrs)
    pixels, _ = _pixels(image, node.attrs, 0)
    sizes, _ = _sizes(image.shape, image.dtype, node.attrs)
    return in_format(pixels.sum(3, image.dtype) / sizes, node.attrs)


@op(
    "AvgPoolGrad",
    "orig_input_shape: int32, grad: T -> output: T",
    shape=shape_from(0),
    **_AVERAGED,
)
def _avg_pool_grad(orig_input_shape: Any, grad: Any, *, node: Node) -> Any:
    shape = last(orig_input_shape.tolist(), node.attrs)
    sizes, axes = _sizes(shape, grad.dtype, node.attrs)
    share = (channels_last(grad, node.attrs) / sizes)[:, :, :, None]
    share = np.repeat(share, axes[0].window * axes[1].window, 3)
    return in_format(_image(share, shape, axes), node.attrs)


@gradient("AvgPool")
def _avg_pool_rule(op: Any, grad: Any) -> Any:
    return (_avg_pool_grad(array.shape(op.inputs[0]), grad, **attrs_of(op)),)


@gradient("AvgPoolGrad")
def _avg_pool_grad_rule(op: Any, grad: Any) -> Any:
    return array.zeros_like(op.inputs[0]), _avg_pool(grad, **attrs_of(op))


def _pooling(kernel: Any, scope_name: str, public_name: str, description: str) -> Any:
    def pool(
        value: Any = None,
        ksize: Any = None,
        strides: Any = None,
        padding: Any = None,
        data_format: str | None = "NHWC",
        name: str | None = None,
        input: Any = None,
    ) -> Any:
        value, data_format = value if input is None else input, data_format or "NHWC"
        with op_scope(name, scope_name, value) as scope:
            return kernel(
                convert_to_tensor(value, name="value"),
                ksize=four(ksize, data_format, "ksize"),
                strides=four(strides, data_format, "strides"),
                **padding_attrs(padding),
                data_format=data_format,
                name=scope,
            )

    pool.__name__, pool.__doc__ = public_name, description
    return pool


max_pool = _pooling(
    _max_pool, "MaxPool", "max_pool", "The largest pixel of each window of images (tf.nn.max_pool)."
)
avg_pool = _pooling(
    _avg_pool, "AvgPool", "avg_pool", "The mean of each window of images (tf.nn.avg_pool)."
)
max_pool2d = _pooling(
    _max_pool, "MaxPool2d", "max_pool2d", "The same as max_pool (tf.nn.max_pool2d)."
)
