"""Threads that share one session lose nothing, and end when they are told to."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import pytest

import minigraph.compat.v1 as tf


@pytest.fixture
def session() -> Iterator[tf.Session]:
    with tf.Graph().as_default(), tf.Session() as session:
        yield session


def in_threads(count: int, work: Callable[[], object]) -> None:
    """Runs `work` in threads; fails with the names of those that do not end."""
    threads = [threading.Thread(target=work, daemon=True, name=f"t{i}") for i in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [thread.name for thread in threads if thread.is_alive()] == []


def queue_threads() -> list[str]:
    names = [thread.name for thread in threading.enumerate()]
    return [name for name in names if name.startswith("QueueRunnerThread")]


def test_sixteen_threads_lose_no_update(session: tf.Session) -> None:
    counters = [tf.Variable(0, use_resource=use_resource) for use_resource in (True, False)]
    add = tf.group(*[tf.assign_add(counter, 1, use_locking=True) for counter in counters])
    session.run(tf.global_variables_initializer())
    once = session.make_callable(add)
    in_threads(16, lambda: [once() for _ in range(10_000)])
    assert session.run(counters) == [160_000, 160_000]


def test_a_small_queue_between_many_threads_loses_nothing(session: tf.Session) -> None:
    queue = tf.FIFOQueue(2, [tf.int32], shapes=[[]])
    number = tf.Variable(0, use_resource=True)
    enqueue, dequeue = queue.enqueue(tf.count_up_to(number, 400)), queue.dequeue()
    runner = tf.train.QueueRunner(queue, [enqueue] * 4)
    session.run(number.initializer)
    coordinator, taken = tf.train.Coordinator(), []

    def take() -> None:
        with coordinator.stop_on_exception():
            while True:
                taken.append(int(session.run(dequeue)))

    threads = runner.create_threads(session, coord=coordinator, daemon=True, start=True)
    in_threads(4, take)
    coordinator.join(threads, stop_grace_period_secs=600)
    assert sorted(taken) == list(range(400))


def test_a_monitored_session_frees_threads_that_wait(session: tf.Session) -> None:
    full = tf.FIFOQueue(1, [tf.int32], shapes=[[]])
    tf.train.add_queue_runner(tf.train.QueueRunner(full, [full.enqueue(1)] * 3))
    size = full.size()
    with tf.train.MonitoredSession(stop_grace_period_secs=600) as monitored:
        assert monitored.run(size) in (0, 1)
        assert len(queue_threads()) == 4
    assert queue_threads() == []


def test_what_a_thread_raises_after_the_end_is_not_printed(
    session: tf.Session, capfd: pytest.CaptureFixture[str]
) -> None:
    queue = tf.FIFOQueue(1, [tf.float32])
    gate = tf.FIFOQueue(1, [tf.float32])
    runner = tf.train.QueueRunner(queue, [queue.enqueue(gate.dequeue())])
    close = gate.close()
    coordinator = tf.train.Coordinator(clean_stop_exception_types=())
    threads = runner.create_threads(session, coord=coordinator, daemon=True, start=True)
    coordinator.request_stop()
    coordinator.join(threads, stop_grace_period_secs=0.1, ignore_live_threads=True)
    session.run(close)
    session.close()
    for thread in threads:
        thread.join()
    assert capfd.readouterr().err == ""


def test_a_queue_thread_without_a_coordinator_says_what_it_died_of(
    session: tf.Session, capsys: pytest.CaptureFixture[str]
) -> None:
    queue = tf.FIFOQueue(2, tf.float32, name="q")
    checked = tf.check_numerics(tf.log(-1.0), "no number")
    runner = tf.train.QueueRunner(queue, [queue.enqueue(checked)])
    for thread in runner.create_threads(session, start=True):
        thread.join()
    told = capsys.readouterr()
    assert told.out.startswith("ERROR: Exception in QueueRunner q: ")
    assert "no number" in told.out
    assert told.err == ""
