"""The optimizers: gradient descent, momentum, Adam, Adagrad, RMSProp."""

from __future__ import annotations

from typing import Any

from minigraph import context, convert
from minigraph.composite import IndexedSlices
from minigraph.ops import (
    array,
    assignment,
    casting,
    elementwise,
    grouping,
    scattering,
    training,
)
from minigraph.train.optimizer import Optimizer
from minigraph.variables import initializers
from minigraph.variables.lifting import init_scope


class _WithUpdateOps(Optimizer):
    """An optimizer whose steps are the ops of one formula, with slots and scalars in order."""

    # The slots, as the formula takes them, and the scalars: name of the input, None for `grad`.
    _slot_names: tuple[str, ...] = ()
    _order: tuple[str | None, ...] = ()
    _flags: dict[str, Any]

    def __init__(self, use_locking: bool, name: str, **kwargs: Any) -> None:
        super().__init__(use_locking, name, **kwargs)
        self._flags = {}
        self._parameters: dict[str, Any] = {}
        self._tensors: dict[str, Any] = {}

    def _update_ops(self) -> training.UpdateOps:
        raise NotImplementedError

    def _prepare(self) -> None:
        self._tensors = {
            name: convert.convert_to_tensor(self._call_if_callable(value), name=name)
            for name, value in self._parameters.items()
        }

    def _inputs(self, grad: Any, dtype: Any, indices: Any = None) -> list[Any]:
        inputs: list[Any] = []
        for name in self._order:
            if name is not None:
                inputs.append(casting.cast(self._tensors[name], dtype))
            else:
                inputs.extend([grad] if indices is None else [grad, indices])
        return inputs

    def _holders(self, var: Any) -> list[Any]:
        return [var, *[self.get_slot(var, name) for name in self._slot_names]]

    def _apply_dense(self, grad: Any, var: Any) -> Any:
        inputs = self._inputs(grad, var.dtype.base_dtype)
        return (
            self._update_ops()
            .reference(*self._holders(var), *inputs, use_locking=self._use_locking, **self._flags)
            .op
        )

    def _resource_apply_dense(self, grad: Any, handle: Any) -> Any:
        handles = [holder.handle for holder in self._holders(handle)]
        inputs = self._inputs(grad, grad.dtype.base_dtype)
        return self._update_ops().resource(
            *handles, *inputs, use_locking=self._use_locking, **self._flags
        )

    def _apply_sparse(self, grad: Any, var: Any) -> Any:
        inputs = self._inputs(grad.values, var.dtype.base_dtype, grad.indices)
        return (
            self._update_ops()
            .sparse_reference(
                *self._holders(var), *inputs, use_locking=self._use_locking, **self._flags
            )
            .op
        )

    def _resource_apply_sparse(self, grad: Any, handle: Any, indices: Any) -> Any:
        handles = [holder.handle for holder in self._holders(handle)]
        inputs = self._inputs(grad, grad.dtype, indices)
        return self._update_ops().sparse_resource(
            *handles, *inputs, use_locking=self._use_locking, **self._flags
        )


class GradientDescentOptimizer(Optimizer):
    """var -= learning_rate * grad (tf.train.GradientDescentOptimizer)."""

    def __init__(
        self, learning_rate: Any, use_locking: bool = False, name: str = "GradientDescent"
    ) -> None:
        super().__init__(use_locking, name)
        self._learning_rate = learning_rate
        self._learning_rate_tensor: Any = None

    def _prepare(self) -> None:
        rate = self._call_if_callable(self._learning_rate)
        self._learning_rate_tensor = convert.convert_to_tensor(rate, name="learning_rate")

    def _apply_dense(self, grad: Any, var: Any) -> Any:
        rate = casting.cast(self._learning_rate_tensor, var.dtype.base_dtype)
        return training.apply_gradient_descent(var, rate, grad, use_locking=self._use_locking).op

    def _resource_apply_dense(self, grad: Any, handle: Any) -> Any:
        rate = casting.cast(self._learning_rate_tensor, grad.dtype.base_dtype)
        return training.resource_apply_gradient_descent(
            handle.handle, rate, grad, use_locking=self._use_locking
        )

    def _apply_sparse_duplicate_indices(self, grad: IndexedSlices, var: Any) -> Any:
        rate = casting.cast(self._learning_rate_tensor, var.dtype.base_dtype)
        delta = IndexedSlices(grad.values * rate, grad.indices, grad.dense_shape)
        return var.scatter_sub(delta, use_locking=self._use_locking)

    def _resource_apply_sparse_duplicate_indices(self, grad: Any, handle: Any, indices: Any) -> Any:
        rate = casting.cast(self._learning_rate_tensor, grad.dtype.base_dtype)
        return scattering.RESOURCE["add"](handle.handle, indices, -grad * rate)


