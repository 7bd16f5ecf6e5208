"""Random ops. The streams are NumPy's Philox generators: TensorFlow's rules, not its numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

from minigraph import dtypes, errors, shapes
from minigraph.convert import convert_to_tensor
from minigraph.dtypes import DType
from minigraph.opdef import Node, OpDef, TypeAttr, register
from minigraph.ops import array, elementwise, shape_rules
from minigraph.ops.array import INDEX
from minigraph.ops.naming import op_scope
from minigraph.ops.type_lists import REAL, types
from minigraph.random_seed import get_seed, times_set
from minigraph.registry import OpBuilder, op

_FLOATS = types("float16 bfloat16 float32 float64")
_STREAMS = "random streams"


def generator_of(ctx: Any, node: Any) -> np.random.Generator:
    """The stream of one op in one session: it starts with the session and never stops.

    In eager execution ops with the same seeds share one, until the global seed is set.
    """

    def make() -> np.random.Generator:
        seeds = node.attrs["seed"], node.attrs["seed2"]
        if seeds == (0, 0):
            return np.random.Generator(np.random.Philox())
        return np.random.Generator(np.random.Philox(key=[seed % 2**64 for seed in seeds]))

    name = node.name
    if node.graph is None:
        seeds = node.attrs["seed"], node.attrs["seed2"]
        if seeds == (0, 0):
            return make()
        name = f"{node.type}{seeds}"
    if node.graph is None or node.graph.building_function:
        name = f"{getattr(node.graph, 'name', '')}/{name}/{times_set()}"
    generator: np.random.Generator = ctx.resources.get_or_create(_STREAMS, name, make)
    return generator


def _uniform(generator: np.random.Generator, size: tuple[int, ...], dtype: Any) -> Any:
    if dtype is np.float16:
        return (generator.integers(0, 1024, size) / 1024).astype(np.float16)
    return generator.random(size, dtype)


def _normal(generator: np.random.Generator, size: tuple[int, ...], dtype: Any) -> Any:
    if dtype is np.float16:
        return generator.standard_normal(size, np.float32).astype(np.float16)
    return generator.standard_normal(size, dtype)


def _truncated_normal(generator: np.random.Generator, size: tuple[int, ...], dtype: Any) -> Any:
    """Normal values, drawn again where they are two or more from the mean."""
    result = np.asarray(_normal(generator, size, dtype))
    outside = np.abs(result) >= 2
    while outside.any():
        result[outside] = _normal(generator, (int(outside.sum()),), dtype)
        outside = np.abs(result) >= 2
    return result


def _distribution(name: str, draw: Any) -> OpBuilder:
    def kernel(ctx: Any, shape: Any, *, dtype: DType, node: Node) -> Any:
        size = tuple(int(length) for length in shape)
        if any(length < 0 for length in size):
            raise errors.InvalidArgumentError(None, None, f"Dimension {min(size)} must be >= 0")
        result = draw(generator_of(ctx, node), size, dtype.as_numpy_dtype)
        return (
            result
            if size
            else result[()]
            if isinstance(result, np.ndarray)
            else dtype.as_numpy_dtype(result)
        )

    return OpBuilder(
        register(
            OpDef(
                name,
                "shape: T -> output: dtype",
                kernel,
                types={"T": INDEX, "dtype": _FLOATS},
                attrs={"seed": 0, "seed2": 0},
                shape=lambda c: (c.constant_shape(0),),
                grad=array.no_gradient,
                stateful=True,
            )
        )
    )


random_uniform_op = _distribution("RandomUniform", _uniform)
random_standard_normal = _distribution("RandomStandardNormal", _normal)
truncated_normal_op = _distribution("TruncatedNormal", _truncated_normal)


@op(
    "RandomUniformInt",
    "shape: T, minval: Tout, maxval: Tout -> output: Tout",
    types={"T": INDEX, "Tout": INDEX},
    attrs={"seed": 0, "seed2": 0},
    shape=lambda c: (c.constant_shape(0),),
    stateful=True,
)
def random_uniform_int(ctx: Any, shape: Any, minval: Any, maxval: Any, *, node: Node) -> Any:
    """Whole numbers from minval up to, but without, maxval."""
    if minval >= maxval:
        raise errors.InvalidArgumentError(
            None, None, f"Need minval < maxval, got {minval} >= {maxval}"
        )
    return generator_of(ctx, node).integers(minval, maxval, tuple(shape), np.asarray(minval).dtype)


@op(
    "RandomShuffle",
    "value: T -> output: T",
    attrs={"seed": 0, "seed2": 0},
    shape=shape_rules.same,
    grad=array.no_gradient,
    stateful=True,
)
def _random_shuffle(ctx: Any, value: Any, *, node: Node) -> Any:
    if not np.ndim(value):
        return np.array(value)
    return generator_of(ctx, node).permutation(value, axis=0)


def _multinomial_shape(c: Any) -> Any:
    logits, count = shape_rules.require_rank(c.shapes[0], 2), c.constant(1)
    assert logits is not None
    return ((logits[0], None if count is None else int(count)),)


@op(
    "Multinomial",
    "logits: T, num_samples: int32 -> output: output_dtype",
    types={"T": REAL, "output_dtype": TypeAttr(INDEX, dtypes.int64)},
    attrs={"seed": 0, "seed2": 0},
    shape=_multinomial_shape,
    grad=lambda op, grad: (None, None),
    stateful=True,
)
def _multinomial(
    ctx: Any, logits: Any, num_samples: Any, *, output_dtype: DType = dtypes.int64, node: Node
) -> Any:
    if np.ndim(logits) != 2:
        shape = shapes.format_shape(np.shape(logits))
        raise errors.InvalidArgumentError(
            None, None, f"logits should be a matrix, got shape {shape}"
        )
    noise = generator_of(ctx, node).gumbel(size=(len(logits), int(num_samples), logits.shape[1]))
    return np.argmax(logits[:, np.newaxis, :] + noise, -1).astype(output_dtype.as_numpy_dtype)


def seeds(seed: int | None) -> dict[str, Any]:
    """The two seeds that an op gets, by the seed of the graph and its own."""
    first, second = get_seed(seed)
    return {"seed": first or 0, "seed2": second or 0}


def _shape_tensor(shape: Any) -> Any:
    if isinstance(shape, (tuple, list)):
        if not shape:
            return convert_to_tensor(shape, dtypes.int32, "shape")
        shape = tuple(shapes.dimension_value(size) for size in shape)
    return convert_to_tensor(shape, name="shape")


def _scaled(
    draw: OpBuilder,
    default_name: str,
    shape: Any,
    mean: Any,
    stddev: Any,
    dtype: Any,
    seed: int | None,
    name: str | None,
) -> Any:
    with op_scope(name, default_name, shape, mean, stddev) as scope:
        size = _shape_tensor(shape)
        mean = convert_to_tensor(mean, dtype, "mean")
        stddev = convert_to_tensor(stddev, dtype, "stddev")
        value = draw(size, dtype=dtype, **seeds(seed))
        return elementwise.add_v2(value * stddev, mean, name=scope)


def random_normal(
    shape: Any,
    mean: Any = 0.0,
    stddev: Any = 1.0,
    dtype: Any = dtypes.float32,
    seed: int | None = None,
    name: str | None = None,
) -> Any:
    """Values of a normal distribution (tf.random_normal, tf.random.normal)."""
    return _scaled(random_standard_normal, "random_normal", shape, mean, stddev, dtype, seed, name)


def truncated_normal(
    shape: Any,
    mean: Any = 0.0,
    stddev: Any = 1.0,
    dtype: Any = dtypes.float32,
    seed: int | None = None,
    name: str | None = None,
) -> Any:
    """Values of a normal distribution within two standard deviations (tf.truncated_normal)."""
    return _scaled(truncated_normal_op, "truncated_normal", shape, mean, stddev, dtype, seed, name)


_UNIFORM_TYPES = types("float16 bfloat16 float32 float64 int32 int64")


def random_uniform(
    shape: Any,
    minval: Any = 0,
    maxval: Any = None,
    dtype: Any = dtypes.float32,
    seed: int | None = None,
    name: str | None = None,
) -> Any:
    """Values spread evenly over [minval, maxval) (tf.random_uniform, tf.random.uniform).

    Raises ValueError for another dtype than floats, int32 and int64, or integers without maxval.
    """
    dtype = dtypes.as_dtype(dtype)
    if dtype not in _UNIFORM_TYPES:
        raise ValueError(
            f"Argument `dtype` got invalid value {dtype}. Accepted dtypes are {_UNIFORM_TYPES}."
        )
    if maxval is None:
        if dtype.is_integer:
            raise ValueError(f"Must specify maxval for integer dtype {dtype!r}")
        maxval = 1
    with op_scope(name, "random_uniform", shape, minval, maxval) as scope:
        size = _shape_tensor(shape)
        from_zero = isinstance(minval, int) and minval == 0
        to_one = isinstance(maxval, int) and maxval == 1
        if not from_zero or not to_one or dtype.is_integer:
            minval = convert_to_tensor(minval, dtype, "min")
            maxval = convert_to_tensor(maxval, dtype, "max")
        if dtype.is_integer:
            return random_uniform_int(size, minval, maxval, name=scope, **seeds(seed))
        value = random_uniform_op(size, dtype=dtype, **seeds(seed))
        if not from_zero:
            return elementwise.add_v2(value * (maxval - minval), minval, name=scope)
        return value if to_one else elementwise.multiply(value, maxval)


def random_shuffle(value: Any, seed: int | None = None, name: str | None = None) -> Any:
    """The rows of `value` in a random order (tf.random_shuffle, tf.random.shuffle)."""
    return _random_shuffle(value, name=name, **seeds(seed))


def multinomial(
    logits: Any,
    num_samples: Any,
    seed: int | None = None,
    name: str | None = None,
    output_dtype: Any = None,
) -> Any:
    """Samples of class numbers by unnormalized log-probabilities (tf.multinomial)."""
    return _draw_classes(name, "multinomial", logits, num_samples, output_dtype, seed)


def categorical(
    logits: Any,
    num_samples: Any,
    dtype: Any = None,
    seed: int | None = None,
    name: str | None = None,
) -> Any:
    """Samples of class numbers by unnormalized log-probabilities (tf.random.categorical)."""
    return _draw_classes(name, "categorical", logits, num_samples, dtype, seed)


def _draw_classes(
    name: str | None, default_name: str, logits: Any, count: Any, dtype: Any, seed: int | None
) -> Any:
    with op_scope(name, default_name, logits):
        logits = convert_to_tensor(logits, name="logits")
        dtype = dtypes.as_dtype(dtype) if dtype else dtypes.int64
        if dtype not in INDEX:
            raise ValueError(
                f"Argument `dtype` got invalid value {dtype}. Accepted dtypes are {INDEX}."
            )
        return _multinomial(logits, count, output_dtype=dtype, **seeds(seed))
