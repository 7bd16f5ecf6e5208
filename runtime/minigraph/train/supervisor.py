"""Supervisor: what monitored sessions replaced, for programs that still use it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from minigraph import context, default_graph, errors
from minigraph.graph_keys import GraphKeys
from minigraph.log import logger
from minigraph.ops.grouping import group
from minigraph.train.coordinator import Coordinator, LooperThread
from minigraph.train.session_manager import SessionManager
from minigraph.variables import initialization


class Supervisor:
    """Initializes, watches threads and ends a training program (tf.train.Supervisor).

    The graph is finalized. An operation of None is left out, one of USE_DEFAULT is made.
    Raises NotImplementedError for a `logdir`: checkpoints and summaries are not written;
    ValueError where a worker's variables have no device.
    """

    USE_DEFAULT = 0

    def __init__(
        self,
        graph: Any = None,
        ready_op: Any = USE_DEFAULT,
        ready_for_local_init_op: Any = USE_DEFAULT,
        is_chief: bool = True,
        init_op: Any = USE_DEFAULT,
        init_feed_dict: Any = None,
        local_init_op: Any = USE_DEFAULT,
        logdir: str | None = None,
        summary_op: Any = None,
        *,
        recovery_wait_secs: float = 30,
        stop_grace_secs: float = 120,
        init_fn: Any = None,
    ) -> None:
        if context.executing_eagerly():
            raise RuntimeError("Supervisors are incompatible with eager execution.")
        if logdir:
            raise NotImplementedError(
                "minigraph's Supervisor writes neither checkpoints nor summaries: leave logdir out."
            )
        graph = graph or context.get_default_graph()
        with graph.as_default():
            self.ready_op = _given_or_made(
                ready_op, GraphKeys.READY_OP, initialization.report_uninitialized_variables
            )
            ready_for_local = _given_or_made(
                ready_for_local_init_op, GraphKeys.READY_FOR_LOCAL_INIT_OP, None
            )
            self.init_op = _given_or_made(
                init_op, GraphKeys.INIT_OP, initialization.global_variables_initializer
            )
            local_init_op = _given_or_made(local_init_op, GraphKeys.LOCAL_INIT_OP, _local_init)
        self._graph, self.is_chief, self.summary_op = graph, is_chief, summary_op
        self._init = {"init_feed_dict": init_feed_dict, "init_fn": init_fn}
        self._grace_secs = stop_grace_secs
        self.coord = Coordinator()
        self.session_manager = SessionManager(
            local_init_op, self.ready_op, ready_for_local, graph, recovery_wait_secs
        )
        for op in [] if is_chief else graph.get_operations():
            if op.type == "VariableV2" and not op.device:
                raise ValueError(
                    f"When using replicas, all Variables must have their device set: {op}"
                )
        graph.finalize()

    def prepare_or_wait_for_session(
        self,
        master: str = "",
        config: Any = None,
        wait_for_checkpoint: bool = False,
        max_wait_secs: float = 7200,
        start_standard_services: bool = True,
    ) -> Any:
        """A session in which everything is initialized, its queue runners started.

        Raises RuntimeError where the init op was not enough, DeadlineExceededError where no chief
        initializes.
        """
        self.coord.clear_stop()
        manager = self.session_manager
        if self.is_chief:
            session = manager.prepare_session(master, self.init_op, config=config, **self._init)
            if start_standard_services:
                logger.warning("Standard services need a 'logdir' passed to the SessionManager")
        else:
            session = manager.wait_for_session(master, config, max_wait_secs)
        if start_standard_services:
            for runner in self._graph.get_collection(GraphKeys.QUEUE_RUNNERS):
                runner.create_threads(session, self.coord, daemon=True, start=True)
        return session

    @contextmanager
    def managed_session(
        self, master: str = "", config: Any = None, start_standard_services: bool = True
    ) -> Iterator[Any]:
        """A block with a session. At its end the threads are stopped and the session is closed.

        Raises what the block or a thread raised, but for OutOfRangeError.
        """
        session = None
        try:
            session = self.prepare_or_wait_for_session(
                master, config, start_standard_services=start_standard_services
            )
            yield session
        except Exception as error:
            self.request_stop(error)
        finally:
            try:
                self.stop()
            finally:
                if session is not None:
                    session.close()

    def loop(
        self, timer_interval_secs: float | None, target: Any, args: Any = None, kwargs: Any = None
    ) -> LooperThread:
        """A started thread that calls `target` every so often until the stop."""
        return LooperThread.loop(self.coord, timer_interval_secs, target, args, kwargs)

    def stop(self, threads: list[threading.Thread] | None = None) -> None:
        """Stops the threads and waits for them; raises what one of them raised."""
        self.coord.request_stop()
        self.coord.join(threads, stop_grace_period_secs=self._grace_secs)

    def request_stop(self, ex: Any = None) -> None:
        """Asks the threads to stop."""
        self.coord.request_stop(ex)

    def should_stop(self) -> bool:
        """Whether a stop was requested."""
        return self.coord.should_stop()

    def summary_computed(self, sess: Any, summary: Any, global_step: Any = None) -> None:
        """Raises RuntimeError: there is no writer of summaries."""
        raise RuntimeError("Writing a summary requires a summary writer.")


def _given_or_made(given: Any, key: str, make: Callable[[], Any] | None) -> Any:
    if given is not Supervisor.USE_DEFAULT:
        return given
    items = default_graph.get_collection(key)
    if items or make is None:
        return items[0] if items else None
    made = make()
    default_graph.add_to_collection(key, made)
    return made


def _local_init() -> Any:
    variables = initialization.local_variables_initializer()
    return group(variables, initialization.tables_initializer())


def basic_train_loop(
    supervisor: Supervisor,
    train_step_fn: Callable[..., Any],
    args: Any = None,
    kwargs: Any = None,
    master: str = "",
) -> None:
    """Calls `train_step_fn(session, ...)` until the stop (tf.train.basic_train_loop).

    After an AbortedError it goes on in another session.
    """
    while True:
        try:
            with supervisor.managed_session(master) as session:
                while not supervisor.should_stop():
                    train_step_fn(session, *(args or ()), **(kwargs or {}))
            return
        except errors.AbortedError as error:
            logger.info("The session was lost, another one is made. Error: %s", error)
