"""ConcreteFunction: one trace of a function, which is called like the function."""

from __future__ import annotations

from typing import Any

from minigraph import context, convert, dtypes, errors, nest
from minigraph.func_graph import FuncGraph
from minigraph.function_inputs import Inputs, described, tensors_in
from minigraph.ops import calls
from minigraph.tensor import Tensor
from minigraph.tensor_spec import TensorSpec


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
    def structured_outputs(self) -> Any:
        """The tensors in the structure that the Python function returned."""
        return self.graph.structured_outputs

    @property
    def structured_input_signature(self) -> tuple[Any, dict[str, Any]]:
        """The arguments in the structure of a call, specs in the place of tensors."""
        args, kwargs = self._inputs.unbind(
            {name: _with_specs(name, value) for name, value in self._values.items()}
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
        return self._mapped_outputs(lambda tensor: tensor.shape)

    @property
    def output_dtypes(self) -> Any:
        """The dtypes of what it returns."""
        return self._mapped_outputs(lambda tensor: tensor.dtype)

    def _mapped_outputs(self, function: Any) -> Any:
        return nest.map_structure(
            lambda tensor: None if tensor is None else function(tensor), self.structured_outputs
        )

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Runs the function, or adds a call of it to the graph that is being built.

        Python values that it was traced with may be left out. Raises TypeError for arguments that
        do not fit the signature, InvalidArgumentError for tensors of other dtypes.
        """
        parameters = self._inputs.signature.parameters
        given = dict(kwargs)
        flat_names = {tensor.op.name: tensor for tensor in self.inputs[: self._argument_count()]}
        if not args and given.keys() == flat_names.keys() and not given.keys() <= parameters.keys():
            return self.call_flat([given[name] for name in flat_names])
        for name, value in self._values.items():
            position = list(parameters).index(name)
            if not tensors_of(value) and name not in given and position >= len(args):
                given[name] = value
        try:
            bound = self._inputs.signature.bind(*args, **given)
        except TypeError as error:
            missing = [name for name in parameters if name not in given][len(args) :]
            raise TypeError(
                f"Binding inputs to tf.function failed due to `{error}`. Received args: {args} and "
                f"kwargs: {kwargs} for signature: {self._signature()}.\nFallback to flat signature "
                f"also failed due to: {self.graph.python_name}({', '.join(parameters)}) missing "
                f"required arguments: {', '.join(missing)}."
            ) from None
        values = [_converted(self._values[name], value) for name, value in bound.arguments.items()]
        return self.call_flat(tensors_in(values))

    def _argument_count(self) -> int:
        return len(tensors_of(list(self._values.values())))

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

    def _signature(self) -> str:
        parts = []
        for name, value in self._values.items():
            shown = described(value) if tensors_of(value) else f"Literal[{value!r}]"
            parts.append(f"{name}: {shown}")
        return f"({', '.join(parts)}) -> {self._returned()}"

    def _returned(self) -> str:
        shown = nest.map_structure(
            lambda tensor: None if tensor is None else TensorSpec(tensor.shape, tensor.dtype),
            self.structured_outputs,
        )
        return repr(shown)

    def __repr__(self) -> str:
        return f"<ConcreteFunction {self._signature()} at 0x{id(self):X}>"

    def __str__(self) -> str:
        lines = ["ConcreteFunction Input Parameters:"]
        for name, value in self._values.items():
            kind = self._inputs.signature.parameters[name].kind.name
            lines.append(f"  {name} ({kind}): {described(value)}")
        if not self._values:
            lines.append("  None")
        lines += ["Output Type:", f"  {self._returned()}", "Captures:"]
        captured = [
            f"  {id(tensor)}: {TensorSpec(tensor.shape, tensor.dtype)}"
            for tensor in self.captured_inputs
        ]
        return "\n".join([*lines, *(captured or ["  None"])])


def tensors_of(value: Any) -> list[Any]:
    """The tensors, specs and variables in an argument."""
    return [
        item
        for item in nest.flatten(value, expand_composites=True)
        if isinstance(item, (Tensor, TensorSpec)) or hasattr(item, "handle")
    ]


def _with_specs(name: str, value: Any) -> Any:
    def spec_of(item: Any) -> Any:
        if isinstance(item, TensorSpec):
            return TensorSpec(item.shape, item.dtype, item.name or name)
        if isinstance(item, Tensor):
            return TensorSpec(item.shape, item.dtype, name)
        return item

    return nest.map_structure(spec_of, value)


def _converted(traced: Any, value: Any) -> Any:
    """A value for an argument that was traced as a tensor, as a tensor."""
    if isinstance(traced, (Tensor, TensorSpec)) and not isinstance(value, Tensor):
        return convert.convert_to_tensor(value, traced.dtype)
    return value
