"""How an optimizer updates each kind of variable."""

from __future__ import annotations

from typing import Any

from minigraph import context
from minigraph.composite import IndexedSlices
from minigraph.tensor import Tensor
from minigraph.variables.base import Variable
from minigraph.variables.handles import is_resource_variable


class _ResourceProcessor:
    """Updates a resource variable."""

    def __init__(self, variable: Any) -> None:
        self._variable = variable

    def target(self) -> Any:
        """What to take the gradient of."""
        return self._variable

    def update_op(self, optimizer: Any, grad: Any) -> Any:
        """The operation that applies a gradient."""
        variable = self._variable
        if isinstance(grad, IndexedSlices):
            _refuse_constraint(variable)
            return optimizer._resource_apply_sparse_duplicate_indices(
                grad.values, variable, grad.indices
            )
        return _constrained(variable, optimizer._resource_apply_dense(grad, variable))


class _ReferenceProcessor(_ResourceProcessor):
    """Updates a reference variable."""

    def target(self) -> Any:
        """What to take the gradient of."""
        return self._variable._ref()

    def update_op(self, optimizer: Any, grad: Any) -> Any:
        """The operation that applies a gradient."""
        variable = self._variable
        if isinstance(grad, IndexedSlices):
            _refuse_constraint(variable)
            return optimizer._apply_sparse_duplicate_indices(grad, variable)
        return _constrained(variable, optimizer._apply_dense(grad, variable))


class _TensorProcessor(_ResourceProcessor):
    """Refuses to update a tensor, which has a gradient all the same."""

    def update_op(self, optimizer: Any, grad: Any) -> Any:
        """Raises NotImplementedError."""
        raise NotImplementedError("Trying to update a Tensor ", self._variable)


def processor_of(variable: Any) -> _ResourceProcessor:
    """What updates a variable; NotImplementedError for what is none."""
    if is_resource_variable(variable):
        return _ResourceProcessor(variable)
    if isinstance(variable, Variable):
        return _ReferenceProcessor(variable)
    if isinstance(variable, Tensor):
        return _TensorProcessor(variable)
    _ = variable.op  # TensorFlow looks at it first, which is the error for what has none
    raise NotImplementedError("Trying to optimize unsupported type ", variable)


def _refuse_constraint(variable: Any) -> None:
    if variable.constraint is not None:
        raise RuntimeError("Cannot use a constraint function on a sparse variable.")


def _constrained(variable: Any, update: Any) -> Any:
    """The update, followed by the variable's constraint if it has one."""
    if variable.constraint is None:
        return update
    with context.get_default_graph().control_dependencies([update]):
        return variable.assign(variable.constraint(variable))
