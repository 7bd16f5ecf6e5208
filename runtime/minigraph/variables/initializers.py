"""Initializers: functions of a shape that make the initial value of a variable."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from minigraph import convert, dtypes
from minigraph.dtypes import DType
from minigraph.ops import array, random
from minigraph.shapes import TensorShape


class Initializer:
    """The base: call it with a shape (and dtype) to get the initial value."""

    _config: tuple[str, ...] = ()

    def __call__(self, shape: Any, dtype: Any = None, partition_info: Any = None) -> Any:
        """A tensor of `shape`."""
        raise NotImplementedError

    def get_config(self) -> dict[str, Any]:
        """The arguments that make an equal initializer, as plain values."""
        values = {name: getattr(self, name) for name in self._config}
        return {k: v.name if isinstance(v, DType) else v for k, v in values.items()}

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Initializer:
        """The initializer with the arguments of `get_config`."""
        return cls(**config)


def _float_dtype(dtype: Any) -> DType:
    found = dtypes.as_dtype(dtype)
    if not found.is_floating:
        raise ValueError(f"Argument `dtype` is expected to be floating point. Received: {found}.")
    return found


class Zeros(Initializer):
    """Zeros (tf.zeros_initializer)."""

    _config: tuple[str, ...] = ("dtype",)

    def __init__(self, dtype: Any = dtypes.float32) -> None:
        self.dtype = dtypes.as_dtype(dtype)

    def __call__(self, shape: Any, dtype: Any = None, partition_info: Any = None) -> Any:
        """Zeros of `shape`."""
        return array.zeros(shape, self.dtype if dtype is None else dtype)


class Ones(Zeros):
    """Ones (tf.ones_initializer)."""

    def __call__(self, shape: Any, dtype: Any = None, partition_info: Any = None) -> Any:
        """Ones of `shape`."""
        return array.ones(shape, self.dtype if dtype is None else dtype)


class Constant(Initializer):
    """One value, or the values of a list in their order (tf.constant_initializer).

    Raises TypeError for a value that is no number, list, tuple or array.
    """

    _config: tuple[str, ...] = ("value", "dtype")

    def __init__(
        self, value: Any = 0, dtype: Any = dtypes.float32, verify_shape: bool = False
    ) -> None:
        if not (np.isscalar(value) or isinstance(value, (list, tuple, np.ndarray))):
            raise TypeError(
                f"Invalid type for initial value={value} of type: {type(value).__name__}. Expected "
                "Python scalar, list or tuple of values, or numpy.ndarray."
            )
        self.value = value
        self.dtype = dtypes.as_dtype(dtype)
        self._verify_shape = verify_shape

    def __call__(
        self,
        shape: Any,
        dtype: Any = None,
        partition_info: Any = None,
        verify_shape: bool | None = None,
    ) -> Any:
        """The value in `shape`; the last element fills up a larger one."""
        verify = self._verify_shape if verify_shape is None else verify_shape
        dtype = self.dtype if dtype is None else dtype
        return convert.constant(self.value, dtype=dtype, shape=shape, verify_shape=verify)


class RandomUniform(Initializer):
    """Values spread evenly over [minval, maxval) (tf.random_uniform_initializer)."""

    _config: tuple[str, ...] = ("minval", "maxval", "seed", "dtype")

    def __init__(
        self,
        minval: Any = 0.0,
        maxval: Any = None,
        seed: int | None = None,
        dtype: Any = dtypes.float32,
    ) -> None:
        self.minval = minval
        self.maxval = maxval
        self.seed = seed
        self.dtype = dtypes.as_dtype(dtype)

    def __call__(self, shape: Any, dtype: Any = None, partition_info: Any = None) -> Any:
        """Random values of `shape`."""
        dtype = self.dtype if dtype is None else dtype
        return random.random_uniform(shape, self.minval, self.maxval, dtype, seed=self.seed)


class RandomNormal(Initializer):
    """Values of a normal distribution (tf.random_normal_initializer)."""

    _config: tuple[str, ...] = ("mean", "stddev", "seed", "dtype")
    _draw = staticmethod(random.random_normal)

    def __init__(
        self,
        mean: Any = 0.0,
        stddev: Any = 1.0,
        seed: int | None = None,
        dtype: Any = dtypes.float32,
    ) -> None:
        self.mean = mean
        self.stddev = stddev
        self.seed = seed
        self.dtype = _float_dtype(dtype)

    def __call__(self, shape: Any, dtype: Any = None, partition_info: Any = None) -> Any:
        """Random values of `shape`."""
        dtype = self.dtype if dtype is None else dtype
        return self._draw(shape, self.mean, self.stddev, dtype, seed=self.seed)


class TruncatedNormal(RandomNormal):
    """Normal values within two standard deviations (tf.truncated_normal_initializer)."""

    _draw = staticmethod(random.truncated_normal)


class UniformUnitScaling(Initializer):
    """Uniform values that keep the scale of their input (tf.uniform_unit_scaling_initializer)."""

    _config: tuple[str, ...] = ("factor", "seed", "dtype")

    def __init__(
        self, factor: float = 1.0, seed: int | None = None, dtype: Any = dtypes.float32
    ) -> None:
        self.factor = factor
        self.seed = seed
        self.dtype = _float_dtype(dtype)

    def __call__(self, shape: Any, dtype: Any = None, partition_info: Any = None) -> Any:
        """Random values of `shape`."""
        dtype = self.dtype if dtype is None else dtype
        size = max(math.prod(float(length) for length in shape[:-1]), 1.0)
        limit = math.sqrt(3 / size) * self.factor
        return random.random_uniform(shape, -limit, limit, dtype, seed=self.seed)


_MODES = ("fan_in", "fan_out", "fan_avg")
_DISTRIBUTIONS = ("normal", "uniform", "truncated_normal", "untruncated_normal")
# The standard deviation of a standard normal distribution cut off at two of its own.
_TRUNCATED_STDDEV = 0.87962566103423978


class VarianceScaling(Initializer):
    """Values whose variance depends on the number of inputs (tf.variance_scaling_initializer).

    Raises ValueError for a scale that is not positive or an unknown mode or distribution.
    """

    _config: tuple[str, ...] = ("scale", "mode", "distribution", "seed", "dtype")

    def __init__(
        self,
        scale: float = 1.0,
        mode: str = "fan_in",
        distribution: str = "truncated_normal",
        seed: int | None = None,
        dtype: Any = dtypes.float32,
    ) -> None:
        if scale <= 0.0:
            raise ValueError(f"Argument `scale` must be a positive float. Received: {scale}")
        if mode not in _MODES:
            raise ValueError(f"Argument `mode` should be one of {_MODES}. Received: {mode}")
        distribution = distribution.lower()
        if distribution not in _DISTRIBUTIONS:
            raise ValueError(
                "Argument `distribution` should be one of ('normal', uniform', 'truncated_normal', "
                f"'untruncated_normal'). Received: {distribution}"
            )
        self.scale = scale
        self.mode = mode
        self.distribution = distribution
        self.seed = seed
        self.dtype = _float_dtype(dtype)

    def __call__(self, shape: Any, dtype: Any = None, partition_info: Any = None) -> Any:
        """Random values of `shape`."""
        dtype = self.dtype if dtype is None else dtype
        fan_in, fan_out = compute_fans(partition_info.full_shape if partition_info else shape)
        fans = {"fan_in": fan_in, "fan_out": fan_out, "fan_avg": (fan_in + fan_out) / 2.0}
        scale = self.scale / max(1.0, fans[self.mode])
        if self.distribution == "uniform":
            limit = math.sqrt(3.0 * scale)
            return random.random_uniform(shape, -limit, limit, dtype, seed=self.seed)
        if self.distribution == "untruncated_normal":
            return random.random_normal(shape, 0.0, math.sqrt(scale), dtype, seed=self.seed)
        stddev = math.sqrt(scale) / _TRUNCATED_STDDEV
        return random.truncated_normal(shape, 0.0, stddev, dtype, seed=self.seed)


def compute_fans(shape: Any) -> tuple[int, int]:
    """The number of inputs and of outputs of a layer with weights of `shape`."""
    sizes = [int(size) for size in shape]
    if len(sizes) < 2:
        return (sizes[0], sizes[0]) if sizes else (1, 1)
    field = math.prod(sizes[:-2])
    return sizes[-2] * field, sizes[-1] * field


class GlorotUniform(VarianceScaling):
    """Glorot's uniform initializer, the default of floats (tf.glorot_uniform_initializer)."""

    _config: tuple[str, ...] = ("seed", "dtype")

    def __init__(self, seed: int | None = None, dtype: Any = dtypes.float32) -> None:
        super().__init__(mode="fan_avg", distribution="uniform", seed=seed)


