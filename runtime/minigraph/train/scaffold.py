"""Scaffold and session creators: how a monitored session comes to be initialized."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from minigraph import context, default_graph
from minigraph.graph_keys import GraphKeys
from minigraph.log import logger
from minigraph.ops import summaries
from minigraph.ops.grouping import group
from minigraph.train.saver import get_saver_or_default
from minigraph.train.session_manager import SessionManager
from minigraph.variables import initialization


class Scaffold:
    """What a monitored session starts with and saves with, made where not given.

    init_fn: function of (scaffold, session), called after init_op; saver: restores the latest
    checkpoint and writes others; copy_from_scaffold: has what is not given.
    TensorFlow: tf.train.Scaffold. Raises TypeError where that is no Scaffold.
    """

    def __init__(
        self,
        init_op: Any = None,
        init_feed_dict: Any = None,
        init_fn: Any = None,
        ready_op: Any = None,
        ready_for_local_init_op: Any = None,
        local_init_op: Any = None,
        summary_op: Any = None,
        saver: Any = None,
        copy_from_scaffold: Scaffold | None = None,
        local_init_feed_dict: Any = None,
    ) -> None:
        other = copy_from_scaffold
        if other is not None and not isinstance(other, Scaffold):
            raise TypeError("copy_from_scaffold is not a Scaffold instance.")

        def given(value: Any, name: str) -> Any:
            return getattr(other, name, None) if value is None else value

        self.init_op = given(init_op, "init_op")
        self.init_feed_dict = given(init_feed_dict, "init_feed_dict")
        self._user_init_fn = user_init_fn = given(init_fn, "_user_init_fn")
        self.init_fn = user_init_fn and (lambda session: user_init_fn(self, session))
        self.ready_op = given(ready_op, "ready_op")
        self.ready_for_local_init_op = given(ready_for_local_init_op, "ready_for_local_init_op")
        self.local_init_op = given(local_init_op, "local_init_op")
        self.local_init_feed_dict = given(local_init_feed_dict, "local_init_feed_dict")
        self.summary_op, self.saver = given(summary_op, "summary_op"), given(saver, "saver")

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
            ("summary_op", GraphKeys.SUMMARY_OP, summaries.merge_all),
        )
        for name, key, make in defaults:
            if getattr(self, name) is None:
                setattr(self, name, Scaffold.get_or_default(name, key, make))
        if self.saver is None:
            self.saver = get_saver_or_default()
        self.saver.build()
        context.get_default_graph().finalize()
        logger.info("Graph was finalized.")
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
        if made is not None:
            default_graph.add_to_collection(collection_key, made)
        return made

    @staticmethod
    def default_local_init_op() -> Any:
        """An operation that initializes the local variables and tables."""
        variables = initialization.local_variables_initializer()
        return group(variables, initialization.tables_initializer())


class ChiefSessionCreator:
    """Makes sessions and initializes their variables (tf.train.ChiefSessionCreator).

    checkpoint_dir: whose latest checkpoint is restored, where it has one;
    checkpoint_filename_with_path: the checkpoint that is restored.
    """

    def __init__(
        self,
        scaffold: Any = None,
        master: str = "",
        config: Any = None,
        checkpoint_dir: str | None = None,
        checkpoint_filename_with_path: str | None = None,
    ) -> None:
        self._scaffold = scaffold or Scaffold()
        self._master, self._config = master, config
        self._checkpoint = (checkpoint_dir, checkpoint_filename_with_path)

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
            self._scaffold.init_op,
            self._scaffold.saver,
            *self._checkpoint,
            config=self._config,
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
