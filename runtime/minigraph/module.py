"""tf.Module: an object whose variables and modules are found through its attributes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from minigraph.default_graph import name_scope
from minigraph.variables.base import Variable

_VALID_NAME = re.compile(r"^[a-zA-Z_]([a-zA-Z0-9_])*$")


class Module:
    """The base of layers and models (tf.Module).

    name: a valid Python name, by default that of the class in snake case; ValueError otherwise.
    """

    def __init__(self, name: str | None = None) -> None:
        if name is None:
            name = _snake_case(type(self).__name__)
        elif not _VALID_NAME.match(name):
            raise ValueError(
                f"{name!r} is not a valid module name. Module names must be valid Python "
                "identifiers (e.g. a valid class name)."
            )
        self._name = name

    @property
    def name(self) -> str:
        """The name of the module."""
        return self._name

    @property
    def name_scope(self) -> Any:
        """The name scope of the module's operations."""
        return name_scope(self._name)

    @classmethod
    def with_name_scope(cls, method: Callable[..., Any]) -> Callable[..., Any]:
        """Has a method run inside the module's name scope."""

        def inside(self: Module, *args: Any, **kwargs: Any) -> Any:
            with self.name_scope:
                return method(self, *args, **kwargs)

        return inside

    @property
    def variables(self) -> tuple[Any, ...]:
        """The variables of the module and of its submodules."""
        return tuple(self._found(lambda item: isinstance(item, Variable)))

    @property
    def trainable_variables(self) -> tuple[Any, ...]:
        """The variables that are trained."""
        return tuple(variable for variable in self.variables if variable.trainable)

    @property
    def non_trainable_variables(self) -> tuple[Any, ...]:
        """The variables that are not trained."""
        return tuple(variable for variable in self.variables if not variable.trainable)

    @property
    def submodules(self) -> tuple[Any, ...]:
        """The modules inside this one, at any depth."""
        return tuple(self._found(lambda item: isinstance(item, Module)))

    def _found(self, wanted: Callable[[Any], bool]) -> Iterator[Any]:
        seen = {id(self)}
        waiting: list[Any] = [self]
        while waiting:
            inner: list[Any] = []
            for item in _leaves([value for _, value in sorted(vars(waiting.pop(0)).items())]):
                if id(item) in seen:
                    continue
                seen.add(id(item))
                if wanted(item):
                    yield item
                if isinstance(item, Module):
                    inner.append(item)
            waiting = inner + waiting


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, (list, tuple)):
        for item in value:
            yield from _leaves(item)
    elif isinstance(value, Mapping):
        for _, item in sorted(value.items(), key=lambda pair: str(pair[0])):
            yield from _leaves(item)
    else:
        yield value


def _snake_case(name: str) -> str:
    return re.sub("([a-z])([A-Z0-9])", r"\1_\2", re.sub("(.)([A-Z][a-z])", r"\1_\2", name)).lower()
