"""tf.saved_model.load: the objects, variables and functions of a SavedModel, or its signatures."""

from __future__ import annotations

import inspect
import os
from typing import Any

from minigraph import context, errors
from minigraph.concrete import ConcreteFunction
from minigraph.eager_tensor import EagerTensor
from minigraph.function_inputs import Inputs, accepts, key_of
from minigraph.importer import Functions
from minigraph.meta_graph import foreign_ops
from minigraph.opdef import OpDef
from minigraph.polymorphic import Function, fresh_name
from minigraph.saved_model import constants
from minigraph.saved_model.loader import parse_saved_model, refused_unless_valid
from minigraph.saved_model.saving import OBJECT_GRAPH_KEY, SignatureMap, Trackable
from minigraph.saved_model.sessions import load_graph
from minigraph.saved_model.structures import decode
from minigraph.shapes import TensorShape
from minigraph.storage.bundle_reader import BundleReader
from minigraph.tensor_proto import MakeNdarray
from minigraph.variables.resource import ResourceVariable


def load(export_dir: str | os.PathLike[str], tags: Any = None, options: Any = None) -> Any:
    """The object of a SavedModel, to be used in eager mode (tf.saved_model.load).

    A model of TensorFlow 2 comes back with its variables, modules, traced functions and
    `signatures`; one of TensorFlow 1 as `signatures`, `variables`, `graph` and `prune`.
    Raises OSError where there is no model, ValueError for other tags, NotImplementedError for
    assets, tables, `options` and in graph mode, DataLossError or InvalidArgumentError for a model
    that was altered.
    """
    if options is not None or not context.executing_eagerly():
        raise NotImplementedError(
            "minigraph loads a SavedModel without `options` and in eager mode. Into a session it "
            "is loaded by tf.compat.v1.saved_model.load."
        )
    directory = os.fspath(export_dir)
    graphs = parse_saved_model(directory).meta_graphs
    if len(graphs) != 1 or not graphs[0].HasField("object_graph_def"):
        return load_graph(directory, tags)
    message = graphs[0]
    found = list(message.meta_info_def.tags)
    wanted = [tags] if isinstance(tags, str) else tags
    if wanted is not None and set(wanted) != set(found):
        raise ValueError(
            f"Got an incompatible argument to `tags`: {wanted}. The SavedModel at {directory} has "
            f"one MetaGraph with tags {found}. You may omit the argument, pass 'None', or pass "
            "matching tags."
        )
    with refused_unless_valid(directory):
        return _Objects(message, directory).load()


class RestoredFunction(Function):
    """A function of a SavedModel: it has the traces that were saved, and makes no others."""

    def __init__(self, name: str, parameters: inspect.Signature, specs: Any, traces: Any) -> None:
        def restored(*args: Any, **kwargs: Any) -> Any:
            raise _no_match(self.traces, args, kwargs)

        restored.__name__, restored.__signature__ = name, parameters  # type: ignore[attr-defined]
        super().__init__(restored, specs)
        self._traces = {trace.key: trace for trace in traces}

    def _concrete(self, values: dict[str, Any]) -> ConcreteFunction:
        key = tuple(key_of(value, []) for value in values.values())
        for other, trace in self._traces.items():
            if accepts(other, key):
                return trace
        if not self._traces:
            raise ValueError("Found zero restored functions for caller function.")
        args, kwargs = self._inputs().unbind(values)
        raise _no_match(self.traces, args, kwargs)


class RestoredTrace(ConcreteFunction):
    """A trace of a SavedModel."""

    def __init__(
        self, graph: Any, parameters: inspect.Signature, signature: Any, keywords: list[str]
    ) -> None:
        def restored() -> None:
            """Only its parameters matter."""

        restored.__signature__ = parameters  # type: ignore[attr-defined]
        values = parameters.bind(*signature[0], **signature[1]).arguments
        super().__init__(graph, Inputs(restored), values, ())
        self._keywords = keywords
        self.key = tuple(key_of(value, []) for value in values.values())