class MomentumOptimizer(_WithUpdateOps):
    """accum = momentum * accum + grad; var -= learning_rate * accum (tf.train.MomentumOptimizer).

    use_nesterov: looks ahead along the accumulated gradient.
    """

    _slot_names = ("momentum",)
    _order = ("learning_rate", None, "momentum")

    def __init__(
        self,
        learning_rate: Any,
        momentum: Any,
        use_locking: bool = False,
        name: str = "Momentum",
        use_nesterov: bool = False,
    ) -> None:
        super().__init__(use_locking, name)
        self._parameters = {"learning_rate": learning_rate, "momentum": momentum}
        self._flags = {"use_nesterov": use_nesterov}

    def _update_ops(self) -> training.UpdateOps:
        return training.MOMENTUM

    def _create_slots(self, var_list: list[Any]) -> None:
        for variable in var_list:
            self._zeros_slot(variable, "momentum", self._name)


class AdagradOptimizer(_WithUpdateOps):
    """Divides each step by the root of the summed squares (tf.train.AdagradOptimizer).

    Raises ValueError where initial_accumulator_value is not positive.
    """

    _slot_names = ("accumulator",)
    _order = ("learning_rate", None)

    def __init__(
        self,
        learning_rate: Any,
        initial_accumulator_value: float = 0.1,
        use_locking: bool = False,
        name: str = "Adagrad",
    ) -> None:
        if initial_accumulator_value <= 0.0:
            raise ValueError(
                f"initial_accumulator_value must be positive: {initial_accumulator_value}"
            )
        super().__init__(use_locking, name)
        self._initial_accumulator_value = initial_accumulator_value
        self._parameters = {"learning_rate": learning_rate}

    def _update_ops(self) -> training.UpdateOps:
        return training.ADAGRAD

    def _create_slots(self, var_list: list[Any]) -> None:
        for variable in var_list:
            dtype = variable.dtype.base_dtype
            self._get_or_make_slot_with_initializer(
                variable,
                self._start(variable, dtype),
                variable.shape,
                dtype,
                "accumulator",
                self._name,
            )

    def _start(self, variable: Any, dtype: Any) -> Any:
        value = self._initial_accumulator_value
        if variable.shape.is_fully_defined():
            return initializers.Constant(value, dtype=dtype)
        return lambda: casting.cast(array.fill(array.shape(variable), value), dtype)


class AdadeltaOptimizer(_WithUpdateOps):
    """Steps of the running size of earlier steps (tf.train.AdadeltaOptimizer)."""

    _slot_names = ("accum", "accum_update")
    _order = ("lr", "rho", "epsilon", None)

    def __init__(
        self,
        learning_rate: Any = 0.001,
        rho: Any = 0.95,
        epsilon: Any = 1e-8,
        use_locking: bool = False,
        name: str = "Adadelta",
    ) -> None:
        super().__init__(use_locking, name)
        self._parameters = {"lr": learning_rate, "rho": rho, "epsilon": epsilon}

    def _update_ops(self) -> training.UpdateOps:
        return training.ADADELTA

    def _create_slots(self, var_list: list[Any]) -> None:
        for variable in var_list:
            for slot in self._slot_names:
                self._zeros_slot(variable, slot, self._name)


class RMSPropOptimizer(_WithUpdateOps):
    """Divides each step by a running root mean square (tf.train.RMSPropOptimizer).

    centered: subtracts the square of the running mean, which takes one slot more.
    """

    _order = ("learning_rate", "decay", "momentum", "epsilon", None)

    def __init__(
        self,
        learning_rate: Any,
        decay: Any = 0.9,
        momentum: Any = 0.0,
        epsilon: Any = 1e-10,
        use_locking: bool = False,
        centered: bool = False,
        name: str = "RMSProp",
    ) -> None:
        super().__init__(use_locking, name)
        self._centered = centered
        self._slot_names = ("mg", "rms", "momentum") if centered else ("rms", "momentum")
        self._parameters = {
            "learning_rate": learning_rate,
            "decay": decay,
            "momentum": momentum,
            "epsilon": epsilon,
        }

    def _update_ops(self) -> training.UpdateOps:
        return training.CENTERED_RMS_PROP if self._centered else training.RMS_PROP

    def _create_slots(self, var_list: list[Any]) -> None:
        for variable in var_list:
            dtype, shape = variable.dtype.base_dtype, variable.shape
            ones: Any = initializers.Ones(dtype=dtype)
            if not shape.is_fully_defined():
                ones = array.ones_like(variable)
            self._get_or_make_slot_with_initializer(variable, ones, shape, dtype, "rms", self._name)
            if self._centered:
                self._zeros_slot(variable, "mg", self._name)
            self._zeros_slot(variable, "momentum", self._name)


