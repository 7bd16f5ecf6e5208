"""Variable scopes: what `get_variable` calls its variables, and the defaults that it uses."""

from __future__ import annotations

import functools
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from minigraph import context, convert, dtypes
from minigraph.graph import graph_of
from minigraph.graph_keys import GraphKeys
from minigraph.variables.reference import VariableV1 as VariableV1
from minigraph.variables.store import VariableStore, default_store

_SCOPE_KEY = ("__varscope",)


class _AutoReuse:
    name = "AUTO_REUSE"
    value = 1

    def __repr__(self) -> str:
        return "<_ReuseMode.AUTO_REUSE: 1>"


AUTO_REUSE = _AutoReuse()
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


class _ScopeStack(threading.local):
    """The open variable scope of a thread, and how often each name was opened."""

    def __init__(self) -> None:
        self.current = VariableScope(False)
        self.counts: dict[str, int] = {}

    def open(self, name: str) -> None:
        self.counts[name] = self.counts.get(name, 0) + 1

    def close_below(self, name: str) -> None:
        for other in self.counts:
            if other.startswith(f"{name}/"):
                self.counts[other] = 0


def _scope_stack() -> _ScopeStack:
    graph = context.get_default_graph()
    found = graph.get_collection(_SCOPE_KEY)
    if found:
        stack: _ScopeStack = found[0]
        return stack
    stack = _ScopeStack()
    graph.add_to_collection(_SCOPE_KEY, stack)
    return stack


def get_variable_scope() -> VariableScope:
    """The current variable scope (tf.get_variable_scope)."""
    return _scope_stack().current