class GlorotNormal(VarianceScaling):
    """Glorot's normal initializer (tf.glorot_normal_initializer)."""

    _config: tuple[str, ...] = ("seed", "dtype")

    def __init__(self, seed: int | None = None, dtype: Any = dtypes.float32) -> None:
        super().__init__(mode="fan_avg", distribution="truncated_normal", seed=seed)


def lecun_normal(seed: int | None = None) -> VarianceScaling:
    """LeCun's normal initializer (tf.initializers.lecun_normal)."""
    return VarianceScaling(1.0, "fan_in", "truncated_normal", seed)


def lecun_uniform(seed: int | None = None) -> VarianceScaling:
    """LeCun's uniform initializer (tf.initializers.lecun_uniform)."""
    return VarianceScaling(1.0, "fan_in", "uniform", seed)


def he_normal(seed: int | None = None) -> VarianceScaling:
    """He's normal initializer (tf.initializers.he_normal)."""
    return VarianceScaling(2.0, "fan_in", "truncated_normal", seed)


def he_uniform(seed: int | None = None) -> VarianceScaling:
    """He's uniform initializer (tf.initializers.he_uniform)."""
    return VarianceScaling(2.0, "fan_in", "uniform", seed)


class Identity(Initializer):
    """A multiple of the identity matrix (tf.initializers.identity)."""

    _config: tuple[str, ...] = ("gain", "dtype")

    def __init__(self, gain: float = 1.0, dtype: Any = dtypes.float32) -> None:
        self.gain = gain
        self.dtype = _float_dtype(dtype)

    def __call__(self, shape: Any, dtype: Any = None, partition_info: Any = None) -> Any:
        """The matrix; ValueError for a shape of another rank than 2."""
        if len(shape) != 2:
            raise ValueError(
                "The tensor to initialize, specified by argument `shape` must be at least "
                f"two-dimensional. Received shape={shape}"
            )
        wanted = dtypes.as_dtype(self.dtype if dtype is None else dtype)
        sizes = shape.as_list() if isinstance(shape, TensorShape) else shape
        return self.gain * convert.constant(np.eye(*sizes, dtype=wanted.as_numpy_dtype))


