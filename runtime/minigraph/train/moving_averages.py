"""Moving averages of variables and tensors."""

from __future__ import annotations

from typing import Any

from minigraph import context, convert, dtypes
from minigraph.graph_keys import GraphKeys
from minigraph.ops import arithmetic, assignment, casting, elementwise, grouping
from minigraph.ops.naming import op_scope
from minigraph.train import slots
from minigraph.variables import initializers, scope
from minigraph.variables.base import Variable
from minigraph.variables.initialization import (
    global_variables,
    moving_average_variables,
    trainable_variables,
)
from minigraph.variables.lifting import init_scope

_FLOATS = (dtypes.bfloat16, dtypes.float16, dtypes.float32, dtypes.float64)
_STORAGE = ("Variable", "VariableV2", "VarHandleOp")


def assign_moving_average(
    variable: Any, value: Any, decay: Any, zero_debias: bool = True, name: str | None = None
) -> Any:
    """Moves `variable` towards `value`: variable -= (1 - decay) * (variable - value).

    zero_debias: corrects for a variable that started at zero.
    """
    with op_scope(name, "AssignMovingAvg", variable, value, decay) as scope_name:
        rate = convert.convert_to_tensor(1.0 - decay, name="decay")
        if rate.dtype != variable.dtype.base_dtype:
            rate = casting.cast(rate, variable.dtype.base_dtype)
        if zero_debias:
            return _zero_debiased(variable, value, rate)
        return assignment.assign_sub(variable, (variable - value) * rate, name=scope_name)


def _zero_debiased(variable: Any, value: Any, rate: Any) -> Any:
    graph = context.get_default_graph()
    prefix = variable.name[: -len(":0")]
    outer = scope.variable_scope(prefix, values=[variable, value, rate])
    with outer, graph.colocate_with(variable):
        biased = scope.get_variable(
            _free_name("biased"),
            initializer=initializers.Zeros(),
            shape=variable.shape,
            dtype=variable.dtype,
            trainable=False,
        )
        local_step = scope.get_variable(
            _free_name("local_step"),
            shape=[],
            dtype=variable.dtype,
            initializer=initializers.Zeros(),
            trainable=False,
        )
    new_biased = assignment.assign_sub(biased, (biased - value) * rate)
    count = local_step.assign_add(1)
    factor = 1 - arithmetic.pow(1.0 - rate, count)
    return assignment.assign(variable, new_biased / factor, name=f"{graph.get_name_scope()}/")


def _free_name(name: str) -> str:
    current = scope.get_variable_scope()
    if current.reuse:
        return name
    taken = [variable.op.name for variable in current.global_variables()]
    full_name = f"{current.name}/{name}"
    if full_name not in taken:
        return name
    number = 1
    while f"{full_name}_{number}" in taken:
        number += 1
    return f"{name}_{number}"


class ExponentialMovingAverage:
    """Keeps moving averages of variables (tf.train.ExponentialMovingAverage).

    decay: how much of the old average stays; num_updates: lowers the decay of early steps;
    zero_debias: corrects the averages of plain tensors, which start at zero.
    """

    def __init__(
        self,
        decay: Any,
        num_updates: Any = None,
        zero_debias: bool = False,
        name: str = "ExponentialMovingAverage",
    ) -> None:
        self._decay = decay
        self._num_updates = num_updates
        self._zero_debias = zero_debias
        self._name = name
        self._averages: dict[Any, Any] = {}

    @property
    def name(self) -> str:
        """The name of this object, and of the variables that it makes."""
        return self._name

    def apply(self, var_list: Any = None) -> Any:
        """An operation that moves the averages of `var_list`, by default all trainable variables.

        Raises TypeError for another dtype than floats.
        """
        variables = trainable_variables() if var_list is None else list(var_list)
        debiased = set()
        for variable in variables:
            if variable.dtype.base_dtype not in _FLOATS:
                raise TypeError(f"The variables must be half, float, or double: {variable.name}")
            if variable.ref() not in self._averages:
                average = self._make_average(variable)
                self._averages[variable.ref()] = average
                if self._zero_debias and not isinstance(variable, Variable):
                    debiased.add(average)
        with context.get_default_graph().name_scope(self._name) as scope_name:
            decay = self._decay_tensor()
            updates = []
            for variable in variables:
                average = self._averages[variable.ref()]
                updates.append(assign_moving_average(average, variable, decay, average in debiased))
            return grouping.group(*updates, name=scope_name)

    def _make_average(self, variable: Any) -> Any:
        graph = context.get_default_graph()
        with init_scope():
            if not isinstance(variable, Variable):
                return slots.create_zeros_slot(
                    variable, self._name, colocate_with_primary=variable.op.type in _STORAGE
                )
            with graph.device(variable.device):
                value = slots.initialized_value(variable)
            average = slots.create_slot(variable, value, self._name)
            graph.add_to_collection(GraphKeys.MOVING_AVERAGE_VARIABLES, variable)
            return average

    def _decay_tensor(self) -> Any:
        decay = convert.convert_to_tensor(self._decay, dtypes.float32, "decay")
        if self._num_updates is None:
            return decay
        count = casting.cast(self._num_updates, dtypes.float32, name="num_updates")
        return elementwise.minimum(decay, (1.0 + count) / (10.0 + count))

    def average(self, var: Any) -> Any:
        """The variable that holds the average of `var`, None where there is none."""
        return self._averages.get(var.ref())

    def average_name(self, var: Any) -> str:
        """The name of the average of `var`, without ":0", even before it is made."""
        average = self.average(var)
        if average is not None:
            name: str = average.name
            return name[: -len(":0")]
        wanted = f"{var.name[: -len(':0')]}/{self._name}"
        free: str = context.get_default_graph().unique_name(wanted, mark_as_used=False)
        return free

    def variables_to_restore(self, moving_avg_variables: Any = None) -> dict[str, Any]:
        """A `var_list` for a Saver that loads averages in place of the variables."""
        if moving_avg_variables is None:
            moving_avg_variables = trainable_variables() + moving_average_variables()
        averaged = list({v.ref(): v for v in moving_avg_variables}.values())
        result = {self.average_name(variable): variable for variable in averaged}
        names = {variable.name for variable in averaged}
        for variable in global_variables():
            if variable.name not in names and variable.op.name not in result:
                result[variable.op.name] = variable
        return result
