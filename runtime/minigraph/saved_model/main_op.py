"""Operations for a model to run when it is loaded (tf.saved_model.main_op)."""

from __future__ import annotations

from typing import Any

from minigraph import context
from minigraph.ops.grouping import group
from minigraph.variables import initialization


def main_op() -> Any:
    """An operation that initializes global and local variables."""
    return group(
        initialization.global_variables_initializer(), initialization.local_variables_initializer()
    )


def main_op_with_restore(restore_op_name: Any) -> Any:
    """An operation that initializes variables and then restores them by this operation."""
    with context.get_default_graph().control_dependencies([main_op()]):
        return group(restore_op_name)
