"""Checks on sessions: how many were opened and closed, and how many runs were made."""

from __future__ import annotations

import copy
import functools
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any

from coursegrader.checks.card import note
from coursegrader.checks.describe import check, fail, plural

_LIBRARIES = ("minigraph.compat.v1", "tensorflow.compat.v1")

_BEHIND = ("minigraph.saved_model.sessions",)
"""Modules that use a session behind their caller's back, where TensorFlow has none."""


@dataclass
class Observation:
    """What a call did with sessions.

    Attributes:
      result: what the call returned.
      opened: the sessions made.
      closed: those of them that were closed.
      runs: how often `Session.run` was called, by `eval` and callables included.
      runs_unfinalized: how many of these runs met a graph that could still grow.
      configs: for each session made, the configuration as it was at that moment; where none was
        given, None, or TensorFlow's own.
      threads: how many threads, besides the one that called, made runs.
      hooked: how many of the runs a hook of a monitored session asked for something of its own.
      devices: for each run, what the innermost `tf.device` block around it asks for, as text; ""
        where there is none.
      failures: of each run, or part of a partial run, that failed: the exception's type and text.
      tapes: how often a `tf.GradientTape` was asked for gradients.
      hooks: for each `MonitoredSession` made, how many hooks it was given.
    """

    result: Any = None
    opened: list[Any] = field(default_factory=list)
    closed: list[Any] = field(default_factory=list)
    runs: int = 0
    runs_unfinalized: int = 0
    configs: list[Any] = field(default_factory=list)
    threads: int = 0
    hooked: int = 0
    devices: list[str] = field(default_factory=list)
    failures: list[list[str]] = field(default_factory=list)
    tapes: int = 0
    hooks: list[int] = field(default_factory=list)
    _threads: set[threading.Thread] = field(default_factory=set)
    _blocks: list[str] = field(default_factory=list)
    _running: set[int] = field(default_factory=set)
    _behind: list[Any] = field(default_factory=list)

    @property
    def left_open(self) -> int:
        """How many sessions were made and not closed."""
        return sum(not any(s is c for c in self.closed) for s in self.opened)


def observe(call: Callable[..., Any], *args: Any, **kwargs: Any) -> Observation:
    """Call a function and observe the sessions that it opens, runs and closes.

    A class of callables may offer `__observed_call__(*args, **kwargs)` to make the observation
    itself, where the function runs in another process than the test.
    """
    elsewhere = getattr(type(call), "__observed_call__", None)
    if elsewhere is not None:
        observation: Observation = elsewhere(call, *args, **kwargs)
        return observation
    seen = Observation()
    with ExitStack() as patches:
        for library in _LIBRARIES:
            if library in sys.modules:
                patches.enter_context(_watching(sys.modules[library], seen))
        seen.result = call(*args, **kwargs)
    seen.threads = len(seen._threads - {threading.current_thread()})
    return seen


