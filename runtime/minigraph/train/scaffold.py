"""Scaffold and session creators: how a monitored session comes to be initialized."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from minigraph import context, default_graph
from minigraph.graph_keys import GraphKeys
from minigraph.ops.grouping import group
from minigraph.train.session_manager import SessionManager
from minigraph.variables import initialization


class Scaffold:
    """The operations that a monitored session starts with, made where not given.

    init_fn: function of (scaffold, session), called after init_op. TensorFlow: tf.train.Scaffold.
    """

    def __init__(
        self,
        init_op: Any = None,
        init_feed_dict: Any = None,
        init_fn: Any = None,
        ready_op: Any = None,
        ready_for_local_init_op: Any = None,
        local_init_op: Any = None,
        *,
        local_init_feed_dict: Any = None,
    ) -> None:
        self.init_op, self.init_feed_dict = init_op, init_feed_dict
        self.init_fn = init_fn and (lambda session: init_fn(self, session))
        self.ready_op, self.ready_for_local_init_op = ready_op, ready_for_local_init_op
        self.local_init_op, self.local_init_feed_dict = local_init_op, local_init_feed_dict

    def finalize(self) -> Scaffold:
        """Makes what was not given and finalizes the graph."""
        report = initialization.report_uninitialized_variables
        defaults: tuple[tuple[str, str, Callable[[], Any]], ...] = (
            (
                "init_op",
                GraphKeys.INIT_OP,
                lambda: group(initialization.global_variables_initializer()),
            ),
            ("ready_op", GraphKeys.READY_OP, report),
            (
                "ready_for_local_init_op",
                GraphKeys.READY_FOR_LOCAL_INIT_OP,
                lambda: report(initialization.global_variables()),
            ),
            ("local_init_op", GraphKeys.LOCAL_INIT_OP, Scaffold.default_local_init_op),
        )
        for name, key, make in defaults:
            if getattr(self, name) is None:
                setattr(self, name, Scaffold.get_or_default(name, key, make))
        context.get_default_graph().finalize()
        return self

    @staticmethod
    def get_or_default(
        arg_name: str, collection_key: str, default_constructor: Callable[[], Any]
    ) -> Any:
        """The item of a collection, made where it is empty; RuntimeError where it has several."""
        items = default_graph.get_collection(collection_key)
        if len(items) > 1:
            raise RuntimeError(
                'More than one item in the collection "%s". Please indicate which one to use by '
                "passing it to the tf.Scaffold constructor as:  tf.Scaffold(%s=item to use)",
                collection_key,
                arg_name,
            )
        if items:
            return items[0]
        made = default_constructor()
        default_graph.add_to_collection(collection_key, made)
        return made

    @staticmethod
    def default_local_init_op() -> Any:
        """An operation that initializes the local variables."""
        return group(initialization.local_variables_initializer())


class ChiefSessionCreator:
    """Makes sessions and initializes their variables (tf.train.ChiefSessionCreator)."""

    def __init__(self, scaffold: Any = None, master: str = "", config: Any = None) -> None:
        self._scaffold = scaffold or Scaffold()
        self._master, self._config = master, config

    def _manager(self) -> SessionManager:
        scaffold = self._scaffold.finalize()
        return SessionManager(
            local_init_op=scaffold.local_init_op,
            local_init_feed_dict=scaffold.local_init_feed_dict,
            ready_op=scaffold.ready_op,
            ready_for_local_init_op=scaffold.ready_for_local_init_op,
        )

    def create_session(self) -> Any:
        """Finalizes the graph; a session in which everything is initialized."""
        return self._manager().prepare_session(
            self._master,
            config=self._config,
            init_op=self._scaffold.init_op,
            init_feed_dict=self._scaffold.init_feed_dict,
            init_fn=self._scaffold.init_fn,
        )


class WorkerSessionCreator(ChiefSessionCreator):
    """Makes sessions when a chief has initialized the variables (tf.train.WorkerSessionCreator)."""

    def __init__(
        self,
        scaffold: Any = None,
        master: str = "",
        config: Any = None,
        max_wait_secs: float = 30 * 60,
    ) -> None:
        super().__init__(scaffold, master, config)
        self._max_wait_secs = max_wait_secs

    def create_session(self) -> Any:
        """Finalizes the graph; DeadlineExceededError where no chief comes."""
        return self._manager().wait_for_session(self._master, self._config, self._max_wait_secs)
