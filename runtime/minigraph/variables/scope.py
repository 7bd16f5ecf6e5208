"""Variable scopes: what `get_variable` calls its variables, and the defaults that it uses."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from minigraph import context, dtypes, errors
from minigraph.graph import graph_of
from minigraph.graph_keys import GraphKeys
from minigraph.variables.scope_stack import AUTO_REUSE, ScopeStack, VariableScope, scope_stack
from minigraph.variables.store import default_store


def get_variable_scope() -> VariableScope:
    """The current variable scope (tf.get_variable_scope)."""
    return scope_stack().current


@errors.hinted
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
    name: str,
    shape: Any = None,
    dtype: Any = None,
    initializer: Any = None,
    regularizer: Any = None,
    trainable: bool = False,
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
    """Like `get_variable`, for a local variable that is not trained (tf.get_local_variable)."""
    if collections:
        collections += [GraphKeys.LOCAL_VARIABLES]
    else:
        collections = [GraphKeys.LOCAL_VARIABLES]
    return get_variable(
        name,
        shape,
        dtype,
        initializer,
        regularizer,
        False,
        collections,
        caching_device,
        partitioner,
        validate_shape,
        use_resource,
        custom_getter,
        constraint,
        synchronization,
        aggregation,
    )


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
            building = context.get_default_graph().building_function
            if not context.executing_eagerly() and not building:
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
            name = unique_name(str(self._default_name))
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
        stack = scope_stack()
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
        stack = scope_stack()
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


def _check_nesting(stack: ScopeStack, scope: VariableScope) -> None:
    if stack.current is not scope:
        raise RuntimeError("Improper nesting of variable_scope.")


def _nested_getter(custom_getter: Any, outer_getter: Any) -> Any:
    if outer_getter is None:
        return custom_getter

    def getter(getter: Any, *args: Any, **kwargs: Any) -> Any:
        return custom_getter(functools.partial(outer_getter, getter), *args, **kwargs)

    return getter


def unique_name(prefix: str) -> str:
    """`prefix` with a number behind it where the current scope has one of that name."""
    stack = scope_stack()
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


def create_partitioned_variables(
    shape: Any,
    slicing: Any,
    initializer: Any,
    dtype: Any = dtypes.float32,
    trainable: bool = True,
    collections: Any = None,
    name: str | None = None,
    reuse: Any = None,
) -> list[Any]:
    """The parts of a variable of `shape`, cut as `slicing` says, each called "name/part_i".

    slicing: the number of parts along each axis (tf.create_partitioned_variables). Raises
    ValueError for a slicing of another length than the shape, and for scalars.
    """
    if len(shape) != len(slicing):
        raise ValueError(
            "The 'shape' and 'slicing' of a partitioned Variable must have the length: shape: "
            f"{shape}, slicing: {slicing}"
        )
    if len(shape) < 1:
        raise ValueError(f"A partitioned Variable must have rank at least 1: shape: {shape}")
    with variable_scope(name, "PartitionedVariable", reuse=reuse) as scope:
        if scope.custom_getter is not None:
            raise ValueError(
                "Private access to _get_partitioned_variable is not allowed when a custom getter "
                f"is set.  Current custom getter: {scope.custom_getter}.  It is likely that you're "
                "using create_partitioned_variables.  If so, consider instead using get_variable "
                "with a non-empty partitioner parameter instead."
            )
        with context.get_default_graph().name_scope(None):
            parts = default_store().partitioned(
                scope.name,
                shape,
                dtype,
                scope.initializer if initializer is None else initializer,
                lambda **_: slicing,
                scope.reuse,
                regularizer=scope.regularizer,
                trainable=trainable,
                collections=collections,
                caching_device=scope.caching_device,
                use_resource=scope.use_resource,
                constraint=scope.constraint,
            )
    return list(parts)