@contextmanager
def counting_runs(session: Any) -> Iterator[Observation]:
    """Count the runs made in the block with a session that the test itself has made.

    Runs by `eval` and by callables that are made in the block count as well.
    """
    seen = Observation()
    make_callable = session.make_callable

    def counted(original: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(original)
        def run(*args: Any, **kwargs: Any) -> Any:
            with _outermost(seen) as counts:
                seen.runs += counts
                return original(*args, **kwargs)

        return run

    session.run = counted(session.run)
    session.make_callable = lambda *args, **kwargs: counted(make_callable(*args, **kwargs))
    try:
        yield seen
    finally:
        del session.run, session.make_callable


@check
def runs(seen: Observation, count: int, what: str, *, given: bool = False) -> None:
    """Check that a call made no more than this many runs.

    Args:
      seen: what was observed.
      count: the most runs that it may make.
      what: the call, in the message.
      given: whether they have to be runs of a session that the test handed over, and so one at
        least.

    Raises:
      AssertionError: it made more, or none in the session that it was given.
    """
    if given and not seen.runs:
        fail(f"{what} made no run in the session that it was given. Another one has no values yet.")
    if seen.runs > count:
        fail(
            f"{what} made {plural(seen.runs, 'run')}; {count} should be enough. "
            "A run can fetch several tensors at once."
        )
    note(f"{what} makes {plural(seen.runs, 'run')}")


@check
def sessions(seen: Observation, count: int, what: str) -> None:
    """Check that a call opened this many sessions and closed them all.

    Raises:
      AssertionError: it opened more or fewer, or left one open.
    """
    opened = plural(len(seen.opened), "session")
    if len(seen.opened) != count:
        fail(f"{what} opened {opened}; the question asks for {count}.")
    if seen.left_open:
        fail(
            f"{what} opened {opened} and left {seen.left_open} open. A session holds its resources "
            "until it is closed."
        )
    note(f"{what} opens {opened} and closes what it opens")


def is_closed(session: Any) -> bool:
    """Whether a session has been closed: then, and only then, run says so."""
    try:
        session.run([])
    except RuntimeError as error:
        return "closed" in str(error)
    return False


@check
def closed(session: Any, what: str) -> None:
    """Check that a session has been closed.

    Raises:
      AssertionError: it can still be run.
    """
    if not is_closed(session):
        fail(f"`{what}` is still open: it can be run, and holds its resources.")
    note(f"{what} is closed")


@contextmanager
def _outermost(seen: Observation) -> Iterator[bool]:
    """Whether a run is one of its own, and not what another run of this thread is made of."""
    thread = threading.get_ident()
    first = thread not in seen._running
    seen._running.add(thread)
    try:
        yield first
    finally:
        if first:
            seen._running.discard(thread)


@contextmanager
def _watching(library: Any, seen: Observation) -> Iterator[None]:
    """Count what happens to the sessions of one library while the block runs."""
    session = {"__init__": _on_open, "close": _on_close, "run": _on_run, "partial_run": _on_part}
    session |= {"make_callable": _on_callable}
    watched = [
        (library.Session, session),
        (library.InteractiveSession, session),
        (library.Graph, {"device": _on_device}),
        (library.train.MonitoredSession, {"__init__": _on_monitored}),
        (sys.modules[library.__name__.partition(".")[0]].GradientTape, {"gradient": _on_tape}),
    ]
    watchers = {
        (_owner(cls, method), method): watcher
        for cls, methods in watched
        for method, watcher in methods.items()
    }
    originals = {(owner, method): vars(owner)[method] for owner, method in watchers}
    for (owner, method), original in originals.items():
        setattr(owner, method, watchers[owner, method](original, seen))
    try:
        yield
    finally:
        for (owner, method), original in originals.items():
            setattr(owner, method, original)


def _owner(cls: type, method: str) -> type:
    return next(base for base in cls.__mro__ if method in vars(base))


def _on_open(original: Callable[..., None], seen: Observation) -> Callable[..., None]:
    @functools.wraps(original)
    def watched(self: Any, *args: Any, **kwargs: Any) -> None:
        original(self, *args, **kwargs)
        if sys._getframe(1).f_globals.get("__name__") in _BEHIND:
            seen._behind.append(self)
        elif not any(self is known for known in seen.opened):
            seen.opened.append(self)
            seen.configs.append(copy.deepcopy(self._config))

    return watched


def _on_close(original: Callable[..., None], seen: Observation) -> Callable[..., None]:
    @functools.wraps(original)
    def watched(self: Any) -> None:
        original(self)
        if not any(self is known for known in [*seen.closed, *seen._behind]):
            seen.closed.append(self)

    return watched


def _on_run(original: Callable[..., Any], seen: Observation) -> Callable[..., Any]:
    @functools.wraps(original)
    def watched(self: Any, *args: Any, **kwargs: Any) -> Any:
        with _outermost(seen) as counts:
            counts = counts and not any(self is hidden for hidden in seen._behind)
            if counts:
                seen.runs += 1
                seen.runs_unfinalized += not self.graph.finalized
                seen.devices.append(seen._blocks[-1] if seen._blocks else "")
                seen._threads.add(threading.current_thread())
                seen.hooked += _has_hooks(*args, **kwargs)
            with _noting_failure(seen if counts else None):
                return original(self, *args, **kwargs)

    return watched


def _on_callable(original: Callable[..., Any], seen: Observation) -> Callable[..., Any]:
    @functools.wraps(original)
    def watched(self: Any, *args: Any, **kwargs: Any) -> Any:
        call = original(self, *args, **kwargs)
        run = _on_run(lambda _session, _fetches, *values, **options: call(*values, **options), seen)
        return functools.partial(run, self, None)

    return watched


def _on_monitored(original: Callable[..., None], seen: Observation) -> Callable[..., None]:
    @functools.wraps(original)
    def watched(
        self: Any, session_creator: Any = None, hooks: Any = None, *args: Any, **options: Any
    ) -> None:
        seen.hooks.append(len(hooks or ()))
        original(self, session_creator, hooks, *args, **options)

    return watched


def _on_part(original: Callable[..., Any], seen: Observation) -> Callable[..., Any]:
    @functools.wraps(original)
    def watched(*args: Any, **kwargs: Any) -> Any:
        with _noting_failure(seen):
            return original(*args, **kwargs)

    return watched


@contextmanager
def _noting_failure(seen: Observation | None) -> Iterator[None]:
    try:
        yield
    except Exception as error:
        if seen:
            seen.failures.append([type(error).__name__, str(error)])
        raise


def _on_tape(original: Callable[..., Any], seen: Observation) -> Callable[..., Any]:
    @functools.wraps(original)
    def watched(*args: Any, **kwargs: Any) -> Any:
        seen.tapes += 1
        return original(*args, **kwargs)

    return watched


def _on_device(original: Callable[..., Any], seen: Observation) -> Callable[..., Any]:
    @functools.wraps(original)
    @contextmanager
    def watched(self: Any, device: Any) -> Iterator[None]:
        with original(self, device):
            seen._blocks.append(str(device or ""))
            try:
                yield
            finally:
                seen._blocks.pop()

    return watched


def _has_hooks(fetches: Any, *_: Any, **__: Any) -> bool:
    """Whether a monitored session fetches for its loop and, in the same run, for a hook."""
    return isinstance(fetches, dict) and "caller" in fetches and len(fetches) > 1