def _no_match(traces: list[ConcreteFunction], args: Any, kwargs: Any) -> ValueError:
    options = "".join(
        f"Option {index}:\n  {_shown(*trace.structured_input_signature)}\n\n"
        for index, trace in enumerate(traces, 1)
    )
    return ValueError(
        "Could not find matching concrete function to call loaded from the SavedModel. Got:\n  "
        f"{_shown(args, kwargs)}\n\n Expected these arguments to match one of the following "
        f"{len(traces)} option(s):\n\n{options.rstrip()}"
    )


def _shown(args: Any, kwargs: Any) -> str:
    listed = "".join(f"\n    * {value}" for value in args)
    return f"Positional arguments ({len(args)} total):{listed}\n  Keyword arguments: {kwargs}"


class _Library:
    """The functions of a model, under names that no other function of the process has."""

    def __init__(self, graph_def: Any, foreign: dict[str, OpDef]) -> None:
        from minigraph import protos

        renamed = protos.GraphDef(library=graph_def.library, versions=graph_def.versions)
        functions = renamed.library.function
        self._names = {
            one.signature.name: fresh_name(_python_name(one.signature.name)) for one in functions
        }
        for one in functions:
            one.signature.name = self._names[one.signature.name]
            for node in one.node_def:
                for attr in node.attr.values():
                    for called in (attr.func, *attr.list.func):
                        if called.name in self._names:
                            called.name = self._names[called.name]
        self._functions = Functions(renamed, foreign)

    def function(self, name: str) -> Any:
        """The graph of a function by its name in the model."""
        return self._functions.named(self._names[name])


def _python_name(name: str) -> str:
    return name.removeprefix("__inference_").rsplit("_", 1)[0] or name


