"""Variables of eager execution: each side has one of its own, and both hold the same value."""

from typing import Any

import numpy as np

from coursegrader.judge.frames import ProtocolError
from coursegrader.judge.values import Codec, Fields, fields
from minigraph import context, dtypes
from minigraph.eager_tensor import EagerTensor
from minigraph.resources import VariableResource
from minigraph.variables.resource import ResourceVariable


def is_eager(variable: Any) -> bool:
    """Whether a variable is one of eager execution."""
    return isinstance(getattr(variable, "_handle", None), EagerTensor)


class EagerVariables:
    """The variables that crossed, by number; their values are brought in step with each message.

    Args:
        side: begins the numbers of this side.
        codec: carries the values.
    """

    def __init__(self, side: str, codec: Codec) -> None:
        self._side = side
        self._codec = codec
        self._variables: dict[str, Any] = {}
        self._numbers: dict[int, str] = {}
        self._values: dict[str, Any] = {}

    def encode(self, variable: Any) -> Fields:
        """A variable as all that makes another one.

        Raises:
            CannotCross: its value is nothing that crosses.
        """
        storage = _storage(variable)
        form = {
            "name": variable.name.partition(":")[0],
            "dtype": variable.dtype.name,
            "shape": None if variable.shape.rank is None else variable.shape.as_list(),
            "trainable": variable.trainable,
            "value": self._codec.encode(np.asarray(storage.value)),
        }
        number = self._numbers.get(id(variable))
        if number is None:
            number = f"{self._side}{len(self._variables) + 1}"
            self._add(number, variable)
        return {"number": number, **form}

    def decode(self, form: Fields) -> Any:
        """This side's variable of a number; a new one has the value that the form has."""
        number, name, dtype, shape, trainable, value = fields(
            form, number=str, name=str, dtype=str, shape=list | None, trainable=bool, value=dict
        )
        if number in self._variables:
            return self._variables[number]
        array = self._codec.decode(value)
        kind = getattr(dtypes, dtype, None)
        if not isinstance(kind, dtypes.DType) or getattr(array, "dtype", "") != kind.as_numpy_dtype:
            raise ProtocolError("a variable has a value of its dtype")
        with context.eager_mode(), context.recording():
            if not context.executing_eagerly():
                raise ProtocolError("a variable of eager execution needs eager execution")
            try:
                variable = ResourceVariable(
                    array, trainable=trainable, name=name, dtype=kind, shape=shape
                )
            except Exception as error:
                raise ProtocolError(f"a variable cannot be made: {error}") from None
        self._add(number, variable)
        return variable

    def changes(self) -> Fields:
        """The values that are others than when they last crossed, by number."""
        found = {}
        for number, variable in self._variables.items():
            value = _storage(variable).value
            if value is not self._values[number]:  # values are replaced, never changed in place
                self._values[number] = value
                found[number] = self._codec.encode(np.asarray(value))
        return found

    def apply(self, changes: Fields) -> None:
        """Take over values; one that does not fit its variable is a ProtocolError."""
        for number, form in changes.items():
            variable, value = self._variables.get(number), self._codec.decode(form)
            if variable is None:
                continue  # the message that brought it was never sent
            fits = isinstance(value, np.ndarray) and variable.shape.is_compatible_with(value.shape)
            if not fits or value.dtype != variable.dtype.as_numpy_dtype:
                raise ProtocolError("a variable has a value of its dtype and shape")
            _storage(variable).store(value)
            self._values[number] = value

    def _add(self, number: str, variable: Any) -> None:
        self._variables[number] = variable
        self._numbers[id(variable)] = number
        self._values[number] = _storage(variable).value


def _storage(variable: Any) -> VariableResource:
    found: VariableResource = variable._handle._constant.item()
    return found
