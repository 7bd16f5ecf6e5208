"""ConcreteFunction: one trace of a function, which is called like the function."""

from __future__ import annotations

from typing import Any

from minigraph import context, dtypes, errors, nest
from minigraph.func_graph import FuncGraph
from minigraph.function_inputs import Inputs, Shown, described, tensors_in
from minigraph.ops import calls
from minigraph.shapes import TensorShape
from minigraph.tensor import Tensor
from minigraph.tensor_spec import TensorSpec
from minigraph.variables.handles import BaseResourceVariable


class ConcreteFunction:
    """A graph made of a Python function, and how to call it (TensorFlow: ConcreteFunction).

    values: the arguments that it was traced with, by parameter; variables: those it uses.
    """

    def __init__(
        self, graph: FuncGraph, inputs: Inputs, values: dict[str, Any], variables: Any
    ) -> None:
        self.graph = graph
        self.variables = tuple(variables)
        self._inputs = inputs
        self._values = values
        self._count = len(graph.outputs)  # gradients may add outputs
        self._keywords: list[str] | None = None
        self.positional: int | None = None  # how many tensors may be given by position; None: all

    @property
    def name(self) -> bytes:
        """The name under which graphs know the function."""
        return self.graph.name.encode()

    @property
    def inputs(self) -> list[Any]:
        """The placeholders of the graph: arguments, then what it captured."""
        return self.graph.inputs

    @property
    def outputs(self) -> list[Any]:
        """The tensors that a call returns."""
        return self.graph.outputs[: self._count]

    @property
    def argument_count(self) -> int:
        """How many of the inputs are arguments, not captures."""
        return len(self.inputs) - len(self.captured_inputs)

    @property
    def argument_names(self) -> list[str]:
        """The names by which a call may give the tensors of the arguments."""
        return self._keywords or [t.op.name for t in self.inputs[: self.argument_count]]

    @property
    def parameters(self) -> Any:
        """The parameters of the Python function, as an inspect.Signature."""
        return self._inputs.signature

    @property
    def structured_outputs(self) -> Any:
        """The tensors in the structure that the Python function returned."""
        return self.graph.structured_outputs

    @property
    def structured_input_signature(self) -> tuple[Any, dict[str, Any]]:
        """The arguments in the structure of a call, specs in the place of tensors."""
        args, kwargs = self._inputs.unbind(
            {name: with_specs(name, value) for name, value in self._values.items()}
        )
        return tuple(args), dict(kwargs)

    @property
    def captured_inputs(self) -> list[Any]:
        """The tensors from outside that each call passes."""
        return self.graph.external_captures

    @property
    def trainable_variables(self) -> tuple[Any, ...]:
        """The variables that it uses and that are trained."""
        return tuple(variable for variable in self.variables if variable.trainable)

    @property
    def function_def(self) -> Any:
        """The function as a FunctionDef message."""
        from minigraph import function_def

        return function_def.from_func_graph(self.graph)

    @property
    def output_shapes(self) -> Any:
        """The static shapes of what it returns."""
        return self._mapped_outputs("shape", TensorShape(None))

    @property
    def output_dtypes(self) -> Any:
        """The dtypes of what it returns."""
        return self._mapped_outputs("dtype", None)

    def _mapped_outputs(self, name: str, default: Any) -> Any:
        return nest.map_structure(
            lambda tensor: getattr(tensor, name, default), self.structured_outputs
        )

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Runs the function, or adds a call of it to the graph that is being built.

        Takes the arguments of the Python function, or its tensors by the names of the placeholders.
        Raises TypeError where neither fits, InvalidArgumentError for tensors of other dtypes.
        """
        try:
            tensors = tensors_in(list(self._trace().bind(args, kwargs).values()))
        except TypeError as error:
            try:
                tensors = self._flat(args, kwargs)
            except TypeError as other:
                raise TypeError(
                    f"{error}\nFallback to flat signature also failed due to: {other}"
                ) from None
        return self.call_flat(tensors)

    def _trace(self) -> Inputs:
        return self._inputs.of_trace(self._values, described(self.structured_outputs))

    def _flat(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[Any]:
        """The arguments, each a tensor, by position or by the name of its placeholder."""
        names = self.argument_names
        count = len(names) if self.positional is None else self.positional
        shown = f"{self.graph.python_name}({', '.join(names)})"
        if len(args) > count:
            raise TypeError(f"{shown} takes {count} positional arguments, got {len(args)}.")
        missing = sorted(set(names[len(args) :]) - kwargs.keys())
        if missing:
            raise TypeError(f"{shown} missing required arguments: {', '.join(missing)}.")
        for name in kwargs.keys() & set(names[: len(args)]):
            raise TypeError(f"{shown} got two values for '{name}'.")
        unknown = sorted(kwargs.keys() - set(names))
        if unknown:
            raise TypeError(f"{shown} got unexpected keyword arguments: {', '.join(unknown)}.")
        tensors = [*args, *(kwargs[name] for name in names[len(args) :])]
        for index, tensor in enumerate(tensors):
            if not isinstance(tensor, (Tensor, BaseResourceVariable)):
                raise TypeError(
                    f"{shown}: expected argument #{index}(zero-based) to be a Tensor; got "
                    f"{type(tensor).__name__} ({tensor})."
                )
        return tensors_in(tensors)

    def call_flat(self, tensors: list[Any]) -> Any:
        """Calls with the tensors of the arguments, in the order of the placeholders."""
        for index, (tensor, wanted) in enumerate(zip(tensors, self.inputs)):
            if tensor.dtype.base_dtype != wanted.dtype.base_dtype:
                name = self.graph.name
                raise errors.InvalidArgumentError(
                    None,
                    None,
                    f"cannot compute {name} as input #{index}(zero-based) was expected to be a "
                    f"{dtypes.c_name(wanted.dtype)} tensor but is a {dtypes.c_name(tensor.dtype)} "
                    f"tensor [Op:{name}]",
                )
        for variable in self.variables:
            context.variable_accessed(variable)
        results = calls.call(self.graph, [*tensors, *self.captured_inputs])[: self._count]
        found = iter(results)
        structure = self.structured_outputs
        flat = [
            None if part is None else next(found)
            for part in nest.flatten(structure, expand_composites=True)
        ]
        return nest.pack_sequence_as(structure, flat, expand_composites=True)

    def pretty_printed_signature(self, verbose: bool = True) -> str:
        """The types of arguments, results and captures; in one line unless `verbose`."""
        trace = self._trace()
        if not verbose:
            return str(trace)
        lines = ["Input Parameters:"]
        for name, parameter in trace.signature.parameters.items():
            lines.append(f"  {name} ({parameter.kind.name}): {described(trace.specs[name])}")
        lines += ["Output Type:", f"  {trace.returned}", "Captures:"]
        captured = [
            f"  {id(tensor)}: {TensorSpec(tensor.shape, tensor.dtype)}"
            for tensor in self.captured_inputs
        ]
        return "\n".join([*lines, *(captured or ["  None"])])

    def __repr__(self) -> str:
        return f"<ConcreteFunction {self._trace()} at 0x{id(self):X}>"

    def __str__(self) -> str:
        return f"ConcreteFunction {self.pretty_printed_signature()}"


def with_specs(name: str, value: Any) -> Any:
    """An argument with specs in the place of its tensors, named by where they are in it."""
    if isinstance(value, Tensor):
        return TensorSpec(value.shape, value.dtype, name)
    if isinstance(value, TensorSpec):
        return TensorSpec(value.shape, value.dtype, value.name or name)
    if isinstance(value, BaseResourceVariable):
        return Shown(described(value))
    if isinstance(value, dict):
        return {key: with_specs(f"{name}_{key}", item) for key, item in value.items()}
    if isinstance(value, (list, tuple)) and not hasattr(value, "_fields"):
        return type(value)(with_specs(f"{name}_{i}", item) for i, item in enumerate(value))
    return value
