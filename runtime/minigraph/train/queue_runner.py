"""QueueRunner: threads that keep a queue filled."""

from __future__ import annotations

import threading
import weakref
from typing import Any

from minigraph import context, default_graph, errors, waiting
from minigraph.collection_defs import register_proto_function
from minigraph.graph_keys import GraphKeys
from minigraph.log import logger
from minigraph.scopes import prepend_scope, strip_scope
from minigraph.session import BaseSession
from minigraph.train.coordinator import Coordinator


class QueueRunner:
    """One thread for each enqueue operation of a queue (tf.train.QueueRunner).

    queue_closed_exception_types: the errors that mean there is nothing more to enqueue.
    Raises ValueError without queue or operations, TypeError for wrong exception types.
    """

    def __init__(
        self,
        queue: Any = None,
        enqueue_ops: Any = None,
        close_op: Any = None,
        cancel_op: Any = None,
        queue_closed_exception_types: Any = None,
        queue_runner_def: Any = None,
        import_scope: str | None = None,
    ) -> None:
        if context.executing_eagerly():
            raise RuntimeError(
                "QueueRunners are not supported when eager execution is enabled. Instead, please "
                "use tf.data to get data into your model."
            )
        if queue_runner_def and (queue or enqueue_ops):
            raise ValueError("queue_runner_def and queue are mutually exclusive.")
        if queue_runner_def:
            self._read(queue_runner_def, import_scope)
        elif not queue or not enqueue_ops:
            raise ValueError("Must provide queue and enqueue_ops.")
        else:
            _check_error_types(queue_closed_exception_types)
            self.queue, self.enqueue_ops = queue, enqueue_ops
            self.close_op = queue.close() if close_op is None else close_op
            self.cancel_op = queue.close(cancel_pending_enqueues=True)
            if cancel_op is not None:
                self.cancel_op = cancel_op
            self.queue_closed_exception_types = queue_closed_exception_types
        self.queue_closed_exception_types = self.queue_closed_exception_types or (
            errors.OutOfRangeError,
        )
        self._lock = threading.Lock()
        self._running: weakref.WeakKeyDictionary[Any, int] = weakref.WeakKeyDictionary()
        self.exceptions_raised: list[Exception] = []

    @property
    def name(self) -> str:
        """The name of the queue."""
        return self.queue.name  # type: ignore[no-any-return]

    def create_threads(
        self, sess: Any, coord: Coordinator | None = None, daemon: bool = False, start: bool = False
    ) -> list[threading.Thread]:
        """The threads that fill the queue in a session, and one that closes it when coord stops.

        An empty list where they run already.
        """
        with self._lock:
            if self._running.get(sess, 0):
                return []
            self._running[sess] = len(self.enqueue_ops)
            self.exceptions_raised = []
        jobs: list[Any] = [(op.name, self._fill, (sess, op, coord)) for op in self.enqueue_ops]
        if coord:
            jobs.append(("close_on_stop", self._close_on_stop, (sess, coord)))
        threads: list[threading.Thread] = [
            waiting.Thread(
                target=target,
                args=args,
                name=f"QueueRunnerThread-{self.name}-{what}",
                daemon=daemon or None,
            )
            for what, target, args in jobs
        ]
        for thread in threads:
            if coord:
                coord.register_thread(thread)
            if start:
                thread.start()
        return threads

    def _fill(self, sess: Any, enqueue_op: Any, coord: Coordinator | None) -> None:
        """Enqueues until there is nothing more; the last thread that ends so closes the queue."""
        closed = False
        try:
            enqueue = sess.make_callable(enqueue_op)
            while not (coord and coord.should_stop()):
                enqueue()
        except self.queue_closed_exception_types:
            closed = True
        except Exception as error:
            if coord and not coord.joined:
                coord.request_stop(error)
            else:
                # Raised in a thread that nobody waits for it would be printed as an error.
                logger.error("Exception in QueueRunner: %s", error)
                print(f"ERROR: Exception in QueueRunner {self.name}: {error}")
                with self._lock:
                    self.exceptions_raised.append(error)
        with self._lock:
            self._running[sess] -= 1
            closed = closed and not self._running[sess]
        if closed:
            _run_quietly(sess, self.close_op)

    def _close_on_stop(self, sess: Any, coord: Coordinator) -> None:
        coord.wait_for_stop()
        _run_quietly(sess, self.cancel_op)

    def to_proto(self, export_scope: str | None = None) -> Any:
        """The QueueRunnerDef, None where the queue is outside `export_scope`."""
        from minigraph import protos

        if export_scope is not None and not self.name.startswith(export_scope):
            return None
        codes = map(errors.error_code_from_exception_type, self.queue_closed_exception_types)
        return protos.QueueRunnerDef(
            queue_name=strip_scope(self.name, export_scope),
            enqueue_op_name=[strip_scope(op.name, export_scope) for op in self.enqueue_ops],
            close_op_name=strip_scope(self.close_op.name, export_scope),
            cancel_op_name=strip_scope(self.cancel_op.name, export_scope),
            queue_closed_exception_types=codes,
        )

    def _read(self, message: Any, import_scope: str | None) -> None:
        def element(name: str) -> Any:
            graph = context.get_default_graph()
            return graph.as_graph_element(prepend_scope(name, import_scope))

        self.queue = element(message.queue_name)
        self.enqueue_ops = [element(name) for name in message.enqueue_op_name]
        self.close_op = element(message.close_op_name)
        self.cancel_op = element(message.cancel_op_name)
        self.queue_closed_exception_types = tuple(
            map(errors.exception_type_from_error_code, message.queue_closed_exception_types)
        )

    @staticmethod
    def from_proto(queue_runner_def: Any, import_scope: str | None = None) -> QueueRunner:
        """The runner that a QueueRunnerDef describes, in the default graph."""
        return QueueRunner(queue_runner_def=queue_runner_def, import_scope=import_scope)


