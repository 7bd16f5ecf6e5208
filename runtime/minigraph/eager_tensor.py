"""EagerTensor: a tensor that has its value already."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NoReturn

import numpy as np

from minigraph import context, dtypes, errors, shapes
from minigraph.dtypes import DType
from minigraph.shapes import TensorShape
from minigraph.tensor import Tensor, TensorReference

HOST = "/job:localhost/replica:0/task:0/device:CPU:0"


class EagerTensor(Tensor):
    """A value of one dtype, on a device (TensorFlow: the tf.Tensor of eager execution).

    Its array is never changed: who made the tensor gave it away.
    """

    __slots__ = ("__dict__", "__weakref__", "_value", "device", "dtype")

    def __init__(self, value: Any, dtype: DType | None = None, device: str = HOST) -> None:
        context.eager.started = True
        self._value = value
        self.dtype = dtypes.as_dtype(value.dtype) if dtype is None else dtype
        self.device = device

    @property
    def _shape(self) -> tuple[int, ...]:
        return np.shape(self._value) if self._has_numbers else ()

    @property
    def _has_numbers(self) -> bool:
        return self.dtype is not dtypes.resource and self.dtype is not dtypes.variant

    @property
    def _constant(self) -> Any:
        return np.asarray(self._value, object if self.dtype is dtypes.string else None)

    @property
    def _id(self) -> int:
        return id(self)

    @property
    def backing_device(self) -> str:
        """The device whose memory holds the value."""
        return self.device

    @property
    def shape(self) -> TensorShape:
        """The shape, which is fully known."""
        return shapes.from_tuple(self._shape)

    def get_shape(self) -> TensorShape:
        """Alias of `shape`."""
        return self.shape

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return len(self._shape)

    def set_shape(self, shape: Any) -> None:
        """Checks `shape`; ValueError where it does not fit."""
        if not self.shape.is_compatible_with(shape):
            given = shapes.as_shape(shape)
            raise ValueError(
                f"Tensor's shape {self.shape} is not compatible with supplied shape {given}."
            )

    def _numpy(self) -> Any:
        if not self._has_numbers:
            raise errors.InvalidArgumentError(
                None, None, f"Cannot convert a Tensor of dtype {self.dtype.name} to a NumPy array."
            )
        value = self._value
        return value[()] if isinstance(value, np.ndarray) and not value.ndim else value

    def numpy(self) -> Any:
        """The value as an array of its own, or as a NumPy scalar."""
        value = self._numpy()
        return value.copy() if isinstance(value, np.ndarray) else value

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        if dtype is None and self.dtype is dtypes.string:
            dtype = object
        return np.array(self._numpy(), dtype)

    def ref(self) -> TensorReference:
        """A hashable stand-in that compares by identity."""
        return TensorReference(self)

    experimental_ref = ref

    def cpu(self) -> EagerTensor:
        """This value on the CPU."""
        return EagerTensor(self._value, self.dtype)

    # What only tensors of a graph have

    @errors.hinted
    def eval(self, feed_dict: Any = None, session: Any = None) -> NoReturn:
        """Not in eager mode: raises NotImplementedError."""
        raise NotImplementedError(
            "eval is not supported when eager execution is enabled, is .numpy() what you're "
            "looking for?"
        )

    def consumers(self) -> NoReturn:
        """Not in eager mode: raises NotImplementedError."""
        raise NotImplementedError("Tensor.consumers is undefined when eager execution is enabled.")

    # Python's protocols

    def __repr__(self) -> str:
        return f"<tf.Tensor: shape={self.shape}, dtype={self.dtype.name}, {self._value_text(True)}>"

    def __str__(self) -> str:
        text = self._value_text(False)
        return f"tf.Tensor({text}, shape={self.shape}, dtype={self.dtype.name})"

    def _value_text(self, is_repr: bool) -> str:
        if not self._has_numbers:
            return f"value={self._value!r}" if is_repr else "<unprintable>"
        text = numpy_text(self._numpy(), is_repr)
        return f"numpy={text}" if is_repr else text

    def __format__(self, format_spec: str) -> str:
        return self._numpy().__format__(format_spec)  # type: ignore[no-any-return]

    def __hash__(self) -> int:
        if context.tensor_equality() and context.switches.eager_execution:
            raise TypeError("Tensor is unhashable. Instead, use tensor.ref() as the key.")
        return id(self)

    def __bool__(self) -> bool:
        value = self._numpy()
        return bool(value) if np.size(value) else False

    def __int__(self) -> int:
        return int(self._numpy())

    def __float__(self) -> float:
        return float(self._numpy())

    def __complex__(self) -> complex:
        return complex(self._numpy())

    def __index__(self) -> int:
        return self._numpy().__index__()  # type: ignore[no-any-return]

    def __len__(self) -> int:
        if not self._shape:
            raise TypeError("Scalar tensor has no `len()`")
        return self._shape[0]

    def __iter__(self) -> Iterator[Any]:
        if not self._shape:
            raise TypeError("Cannot iterate over a scalar tensor.")
        return (self[index] for index in range(self._shape[0]))

    def __reduce__(self) -> tuple[Any, ...]:
        return EagerTensor, (self._numpy(), self.dtype)

    def __copy__(self) -> EagerTensor:
        return self

    def __deepcopy__(self, memo: Any) -> EagerTensor:
        return EagerTensor(self._value, self.dtype, self.device)


def numpy_text(value: Any, is_repr: bool) -> str:
    """A value as TensorFlow prints it: on lines of its own where it has several."""
    if not is_repr:
        text = str(value)
    elif np.isscalar(value) and not isinstance(value, bytes):
        text = repr(value.item())  # type: ignore[union-attr]
    else:
        text = repr(value)
    return f"\n{text}" if "\n" in text else text


def _undefined(name: str) -> property:
    def refuse(self: EagerTensor) -> NoReturn:
        raise AttributeError(f"Tensor.{name} is undefined when eager execution is enabled.")

    return property(refuse)


for _name in ("graph", "name", "op", "value_index"):
    setattr(EagerTensor, _name, _undefined(_name))
EagerTensor._op = EagerTensor.op  # type: ignore[attr-defined]
