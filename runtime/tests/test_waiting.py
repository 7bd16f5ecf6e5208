"""The watchdog ends what would wait for ever, and names it."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

import minigraph
import minigraph.compat.v1 as tf


@pytest.fixture
def session() -> Iterator[tf.Session]:
    with tf.Graph().as_default(), tf.Session() as session:
        yield session


def overdue(text: str) -> pytest.RaisesExc[tf.errors.DeadlineExceededError]:
    return pytest.raises(tf.errors.DeadlineExceededError, match=text)


def test_a_dequeue_is_named_with_its_thread_and_its_queue(session: tf.Session) -> None:
    dequeue = tf.FIFOQueue(3, tf.float32, name="q").dequeue(name="take")
    blocked = r"take \(run by MainThread\) waits for an element of FIFOQueue 'q', which has 0 of 3"
    with minigraph.watchdog(0.1), overdue(blocked):
        session.run(dequeue)


def test_other_threads_that_are_blocked_are_named_too(session: tf.Session) -> None:
    full, empty = (tf.FIFOQueue(1, tf.float32, name=name) for name in ("full", "empty"))
    enqueue, dequeue = full.enqueue(1.0, name="put"), empty.dequeue()
    session.run(enqueue)
    thread = threading.Thread(target=ends_cancelled, args=(session, enqueue), name="filler")
    thread.start()
    blocked = r"put \(run by filler\) waits for room in FIFOQueue 'full', which has 1 of 1"
    with minigraph.watchdog(0.3), overdue(blocked):
        session.run(dequeue)
    session.close()
    thread.join()


def ends_cancelled(session: tf.Session, fetch: tf.Operation) -> None:
    with pytest.raises(tf.errors.CancelledError):
        session.run(fetch)


def test_a_thread_that_the_main_one_waits_for_ends_too(session: tf.Session) -> None:
    dequeue, raised = tf.FIFOQueue(1, tf.float32, name="empty").dequeue(), []

    def take() -> None:
        try:
            session.run(dequeue)
        except tf.errors.DeadlineExceededError as error:
            raised.append(error.message)

    thread = threading.Thread(target=take, name="taker", daemon=True)
    with minigraph.watchdog(0.1):
        thread.start()
        thread.join()
    assert "taker) waits for an element of FIFOQueue 'empty'" in raised[0]


def test_a_coordinator_that_waits_for_a_thread_names_it() -> None:
    coordinator, end = tf.train.Coordinator(), threading.Event()
    thread = threading.Thread(target=end.wait, name="sleeper")
    thread.start()
    with minigraph.watchdog(0.1), overdue("MainThread waits for the end of sleeper"):
        coordinator.join([thread])
    end.set()
    thread.join()


def test_a_worker_without_chief_names_what_is_not_initialized() -> None:
    with tf.Graph().as_default():
        tf.get_variable("w", [])
        manager = tf.train.SessionManager(
            ready_op=tf.report_uninitialized_variables(), recovery_wait_secs=1
        )
        with minigraph.watchdog(0.1), overdue("for the chief: Variables not initialized: w"):
            manager.wait_for_session("")


def test_a_wait_that_ends_in_time_is_left_alone(session: tf.Session) -> None:
    queue = tf.FIFOQueue(1, tf.float32)
    enqueue, dequeue = queue.enqueue(2.0), queue.dequeue()
    timer = threading.Timer(0.1, session.run, [enqueue])
    timer.start()
    with minigraph.watchdog(20):
        assert session.run(dequeue) == 2.0
    timer.join()


def test_a_shorter_timeout_of_the_run_comes_first(session: tf.Session) -> None:
    dequeue = tf.FIFOQueue(1, tf.float32).dequeue()
    with minigraph.watchdog(20), overdue("^Timed out waiting"):
        session.run(dequeue, options=tf.RunOptions(timeout_in_ms=50))


@pytest.mark.parametrize("seconds", [0, -1.0])
def test_a_watchdog_needs_a_time(seconds: float) -> None:
    with pytest.raises(ValueError, match="a positive number of seconds or None"):
        minigraph.watchdog(seconds)