class Orthogonal(Initializer):
    """A random matrix whose rows or columns are orthonormal (tf.orthogonal_initializer).

    gain: a factor of all. All dimensions but the last count as one.
    """

    _config: tuple[str, ...] = ("gain", "seed", "dtype")

    def __init__(
        self, gain: float = 1.0, seed: int | None = None, dtype: Any = dtypes.float32
    ) -> None:
        self.gain = gain
        self.seed = seed
        self.dtype = _float_dtype(dtype)

    def __call__(self, shape: Any, dtype: Any = None, partition_info: Any = None) -> Any:
        """The matrix in `shape`; ValueError for a shape of fewer than two dimensions."""
        from minigraph.ops import arithmetic, decompositions, diagonals, linalg, shaping

        if len(shape) < 2:
            raise ValueError(
                "The tensor to initialize, specified by argument `shape` must be at least "
                f"two-dimensional. Received shape={shape}"
            )
        rows, columns = math.prod(int(size) for size in shape[:-1]), int(shape[-1])
        flat = (max(rows, columns), min(rows, columns))
        dtype = self.dtype if dtype is None else dtype
        q, r = decompositions.qr_op(random.random_normal(flat, dtype=dtype, seed=self.seed))
        q *= arithmetic.sign(diagonals.diag_part(r))  # or Q would not be uniformly distributed
        q = linalg.matrix_transpose(q) if rows < columns else q
        return self.gain * shaping.reshape(q, shape)
