"""Initializing variables and asking which are (tf.global_variables_initializer and its like)."""

from __future__ import annotations

from typing import Any

from minigraph import context, dtypes
from minigraph.convert import constant
from minigraph.graph_keys import GraphKeys
from minigraph.ops import array, assignment, comparison, gathering, packing
from minigraph.ops.grouping import group


def _collection(key: str, scope: str | None) -> list[Any]:
    return context.get_default_graph().get_collection(key, scope)  # type: ignore[no-any-return]


def global_variables(scope: str | None = None) -> list[Any]:
    """The variables shared by the whole program (tf.global_variables)."""
    return _collection(GraphKeys.GLOBAL_VARIABLES, scope)


def local_variables(scope: str | None = None) -> list[Any]:
    """The variables of this process alone, such as counters (tf.local_variables)."""
    return _collection(GraphKeys.LOCAL_VARIABLES, scope)


def model_variables(scope: str | None = None) -> list[Any]:
    """The variables that inference needs (tf.model_variables)."""
    return _collection(GraphKeys.MODEL_VARIABLES, scope)


def trainable_variables(scope: str | None = None) -> list[Any]:
    """The variables that optimizers train (tf.trainable_variables)."""
    return _collection(GraphKeys.TRAINABLE_VARIABLES, scope)


def moving_average_variables(scope: str | None = None) -> list[Any]:
    """The variables that have moving averages (tf.moving_average_variables)."""
    return _collection(GraphKeys.MOVING_AVERAGE_VARIABLES, scope)


def all_variables() -> list[Any]:
    """The old name of `global_variables`."""
    return global_variables()


def variables_initializer(var_list: Any, name: str = "init") -> Any:
    """One operation that initializes all of `var_list` (tf.variables_initializer)."""
    if var_list and not context.executing_eagerly():
        return group(*[variable.initializer for variable in var_list], name=name)
    return array.no_op(name=name)


def global_variables_initializer() -> Any:
    """One operation that initializes the global variables made so far."""
    return variables_initializer(global_variables())


def tables_initializer(name: str = "init_all_tables") -> Any:
    """One operation that runs what is in the collection of table initializers."""
    found = _collection(GraphKeys.TABLE_INITIALIZERS, None)
    return group(*found, name=name) if found else array.no_op(name=name)


def local_variables_initializer() -> Any:
    """One operation that initializes the local variables made so far."""
    return variables_initializer(local_variables())


initialize_variables = variables_initializer


def initialize_all_variables() -> Any:
    """The old name of `global_variables_initializer`."""
    return global_variables_initializer()


def initialize_local_variables() -> Any:
    """The old name of `local_variables_initializer`."""
    return local_variables_initializer()


def _known_variables(var_list: Any) -> Any:
    """`var_list`, else all variables, else all storage that the graph has."""
    if var_list is None:
        var_list = global_variables() + local_variables()
    return var_list or [
        op.outputs[0]
        for op in context.get_default_graph().get_operations()
        if op.type in ("Variable", "VariableV2")
    ]


def assert_variables_initialized(var_list: Any = None) -> Any:
    """A tensor whose run raises FailedPreconditionError where a variable has no value.

    None where there are no variables.
    """
    var_list = _known_variables(var_list)
    ranks = []
    for variable in var_list:
        with context.get_default_graph().colocate_with(variable.op):
            ranks.append(array.rank_op(variable))
    return packing.stack(ranks) if len(ranks) > 1 else (ranks or [None])[0]


def report_uninitialized_variables(
    var_list: Any = None, name: str = "report_uninitialized_variables"
) -> Any:
    """The names of the variables that have no value yet, string [N]."""
    if var_list is None:
        var_list = _known_variables(None)
    graph = context.get_default_graph()
    with graph.name_scope(name):
        flags = [assignment.is_variable_initialized(variable) for variable in var_list]
        with graph.device("/cpu:0"):
            if not flags:
                return constant([], dtype=dtypes.string)
            missing = comparison.logical_not(packing.stack(flags))
            names = constant([variable.op.name for variable in var_list])
            return gathering.boolean_mask(names, missing)