class _Objects:
    """The objects of an object graph, made when they are asked for."""

    def __init__(self, message: Any, directory: str) -> None:
        self._message = message
        self._nodes = message.object_graph_def.nodes
        self._made: dict[int, Any] = {}
        self._traces: dict[str, RestoredTrace] = {}
        self._checkpoint = os.path.join(
            directory, constants.VARIABLES_DIRECTORY, constants.VARIABLES_FILENAME
        )
        for node in self._nodes:
            kind = node.WhichOneof("kind")
            if kind in ("asset", "resource", "captured_tensor"):
                raise NotImplementedError(
                    f"minigraph does not load the {kind} of {directory}. Its graph can be loaded "
                    "into a session by tf.compat.v1.saved_model.load."
                )
        self._library = _Library(
            message.graph_def, foreign_ops(message.meta_info_def.stripped_op_list)
        )
        self._keys = self._checkpoint_keys()

    def load(self) -> Any:
        """The root with all that belongs to it."""
        return self._object(0)

    def _checkpoint_keys(self) -> dict[int, str]:
        """Which tensor of the checkpoint each variable has: both have the same names on the way."""
        from minigraph import protos

        if not any(node.WhichOneof("kind") == "variable" for node in self._nodes):
            return {}
        self._values = BundleReader(self._checkpoint)
        content = self._values.read(OBJECT_GRAPH_KEY)[()]
        saved = protos.TrackableObjectGraph.FromString(content).nodes
        keys, waiting, seen = {}, [(0, 0)], {0}
        while waiting:
            number, other = waiting.pop()
            for attribute in saved[other].attributes:
                keys[number] = attribute.checkpoint_key
            names = {child.local_name: child.node_id for child in saved[other].children}
            for child in self._nodes[number].children:
                if child.node_id not in seen and child.local_name in names:
                    seen.add(child.node_id)
                    waiting.append((child.node_id, names[child.local_name]))
        return keys

    def _object(self, number: int) -> Any:
        if number not in self._made:
            node = self._nodes[number]
            kind = node.WhichOneof("kind")
            if kind == "user_object":
                return self._structure(number, node)
            self._made[number] = getattr(self, f"_{kind}")(number, node)
        return self._made[number]

    def _structure(self, number: int, node: Any) -> Any:
        """A module, list, tuple, dict or the signatures; what it holds may lead back to it."""
        kind = node.user_object.identifier
        parts = {child.local_name: child.node_id for child in node.children}
        if kind in ("trackable_list_wrapper", "trackable_tuple_wrapper"):
            items = [self._object(parts[name]) for name in sorted(parts, key=int)]
            self._made[number] = items if "list" in kind else tuple(items)
        elif kind in ("trackable_dict_wrapper", "signature_map"):
            found = {name: self._object(child) for name, child in parts.items()}
            self._made[number] = SignatureMap(found) if kind == "signature_map" else found
        else:
            made = self._made[number] = type("_UserObject", (Trackable,), {})()
            for name, child in parts.items():
                value = self._object(child)
                setattr(made, name, value)
                if name == "__call__" and callable(value):
                    type(made).__call__ = _call_attribute
        return self._made[number]

    def _variable(self, number: int, node: Any) -> Any:
        described = node.variable
        if number not in self._keys:
            text = f"{self._checkpoint} has no value for variable {described.name}."
            raise errors.NotFoundError(None, None, text)
        value = self._values.read(self._keys[number])
        with context.eager_mode():
            return ResourceVariable(
                value,
                trainable=described.trainable,
                name=described.name or None,
                shape=TensorShape(described.shape),
            )

    def _constant(self, number: int, node: Any) -> Any:
        name = node.constant.operation
        nodes = self._message.graph_def.node
        value = next(one.attr["value"].tensor for one in nodes if one.name == name)
        return EagerTensor(MakeNdarray(value))

    def _function(self, number: int, node: Any) -> Any:
        spec = node.function.function_spec
        parameters = _parameters(decode(spec.fullargspec), spec.is_method)
        names = list(node.function.concrete_functions)
        traces = [self._trace(name, parameters) for name in names]
        shown = traces[0].graph.python_name if traces else "restored"
        return RestoredFunction(shown, parameters, decode(spec.input_signature), traces)

    def _bare_concrete_function(self, number: int, node: Any) -> Any:
        bare = node.bare_concrete_function
        spec = decode(bare.function_spec.fullargspec)
        parameters = _parameters(spec, bare.function_spec.is_method) if spec else None
        keywords = list(bare.argument_keywords)
        trace = self._trace(bare.concrete_function_name, parameters, keywords)
        trace.positional = bare.allowed_positional_arguments
        return trace

    def _trace(self, name: str, parameters: Any, keywords: Any = None) -> RestoredTrace:
        if name in self._traces:
            return self._traces[name]
        saved = self._message.object_graph_def.concrete_functions[name]
        signature = decode(saved.canonicalized_input_signature)
        graph = self._library.function(name)
        arguments = len(graph.inputs) - len(saved.bound_inputs)
        for inner, number in zip(graph.inputs[arguments:], saved.bound_inputs, strict=True):
            outer = self._object(number)
            graph.bind(getattr(outer, "handle", outer), inner)
        graph.structured_outputs = decode(saved.output_signature)
        trace = self._traces[name] = RestoredTrace(graph, parameters, signature, keywords)
        bound = [self._object(number) for number in saved.bound_inputs]
        trace.variables = tuple(one for one in bound if isinstance(one, ResourceVariable))
        return trace


def _call_attribute(self: Any, *args: Any, **kwargs: Any) -> Any:
    return vars(self)["__call__"](*args, **kwargs)


def _parameters(spec: Any, is_method: bool) -> inspect.Signature:
    """The signature that a FullArgSpec describes."""
    kinds = inspect.Parameter
    names = list(spec.args)[1:] if is_method and spec.args else list(spec.args)
    defaults = dict(zip(reversed(names), reversed(spec.defaults or ()), strict=False))
    found = [
        kinds(name, kinds.POSITIONAL_OR_KEYWORD, default=defaults.get(name, kinds.empty))
        for name in names
    ]
    if spec.varargs:
        found.append(kinds(spec.varargs, kinds.VAR_POSITIONAL))
    own = spec.kwonlydefaults or {}
    found += [
        kinds(name, kinds.KEYWORD_ONLY, default=own.get(name, kinds.empty))
        for name in spec.kwonlyargs or ()
    ]
    if spec.varkw:
        found.append(kinds(spec.varkw, kinds.VAR_KEYWORD))
    return inspect.Signature(found)
