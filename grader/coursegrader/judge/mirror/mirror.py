"""Puts what changed beside each message, and applies what the other side put there."""

import contextlib
from collections.abc import Iterator
from typing import Any

from coursegrader.judge.frames import ProtocolError
from coursegrader.judge.mirror.execution import Execution
from coursegrader.judge.mirror.library import Library
from coursegrader.judge.mirror.shared_graphs import SharedGraphs, count_reshapes
from coursegrader.judge.mirror.shared_sessions import Forward, SharedSessions, forward_runs
from coursegrader.judge.mirror.tensorflow_side import TensorFlowSide
from coursegrader.judge.values import CannotCross, Codec, fields
from minigraph import context

Message = dict[str, Any]


class Mirror:
    """Keeps the library's state in this process in step with the other side's.

    Args:
        side: "s" for the student's side, "j" for the judge's.
        codec: the codec that the library's objects become part of.
        forward: at the student's side, sends a call of a session's method to the judge.
    """

    def __init__(self, side: str, codec: Codec, forward: Forward | None = None) -> None:
        count_reshapes()
        self.execution = Execution() if forward is None else None
        on_arrival = Execution.mark if forward is None else None
        self.graphs = SharedGraphs(side, codec, on_arrival)
        self.sessions = SharedSessions(side, codec, self.graphs, forward)
        self.library = Library(side, codec, self.graphs)
        self.tensorflow = TensorFlowSide(codec, self.graphs)
        if forward is not None:
            forward_runs()
        self._switches = _switches()
        self._outermost = self._number(context.default_graph_stack.global_default)

    def put_beside(self, message: Message) -> Message:
        """Add to a message what the other side must know before it reads it."""
        stack, sessions = context.default_graph_stack, context.default_session_stack
        switches, outermost = _switches(), self._number(stack.global_default)
        state: Message = {
            "switches": {k: v for k, v in switches.items() if v != self._switches[k]},
            "outermost": [outermost] if outermost != self._outermost else [],
            "graph": self._number(stack.stack[-1] if stack.stack else None),
            "scope": stack.stack[-1].get_name_scope() if stack.stack else "",
            "session": self._session_number(sessions.get_default()),
        }
        self._switches, self._outermost = switches, outermost
        state["graphs"] = [*self.graphs.changes(), *self.tensorflow.changes()]
        state["sessions"] = self.sessions.changes()
        state["variables"] = self.library.eager_variables.changes()
        return {**message, "state": state}

    def take(self, message: Message) -> "Surroundings":
        """Apply what the other side put beside a message.

        Raises:
            ProtocolError: it does not fit.
            Unmirrored: the default graph cannot be copied.
        """
        state = message.get("state")
        if not isinstance(state, dict):
            raise ProtocolError("a message has a state beside it")
        switches, outermost, graph, scope, session, graphs, sessions, variables = fields(
            state,
            switches=dict,
            outermost=list,
            graph=str | None,
            scope=str,
            session=list | None,
            graphs=list,
            sessions=list,
            variables=dict,
        )
        _apply_switches(switches)
        self._switches = _switches()
        self.graphs.apply(graphs)
        if outermost:
            self._outermost = outermost[0]
            whole = self.graphs.is_whole(self._outermost)
            graph_here = self.graphs.graph(self._outermost) if whole else None
            context.default_graph_stack.global_default = graph_here
        default = None if session is None else self._session_of(session)
        self.sessions.apply(sessions)
        self.library.eager_variables.apply(variables)
        inside = None if graph is None else self.graphs.graph(graph)
        return Surroundings(inside, scope, default)

    def give_up(self, why: str) -> None:
        """Share nothing any more: a message with changes could not be sent."""
        self.graphs.give_up(why)

    def _number(self, graph: Any) -> str | None:
        try:
            return None if graph is None else self.graphs.number_of(graph)
        except CannotCross:
            return None

    def _session_number(self, session: Any) -> list[str] | None:
        """The numbers of the default session and of its graph."""
        if session is None or not hasattr(session, "_resources"):
            return None
        graph = self._number(session.graph)
        return None if graph is None else [self.sessions.number_of(session), graph]

    def _session_of(self, numbers: list[Any]) -> Any:
        if len(numbers) != 2 or not all(isinstance(number, str) for number in numbers):
            raise ProtocolError("a default session has two numbers")
        number, graph = numbers
        return self.sessions.find(number, graph)


class Surroundings:
    """What the other side is inside of: a default graph with a name scope, a default session."""

    def __init__(self, graph: Any, scope: str, session: Any) -> None:
        self._graph = graph
        self._scope = scope
        self._session = session

    @contextlib.contextmanager
    def entered(self) -> Iterator[None]:
        """Be inside of the same here."""
        with contextlib.ExitStack() as stack:
            if self._graph is not None:
                stack.enter_context(context.default_graph_stack.get_controller(self._graph))
                if self._scope:
                    stack.enter_context(self._graph.name_scope(f"{self._scope}/"))
            if self._session is not None:
                stack.enter_context(context.default_session_stack.get_controller(self._session))
            yield


def _switches() -> dict[str, bool]:
    return {name: getattr(context.switches, name) for name in context.switches.__slots__}


def _apply_switches(values: dict[str, Any]) -> None:
    known = context.switches.__slots__
    if not all(name in known and isinstance(value, bool) for name, value in values.items()):
        raise ProtocolError("the library's switches are on or off")
    for name, value in values.items():
        setattr(context.switches, name, value)
