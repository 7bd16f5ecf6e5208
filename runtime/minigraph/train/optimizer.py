"""Optimizer: the base of all optimizers. It computes gradients and applies them to variables.

A subclass overrides `_create_slots`, `_prepare`, `_apply_dense`, `_apply_sparse`,
`_resource_apply_dense`, `_resource_apply_sparse` and perhaps `_finish`.
"""

from __future__ import annotations

from typing import Any

from minigraph import context, convert, dtypes, errors, nest
from minigraph.composite import IndexedSlices
from minigraph.default_graph import control_dependencies
from minigraph.gradients import gradients
from minigraph.graph_keys import GraphKeys
from minigraph.ops import array, assignment, gathering, grouping, state
from minigraph.ops.unique import unique
from minigraph.tape import GradientTape
from minigraph.tensor import Tensor
from minigraph.train import slots
from minigraph.train.processors import processor_of
from minigraph.variables import scope
from minigraph.variables.handles import BaseResourceVariable, is_resource_variable
from minigraph.variables.initialization import trainable_variables
from minigraph.variables.lifting import init_scope
from minigraph.variables.reference import VariableV1


class Optimizer:
    """The base of the optimizers (TensorFlow: tf.train.Optimizer)."""

    GATE_NONE = 0
    GATE_OP = 1
    GATE_GRAPH = 2

    def __init__(
        self, use_locking: bool, name: str, use_own_namescope_for_non_slot_vars: bool = False
    ) -> None:
        """Raises ValueError where there is no name."""
        if not name:
            raise ValueError("Must specify the optimizer name")
        self._use_locking = use_locking
        self._name = name
        self._own_scope: Any = None
        if use_own_namescope_for_non_slot_vars:
            with scope.variable_scope(None, default_name=name) as opened:
                self._own_scope = opened
        self._slots: dict[str, dict[Any, Any]] = {}
        self._non_slot_dict: dict[tuple[str, Any], Any] = {}

    def get_name(self) -> str:
        """The name of this optimizer."""
        return self._name

    @errors.hinted
    def minimize(
        self,
        loss: Any,
        global_step: Any = None,
        var_list: Any = None,
        gate_gradients: int = GATE_OP,
        aggregation_method: int | None = None,
        colocate_gradients_with_ops: bool = False,
        name: str | None = None,
        grad_loss: Any = None,
    ) -> Any:
        """An operation that makes one step down the gradient of `loss`.

        Raises ValueError where there is no variable or no gradient.
        """
        pairs = self.compute_gradients(
            loss,
            var_list=var_list,
            gate_gradients=gate_gradients,
            aggregation_method=aggregation_method,
            colocate_gradients_with_ops=colocate_gradients_with_ops,
            grad_loss=grad_loss,
        )
        if all(grad is None for grad, _ in pairs):
            raise ValueError(
                "No gradients provided for any variable, check your graph for ops that do not "
                f"support gradients, between variables {[str(v) for _, v in pairs]} and loss "
                f"{loss}."
            )
        return self.apply_gradients(pairs, global_step=global_step, name=name)

    def compute_gradients(
        self,
        loss: Any,
        var_list: Any = None,
        gate_gradients: int = GATE_OP,
        aggregation_method: int | None = None,
        colocate_gradients_with_ops: bool = False,
        grad_loss: Any = None,
    ) -> list[tuple[Any, Any]]:
        """Pairs of a gradient (tensor, IndexedSlices or None) and its variable.

        loss: a tensor, or a function that makes it from resource variables.
        Raises ValueError for other dtypes than floats, no variables, or an unknown gate.
        """
        if callable(loss):
            return self._gradients_of_function(loss, var_list, grad_loss)
        if context.executing_eagerly():
            raise RuntimeError(
                "`loss` passed to Optimizer.compute_gradients should be a function when eager "
                "execution is enabled."
            )
        if gate_gradients not in (self.GATE_NONE, self.GATE_OP, self.GATE_GRAPH):
            raise ValueError(
                "gate_gradients must be one of: Optimizer.GATE_NONE, Optimizer.GATE_OP, "
                f"Optimizer.GATE_GRAPH.  Not {gate_gradients}"
            )
        self._assert_valid_dtypes([loss] if grad_loss is None else [loss, grad_loss])
        variables = nest.flatten(var_list) if var_list is not None else self._all_variables()
        targets = [processor_of(variable).target() for variable in variables]
        if not variables:
            raise ValueError("No variables to optimize.")
        grads = gradients(
            loss,
            targets,
            grad_ys=grad_loss,
            gate_gradients=gate_gradients == self.GATE_OP,
            aggregation_method=aggregation_method,
            colocate_gradients_with_ops=colocate_gradients_with_ops,
        )
        if gate_gradients == self.GATE_GRAPH:
            grads = grouping.tuple(grads)
        pairs = list(zip(grads, variables, strict=True))
        self._assert_valid_dtypes(
            [v for g, v in pairs if g is not None and v.dtype != dtypes.resource]
        )
        return pairs

    def _all_variables(self) -> list[Any]:
        more = context.get_default_graph().get_collection(GraphKeys.TRAINABLE_RESOURCE_VARIABLES)
        return trainable_variables() + more  # type: ignore[no-any-return]

    def _gradients_of_function(
        self, loss: Any, var_list: Any, grad_loss: Any
    ) -> list[tuple[Any, Any]]:
        with GradientTape() as tape:
            if var_list is not None:
                tape.watch(var_list)
            value = loss()
            if var_list is None:
                var_list = tape.watched_variables()
        var_list = nest.flatten(var_list)
        with control_dependencies([value]):
            grads = tape.gradient(value, var_list, grad_loss)
        return list(zip(grads, var_list, strict=True))

    @errors.hinted
    def apply_gradients(
        self, grads_and_vars: Any, global_step: Any = None, name: str | None = None
    ) -> Any:
        """An operation that applies pairs as `compute_gradients` returns them.

        global_step: a variable that it then increments. Variables without a gradient stay.
        Raises ValueError where there is no pair or no gradient, TypeError for a gradient that is
        no tensor, NotImplementedError for what is no variable.
        """
        pairs = [(_as_gradient(grad), variable) for grad, variable in grads_and_vars]
        if not pairs:
            raise ValueError("No variables provided.")
        processors = [processor_of(variable) for _, variable in pairs]
        variables = [variable for grad, variable in pairs if grad is not None]
        if not variables:
            raise ValueError(
                f"No gradients provided for any variable: {[str(v) for _, v in pairs]}."
            )
        with init_scope():
            self._create_slots(variables)
        graph = context.get_default_graph()
        updates = []
        with graph.name_scope(name or self._name) as scope_name:
            self._prepare()
            for (grad, variable), processor in zip(pairs, processors, strict=True):
                if grad is not None:
                    with (
                        graph.name_scope(f"update_{_name(variable)}"),
                        graph.colocate_with(variable),
                    ):
                        updates.append(processor.update_op(self, grad))
            result = self._finish_and_count(updates, global_step, scope_name)
        if context.executing_eagerly():
            return result
        if isinstance(result, Tensor):
            result = result.op
        train_ops = graph.get_collection_ref(GraphKeys.TRAIN_OP)
        if result not in train_ops:
            train_ops.append(result)
        return result

    def _finish_and_count(self, updates: list[Any], global_step: Any, scope_name: str) -> Any:
        if global_step is None:
            return self._finish(updates, scope_name)
        graph = context.get_default_graph()
        done = self._finish(updates, "update")
        with graph.control_dependencies([done]), graph.colocate_with(global_step):
            if isinstance(global_step, BaseResourceVariable):
                one = convert.convert_to_tensor(1, global_step.dtype)
                return state.assign_add_variable_op(global_step.handle, one, name=scope_name)
            return assignment.assign_add(global_step, 1, name=scope_name)

    # Slots and other variables of the optimizer

    def get_slot(self, var: Any, name: str) -> Any:
        """The slot called `name` of a variable, None where there is none."""
        return self._slots.get(name, {}).get(_key(var))

    def get_slot_names(self) -> list[str]:
        """The names of the slots that this optimizer keeps."""
        return sorted(self._slots)

    def variables(self) -> list[Any]:
        """The optimizer's own variables in the default graph, by name."""
        graph = context.get_default_graph()
        home = None if context.executing_eagerly() else graph
        found = [v for v in self._non_slot_variables() if _home(v) is home]
        for by_variable in self._slots.values():
            found.extend(slot for slot in by_variable.values() if _home(slot) is home)
        return sorted(found, key=lambda variable: variable.name)

    def _create_non_slot_variable(self, initial_value: Any, name: str, colocate_with: Any) -> Any:
        key = (name, _home(colocate_with))
        found = self._non_slot_dict.get(key)
        if found is not None:
            return found
        graph = context.get_default_graph()
        options: dict[str, Any] = {
            "trainable": False,
            "use_resource": is_resource_variable(colocate_with),
            "name": name,
        }
        with graph.colocate_with(colocate_with):
            if self._own_scope is None:
                made = VariableV1(initial_value, **options)
            else:
                with graph.name_scope(None), scope.variable_scope(self._own_scope):
                    made = scope.get_variable(initializer=initial_value, **options)
        self._non_slot_dict[key] = made
        return made

    def _get_non_slot_variable(self, name: str, graph: Any = None) -> Any:
        return self._non_slot_dict.get((name, graph))

    def _non_slot_variables(self) -> Any:
        return self._non_slot_dict.values()

    def _slot_dict(self, slot_name: str) -> dict[Any, Any]:
        return self._slots.setdefault(slot_name, {})

    def _get_or_make_slot(self, var: Any, val: Any, slot_name: str, op_name: str) -> Any:
        named = self._slot_dict(slot_name)
        if _key(var) not in named:
            named[_key(var)] = slots.create_slot(var, val, op_name)
        return named[_key(var)]

    def _get_or_make_slot_with_initializer(
        self, var: Any, initializer: Any, shape: Any, dtype: Any, slot_name: str, op_name: str
    ) -> Any:
        named = self._slot_dict(slot_name)
        if _key(var) not in named:
            named[_key(var)] = slots.create_slot_with_initializer(
                var, initializer, shape, dtype, op_name
            )
        return named[_key(var)]

    def _zeros_slot(self, var: Any, slot_name: str, op_name: str) -> Any:
        named = self._slot_dict(slot_name)
        if _key(var) not in named:
            named[_key(var)] = slots.create_zeros_slot(var, op_name)
        return named[_key(var)]

    # What subclasses override

    def _valid_dtypes(self) -> set[Any]:
        return {dtypes.float16, dtypes.bfloat16, dtypes.float32, dtypes.float64}

    def _assert_valid_dtypes(self, tensors: list[Any]) -> None:
        valid = self._valid_dtypes()
        for tensor in tensors:
            dtype = tensor.dtype.base_dtype
            if dtype not in valid:
                raise ValueError(
                    f"Invalid type {dtype!r} for {tensor.name}, expected: {list(valid)}."
                )

    def _create_slots(self, var_list: list[Any]) -> None:
        """Makes the slots of the variables that get a gradient."""

    def _prepare(self) -> None:
        """Makes the tensors that all updates share."""

    def _apply_dense(self, grad: Any, var: Any) -> Any:
        raise NotImplementedError

    def _apply_sparse(self, grad: Any, var: Any) -> Any:
        raise NotImplementedError

    def _resource_apply_dense(self, grad: Any, handle: Any) -> Any:
        raise NotImplementedError

    def _resource_apply_sparse(self, grad: Any, handle: Any, indices: Any) -> Any:
        raise NotImplementedError

    def _apply_sparse_duplicate_indices(self, grad: IndexedSlices, var: Any) -> Any:
        values, indices = _without_duplicates(grad.values, grad.indices)
        return self._apply_sparse(IndexedSlices(values, indices, grad.dense_shape), var)

    def _resource_apply_sparse_duplicate_indices(self, grad: Any, handle: Any, indices: Any) -> Any:
        values, distinct = _without_duplicates(grad, indices)
        return self._resource_apply_sparse(values, handle, distinct)

    def _finish(self, update_ops: list[Any], name_scope: str) -> Any:
        return grouping.group(*update_ops, name=name_scope)

    def _call_if_callable(self, param: Any) -> Any:
        return param() if callable(param) else param


def _home(variable: Any) -> Any:
    """The graph of a variable, None where it belongs to eager execution."""
    return variable.graph if getattr(variable, "_in_graph_mode", True) else None


def _key(variable: Any) -> Any:
    if getattr(variable, "_in_graph_mode", True):
        return variable.op.graph, variable.op.name
    return variable.ref()


def _name(variable: Any) -> Any:
    is_eager = not getattr(variable, "_in_graph_mode", True)
    return variable._shared_name if is_eager else variable.op.name


def _without_duplicates(values: Any, indices: Any) -> tuple[Any, Any]:
    """The sums of the slices of equal index, and the distinct indices."""
    distinct, places = unique(indices)
    count = array.shape(distinct)[0]
    return gathering.unsorted_segment_sum(values, places, count), distinct


def _as_gradient(grad: Any) -> Any:
    if grad is None or isinstance(grad, (Tensor, IndexedSlices)):
        return grad
    try:
        return convert.convert_to_tensor(grad)
    except TypeError:
        raise TypeError(
            f"Gradient must be convertible to a Tensor or IndexedSlices, or None: {grad}"
        ) from None
