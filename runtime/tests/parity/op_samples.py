"""Records how one op behaves for one sample of its inputs.

The sample's expression is built four times:

* `known`: placeholders of full static shape; value, first and second gradients;
* `rank`: placeholders of which only the rank is known; static shapes of the outputs;
* `unknown`: placeholders of unknown shape; value and first gradient;
* `constant`: constants; what shape inference and folding make of them.

Each gives facts such as `known value` or `unknown gradient`. An exception is a fact as well, under
the step that raised it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .encode import Outcome, Tree, encode, outcome_of_error
from .environment import Backend, Job, execute

_INEXACT = "fc"


def run_op_sample(backend: Backend, job: Job) -> Outcome:
    """All facts of one sample."""
    if job["mode"] == "v1":
        backend.tf.disable_v2_behavior()
    facts: Outcome = {"kind": "op"}
    types: set[str] = set()
    for variant in ("known", "rank", "unknown", "constant"):
        graph = backend.tf.Graph()
        with graph.as_default():
            _Variant(backend, job, variant, facts).record()
        types.update(operation.type for operation in graph.get_operations())
    facts["builds the op"] = job["op"] in types
    return facts


class _Variant:
    """One way of building a sample, in the default graph."""

    def __init__(self, backend: Backend, job: Job, variant: str, facts: Outcome) -> None:
        self.tf, self.variant, self.facts, self.job = backend.tf, variant, facts, job
        self.backend = backend
        self.arrays = {name: decode_input(item) for name, item in job["inputs"].items()}
        self.feeds: dict[Any, Any] = {}

    def record(self) -> None:
        """Builds, runs and differentiates; stops at the first step that raises."""
        facts, variant = self.facts, self.variant
        inputs = {name: self._input(name, array) for name, array in self.arrays.items()}
        names = {"tf": self.tf, "tf2": self.backend.tf2, "np": np, "op": self._raw_op(), **inputs}
        built = self._step("build", lambda: execute(self.job["source"], names))
        if built is None:
            return
        tensors = flat_tensors(built)
        facts[f"{variant} outputs"] = [_signature(tensor) for tensor in tensors]
        if variant == "rank":
            return
        with self.tf.Session() as session:
            values = self._step("value", lambda: self._initialised_run(session, built, tensors))
            if values is None:
                return
            facts[f"{variant} value"] = self._tree(values)
            if variant != "constant":
                self._step("gradient", lambda: self._gradients(session, inputs, tensors, values))

    def _input(self, name: str, array: np.ndarray) -> Any:
        dtype = self.tf.as_dtype(self.job["inputs"][name][0])
        if self.variant == "constant":
            return self.tf.constant(array, dtype, name=name)
        shape = {"known": array.shape, "rank": [None] * array.ndim, "unknown": None}[self.variant]
        placeholder = self.tf.placeholder(dtype, shape, name=name)
        self.feeds[placeholder] = array
        return placeholder

    def _raw_op(self) -> Callable[..., Any]:
        name = self.job["op"]
        if self.backend.name == "tensorflow":
            return getattr(self.tf.raw_ops, name, None) or _no_such_op(name)
        from minigraph import opdef, ops, registry

        ops.declare_all()

        def build(name: str | None = None, **arguments: Any) -> Any:
            op_def = opdef.lookup(self.job["op"])
            inputs = tuple(arguments.pop(arg.name) for arg in op_def.inputs)
            return registry.apply_op(op_def, inputs, arguments, name)

        return build

    def _step(self, step: str, action: Callable[[], Any]) -> Any:
        try:
            return action()
        except Exception as error:
            self.facts[f"{self.variant} {step}"] = outcome_of_error(error)
            return None

    def _initialised_run(self, session: Any, built: Any, tensors: list[Any]) -> Any:
        if variables := self.tf.global_variables() + self.tf.local_variables():
            for variable in variables:
                session.run(variable.initializer, self.feeds)
        return session.run(tensors, self.feeds) if tensors else [session.run(built, self.feeds)]

    def _gradients(
        self, session: Any, inputs: dict[str, Any], tensors: list[Any], values: list[Any]
    ) -> None:
        """Gradients of the outputs, weighted unevenly, and of those gradients."""
        xs = [x for x in inputs.values() if _is_inexact(x)] + self.tf.trainable_variables()
        ys = [pair for pair in zip(tensors, values, strict=True) if _is_inexact(pair[0])]
        if not xs or not ys:
            return
        weights, feeds = [], dict(self.feeds)
        for y, value in ys:
            weights.append(self.tf.placeholder(y.dtype.base_dtype, np.shape(value)))
            feeds[weights[-1]] = _weights(value)
        first = self.tf.gradients([y for y, _ in ys], xs, weights)
        self._record_gradients("gradient", session, first, feeds)
        found = [dense for dense in map(_dense_part, first) if dense is not None]
        if found and self.variant == "known":
            wanted = [*xs, *weights]
            self._step("second gradient", lambda: self._second(session, found, wanted, feeds))

    def _second(
        self, session: Any, first: list[Any], wanted: list[Any], feeds: dict[Any, Any]
    ) -> None:
        second = self.tf.gradients(first, wanted)
        self._record_gradients("second gradient", session, second, feeds)

    def _record_gradients(
        self, name: str, session: Any, gradients: list[Any], feeds: dict[Any, Any]
    ) -> None:
        kinds = [None if item is None else type(item).__name__ for item in gradients]
        values = session.run([item for item in gradients if item is not None], feeds)
        self.facts[f"{self.variant} {name}"] = [kinds, self._tree(values)]

    def _tree(self, values: Any) -> Tree:
        if not self.job["random"]:
            return encode(values)
        return [[np.asarray(value).dtype.name, list(np.shape(value))] for value in values]


def encode_input(array: np.ndarray, dtype: str = "") -> list[Any]:
    """An input as JSON: dtype, shape, elements."""
    if dtype and array.dtype.kind == "f":
        array = array.astype(dtype)
    elements = array.astype(object).ravel().tolist()
    if array.dtype.kind == "c":
        elements = [[item.real, item.imag] for item in elements]
    if array.dtype.kind == "S":
        elements = [item.decode("latin1") for item in elements]
    return [dtype_name(array), list(array.shape), elements]


def decode_input(item: list[Any]) -> np.ndarray:
    """The array that `encode_input` was given."""
    name, shape, elements = item
    if name.startswith("complex"):
        elements = [complex(*pair) for pair in elements]
    if name == "string":
        elements = [element.encode("latin1") for element in elements]
        array = np.empty(len(elements), dtype=object)
        array[:] = elements
        return array.reshape(shape)
    return np.array(elements, dtype=name).reshape(shape)


def dtype_name(array: np.ndarray) -> str:
    """TensorFlow's name of an array's dtype."""
    return "string" if array.dtype.kind in "SUO" else array.dtype.name


def flat_tensors(built: Any) -> list[Any]:
    """The tensors in what an expression returned, in order."""
    if isinstance(built, dict):
        return flat_tensors(list(built.values()))
    if isinstance(built, (list, tuple)):
        return [tensor for item in built for tensor in flat_tensors(item)]
    if hasattr(built, "dense_shape"):
        parts = (built.values, built.indices, built.dense_shape)
        return [part for part in parts if part is not None]
    if hasattr(built, "flow"):
        return [built.flow]
    return [built] if hasattr(built, "dtype") else []


def _signature(tensor: Any) -> list[Any]:
    shape = tensor.shape
    return [tensor.dtype.name, None if shape.ndims is None else shape.as_list()]


def _is_inexact(tensor: Any) -> bool:
    dtype = tensor.dtype.base_dtype
    return bool(dtype.is_floating or dtype.is_complex)


def _weights(value: Any) -> np.ndarray:
    count = np.size(value)
    weights = np.linspace(0.5, 1.5, count).reshape(np.shape(value))
    return weights.astype(np.asarray(value).dtype)


def _dense_part(gradient: Any) -> Any:
    return getattr(gradient, "values", None) if hasattr(gradient, "indices") else gradient


def _no_such_op(name: str) -> Callable[..., Any]:
    def refuse(**arguments: Any) -> Any:
        raise AttributeError(f"TensorFlow has no raw op called {name}")

    return refuse
