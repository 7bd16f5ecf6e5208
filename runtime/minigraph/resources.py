"""What a session owns: the values of variables and other state that outlives a run."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np

from minigraph import errors


class VariableResource:
    """The storage of one variable in one session. `value` is replaced, never changed in place.

    Whoever read it keeps what was read: reads of resource variables are snapshots.
    """

    __slots__ = ("dtype", "lock", "name", "shape", "value")

    def __init__(self, name: str, dtype: Any = None, shape: Any = None) -> None:
        self.name = name
        self.dtype = dtype
        self.shape = shape
        self.value: Any = None
        self.lock = threading.Lock()

    def store(self, value: Any) -> None:
        """Sets the value to an array that nobody else holds."""
        self.value = value


class ReferenceResource(VariableResource):
    """The storage of a reference variable: one array, changed in place.

    Whoever read it sees later changes, until a computation makes another array of it. That is
    TensorFlow's way: what is merely handed on shares the memory of the variable.
    """

    __slots__ = ()

    def store(self, value: Any) -> None:
        """Copies a value into the storage, which is made anew where the shape differs."""
        if self.value is not None and self.value.shape == np.shape(value):
            self.value[...] = value
        else:
            self.value = np.array(value, self.dtype.as_numpy_dtype)

    def read(self) -> Any:
        """The storage itself; FailedPreconditionError before the first assignment."""
        value = self.value
        if value is None:
            raise errors.FailedPreconditionError(
                None, None, f"Attempting to use uninitialized value {self.name}"
            )
        return value


class ResourceManager:
    """Named resources by container: of one session, or of one task of a cluster.

    name: what the container is called whose name is empty.
    """

    def __init__(self, name: str = "localhost") -> None:
        self.name = name
        self._lock = threading.RLock()
        self._resources: dict[tuple[str, str], Any] = {}

    def get_or_create(
        self, container: str, name: str, make: Callable[[], Any], op: Any = None
    ) -> Any:
        """The resource called `name`, made by `make()` at the first request.

        op: the operation that it belongs to; it matters where there are several tasks.
        """
        found = self._resources.get((container, name))
        if found is None:
            with self._lock:
                found = self._resources.setdefault((container, name), None)
                if found is None:
                    found = self._resources[container, name] = make()
        return found

    def lookup(self, container: str, name: str, op: Any = None) -> Any:
        """The resource called `name`, or None."""
        return self._resources.get((container, name))

    def remove(self, container: str, name: str) -> None:
        """Forgets one resource."""
        with self._lock:
            self._resources.pop((container, name), None)

    def clear(self, containers: Any = None) -> None:
        """Forgets all resources, or those of the named containers."""
        with self._lock:
            if containers is None:
                self._resources.clear()
            else:
                for key in [key for key in self._resources if (key[0] or self.name) in containers]:
                    del self._resources[key]

    def items(self) -> list[tuple[tuple[str, str], Any]]:
        """A snapshot of ((container, name), resource)."""
        with self._lock:
            return list(self._resources.items())

    def neighbours(self, resource: Any) -> tuple[str, list[Any]]:
        """The name of the container of a resource, and what is in it."""
        items = self.items()
        container = next((key[0] for key, other in items if other is resource), "")
        return container or self.name, [other for key, other in items if key[0] == container]
