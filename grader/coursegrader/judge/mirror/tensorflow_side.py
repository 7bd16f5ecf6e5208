"""Objects of real TensorFlow in the student's process, which arrive at the judge as minigraph's.

TensorFlow's graphs, variables and messages have the same bytes as minigraph's. They go one way:
what the test adds to such a graph stays at the judge.
"""

import base64
import sys
from typing import Any

from coursegrader.judge.mirror.shared_graphs import Change, SharedGraphs
from coursegrader.judge.values import Codec, Fields


class TensorFlowSide:
    """Makes TensorFlow's objects part of the student's codec, once TensorFlow is imported."""

    def __init__(self, codec: Codec, graphs: SharedGraphs) -> None:
        self._codec = codec
        self._graphs = graphs
        self._is_installed = False
        self._sent: dict[str, tuple[Any, int]] = {}
        self._sessions: dict[int, str] = {}

    def install_if_imported(self) -> bool:
        """Begin, if the student's code has imported TensorFlow; returns whether it has."""
        tf = getattr(sys.modules.get("tensorflow"), "compat", None)
        if tf is None or not hasattr(tf, "v1"):
            return False
        if not self._is_installed:
            self._is_installed = True
            self._install(tf.v1)
        return True

    def changes(self) -> list[Change]:
        """The changes of TensorFlow's graphs since the last call."""
        found = []
        for number in list(self._sent):
            graph, version = self._sent[number]
            if graph.version != version:
                found.append(self._change(number, graph, version))
        return found

    def _install(self, tf: Any) -> None:
        add = self._codec.register
        add("graph", tf.Graph, lambda graph: {"graph": self._number(graph)}, None)
        add("tensor", tf.Tensor, self._tensor, None)
        add("operation", tf.Operation, self._element, None)
        add("variable", tf.Variable, self._variable, None)
        add("dtype", tf.DType, lambda dtype: {"name": dtype.name}, None)
        add("shape", tf.TensorShape, _shape, None)
        add("session", tf.Session.__mro__[1], self._session, None)

    def _number(self, graph: Any) -> str:
        number = self._graphs.number_of_foreign(graph)
        self._sent.setdefault(number, (graph, -1))
        return number

    def _element(self, element: Any) -> Fields:
        return {"graph": self._number(element.graph), "name": element.name}

    def _tensor(self, tensor: Any) -> Any:
        if hasattr(tensor, "numpy") and not hasattr(tensor, "op"):
            return self._codec.encode(tensor.numpy())
        try:
            return {"t": "tensor", **self._element(tensor)}
        except (AttributeError, NotImplementedError):  # an eager tensor has neither graph nor name
            return self._codec.encode(tensor.numpy())

    def _variable(self, variable: Any) -> Fields:
        data = variable.to_proto().SerializeToString()
        encoded = base64.b64encode(data).decode()
        return {"graph": self._number(variable.graph), "name": variable.name, "data": encoded}

    def _session(self, session: Any) -> Fields:
        number = self._sessions.setdefault(id(session), f"s9{len(self._sessions):04}")
        return {"session": number, "graph": self._number(session.graph), "config": None}

    def _change(self, number: str, graph: Any, version: int) -> Change:
        message = graph.as_graph_def(from_version=version if version > 0 else None, add_shapes=True)
        self._sent[number] = (graph, graph.version)
        collections = {
            key: [self._codec.encode(item) for item in graph.get_collection(key)]
            for key in graph.get_all_collection_keys()
            if all(hasattr(item, "graph") for item in graph.get_collection(key))
        }
        return {
            "graph": number,
            "nodes": base64.b64encode(message.SerializeToString()).decode(),
            "names": dict(graph._names_in_use),
            "collections": collections,
            "rest": [graph.seed, graph.finalized, [], []],
        }


def _shape(shape: Any) -> Fields:
    return {"dims": None if shape.rank is None else shape.as_list()}
