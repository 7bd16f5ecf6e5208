"""tf.keras, in miniature: the optimizers SGD and Adam."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from types import ModuleType
from typing import Any

from minigraph import convert, dtypes
from minigraph.composite import IndexedSlices
from minigraph.ops import array, elementwise
from minigraph.variables.handles import is_resource_variable
from minigraph.variables.resource import ResourceVariable as Variable


class Optimizer:
    """The base of the optimizers: state beside each variable, and a count of the steps."""

    def __init__(self, learning_rate: Any, name: str) -> None:
        if not callable(learning_rate) and not isinstance(learning_rate, float):
            raise ValueError(
                "Argument `learning_rate` should be float, or an instance of LearningRateSchedule, "
                "or a callable (that takes in the current iteration value and returns the "
                "corresponding learning rate value). Received instead: "
                f"learning_rate={learning_rate}"
            )
        self.name = name
        self._rate = learning_rate
        self._state: dict[int, list[Any]] = {}
        self._trained: list[Any] = []
        self.iterations: Any = None
        self.built = False

    @property
    def learning_rate(self) -> Any:
        """The learning rate, a variable once there are others."""
        return self._rate

    @learning_rate.setter
    def learning_rate(self, value: Any) -> None:
        if is_resource_variable(self._rate):
            self._rate.assign(value)
        else:
            self._rate = value

    @property
    def variables(self) -> list[Any]:
        """The count of steps, the learning rate and the state of each variable."""
        slots = [slot for variable in self._trained for slot in self._state[id(variable)]]
        return [self.iterations, self._rate, *slots] if self.built else []

    def build(self, variables: Iterable[Any]) -> None:
        """Makes the state for `variables`."""
        if self.built:
            return
        self.built = True
        self.iterations = Variable(
            0, trainable=False, dtype=dtypes.int64, name=f"{self.name}/iteration"
        )
        if not callable(self._rate):
            self._rate = Variable(
                float(self._rate), trainable=False, name=f"{self.name}/learning_rate"
            )
        self._trained = list(variables)
        for variable in self._trained:
            self._state[id(variable)] = [
                Variable(
                    array.zeros(variable.shape, variable.dtype),
                    trainable=False,
                    name=f"{self.name}/{variable._shared_name}_{slot}",
                )
                for slot in self._slots()
            ]

    def _slots(self) -> list[str]:
        return []

    def apply_gradients(self, grads_and_vars: Iterable[Any], name: str | None = None) -> Any:
        """Changes each variable by its gradient; pairs whose gradient is None are left out.

        Raises ValueError where no variable has a gradient or one was not there when it was built.
        """
        pairs = [(grad, variable) for grad, variable in grads_and_vars]
        self.build([variable for _, variable in pairs])
        with_gradient = [pair for pair in pairs if pair[0] is not None]
        if not with_gradient:
            raise ValueError("No gradients provided for any variable.")
        rate = self._rate(self.iterations) if callable(self._rate) else self._rate.value()
        for grad, variable in with_gradient:
            if id(variable) not in self._state:
                raise ValueError(
                    f"Unknown variable: {variable}. This optimizer can only be called for the "
                    "variables it was originally built with. When working with a new set of "
                    "variables, you should recreate a new optimizer instance."
                )
            if isinstance(grad, IndexedSlices):
                grad = convert.convert_to_tensor(grad)
            self._update(variable, grad, _cast(rate, variable.dtype))
        self.iterations.assign_add(1)
        return self.iterations

    def _update(self, variable: Any, grad: Any, rate: Any) -> None:
        raise NotImplementedError


def _cast(value: Any, dtype: Any) -> Any:
    from minigraph.ops import casting

    return casting.cast(value, dtype)


class SGD(Optimizer):
    """Gradient descent, with momentum if asked for (tf.keras.optimizers.SGD)."""

    def __init__(
        self,
        learning_rate: Any = 0.01,
        momentum: float = 0.0,
        nesterov: bool = False,
        name: str = "SGD",
    ) -> None:
        if not 0 <= momentum <= 1:
            raise ValueError("`momentum` must be a float between [0, 1].")
        super().__init__(learning_rate, name)
        self.momentum, self.nesterov = momentum, nesterov

    def _slots(self) -> list[str]:
        return ["momentum"] if self.momentum else []

    def _update(self, variable: Any, grad: Any, rate: Any) -> None:
        step = -(grad * rate)
        if self.momentum:
            [slot] = self._state[id(variable)]
            velocity = slot.value() * self.momentum + step
            slot.assign(velocity)
            step = velocity * self.momentum + step if self.nesterov else velocity
        variable.assign_add(step)


class Adam(Optimizer):
    """Adam (tf.keras.optimizers.Adam)."""

    def __init__(
        self,
        learning_rate: Any = 0.001,
        beta_1: float = 0.9,
        beta_2: float = 0.999,
        epsilon: float = 1e-7,
        name: str = "adam",
    ) -> None:
        super().__init__(learning_rate, name)
        self.beta_1, self.beta_2, self.epsilon = beta_1, beta_2, epsilon

    def _slots(self) -> list[str]:
        return ["momentum", "velocity"]

    def _update(self, variable: Any, grad: Any, rate: Any) -> None:
        mean, square = self._state[id(variable)]
        step = _cast(self.iterations.value() + 1, variable.dtype)
        beta_1, beta_2 = (_cast(beta, variable.dtype) for beta in (self.beta_1, self.beta_2))
        powers = elementwise.pow_op(beta_1, step), elementwise.pow_op(beta_2, step)
        alpha = rate * elementwise.sqrt(1 - powers[1]) / (1 - powers[0])
        mean.assign_add((grad - mean.value()) * (1 - self.beta_1))
        square.assign_add((grad * grad - square.value()) * (1 - self.beta_2))
        change = mean.value() * alpha / (elementwise.sqrt(square.value()) + self.epsilon)
        variable.assign_sub(change)


optimizers = ModuleType("minigraph.keras.optimizers", "The namespace tf.keras.optimizers.")
optimizers.__dict__.update(Adam=Adam, Optimizer=Optimizer, SGD=SGD)
sys.modules[optimizers.__name__] = optimizers
