"""Session: runs parts of a graph and owns the state that lasts between runs.

closed? empty graph?                      here
feeds   = check_feeds(feed_dict)          feeds.py
request = (key(fetches), feed tensors)    fetches.py
plan    = cached, or build_plan(...)      plan.py
values  = execute(plan, context, feeds)   executor.py, dataflow.py for steps that may wait
return fetches.rebuild(values)            fetches.py
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from minigraph import context, dataflow, devices, errors, executor, partial_run, session_options
from minigraph.display import Displayed
from minigraph.feeds import as_fed, check_feed_keys, check_feeds, encode_text
from minigraph.fetches import Fetches, fetch_key
from minigraph.graph import Graph
from minigraph.placement import Placement
from minigraph.plan import Plan, build_plan
from minigraph.pruning import needed_operations
from minigraph.resources import ResourceManager
from minigraph.tensor import SymbolicTensor
from minigraph.waiting import scheduler

MAX_PLANS = 256
MAX_VARIANTS = 16
RUNS_BEFORE_VARIANT = 4
_open_sessions: weakref.WeakSet[BaseSession] = weakref.WeakSet()


class BaseSession(Displayed):
    """What Session and InteractiveSession share (TensorFlow: BaseSession)."""

    @errors.hinted
    def __init__(self, target: Any = "", graph: Graph | None = None, config: Any = None) -> None:
        """Raises TypeError for arguments of the wrong types, NotFoundError for a bad target."""
        self._closed = True
        session_options.check_arguments(target, graph, config)
        self._graph = context.get_default_graph() if graph is None else graph
        self._target = target.encode() if isinstance(target, str) else target
        config = session_options.read_config(config)
        self._config = config
        self._connection: Any = None
        if self._target:
            from minigraph import servers

            self._connection = servers.connect(self._target.decode(), config, self._cancel_runs)
        self._resources = self._connection or ResourceManager()
        # Loops ask it at each turn, in runs that have no cancellation of their own.
        closing = executor.Cancellation()
        self._context = executor.StepContext(self, self._resources, closing)
        self._options = session_options.plan_options(config)
        # The first session of the process decides how many threads there are, and what of a GPU.
        self._pools = session_options.thread_pools(config)
        self._plans: dict[Any, tuple[Fetches, Plan]] = {}
        connected = self._connection is not None
        self._placement: Any = Placement(config) if devices.simulated() and not connected else None
        self._placed = 0
        asked = config is not None and config.graph_options.place_pruned_graph
        self._places_parts = asked and not connected
        # Timed out, measured, cancelled by Session.reset, of a server, or watched for GPUs.
        watches = session_options.watches_every_run(config)
        pools = self._placement is not None and bool(self._placement.pools)
        self._unusual = watches or pools or connected
        self._partial_runs = partial_run.PartialRuns()
        self._running = {closing}
        self._lock = threading.Lock()
        self._cancelled = False
        self._closed = False
        _open_sessions.add(self)
        decides = scheduler()
        if decides is not None:
            decides.adopt(self)

    @property
    def graph(self) -> Graph:
        """The graph that this session runs."""
        return self._graph

    @property
    def graph_def(self) -> Any:
        """The graph as a GraphDef message."""
        return self._graph.as_graph_def()

    @property
    def sess_str(self) -> bytes:
        """The target, as bytes."""
        return self._target

    # Running

    def run(
        self, fetches: Any, feed_dict: Any = None, options: Any = None, run_metadata: Any = None
    ) -> Any:
        """Runs what `fetches` needs and returns their values in the same structure.

        fetches: tensor, operation, name, or a nested list, tuple, dict, namedtuple of those.
        feed_dict: tensors (or their names) and the values that replace them in this run.
        options, run_metadata: RunOptions and RunMetadata messages (trace, timeout).
        Raises RuntimeError for a closed session or an empty graph, TypeError and ValueError for
        wrong fetches and feeds, an OpError where an operation fails.
        """
        graph = self._graph
        try:
            if self._closed or not graph._operations:
                self._refuse()
            feeds, values = check_feeds(graph, feed_dict) if feed_dict else ((), ())
            wanted, plan = self._prepare(fetches, feeds)
            if plan.variants is not None:
                plan = self._variant(wanted, plan, values)
            if plan.takes_text:
                taken = encode_text(feeds, values)
                results = self._run_with(plan, taken, options, run_metadata)
                return wanted.rebuild(as_fed(feeds, values, plan.fetches, results))
            if plan.blocking or options or run_metadata or self._unusual:
                return wanted.rebuild(self._run_with(plan, values, options, run_metadata))
            return wanted.rebuild(executor.execute(plan, self._context, values))
        except Exception as error:
            errors.add_hint(error, owner=self, fetches=fetches, feed_dict=feed_dict)
            raise

    def _refuse(self) -> NoReturn:
        if self._closed:
            raise RuntimeError("Attempted to use a closed Session.")
        raise RuntimeError(
            "The Session graph is empty. Add operations to the graph before calling run()."
        )

    def _prepare(self, fetches: Any, feeds: tuple[SymbolicTensor, ...]) -> tuple[Fetches, Plan]:
        """The plan of a request, from the cache where the request is known."""
        try:
            request = (fetch_key(fetches), feeds, self._graph._mutations)
            found = self._plans.get(request)
        except TypeError:
            request, found = None, None
        if found is None:
            found = self._build(fetches, feeds)
            if len(self._plans) >= MAX_PLANS:
                self._plans.pop(next(iter(self._plans)), None)
            if request is not None:
                self._plans[request] = found
        if self._graph._next_id != self._placed:
            self._place()
        return found

    def _build(self, fetches: Any, feeds: tuple[SymbolicTensor, ...]) -> tuple[Fetches, Plan]:
        wanted = Fetches(self._graph, fetches)
        session_options.check_executor(self._config)
        if self._places_parts:
            self._placement = self._placement or Placement(self._config)
            fed = set(feeds)
            needed = needed_operations(self._graph, wanted.tensors, wanted.targets, fed)
            fetched = [tensor for tensor in wanted.tensors if tensor not in fed]
            self._placement.update_part(needed, feeds, fetched)
        plan = build_plan(self._graph, wanted.tensors, wanted.targets, feeds, self._options)
        return wanted, plan

    def _variant(self, wanted: Fetches, plan: Plan, values: Sequence[Any]) -> Plan:
        """The plan for feeds of these shapes, made when they have come a few times."""
        shapes = tuple([value.shape for value in values])
        variants, counts = plan.variants, plan.shape_counts
        found = variants.get(shapes)  # type: ignore[union-attr]
        if found is not None:
            return found
        counts[shapes] = counts.get(shapes, 0) + 1
        if counts[shapes] < RUNS_BEFORE_VARIANT or len(variants) >= MAX_VARIANTS:  # type: ignore[arg-type]
            return plan
        found = build_plan(
            self._graph, wanted.tensors, wanted.targets, plan.feeds, self._options, shapes
        )
        variants[shapes] = found  # type: ignore[index]
        return found

    def _place(self) -> None:
        """Gives new operations their devices, where the session or the graph asks for any."""
        if self._placement is None and self._connection is not None:
            self._placement = self._connection.open()
        elif self._placement is None and (self._config or self._graph._asks_for_devices):
            self._placement = Placement(self._config)
        if self._placement is not None and not self._places_parts:
            self._placement.update(self._graph)
        self._placed = self._graph._next_id

    def _run_with(
        self, plan: Plan, values: Sequence[Any], options: Any, run_metadata: Any
    ) -> list[Any]:
        """The way of runs that may wait, are timed out or watched."""
        self._check_not_cancelled()
        request = session_options.run_request(self._config, options, plan.runs)
        plan.runs += 1
        if run_metadata:
            run_metadata.ParseFromString(b"")
        traced = run_metadata and (request.trace or request.partition_graphs)
        if traced and self._placement is None:
            self._placement = Placement(self._config)
        watched = traced or (self._placement is not None and bool(self._placement.pools))
        connected, decides = self._connection is not None, scheduler()
        usual = not (watched or plan.blocking or connected or decides)
        if usual and request.timeout is None:
            return executor.execute(plan, self._context, values)
        cancellation = executor.Cancellation()
        step_context = executor.StepContext(self, self._resources, cancellation)
        pool = None if request.pool < 0 else self._pools[request.pool]
        with self._lock:
            self._running.add(cancellation)
        try:
            if decides is not None:
                return decides.execute(plan, step_context, values, request.timeout)  # type: ignore[no-any-return]
            if watched:
                from minigraph import trace

                watcher = trace.Watcher(self._placement, request)
                return watcher.run(plan, step_context, values, pool, run_metadata)
            return dataflow.execute(plan, step_context, values, pool, request.timeout)
        except errors.OpError as error:
            if self._connection is None:
                raise
            raise self._connection.translate(error, self._closed) from error.__cause__
        finally:
            with self._lock:
                self._running.discard(cancellation)

    def _check_not_cancelled(self) -> None:
        if self._cancelled or self._closed:
            raise errors.CancelledError(None, None, "Session has been closed.")
        if self._connection is not None:
            self._connection.check()

    def make_callable(
        self, fetches: Any, feed_list: Any = None, accept_options: bool = False
    ) -> Callable[..., Any]:
        """A function of the values of `feed_list` that runs `fetches`.

        accept_options: whether the function takes `options` and `run_metadata`.
        Raises TypeError where feed_list is no list or tuple.
        """
        if feed_list is not None and not isinstance(feed_list, (list, tuple)):
            raise TypeError(
                f"Argument `feed_list` must be a list or tuple. Received: feed_list={feed_list}"
            )
        wanted, plan = self._prepare(fetches, ())
        unusual = plan.blocking or not (wanted.tensors or wanted.targets)
        if feed_list:

            def run_with_feeds(*feed_args: Any, **kwargs: Any) -> Any:
                feed_dict = dict(zip(feed_list, feed_args, strict=False))
                return self.run(fetches, feed_dict=feed_dict, **kwargs)

            return run_with_feeds

        def run_with_options(options: Any = None, run_metadata: Any = None) -> Any:
            partial_run.check_setup(wanted, ())
            return wanted.rebuild(self._run_with(plan, (), options, run_metadata))

        if accept_options:
            return run_with_options

        def run_plain() -> Any:
            if self._closed or unusual or self._unusual:
                return run_with_options()
            return wanted.rebuild(executor.execute(plan, self._context, ()))

        return run_plain

    # Partial runs

    @errors.hinted
    def partial_run_setup(self, fetches: Any, feeds: Any = None) -> str:
        """Declares what a sequence of `partial_run` calls feeds and fetches; returns its handle.

        Raises RuntimeError for a closed session, TypeError or ValueError for wrong fetches or
        feeds, InvalidArgumentError where nothing is fetched or something is both fed and fetched.
        """
        if self._closed or not self._graph._operations:
            self._refuse()
        tensors = check_feed_keys(self._graph, feeds)
        wanted = Fetches(self._graph, fetches)
        self._place()
        partial_run.check_setup(wanted, tensors)
        state = partial_run.PartialRun(self._graph, wanted, tensors, self._context, self._options)
        return self._partial_runs.open(state, tensors, wanted)

    @errors.hinted
    def partial_run(self, handle: str, fetches: Any, feed_dict: Any = None) -> Any:
        """Continues a sequence of partial runs: feeds some feeds, returns some fetches.

        Raises RuntimeError where operations are fetched, InvalidArgumentError for feeds and fetches
        that were not declared, came before or cannot be computed yet.
        """
        if handle is None:
            return self.run(fetches, feed_dict)
        if self._closed:
            self._refuse()
        feeds, values = check_feeds(self._graph, feed_dict) if feed_dict else ((), ())
        wanted = Fetches(self._graph, fetches)
        partial_run.check_targets(wanted.targets)
        state = self._partial_runs.get(handle)
        if self._places_parts and feeds:
            raise errors.NotFoundError(None, None, f"Feed {feeds[0].name}: not found")
        try:
            result = state.run(feeds, encode_text(feeds, values), wanted)
        except errors.OpError as error:
            if error.op is not None:
                self._partial_runs.discard(handle)
            raise
        if state.done:
            self._partial_runs.discard(handle)
        return wanted.rebuild(result)

    # Looking and leaving

    def explain(self, fetches: Any, feed_dict: Any = None) -> Any:
        """What a run of `fetches` does: the plan as Python text, and what was left out and why."""
        from minigraph import plan_source

        feeds = tuple(check_feed_keys(self._graph, list(feed_dict or ())))
        wanted, plan = self._prepare(fetches, feeds)
        return plan_source.explain(self, wanted, plan, feeds)

    def list_devices(self) -> list[Any]:
        """The devices of this session; of a server's, those of its cluster."""
        self._check_not_cancelled()
        if self._connection is None:
            return devices.list_for(self._config)
        self._placement = self._placement or self._connection.open()
        return list(self._placement.devices)

    def as_default(self) -> Any:
        """A `with` block in which this is the default session; it stays open afterwards."""
        return context.default_session_stack.get_controller(self)

    def close(self) -> None:
        """Releases the session's variables and queues and cancels its runs.

        Those of a server stay. Raises AbortedError where the server was reset.
        """
        if not self._closed:
            self._closed = True
            self._cancel_runs()
            self._resources.clear()
            if self._placement is not None:
                self._placement.release()
            self._plans.clear()
            _open_sessions.discard(self)
            if self._connection is not None:
                self._connection.close()

    def _cancel_runs(self) -> None:
        with self._lock:
            running = list(self._running)
        for cancellation in running:
            cancellation.cancel()

    @staticmethod
    def reset(target: str, containers: Any = None, config: Any = None) -> None:
        """Resets a server: empties containers, by default all, and aborts its sessions.

        Without a target, every local session of the process. Raises NotFoundError for a target that
        is no server's.
        """
        if target:
            from minigraph import servers

            servers.reset(target, containers, config)
            return
        for session in list(_open_sessions):
            if not session._target:
                session._cancelled = session._unusual = True
                session._cancel_runs()
                session._resources.clear(containers or None)


class Session(BaseSession):
    """A session (TensorFlow: tf.compat.v1.Session); `with` enters its graph and closes it."""

    def __init__(self, target: Any = "", graph: Graph | None = None, config: Any = None) -> None:
        super().__init__(target, graph, config)
        self._entered: list[Any] = []

    @errors.hinted
    def __enter__(self) -> Session:
        if self._entered:
            raise RuntimeError(
                "Session context managers are not re-entrant. Use `Session.as_default()` if you "
                "want to enter a session multiple times."
            )
        self._entered = [self._graph.as_default(), self.as_default()]
        for manager in self._entered:
            manager.__enter__()
        return self

    def __exit__(self, *exc_info: Any) -> None:
        while self._entered:
            self._entered.pop().__exit__(None, None, None)
        self.close()
