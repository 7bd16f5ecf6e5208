"""Words for what a check found, and the errors that carry them."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from typing import Any, NoReturn, ParamSpec, TypeVar

import numpy as np

P = ParamSpec("P")
R = TypeVar("R")


def check(function: Callable[P, R]) -> Callable[P, R]:
    """Make a function a check: a student who fails it sees the test's line, no inner frames."""

    @functools.wraps(function)
    def checked(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return function(*args, **kwargs)
        except AssertionError as error:
            raise error.with_traceback(None) from None

    return checked


def fail(message: str) -> NoReturn:
    """End a check.

    Raises:
      AssertionError: always.
    """
    raise AssertionError(message)


_SUBJECT = re.compile(
    r"(?:the|its|other)\b.*?(\w+)(?=,| (?:of|after|at|with|that|for|from|in|if)\b|$)"
)


def be(what: str) -> str:
    """The verb that follows: "are" after "the losses of 7 steps", "is" after "the loss"."""
    subject = _SUBJECT.match(what)
    several = subject is not None and re.search(r"[^aisu]s$", subject[1])
    return "are" if several else "is"


def _has(value: Any, *names: str) -> bool:
    return not isinstance(value, type) and all(hasattr(value, name) for name in names)


def is_tensor(value: Any) -> bool:
    """Whether a value is a tensor of a graph, by its public attributes."""
    return _has(value, "op", "graph", "dtype", "shape")


def is_operation(value: Any) -> bool:
    """Whether a value is an operation of a graph, by its public attributes."""
    return _has(value, "graph", "inputs", "outputs", "type")


def is_graph(value: Any) -> bool:
    """Whether a value is a graph, by its public attributes."""
    return _has(value, "get_operations", "as_default")


_PHRASES: list[tuple[Any, Callable[[Any], str]]] = [
    (bool | np.bool_, lambda v: f"the truth value {bool(v)}"),
    (int | float | complex | np.number, lambda v: f"the number {v}"),
    (str | bytes, lambda v: f"the text {v!r}"),
    (np.ndarray, lambda v: f"an array of shape {v.shape}"),
    (type, lambda v: f"the class {v.__name__}"),
    (Callable, lambda _: "a function"),
]


def kind(value: Any) -> str:
    """A short phrase for what a value is, such as "a tensor" or "the number 3.0".

    A stand-in for an object of another process offers `__described__()`, the name of its type.
    """
    if value is None:
        return "None"
    if is_tensor(value):
        return f"the tensor {value.name!r}"
    if is_operation(value):
        return f"the operation {value.name!r}"
    if is_graph(value):
        return "a graph"
    for types, phrase in _PHRASES:
        if isinstance(value, types):
            return phrase(value)
    described = getattr(type(value), "__described__", None)
    name = described(value) if described else type(value).__name__
    return f"{'an' if name[0].lower() in 'aeiou' else 'a'} {name}"


def dtype_name(dtype: Any) -> str:
    """The name of a dtype, given as an object of the library or as text."""
    base = getattr(dtype, "base_dtype", dtype)
    return str(getattr(base, "name", base))


def shape_of(shape: Any) -> tuple[int | None, ...] | None:
    """A static shape as a tuple; None where the rank is unknown, and for unknown dimensions."""
    if shape is None:
        return None
    if hasattr(shape, "as_list"):
        return None if shape.rank is None else tuple(shape.as_list())
    return tuple(shape)


def shape_text(shape: Any) -> str:
    """A static shape as a message shows it."""
    dimensions = shape_of(shape)
    return "unknown (any shape fits)" if dimensions is None else str(dimensions)


def plural(count: int, word: str) -> str:
    """A number with its noun."""
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def listed(words: list[str]) -> str:
    """Words as a sentence has them: "a, b and c"."""
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]])) if words else "none"
