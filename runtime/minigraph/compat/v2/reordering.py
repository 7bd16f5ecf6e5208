"""Functions of TensorFlow 1 with the arguments that they have in TensorFlow 2."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any


def reordered(function: Callable[..., Any], parameters: str, **fixed: Any) -> Callable[..., Any]:
    """`function` called with its arguments in another order.

    parameters: the names in TensorFlow 2's order; `new=old` where the name is another;
    fixed: arguments that TensorFlow 2 does not have.
    """
    pairs = [(text.split("=") * 2)[:2] for text in parameters.split()]
    names, old_names = [new for new, _ in pairs], dict(pairs)

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        if len(args) > len(names):
            raise TypeError(
                f"{function.__name__}() takes from 0 to {len(names)} positional arguments but "
                f"{len(args)} were given"
            )
        given = dict(zip(names, args, strict=False))
        unknown = next((key for key in kwargs if key not in old_names or key in given), None)
        if unknown is not None:
            problem = "multiple values for" if unknown in given else "an unexpected keyword"
            raise TypeError(f"Got {problem} argument {unknown!r}")
        given.update(kwargs)
        return function(**{old_names[name]: value for name, value in given.items()}, **fixed)

    return call
