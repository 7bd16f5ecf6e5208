"""InteractiveSession: a session that is the default one without a `with` block."""

from __future__ import annotations

from typing import Any

from minigraph import protos, session_options
from minigraph.graph import Graph
from minigraph.log import logger
from minigraph.session import BaseSession


class InteractiveSession(BaseSession):
    """A session that is the default from the moment it is made until it is closed."""

    _active = 0

    def __init__(self, target: Any = "", graph: Graph | None = None, config: Any = None) -> None:
        if config is None:
            config = protos.ConfigProto()
        if session_options.is_config(config):
            # As in TensorFlow; it is why partial_run does not work here.
            config.graph_options.place_pruned_graph = True
        super().__init__(target, graph, config)
        if InteractiveSession._active:
            logger.error(
                "An interactive session is already active. This can cause out-of-memory errors or "
                "some other unexpected errors (due to the unpredictable timing of garbage "
                "collection) in some cases. You must explicitly call `InteractiveSession.close()` "
                "to release resources held by the other session(s). Please use `tf.Session()` if "
                "you intend to productionize."
            )
        InteractiveSession._active += 1
        self._managers = [] if graph is None else [graph.as_default()]
        self._managers.append(self.as_default())
        for manager in self._managers:
            manager.__enter__()

    def close(self) -> None:
        """Closes the session and takes it off the stack of default sessions.

        Raises AssertionError where a session that became the default later is still open.
        """
        super().close()
        managers, self._managers = self._managers, []
        if managers:
            InteractiveSession._active -= 1
        for manager in managers:
            manager.__exit__(None, None, None)
