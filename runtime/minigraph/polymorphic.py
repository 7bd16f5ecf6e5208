"""tf.function: a Python function that is traced into a graph once for each kind of arguments."""

from __future__ import annotations

import functools
import itertools
import linecache
import threading
import types
import weakref
from collections.abc import Callable
from typing import Any

from minigraph import context, errors, nest
from minigraph.concrete import ConcreteFunction
from minigraph.func_graph import FuncGraph, copy_handle_data
from minigraph.function_inputs import (
    Inputs,
    accepts,
    key_of,
    placeholders,
    relaxed,
    tensors_in,
)
from minigraph.operation import IS_INTERNAL
from minigraph.ops import array, branches
from minigraph.variables.base import variable_creator_scope

_numbers = itertools.count(1)
_SINGLETON = (
    "tf.function only supports singleton tf.Variables created on the first call. Make sure the "
    "tf.Variable is only created once or created outside tf.function. See "
    "https://www.tensorflow.org/guide/function#creating_tfvariables for more information."
)


def fresh_name(name: str) -> str:
    """A name for the graph of a Python function, which no other graph has."""
    return f"__inference_{name}_{next(_numbers)}"


class _Settings:
    run_eagerly = False


def run_functions_eagerly(run_eagerly: bool) -> None:
    """Has decorated functions run as they are, untraced (tf.config.run_functions_eagerly)."""
    _Settings.run_eagerly = bool(run_eagerly)


def functions_run_eagerly() -> bool:
    """Whether decorated functions run untraced (tf.config.functions_run_eagerly)."""
    return _Settings.run_eagerly


def inside_function() -> bool:
    """Whether a function is being traced (tf.inside_function)."""
    graph = context.default_graph_stack.stack[-1:] or [None]
    return getattr(graph[0], "building_function", False)


def function(
    func: Callable[..., Any] | None = None,
    input_signature: Any = None,
    autograph: bool = True,
    jit_compile: Any = None,
    reduce_retracing: bool = False,
    experimental_implements: Any = None,
    experimental_autograph_options: Any = None,
    experimental_attributes: Any = None,
    experimental_relax_shapes: Any = None,
    experimental_compile: Any = None,
    experimental_follow_type_hints: Any = None,
) -> Any:
    """Traces a Python function into graphs, as a call or as a decorator (tf.function).

    input_signature: TensorSpecs that fix the one trace; reduce_retracing: generalise shapes.
    minigraph has no AutoGraph: `if` and `while` on tensors are an error that says what to write.
    Raises TypeError for a malformed signature.
    """
    if func is None:
        return functools.partial(
            function,
            input_signature=input_signature,
            autograph=autograph,
            reduce_retracing=reduce_retracing or experimental_relax_shapes,
        )
    if isinstance(func, Function):
        func = func.python_function
    relax = bool(reduce_retracing or experimental_relax_shapes)
    return Function(func, input_signature, autograph, relax)


