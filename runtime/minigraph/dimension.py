"""`Dimension`: one size of a static shape, an int or unknown."""

import operator
from collections.abc import Callable
from typing import Any


class Dimension:
    """One size of a `TensorShape` (`tf.compat.v1.Dimension`).

    Arithmetic with an unknown size gives an unknown `Dimension`; comparison with one gives None.
    Raises TypeError if `value` is neither None nor an integer and ValueError if it is negative.
    """

    __slots__ = ("_value",)

    _value: int | None

    def __init__(self, value: Any) -> None:
        if value is None:
            self._value = None
            return
        if isinstance(value, Dimension):
            self._value = value._value
            return
        if isinstance(value, int):
            self._value = value
        else:
            try:
                self._value = int(value.__index__())
            except AttributeError:
                raise TypeError(
                    "Dimension value must be integer or None or have an __index__ method, "
                    f"got value '{value!r}' with type '{type(value)!r}'"
                ) from None
        if self._value < 0:
            raise ValueError(f"Dimension {self._value:d} must be >= 0")

    @property
    def value(self) -> int | None:
        """The size, or None if it is unknown."""
        return self._value

    def is_compatible_with(self, other: Any) -> bool:
        """Whether both can be the same size."""
        other = as_dimension(other)
        return self._value is None or other._value is None or self._value == other._value

    def assert_is_compatible_with(self, other: Any) -> None:
        """Raise ValueError unless both can be the same size."""
        if not self.is_compatible_with(other):
            raise ValueError(f"Dimensions {self} and {other} are not compatible")

    def merge_with(self, other: Any) -> "Dimension":
        """What is known from both sizes together; ValueError if they conflict."""
        other = as_dimension(other)
        self.assert_is_compatible_with(other)
        return Dimension(other if self._value is None else self)

    def __add__(self, other: Any) -> "Dimension":
        return _arithmetic(operator.add, self, other)

    def __radd__(self, other: Any) -> "Dimension":
        result: Dimension = self + other
        return result

    def __sub__(self, other: Any) -> "Dimension":
        return _arithmetic(operator.sub, self, other)

    def __rsub__(self, other: Any) -> "Dimension":
        return as_dimension(other) - self

    def __mul__(self, other: Any) -> "Dimension":
        return _arithmetic(operator.mul, self, other)

    def __rmul__(self, other: Any) -> "Dimension":
        result: Dimension = self * other
        return result

    def __floordiv__(self, other: Any) -> "Dimension":
        return _arithmetic(operator.floordiv, self, other)

    def __rfloordiv__(self, other: Any) -> "Dimension":
        return as_dimension(other) // self

    def __mod__(self, other: Any) -> "Dimension":
        return _arithmetic(operator.mod, self, as_dimension(other))

    def __rmod__(self, other: Any) -> "Dimension":
        return as_dimension(other) % self

    def __truediv__(self, other: Any) -> "Dimension":
        raise TypeError(
            f"unsupported operand type(s) for /: 'Dimension' and '{type(other).__name__}', "
            "please use // instead"
        )

    def __rtruediv__(self, other: Any) -> "Dimension":
        raise TypeError(
            f"unsupported operand type(s) for /: '{type(other).__name__}' and 'Dimension', "
            "please use // instead"
        )

    # A comparison with an unknown size has no answer, hence the three-valued results.
    def __eq__(self, other: object) -> Any:
        try:
            return _compare(operator.eq, self, other)
        except (TypeError, ValueError):
            return NotImplemented

    def __ne__(self, other: object) -> Any:
        try:
            return _compare(operator.ne, self, other)
        except (TypeError, ValueError):
            return NotImplemented

    __hash__ = None  # type: ignore[assignment]  # as equality is three-valued

    def __lt__(self, other: Any) -> bool | None:
        return _compare(operator.lt, self, other)

    def __le__(self, other: Any) -> bool | None:
        return _compare(operator.le, self, other)

    def __gt__(self, other: Any) -> bool | None:
        return _compare(operator.gt, self, other)

    def __ge__(self, other: Any) -> bool | None:
        return _compare(operator.ge, self, other)

    def __bool__(self) -> bool:
        return bool(self._value)

    # Of an unknown size these raise TypeError: None is no int.
    def __int__(self) -> int:
        return self._value  # type: ignore[return-value]

    def __index__(self) -> int:
        return self._value  # type: ignore[return-value]

    def __reduce__(self) -> tuple[Any, ...]:
        return Dimension, (self._value,)

    def __repr__(self) -> str:
        return f"Dimension({self._value!r})"

    def __str__(self) -> str:
        return "?" if self._value is None else str(self._value)


def as_dimension(value: Any) -> Dimension:
    """`value` if it is a Dimension, else `Dimension(value)`."""
    return value if isinstance(value, Dimension) else Dimension(value)


def _arithmetic(op: Callable[[int, int], int], left: Dimension, right: Any) -> Dimension:
    try:
        right = as_dimension(right)
    except (TypeError, ValueError):
        return NotImplemented  # type: ignore[no-any-return]  # only methods of operators call this
    if left._value is None or right._value is None:
        return Dimension(None)
    return Dimension(op(left._value, right._value))


def _compare(op: Callable[[int, int], bool], left: Dimension, right: Any) -> bool | None:
    right = as_dimension(right)
    if left._value is None or right._value is None:
        return None
    return op(left._value, right._value)
