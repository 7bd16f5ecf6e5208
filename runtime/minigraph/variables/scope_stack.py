"""VariableScope: the names and defaults of `get_variable`, and which scope is open."""

from __future__ import annotations

import enum
import threading
from typing import Any

from minigraph import context, convert, dtypes
from minigraph.graph_keys import GraphKeys
from minigraph.variables.store import VariableStore

_SCOPE_KEY = ("__varscope",)


class _ReuseMode(enum.Enum):
    AUTO_REUSE = 1


AUTO_REUSE = _ReuseMode.AUTO_REUSE
"""`reuse=tf.AUTO_REUSE`: use the variable if there is one, make it if not."""


class VariableScope:
    """A prefix of names and the defaults of `get_variable` (TensorFlow: tf.VariableScope)."""

    def __init__(
        self,
        reuse: Any,
        name: str = "",
        initializer: Any = None,
        regularizer: Any = None,
        caching_device: Any = None,
        partitioner: Any = None,
        custom_getter: Any = None,
        name_scope: str = "",
        dtype: Any = dtypes.float32,
        use_resource: bool | None = None,
        constraint: Any = None,
    ) -> None:
        self.reuse = reuse
        self.name = name
        self.initializer = initializer
        self.regularizer = regularizer
        self.caching_device = caching_device
        self.partitioner = partitioner
        self.custom_getter = custom_getter
        self.original_name_scope = name_scope
        self.dtype = dtype
        self.use_resource = use_resource
        self.constraint = constraint

    def reuse_variables(self) -> None:
        """From here on `get_variable` only finds variables."""
        self.reuse = True

    def set_initializer(self, initializer: Any) -> None:
        """Sets the default initializer."""
        self.initializer = initializer

    def set_dtype(self, dtype: Any) -> None:
        """Sets the default dtype."""
        self.dtype = dtype

    def set_use_resource(self, use_resource: bool) -> None:
        """Sets which kind of variable is made."""
        self.use_resource = use_resource

    def set_regularizer(self, regularizer: Any) -> None:
        """Sets the default regularizer."""
        self.regularizer = regularizer

    def set_caching_device(self, caching_device: Any) -> None:
        """Sets the default caching device."""
        self.caching_device = caching_device

    def set_partitioner(self, partitioner: Any) -> None:
        """Sets the default partitioner."""
        self.partitioner = partitioner

    def set_custom_getter(self, custom_getter: Any) -> None:
        """Sets the custom getter."""
        self.custom_getter = custom_getter

    def get_collection(self, name: str) -> list[Any]:
        """The items of a collection whose names are under this scope."""
        scope = f"{self.name}/" if self.name else ""
        return context.get_default_graph().get_collection(name, scope)  # type: ignore[no-any-return]

    def trainable_variables(self) -> list[Any]:
        """The trainable variables under this scope."""
        return self.get_collection(GraphKeys.TRAINABLE_VARIABLES)

    def global_variables(self) -> list[Any]:
        """The global variables under this scope."""
        return self.get_collection(GraphKeys.GLOBAL_VARIABLES)

    def local_variables(self) -> list[Any]:
        """The local variables under this scope."""
        return self.get_collection(GraphKeys.LOCAL_VARIABLES)

    def get_variable(
        self,
        var_store: VariableStore,
        name: str,
        shape: Any = None,
        dtype: Any = None,
        initializer: Any = None,
        regularizer: Any = None,
        reuse: Any = None,
        trainable: Any = None,
        collections: Any = None,
        caching_device: Any = None,
        partitioner: Any = None,
        validate_shape: bool = True,
        use_resource: bool | None = None,
        custom_getter: Any = None,
        constraint: Any = None,
        synchronization: Any = None,
        aggregation: Any = None,
    ) -> Any:
        """The variable `name` of this scope; see `get_variable`."""
        full_name = f"{self.name}/{name}" if self.name else name
        with context.get_default_graph().name_scope(None):
            if dtype is not None and initializer is not None and not callable(initializer):
                found = convert.convert_to_tensor(initializer).dtype.base_dtype
                if found != dtype:
                    raise ValueError(
                        f"Initializer type '{found}' and explicit dtype '{dtype}' don't match."
                    )
            return var_store.get_variable(
                full_name,
                shape=shape,
                dtype=_first(dtype, self.dtype),
                initializer=_first(initializer, self.initializer),
                regularizer=_first(regularizer, self.regularizer),
                reuse=_first(reuse, self.reuse),
                trainable=trainable,
                collections=collections,
                caching_device=_first(caching_device, self.caching_device),
                partitioner=_first(partitioner, self.partitioner),
                validate_shape=validate_shape,
                use_resource=_first(use_resource, self.use_resource),
                custom_getter=_first(custom_getter, self.custom_getter),
                constraint=_first(constraint, self.constraint),
                synchronization=synchronization,
                aggregation=aggregation,
            )


def _first(value: Any, default: Any) -> Any:
    return default if value is None else value


class ScopeStack(threading.local):
    """The open variable scope of a thread, and how often each name was opened."""

    def __init__(self) -> None:
        self.current = VariableScope(False)
        self.counts: dict[str, int] = {}

    def open(self, name: str) -> None:
        """Counts an opening of the scope called `name`."""
        self.counts[name] = self.counts.get(name, 0) + 1

    def close_below(self, name: str) -> None:
        """Forgets how often the scopes below `name` were opened."""
        for other in self.counts:
            if other.startswith(f"{name}/"):
                self.counts[other] = 0


def scope_stack() -> ScopeStack:
    """The variable scopes of the default graph."""
    graph = context.get_default_graph()
    found = graph.get_collection(_SCOPE_KEY)
    if found:
        stack: ScopeStack = found[0]
        return stack
    stack = ScopeStack()
    graph.add_to_collection(_SCOPE_KEY, stack)
    return stack