class AdamOptimizer(Optimizer):
    """Steps scaled by running means of gradients and their squares (tf.train.AdamOptimizer)."""

    def __init__(
        self,
        learning_rate: Any = 0.001,
        beta1: Any = 0.9,
        beta2: Any = 0.999,
        epsilon: Any = 1e-8,
        use_locking: bool = False,
        name: str = "Adam",
        use_own_namescope_for_non_slot_vars: bool = False,
    ) -> None:
        super().__init__(use_locking, name, use_own_namescope_for_non_slot_vars)
        self._lr = learning_rate
        self._beta1 = beta1
        self._beta2 = beta2
        self._epsilon = epsilon
        self._lr_t: Any = None
        self._beta1_t: Any = None
        self._beta2_t: Any = None
        self._epsilon_t: Any = None

    def _get_beta_accumulators(self) -> tuple[Any, Any]:
        with init_scope():
            graph = None if context.executing_eagerly() else context.get_default_graph()
            return (
                self._get_non_slot_variable("beta1_power", graph=graph),
                self._get_non_slot_variable("beta2_power", graph=graph),
            )

    def _create_slots(self, var_list: list[Any]) -> None:
        first = min(var_list, key=lambda variable: variable.name)
        self._create_non_slot_variable(self._beta1, "beta1_power", first)
        self._create_non_slot_variable(self._beta2, "beta2_power", first)
        for variable in var_list:
            self._zeros_slot(variable, "m", self._name)
            self._zeros_slot(variable, "v", self._name)

    def _prepare(self) -> None:
        values = [
            self._call_if_callable(value)
            for value in (self._lr, self._beta1, self._beta2, self._epsilon)
        ]
        names = ("learning_rate", "beta1", "beta2", "epsilon")
        self._lr_t, self._beta1_t, self._beta2_t, self._epsilon_t = (
            convert.convert_to_tensor(value, name=name)
            for value, name in zip(values, names, strict=True)
        )

    def _scalars(self, dtype: Any) -> list[Any]:
        """beta1_power, beta2_power, lr, beta1, beta2, epsilon."""
        tensors = (self._lr_t, self._beta1_t, self._beta2_t, self._epsilon_t)
        return [casting.cast(t, dtype) for t in (*self._get_beta_accumulators(), *tensors)]

    def _apply_dense(self, grad: Any, var: Any) -> Any:
        m, v = self.get_slot(var, "m"), self.get_slot(var, "v")
        scalars = self._scalars(var.dtype.base_dtype)
        return training.apply_adam(var, m, v, *scalars, grad, use_locking=self._use_locking).op

    def _resource_apply_dense(self, grad: Any, handle: Any) -> Any:
        m, v = self.get_slot(handle, "m"), self.get_slot(handle, "v")
        scalars = self._scalars(grad.dtype.base_dtype)
        return training.resource_apply_adam(
            handle.handle, m.handle, v.handle, *scalars, grad, use_locking=self._use_locking
        )

    def _apply_sparse(self, grad: Any, var: Any) -> Any:
        def scatter_add(x: Any, indices: Any, values: Any) -> Any:
            return scattering.scatter_add(x, indices, values, use_locking=self._use_locking)

        return self._apply_rows(grad.values, var, grad.indices, scatter_add)

    def _resource_apply_sparse(self, grad: Any, handle: Any, indices: Any) -> Any:
        def scatter_add(x: Any, indices: Any, values: Any) -> Any:
            added = scattering.RESOURCE["add"](x.handle, indices, values)
            with context.get_default_graph().control_dependencies([added]):
                return x.value()

        return self._apply_rows(grad, handle, indices, scatter_add)

    def _apply_rows(self, grad: Any, var: Any, indices: Any, scatter_add: Any) -> Any:
        """Decays all of m and v, adds the gradient to the rows, and steps everywhere."""
        scalars = self._scalars(var.dtype.base_dtype)
        beta1_power, beta2_power, lr, beta1, beta2, epsilon = scalars
        lr = lr * elementwise.sqrt(1 - beta2_power) / (1 - beta1_power)
        m = self._moved(var, "m", beta1, grad * (1 - beta1), indices, scatter_add)
        v = self._moved(var, "v", beta2, grad * grad * (1 - beta2), indices, scatter_add)
        root = elementwise.sqrt(v)
        update = assignment.assign_sub(
            var, lr * m / (root + epsilon), use_locking=self._use_locking
        )
        return grouping.group(update, m, v)

    def _moved(
        self, var: Any, name: str, beta: Any, addition: Any, indices: Any, scatter_add: Any
    ) -> Any:
        slot = self.get_slot(var, name)
        decayed = assignment.assign(slot, slot * beta, use_locking=self._use_locking)
        with context.get_default_graph().control_dependencies([decayed]):
            return scatter_add(slot, indices, addition)

    def _finish(self, update_ops: list[Any], name_scope: str) -> Any:
        graph = context.get_default_graph()
        with graph.control_dependencies(update_ops):
            beta1_power, beta2_power = self._get_beta_accumulators()
            with graph.colocate_with(beta1_power):
                update_beta1 = beta1_power.assign(
                    beta1_power * self._beta1_t, use_locking=self._use_locking
                )
                update_beta2 = beta2_power.assign(
                    beta2_power * self._beta2_t, use_locking=self._use_locking
                )
        return grouping.group(*update_ops, update_beta1, update_beta2, name=name_scope)
