"""The sessions that both sides know.

A session of the student's is copied to the judge as its graph, whether it is closed, and the values
of its variables; what either side changes reaches the other at the next question or answer. A
session of the judge's stays the judge's: in the student's process it has a stand-in that sends
every run to the judge, who therefore counts them.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from coursegrader.judge.frames import ProtocolError
from coursegrader.judge.mirror.shared_graphs import SharedGraphs
from coursegrader.judge.values import CannotCross, Codec, Fields, fields
from minigraph import dtypes, protos
from minigraph.resources import ReferenceResource, VariableResource
from minigraph.session import BaseSession, Session

MAX_SESSIONS = 1_000
FORWARDED = ("run", "partial_run", "partial_run_setup", "close")
Change = dict[str, Any]
Forward = Callable[..., Any]
"""Sends a method call to the owner of a session: forward(number, method, *args, **kwargs)."""


@dataclass
class _Known:
    """A shared session as it was when both sides were last in step."""

    session: BaseSession
    is_copied: bool
    closed: bool = False
    values: dict[tuple[str, str], Any] = field(default_factory=dict)


class SharedSessions:
    """The shared sessions by number.

    Args:
        side: the letter that begins the numbers this side gives.
        codec: the codec that sessions become part of.
        graphs: the shared graphs.
        forward: at the student's side, sends a call to the judge; None at the judge.
    """

    def __init__(
        self, side: str, codec: Codec, graphs: SharedGraphs, forward: Forward | None = None
    ) -> None:
        self._side = side
        self._codec = codec
        self._graphs = graphs
        self._forward = forward
        self._known: dict[str, _Known] = {}
        self._numbers: dict[int, str] = {}
        codec.register("session", BaseSession, self._encode, self._decode)

    def number_of(self, session: BaseSession) -> str:
        """The number of a session, which is shared from now on."""
        number = self._numbers.get(id(session))
        if number is None:
            number = f"{self._side}{len(self._known)}"
            self._add(number, session)
        return number

    def session(self, number: Any) -> BaseSession:
        """The session of a number.

        Raises:
            ProtocolError: there is none.
        """
        if not isinstance(number, str) or number not in self._known:
            raise ProtocolError(f"there is no session {number!r}")
        return self._known[number].session

    def changes(self) -> list[Change]:
        """What changed in the shared sessions since both sides were in step."""
        found = []
        for number, known in self._known.items():
            change = _changes_of(known)
            if change:
                change["values"] = [self._encode_value(*item) for item in change["values"]]
                graph = self._graphs.number_of(known.session.graph)
                found.append({"session": number, "graph": graph, **change})
        return found

    def apply(self, changes: Any) -> None:
        """Bring the copies here into step with the other side.

        Raises:
            ProtocolError: the changes do not fit.
        """
        if not isinstance(changes, list) or not all(isinstance(one, dict) for one in changes):
            raise ProtocolError("changes of sessions are a list of objects")
        for change in changes:
            number, graph, closed, values = fields(
                change, session=str, graph=str, closed=bool, values=list
            )
            self.find(number, graph)
            known = self._known[number]
            for value in values:
                self._apply_value(known, value)
            if closed and not known.session._closed:
                BaseSession.close(known.session)
            known.closed = known.session._closed

    def _add(self, number: str, session: BaseSession) -> None:
        if len(self._known) >= MAX_SESSIONS:
            raise CannotCross("there are too many sessions")
        self._known[number] = _Known(session, is_copied=number[0] == "s")
        self._numbers[id(session)] = number

    def _encode(self, session: BaseSession) -> Fields:
        number = self.number_of(session)
        return {
            "session": number,
            "graph": self._graphs.number_of(session.graph),
            "config": self._codec.encode(session._config),
        }

    def _decode(self, form: Fields) -> BaseSession:
        number, graph_number, config_form = fields(form, session=str, graph=str, config=dict | None)
        config = self._codec.decode(config_form)
        if config is not None and not isinstance(config, protos.ConfigProto):
            raise ProtocolError("a session is configured by a ConfigProto")
        return self.find(number, graph_number, config)

    def find(self, number: str, graph_number: str, config: Any = None) -> BaseSession:
        """The session of a number; a copy or a stand-in is made at the first time.

        Raises:
            ProtocolError: the numbers are not such that the other side gives.
        """
        if number not in self._known:
            if number[:1] == self._side or not number[1:].isdigit():
                raise ProtocolError(f"{number!r} is no number of a session")
            graph = self._graphs.graph(graph_number)
            if self._forward is None:
                self._add(number, Session(graph=graph, config=config))
            else:
                self._add(number, ForwardingSession(graph, number, self._forward))
        return self._known[number].session

    def _encode_value(self, key: tuple[str, str], resource: VariableResource | None) -> Any:
        if resource is None:
            return [*key, None, None, None, None]
        kind = "reference" if isinstance(resource, ReferenceResource) else "resource"
        shape = None if resource.shape is None else list(resource.shape)
        return [*key, kind, resource.dtype.name, shape, self._codec.encode(resource.value)]

    def _apply_value(self, known: _Known, value: Any) -> None:
        if not isinstance(value, list) or len(value) != 6 or not known.is_copied:
            raise ProtocolError("the value of a variable is a list of six")
        container, name, kind, dtype_name, shape, encoded = value
        if not isinstance(container, str) or not isinstance(name, str):
            raise ProtocolError("a variable has a name")
        resources = known.session._resources
        if kind is None:
            resources.remove(container, name)
            known.values.pop((container, name), None)
            return
        resource = resources.get_or_create(
            container, name, lambda: _new_resource(kind, name, dtype_name, shape)
        )
        array = self._codec.decode(encoded)
        if not isinstance(resource, VariableResource) or not _is_value(array):
            raise ProtocolError(f"{name!r} is no variable with a value")
        resource.value = array
        known.values[container, name] = _snapshot(array)


def _changes_of(known: _Known) -> Change:
    """What changed; the values as pairs of a key and a resource, None for one that is gone."""
    session = known.session
    closed = bool(session._closed)
    values: list[tuple[tuple[str, str], VariableResource | None]] = []
    if known.is_copied and not closed:
        here = {
            key: resource
            for key, resource in session._resources.items()
            if isinstance(resource, VariableResource)
        }
        snapshots = {key: _snapshot(resource.value) for key, resource in here.items()}
        values += [
            (key, resource)
            for key, resource in here.items()
            if key not in known.values or not _equal(known.values[key], snapshots[key])
        ]
        values += [(key, None) for key in known.values if key not in here]
        known.values = snapshots
    if closed == known.closed and not values:
        return {}
    known.closed = closed
    return {"closed": closed, "values": values}


def _new_resource(kind: Any, name: str, dtype_name: Any, shape: Any) -> VariableResource:
    make = {"reference": ReferenceResource, "resource": VariableResource}.get(kind)
    if make is None or not isinstance(shape, list | None):
        raise ProtocolError(f"{name!r} is no variable")
    try:
        dtype = dtypes.as_dtype(dtype_name)
    except TypeError as error:
        raise ProtocolError(str(error)) from None
    return make(name, dtype, None if shape is None else tuple(shape))


def _is_value(value: Any) -> bool:
    return value is None or isinstance(value, np.ndarray | np.generic | bytes | str)


def _snapshot(value: Any) -> Any:
    """A value as it is now: storage of variables may be changed in place."""
    return value.copy() if isinstance(value, np.ndarray) else value


def _equal(first: Any, second: Any) -> bool:
    """Whether two values are the same to the last bit."""
    if not isinstance(first, np.ndarray) or not isinstance(second, np.ndarray):
        return type(first) is type(second) and bool(first == second)
    if first.dtype != second.dtype or first.shape != second.shape:
        return False
    if first.dtype == object:
        return bool((first == second).all())
    return first.tobytes() == second.tobytes()


class ForwardingSession(Session):
    """A session of the test, in the student's process: its runs happen at the judge."""

    def __init__(self, graph: Any, number: str, forward: Forward) -> None:
        super().__init__(graph=graph)
        self._number = number
        self._forward = forward

    def partial_run_setup(self, fetches: Any, feeds: Any = None) -> str:
        """See `BaseSession.partial_run_setup`."""
        handle: str = self._forward(self._number, "partial_run_setup", fetches, feeds)
        return handle

    def partial_run(self, handle: str, fetches: Any, feed_dict: Any = None) -> Any:
        """See `BaseSession.partial_run`."""
        return self._forward(self._number, "partial_run", handle, fetches, feed_dict)

    def make_callable(
        self, fetches: Any, feed_list: Any = None, accept_options: bool = False
    ) -> Callable[..., Any]:
        """See `BaseSession.make_callable`; each call is a run."""
        del accept_options

        def call(*values: Any, options: Any = None, run_metadata: Any = None) -> Any:
            feeds = dict(zip(feed_list or (), values, strict=True))
            return self.run(fetches, feeds, options=options, run_metadata=run_metadata)

        return call

    def close(self) -> None:
        """Close the judge's session, once."""
        if not self._closed:
            self._forward(self._number, "close")
            super().close()


