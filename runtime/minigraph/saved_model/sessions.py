"""A SavedModel of TensorFlow 1 in eager mode: parts of its graph as functions."""

from __future__ import annotations

from typing import Any

from minigraph import context, nest
from minigraph.concrete import ConcreteFunction
from minigraph.graph import Graph
from minigraph.graph_def import add_graph_def
from minigraph.graph_keys import GraphKeys
from minigraph.graph_util import extract_sub_graph
from minigraph.polymorphic import function
from minigraph.saved_model import constants
from minigraph.saved_model.loader import SavedModelLoader, refused_unless_valid
from minigraph.saved_model.saving import SignatureMap, Trackable
from minigraph.session import Session
from minigraph.tensor_spec import TensorSpec
from minigraph.variables.resource import ResourceVariable

_RESERVED = (constants._INIT_OP_SIGNATURE_KEY, constants._TRAIN_OP_SIGNATURE_KEY)


def load_graph(directory: str, tags: Any) -> Any:
    """A graph with its variables: `signatures`, `variables`, `graph` and `prune`.

    Raises ValueError where `tags` must say which graph, RuntimeError where none has them.
    """
    loader = SavedModelLoader(directory)
    if tags is None:
        found = [list(message.meta_info_def.tags) for message in loader.saved_model.meta_graphs]
        if len(found) != 1:
            raise ValueError(
                "Importing a SavedModel with `tf.saved_model.load` requires a `tags` argument if "
                f"there is more than one MetaGraph. Got `tags=None`, but there are {len(found)} "
                f"MetaGraphs in the SavedModel with tag sets: {found}. Pass a `tags=` argument to "
                "load this SavedModel."
            )
        tags = found[0]
    return _LoadedGraph(loader, [tags] if isinstance(tags, str) else tags)


class _LoadedGraph(Trackable):
    def __init__(self, loader: SavedModelLoader, tags: Any) -> None:
        with Graph().as_default() as graph, Session(graph=graph) as sess:
            message = loader.load(sess, tags)
            variables = graph.get_collection(GraphKeys.GLOBAL_VARIABLES)
            values = sess.run(variables)
        with refused_unless_valid(loader.export_dir):
            self._take(graph, message, variables, values)

    def _take(self, graph: Graph, message: Any, variables: Any, values: Any) -> None:
        self.graph, self._graph_def = graph, graph.as_graph_def()
        self._stand_ins, self.variables = {}, []
        with context.eager_mode():
            for variable, value in zip(variables, values, strict=True):
                name, by_handle = variable.op.name, hasattr(variable, "handle")
                made = ResourceVariable(value, trainable=variable.trainable, name=name)
                self._stand_ins[name] = made, by_handle
                if by_handle:  # TensorFlow lists no others
                    self.variables.append(made)
        self.signatures = SignatureMap(
            {
                key: self._signature(signature)
                for key, signature in message.signature_def.items()
                if key not in _RESERVED
            }
        )

    def prune(self, feeds: Any, fetches: Any) -> ConcreteFunction:
        """What a session would give for `fetches` of the graph, as a function of `feeds`.

        Both are tensors, operations or names of the graph, nested as wanted.
        """
        tensors = [self.graph.as_graph_element(item) for item in nest.flatten(feeds)]

        def pruned(*values: Any) -> Any:
            given = {t.name: value for t, value in zip(tensors, nest.flatten(values), strict=True)}
            return self._imported(given, fetches)

        specs = [TensorSpec(tensor.shape, tensor.dtype, tensor.op.name) for tensor in tensors]
        return function(pruned).get_concrete_function(*specs)  # type: ignore[no-any-return]

    def _imported(self, given: dict[str, Any], fetches: Any) -> Any:
        """Adds the nodes that `fetches` need to the function that is traced."""
        names = [self.graph.as_graph_element(item).name for item in nest.flatten(fetches)]
        part = extract_sub_graph(self._graph_def, [name.split(":")[0] for name in names])
        kept = [node for node in part.node if node.name not in self._stand_ins]
        for node in kept:
            node.attr.pop("_class", None)  # may name a variable, which is not part of the function
        used = {name for node in kept for name in node.input} | set(names)
        used |= {f"{name}:0" for name in used}
        mapped = dict(given)
        body: Any = context.get_default_graph()
        for name, (variable, by_handle) in self._stand_ins.items():
            if f"{name}:0" in used:
                context.variable_accessed(variable)
                value = body.captured(variable.handle) if by_handle else variable.read_value()
                mapped[f"{name}:0"] = value
        mapped = {name: value for name, value in mapped.items() if name in used}
        del part.node[:]
        part.node.extend(kept)
        foreign = self.graph._foreign_ops
        found = add_graph_def(part, mapped, names, "", None, foreign)
        return nest.pack_sequence_as(fetches, found or [])

    def _signature(self, message: Any) -> ConcreteFunction:
        inputs = {key: message.inputs[key] for key in sorted(message.inputs)}
        outputs = {key: message.outputs[key] for key in sorted(message.outputs)}
        for key, info in (*inputs.items(), *outputs.items()):
            if info.WhichOneof("encoding") != "name":
                raise NotImplementedError(
                    f"minigraph makes no function of a signature whose {key!r} is no dense tensor. "
                    "Load the model into a session by tf.compat.v1.saved_model.load."
                )

        def signature_wrapper(**tensors: Any) -> Any:
            given = {inputs[key].name: tensor for key, tensor in tensors.items()}
            return self._imported(given, {key: info.name for key, info in outputs.items()})

        tensors = {k: self.graph.get_tensor_by_name(info.name) for k, info in inputs.items()}
        specs = {key: TensorSpec(t.shape, t.dtype, key) for key, t in tensors.items()}
        return function(signature_wrapper).get_concrete_function(**specs)  # type: ignore[no-any-return]