def get_variable(
    name: str,
    shape: Any = None,
    dtype: Any = None,
    initializer: Any = None,
    regularizer: Any = None,
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
    """The variable called `name` in the current variable scope, made if need be (tf.get_variable).

    shape, dtype: of the variable; initializer: tensor, value, or function of shape and dtype.
    Raises ValueError where the variable exists and must not, or must and does not, or differs.
    """
    return get_variable_scope().get_variable(
        default_store(),
        name,
        shape=shape,
        dtype=dtype,
        initializer=initializer,
        regularizer=regularizer,
        trainable=trainable,
        collections=collections,
        caching_device=caching_device,
        partitioner=partitioner,
        validate_shape=validate_shape,
        use_resource=use_resource,
        custom_getter=custom_getter,
        constraint=constraint,
        synchronization=synchronization,
        aggregation=aggregation,
    )


def get_local_variable(
    name: str, *args: Any, trainable: bool = False, collections: Any = None, **kwargs: Any
) -> Any:
    """Like `get_variable`, for a local variable that is not trained (tf.get_local_variable)."""
    if collections:
        collections += [GraphKeys.LOCAL_VARIABLES]
    else:
        collections = [GraphKeys.LOCAL_VARIABLES]
    return get_variable(name, *args, trainable=False, collections=collections, **kwargs)


def no_regularizer(_: Any) -> None:
    """A regularizer that adds nothing, where the scope has another (tf.no_regularizer)."""
    return


class variable_scope:
    """A block whose `get_variable` names have a prefix and share defaults (tf.variable_scope).

    name_or_scope: name to open, or scope to open again; default_name: made unique if that is None.
    Raises TypeError for arguments of other kinds, ValueError for a bad `reuse`.
    """

    def __init__(
        self,
        name_or_scope: Any,
        default_name: str | None = None,
        values: Any = None,
        initializer: Any = None,
        regularizer: Any = None,
        caching_device: Any = None,
        partitioner: Any = None,
        custom_getter: Any = None,
        reuse: Any = None,
        dtype: Any = None,
        use_resource: bool | None = None,
        constraint: Any = None,
        auxiliary_name_scope: bool = True,
    ) -> None:
        if default_name is None and name_or_scope is None:
            raise TypeError("If default_name is None then name_or_scope is required")
        if reuse not in (True, False, None, AUTO_REUSE):
            raise ValueError("The reuse parameter must be True or False or None.")
        if not isinstance(auxiliary_name_scope, bool):
            raise TypeError(
                "The auxiliary_name_scope must be `True` or `False`, while get "
                f"{auxiliary_name_scope}"
            )
        self._name_or_scope = name_or_scope
        self._default_name = default_name
        self._reuse = reuse or None
        self._adds_name_scope = auxiliary_name_scope
        self._constraint = constraint
        self._custom_getter = custom_getter
        self._settings = {
            "initializer": initializer,
            "regularizer": regularizer,
            "caching_device": caching_device,
            "partitioner": partitioner,
            "dtype": dtype,
            "use_resource": use_resource,
        }
        self._graph = graph_of(values or ())
        self._open = ExitStack()

    def __enter__(self) -> VariableScope:
        with ExitStack() as opened:
            if not context.get_default_graph().building_function:
                opened.enter_context(self._graph.as_default())
            scope = self._enter(opened)
            self._open = opened.pop_all()
        return scope

    def __exit__(self, *exc_info: Any) -> None:
        self._open.close()

    def _enter(self, opened: ExitStack) -> VariableScope:
        target = self._name_or_scope
        if target is None:
            if self._reuse:
                raise ValueError("reuse=True cannot be used without a name_or_scope")
            name_scope = self._enter_name_scope(self._default_name, opened)
            name = _unique_name(str(self._default_name))
            return opened.enter_context(self._named(name, name_scope))
        if isinstance(target, VariableScope):
            self._enter_name_scope(target.name.split("/")[-1], opened)
            return opened.enter_context(self._again(target))
        if not isinstance(target, str):
            raise TypeError("VariableScope: name_or_scope must be a string or VariableScope.")
        name_scope = self._enter_name_scope(target, opened)
        return opened.enter_context(self._named(target, name_scope))

    def _enter_name_scope(self, name: str | None, opened: ExitStack) -> Any:
        graph = context.get_default_graph()
        if not self._adds_name_scope:
            current = graph.get_name_scope()
            return opened.enter_context(graph.name_scope(f"{current}/" if current else None))
        return opened.enter_context(graph.name_scope(name)) if name else name

    @contextmanager
    def _named(self, name: str, name_scope: Any) -> Iterator[VariableScope]:
        stack = _scope_stack()
        outer = stack.current
        full_name = f"{outer.name}/{name}" if outer.name else name
        scope = self._derived(outer, full_name, self._reuse or outer.reuse, name_scope)
        stack.open(full_name)
        stack.current = scope
        try:
            yield scope
        finally:
            _check_nesting(stack, scope)
            stack.close_below(full_name)
            stack.current = outer

    @contextmanager
    def _again(self, target: VariableScope) -> Iterator[VariableScope]:
        stack = _scope_stack()
        outer = stack.current
        scope = self._derived(
            target, target.name, self._reuse or target.reuse, target.original_name_scope
        )
        stack.open(target.name)
        counts = dict(stack.counts)
        stack.current = scope
        try:
            yield scope
        finally:
            _check_nesting(stack, scope)
            stack.counts = counts
            stack.current = outer

    def _derived(
        self, base: VariableScope, name: str, reuse: Any, name_scope: Any
    ) -> VariableScope:
        """A scope with the settings of `base` but for those that this block was given."""
        settings = {
            key: getattr(base, key) if value is None else value
            for key, value in self._settings.items()
        }
        getter = base.custom_getter
        if self._custom_getter is not None:
            getter = _nested_getter(self._custom_getter, base.custom_getter)
        return VariableScope(
            reuse,
            name=name,
            name_scope=name_scope,
            custom_getter=getter,
            constraint=self._constraint,
            **settings,
        )


def _check_nesting(stack: _ScopeStack, scope: VariableScope) -> None:
    if stack.current is not scope:
        raise RuntimeError("Improper nesting of variable_scope.")


def _nested_getter(custom_getter: Any, outer_getter: Any) -> Any:
    if outer_getter is None:
        return custom_getter

    def getter(getter: Any, *args: Any, **kwargs: Any) -> Any:
        return custom_getter(functools.partial(outer_getter, getter), *args, **kwargs)

    return getter


def _unique_name(prefix: str) -> str:
    stack = _scope_stack()
    base = f"{stack.current.name}/{prefix}" if stack.current.name else prefix
    if not stack.counts.get(base):
        return prefix
    number = 1
    while stack.counts.get(f"{base}_{number}"):
        number += 1
    return f"{prefix}_{number}"


@contextmanager
def variable_op_scope(
    values: Any, name_or_scope: Any, default_name: str | None = None, **kwargs: Any
) -> Iterator[VariableScope]:
    """The old spelling of `variable_scope(name_or_scope, default_name, values)`."""
    with variable_scope(name_or_scope, default_name, values, **kwargs) as scope:
        yield scope