def _check_error_types(types: Any) -> None:
    if types is None or (
        isinstance(types, tuple) and types and all(issubclass(t, errors.OpError) for t in types)
    ):
        return
    raise TypeError(
        "queue_closed_exception_types, when provided, must be a tuple of tf.error types, but saw: "
        f"{types}"
    )


def _run_quietly(sess: Any, op: Any) -> None:
    """Closes a queue that may be closed already, in a session that may be closed already."""
    try:
        sess.run(op)
    except Exception as error:
        logger.debug("Ignored exception: %s", error)


def add_queue_runner(qr: QueueRunner, collection: str = GraphKeys.QUEUE_RUNNERS) -> None:
    """Has `start_queue_runners` start a runner (tf.train.add_queue_runner)."""
    default_graph.add_to_collection(collection, qr)


@errors.hinted
def start_queue_runners(
    sess: Any = None,
    coord: Coordinator | None = None,
    daemon: bool = True,
    start: bool = True,
    collection: str = GraphKeys.QUEUE_RUNNERS,
) -> list[threading.Thread]:
    """The threads of all runners of the default graph, started (tf.train.start_queue_runners).

    Raises ValueError without a session, TypeError where `sess` is none.
    """
    if context.executing_eagerly():
        raise RuntimeError("Queues are not compatible with eager execution.")
    if sess is None:
        sess = context.get_default_session()
        if not sess:
            raise ValueError(
                "Cannot start queue runners: No default session is registered. Use `with "
                "sess.as_default()` or pass an explicit session to "
                "tf.start_queue_runners(sess=sess)"
            )
    if not isinstance(sess, BaseSession):
        if type(sess).__name__ in ("MonitoredSession", "SingularMonitoredSession"):
            return []  # they have started them
        raise TypeError(f"sess must be a `tf.Session` object. Given class: {type(sess)}")
    runners = default_graph.get_collection(collection)
    if not runners:
        logger.warning(
            "`tf.train.start_queue_runners()` was called when no queue runners were defined. You "
            "can safely remove the call to this deprecated function."
        )
    with sess.graph.as_default():
        made = [runner.create_threads(sess, coord, daemon, start) for runner in runners]
    return [thread for threads in made for thread in threads]


register_proto_function(
    GraphKeys.QUEUE_RUNNERS, "QueueRunnerDef", QueueRunner.to_proto, QueueRunner.from_proto
)