def forward_runs() -> None:
    """Make `BaseSession.run` send the runs of stand-ins to the judge.

    It is the class's own method that changes, so that whoever watches `run` of the class sees the
    runs of stand-ins as well.
    """
    run_here = BaseSession.run

    def run(
        self: BaseSession,
        fetches: Any,
        feed_dict: Any = None,
        options: Any = None,
        run_metadata: Any = None,
    ) -> Any:
        if not isinstance(self, ForwardingSession):
            return run_here(self, fetches, feed_dict, options, run_metadata)
        traced = run_metadata is not None
        value, metadata = self._forward(self._number, "run", fetches, feed_dict, options, traced)
        if traced:
            run_metadata.CopyFrom(metadata)
        return value

    BaseSession.run = run  # type: ignore[method-assign]


def call_session(session: BaseSession, method: Any, arguments: list[Any]) -> Any:
    """Do at the judge what the student's process does with a session of the judge's.

    Raises:
        CannotCross: the method is not among those that may be called.
    """
    if method not in FORWARDED:
        raise CannotCross(f"a session of the test has no {method!r} for your code")
    if method != "run":
        return getattr(session, method)(*arguments)
    fetches, feeds, options, traced = arguments
    metadata = protos.RunMetadata() if traced else None
    if options is None and metadata is None:
        return [session.run(fetches, feeds), None]
    value = session.run(fetches, feeds, options=options, run_metadata=metadata)
    return [value, metadata]
