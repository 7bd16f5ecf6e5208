"""Session: runs parts of a graph and owns the state that lasts between runs.

closed? empty graph?                      here
feeds   = check_feeds(feed_dict)          feeds.py
request = (key(fetches), feed tensors)    fetches.py
plan    = cached, or build_plan(...)      plan.py
values  = execute(plan, context, feeds)   executor.py
return fetches.rebuild(values)            fetches.py
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from minigraph import context, errors, executor
from minigraph.feeds import check_feeds
from minigraph.fetches import Fetches, fetch_key
from minigraph.graph import Graph
from minigraph.plan import Plan, PlanOptions, build_plan
from minigraph.resources import ResourceManager
from minigraph.tensor import SymbolicTensor

MAX_PLANS = 256


class BaseSession:
    """What Session and InteractiveSession share (TensorFlow: BaseSession)."""

    def __init__(self, target: Any = "", graph: Graph | None = None, config: Any = None) -> None:
        """Raises TypeError for arguments of the wrong types."""
        if graph is None:
            graph = context.get_default_graph()
        elif not isinstance(graph, Graph):
            raise TypeError(
                f'Argument `graph` must be a tf.Graph, but got "{type(graph).__name__}"'
            )
        if not isinstance(target, (str, bytes)):
            raise TypeError(
                f'Argument `target` must be a string, but got "{type(target).__name__}"'
            )
        if config is not None and not _is_config(config):
            raise TypeError(
                f'Argument `config` must be a tf.ConfigProto, but got "{type(config).__name__}"'
            )
        self._graph = graph
        self._target = target.encode() if isinstance(target, str) else target
        self._config = config
        self._closed = False
        self._resources = ResourceManager()
        self._context = executor.StepContext(self, self._resources)
        self._options = PlanOptions()
        self._plans: dict[Any, tuple[Fetches, Plan]] = {}

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

    def run(
        self, fetches: Any, feed_dict: Any = None, options: Any = None, run_metadata: Any = None
    ) -> Any:
        """Runs what `fetches` needs and returns their values in the same structure.

        fetches: tensor, operation, name, or a nested list, tuple, dict, namedtuple of those.
        feed_dict: tensors (or their names) and the values that replace them in this run.
        Raises RuntimeError for a closed session or an empty graph, TypeError and ValueError for
        wrong fetches and feeds, an OpError where an operation fails.
        """
        if self._closed:
            raise RuntimeError("Attempted to use a closed Session.")
        graph = self._graph
        if not graph._operations:
            raise RuntimeError(
                "The Session graph is empty. Add operations to the graph before calling run()."
            )
        feeds: tuple[SymbolicTensor, ...] = ()
        values: Sequence[Any] = ()
        if feed_dict:
            feeds, values = check_feeds(graph, feed_dict)
        wanted, plan = self._prepare(fetches, feeds)
        return wanted.rebuild(executor.execute(plan, self._context, values))

    def _prepare(self, fetches: Any, feeds: tuple[SymbolicTensor, ...]) -> tuple[Fetches, Plan]:
        """The plan of a request, from the cache where the request is known."""
        try:
            request = (fetch_key(fetches), feeds, self._graph._mutations)
            found = self._plans.get(request)
        except TypeError:
            return self._build(fetches, feeds)
        if found is None:
            found = self._build(fetches, feeds)
            if len(self._plans) >= MAX_PLANS:
                self._plans.pop(next(iter(self._plans)), None)
            self._plans[request] = found
        return found

    def _build(self, fetches: Any, feeds: tuple[SymbolicTensor, ...]) -> tuple[Fetches, Plan]:
        wanted = Fetches(self._graph, fetches)
        plan = build_plan(self._graph, wanted.tensors, wanted.targets, feeds, self._options)
        return wanted, plan

    def make_callable(
        self, fetches: Any, feed_list: Any = None, accept_options: bool = False
    ) -> Callable[..., Any]:
        """A function of the values of `feed_list` that runs `fetches`.

        Raises TypeError where feed_list is no list or tuple.
        """
        if feed_list is not None and not isinstance(feed_list, (list, tuple)):
            raise TypeError(
                f"Argument `feed_list` must be a list or tuple. Received: feed_list={feed_list}"
            )
        if feed_list:
            return self._callable_with_feeds(fetches, feed_list)
        wanted, plan = self._prepare(fetches, ())

        def run_callable(*ignored: Any, **options: Any) -> Any:
            if self._closed:
                raise errors.CancelledError(None, None, "Session has been closed.")
            return wanted.rebuild(executor.execute(plan, self._context, ()))

        return run_callable

    def _callable_with_feeds(self, fetches: Any, feed_list: Sequence[Any]) -> Callable[..., Any]:
        Fetches(self._graph, fetches)
        keys = [self._graph.as_graph_element(key, allow_operation=False) for key in feed_list]

        def run_callable(*feed_args: Any, **kwargs: Any) -> Any:
            return self.run(fetches, feed_dict=dict(zip(keys, feed_args, strict=False)), **kwargs)

        return run_callable

    def as_default(self) -> Any:
        """A `with` block in which this is the default session; it stays open afterwards."""
        return context.default_session_stack.get_controller(self)

    def close(self) -> None:
        """Releases the session's variables and queues; a second call does nothing."""
        if not self._closed:
            self._closed = True
            self._resources.clear()
            self._plans.clear()


def _is_config(config: Any) -> bool:
    descriptor = getattr(type(config), "DESCRIPTOR", None)
    return descriptor is not None and descriptor.full_name == "minigraph.ConfigProto"


class Session(BaseSession):
    """A session (TensorFlow: tf.compat.v1.Session); `with` enters its graph and closes it."""

    def __init__(self, target: Any = "", graph: Graph | None = None, config: Any = None) -> None:
        super().__init__(target, graph, config)
        self._entered: list[Any] = []

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


class InteractiveSession(BaseSession):
    """A session that is the default from the moment it is made until it is closed."""

    def __init__(self, target: Any = "", graph: Graph | None = None, config: Any = None) -> None:
        super().__init__(target, graph, config)
        self._managers = []
        if graph is not None:
            self._managers.append(graph.as_default())
        self._managers.append(self.as_default())
        context.default_session_stack.enforce_nesting = False
        context.default_graph_stack.enforce_nesting = False
        for manager in self._managers:
            manager.__enter__()

    def close(self) -> None:
        """Closes the session and takes it off the stack of default sessions."""
        super().close()
        while self._managers:
            self._managers.pop().__exit__(None, None, None)