class Function:
    """What `tf.function` returns: calls trace the Python function or use an earlier trace."""

    def __init__(
        self,
        python_function: Callable[..., Any],
        input_signature: Any = None,
        autograph: bool = True,
        reduce_retracing: bool = False,
    ) -> None:
        self.python_function = python_function
        self.name = getattr(python_function, "__name__", type(python_function).__name__)
        self.input_signature = (
            None
            if input_signature is None
            else tuple(input_signature)
            if (isinstance(input_signature, (list, tuple)))
            else input_signature
        )
        self._options = (autograph, reduce_retracing)
        self._is_method = False
        self._inputs_made: Inputs | None = None
        self._traces: dict[Any, ConcreteFunction] = {}
        self._trace_count = 0
        self._may_create = True
        self._variables: list[Any] = []
        self._lock = threading.RLock()
        self._bound: weakref.WeakKeyDictionary[Any, Function] = weakref.WeakKeyDictionary()
        functools.update_wrapper(self, python_function)
        if not callable(python_function) or (
            input_signature is not None and not self._takes_self()
        ):
            self._inputs()

    def _takes_self(self) -> bool:
        names = getattr(getattr(self.python_function, "__code__", None), "co_varnames", ())
        return names[:1] == ("self",) and not isinstance(self.python_function, types.MethodType)

    def _inputs(self) -> Inputs:
        if self._inputs_made is None:
            self._inputs_made = Inputs(self.python_function, self.input_signature)
        return self._inputs_made

    def __get__(self, instance: Any, owner: Any) -> Any:
        if instance is None:
            return self
        if instance not in self._bound:
            method = types.MethodType(self.python_function, instance)
            self._bound[instance] = Function(method, self.input_signature, *self._options)
        return self._bound[instance]

    @property
    def traces(self) -> list[ConcreteFunction]:
        """The traces that there are."""
        return list(self._traces.values())

    def experimental_get_tracing_count(self) -> int:
        """How often the Python function has been traced."""
        return self._trace_count

    def pretty_printed_concrete_signatures(self, verbose: bool = True) -> str:
        """The traces, one below the other."""
        between = "\n\n" if verbose else "\n"
        return between.join(one.pretty_printed_signature(verbose) for one in self._traces.values())

    @errors.hinted
    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Calls the trace for these arguments, which is made where there is none."""
        if _Settings.run_eagerly:
            return self.python_function(*args, **kwargs)
        values = self._inputs().bind(args, kwargs)
        concrete = self._concrete(values)
        return concrete.call_flat(tensors_in(list(values.values())))

    @errors.hinted
    def get_concrete_function(self, *args: Any, **kwargs: Any) -> ConcreteFunction:
        """The trace for these arguments; specs may stand for tensors."""
        if self.input_signature is not None and not args and not kwargs:
            args = tuple(self.input_signature)
        return self._concrete(self._inputs().bind(args, kwargs))

    def _concrete(self, values: dict[str, Any]) -> ConcreteFunction:
        variables: list[Any] = []
        specs = self._inputs().specs
        described = {name: specs.get(name, value) for name, value in values.items()}
        parts = tuple(key_of(value, variables) for value in described.values())
        outermost = context.get_default_graph()
        while isinstance(outermost, FuncGraph):
            outermost = outermost.outer_graph
        home = None if context.switches.eager_execution and _only_functions() else id(outermost)
        key = (home, parts)
        with self._lock:
            found = self._traces.get(key)
            if found is None:
                for other, concrete in self._traces.items():
                    if accepts(other, key):
                        return concrete
                found = self._new_trace(key, described)
        return found

    def _new_trace(self, key: Any, values: dict[str, Any]) -> ConcreteFunction:
        if self._options[1]:
            similar = (relaxed(other, key) for other in self._traces)
            key = next((general for general in similar if general is not None), key)
        created: list[Any] = []

        def create(make: Any, **kwargs: Any) -> Any:
            if not self._may_create:
                raise ValueError(_SINGLETON)
            created.append(make(**kwargs))
            return created[-1]

        concrete = self._traced(key, values, create)
        if self._may_create:
            self._may_create = False
            self._variables = created  # kept alive, as the function uses them for ever
            if created:
                concrete = self._traced(key, values, create)
        self._traces[key] = concrete
        return concrete

    def _traced(self, key: Any, values: dict[str, Any], create: Any) -> ConcreteFunction:
        self._trace_count += 1
        inputs, watcher = self._inputs(), _Accessed()
        traced = dict(values)

        def body() -> Any:
            graph = context.get_default_graph()
            for (name, value), part in zip(values.items(), key[1], strict=True):
                traced[name] = placeholders(graph, name, value, part)
            # What the first call is given may decide the initial value of a variable.
            arguments = tensors_in(list(values.values()))
            if len(arguments) == len(graph.inputs):  # none is a spec
                graph.__dict__["_arguments"] = arguments
            args, kwargs = inputs.unbind(traced)
            with (
                variable_creator_scope(create),
                context.recording(*context.recorders.active, watcher),
            ):
                return self._call_python(args, kwargs)

        name = fresh_name(self.name)
        graph = branches.trace_branch(name, body, _nothing, self.python_function)
        graph.__dict__.pop("_arguments", None)
        _finish(graph)
        return ConcreteFunction(graph, inputs, values, watcher.variables.values())

    def _call_python(self, args: Any, kwargs: Any) -> Any:
        try:
            return self.python_function(*args, **kwargs)
        except _REWORDED as error:
            if not self._options[0] or type(error) not in _REWORDED:
                raise
            raise _in_user_code(error) from None


_REWORDED = (
    AssertionError,
    AttributeError,
    NameError,
    NotImplementedError,
    RuntimeError,
    TypeError,
    UnboundLocalError,
    ValueError,
)


def _in_user_code(error: Exception) -> Exception:
    """The error with the lines of the program that led to it, as AutoGraph words it."""
    if str(error).startswith("in user code:"):
        return error
    frames, traceback = [], error.__traceback__
    while traceback is not None:
        code = traceback.tb_frame.f_code
        if not IS_INTERNAL[code.co_filename]:
            line = linecache.getline(code.co_filename, traceback.tb_lineno).strip()
            if not line:
                return error  # no source text, no AutoGraph
            place = f'    File "{code.co_filename}", line {traceback.tb_lineno}'
            frames.append(f"{place}, in {code.co_name}  *\n        {line}\n")
        traceback = traceback.tb_next
    text = f"{type(error).__name__}: {error}".replace("\n", "\n    ")
    return type(error)(f"in user code:\n\n{''.join(frames)}\n    {text}\n")


class _Accessed:
    """The variables that are read while a function is traced."""

    def __init__(self) -> None:
        self.variables: dict[int, Any] = {}

    def record(self, operation: Any) -> None:
        """Variables are enough."""

    def variable_accessed(self, variable: Any) -> None:
        if not variable._in_graph_mode:
            self.variables.setdefault(id(variable.handle), variable)


def _nothing(operation: Any) -> Any:
    return operation


def _only_functions() -> bool:
    return all(graph.building_function for graph in context.default_graph_stack.stack)


_WITHOUT_EFFECT = frozenset(
    """
    ParameterizedTruncatedNormal PartitionedCall RandomGamma RandomPoisson RandomShuffle
    RandomStandardNormal RandomUniform RandomUniformInt ReadVariableOp ResourceGather
    ResourceGatherNd StatelessCase StatelessIf StatelessWhile TruncatedNormal VarHandleOp
    VarIsInitializedOp VariableShape
    """.split()
)


def _finish(graph: FuncGraph) -> None:
    """Names the outputs, orders what touches the same variable, and makes effects happen."""
    effects = []
    last_write: dict[int, Any] = {}
    reads: dict[int, list[Any]] = {}
    for op in graph.get_operations():
        has_effect = op.op_def.stateful and op.type not in _WITHOUT_EFFECT
        handles = [id(t) for t in op.inputs if t.dtype.name == "resource"]
        for handle in handles:
            before = [last_write[handle]] if handle in last_write else []
            if has_effect:
                before += reads.pop(handle, [])
                last_write[handle] = op
            else:
                reads.setdefault(handle, []).append(op)
            op._add_control_inputs([other for other in before if other is not op])
        if has_effect:
            effects.append(op)
    graph.targets = effects
    with graph.reopened():
        done = []
        if effects and graph.outputs:
            with graph.control_dependencies(effects):
                done = [array.no_op()]
        with graph.control_dependencies(done):
            outputs = [array.identity(tensor) for tensor in graph.outputs]
    for old, new in zip(graph.outputs, outputs, strict=True):
        copy_handle_data(old, new)
    found = iter(outputs)
    structure = graph.structured_outputs
    flat = nest.flatten(structure, expand_composites=True)
    flat = [None if part is None else next(found) for part in flat]
    graph.structured_outputs = nest.pack_sequence_as(structure, flat, expand_composites=True)
    graph.outputs = outputs  # type: ignore[assignment]
