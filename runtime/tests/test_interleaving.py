"""interleave shows each end that a program may have, and repeats any of them."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import minigraph
import minigraph.compat.v1 as tf
from minigraph import schedule


@pytest.fixture
def session() -> Iterator[tf.Session]:
    with tf.Graph().as_default(), tf.Session() as session:
        yield session


def variable(session: tf.Session, value: float = 0.0, **options: Any) -> tf.Variable:
    made = tf.Variable(value, name="v", **{"use_resource": True, **options})
    session.run(made.initializer)
    return made


def adding(session: tf.Session, v: tf.Variable) -> Callable[[], Any]:
    """Adds one in Python: reads in one run, writes in another."""
    read, new = v.read_value(), tf.placeholder(tf.float32, [])
    write = tf.assign(v, new).op

    def add() -> None:
        session.run(write, {new: session.run(read) + 1.0})

    return add


def test_an_assignment_and_a_read_of_one_run_have_two_answers(session: tf.Session) -> None:
    v = variable(session)
    fetches = [tf.assign(v, 1.0, name="assign").op, v.read_value()]
    found = minigraph.interleave(lambda: session.run(fetches))
    assert sorted(read for _, read in found.values) == [0.0, 1.0]
    assert (found.complete, found.orders) == (True, 2)
    assert str(found).startswith("2 outcomes of 2 orders\n[None, 1.0]   in 1, such as\n    assign,")
    assert session.run(v) == 0.0


def test_a_control_dependency_leaves_one(session: tf.Session) -> None:
    v = variable(session)
    assign = tf.assign(v, 1.0).op
    with tf.control_dependencies([assign]):
        read = v.read_value()
    assert minigraph.interleave(lambda: session.run([assign, read])).values == [[None, 1.0]]


def test_an_update_made_in_python_can_be_lost(session: tf.Session) -> None:
    v = variable(session)
    add = adding(session, v)
    found = minigraph.interleave(add, add, result=lambda: session.run(v))
    assert sorted(found.values) == [1.0, 2.0]


def test_an_update_made_by_one_operation_cannot(session: tf.Session) -> None:
    v = variable(session)
    add = v.assign_add(1.0).op
    update = lambda: session.run(add)  # noqa: E731
    assert minigraph.interleave(update, update, result=lambda: session.run(v)).values == [2.0]


def test_whoever_read_a_reference_variable_sees_later_changes(session: tf.Session) -> None:
    v = variable(session, 1.0, use_resource=False)
    fetches = [tf.assign(v, 5.0).op, v * 2.0]
    found = minigraph.interleave(lambda: session.run(fetches))
    assert sorted(product for _, product in found.values) == [2.0, 10.0]


def test_two_threads_that_wait_for_each_other_are_named(session: tf.Session) -> None:
    one, other = (tf.FIFOQueue(2, tf.int32, [[]], name=name) for name in ("one", "other"))
    take_one, take_other = one.dequeue(name="take_one"), other.dequeue(name="take_other")
    give_one, give_other = one.enqueue(1), other.enqueue(2)

    def left() -> None:
        session.run(take_one)
        session.run(give_other)

    def right() -> None:
        session.run(take_other)
        session.run(give_one)

    (deadlock,) = minigraph.interleave(left, right).deadlocks
    assert deadlock.blocked == (
        "left: take_one waits for an element of FIFOQueue 'one', which has 0 of 2 elements",
        "right: take_other waits for an element of FIFOQueue 'other', which has 0 of 2 elements",
    )


def test_some_orders_may_block_and_others_not(session: tf.Session) -> None:
    queue = tf.FIFOQueue(1, tf.int32, [[]])
    enqueue, take_two, close = queue.enqueue(1), queue.dequeue_up_to(2), queue.close()
    found = minigraph.interleave(
        lambda: session.run(enqueue), lambda: session.run(take_two), lambda: session.run(close)
    )
    assert [list(v[1]) for v in found.values if v is not None and v[1] is not None] == [[1]]
    raised = {type(e).__name__ for outcome in found for e in outcome.errors.values()}
    assert raised == {"CancelledError", "OutOfRangeError"}


def test_a_worker_without_chief_waits_in_no_time() -> None:
    target = tf.train.Server.create_local_server().target

    def worker() -> None:
        with tf.Graph().as_default():
            tf.train.get_or_create_global_step()
            tf.train.MonitoredTrainingSession(target, is_chief=False, max_wait_secs=60)

    (outcome,) = minigraph.interleave(worker)
    assert str(outcome.errors["worker"]) == "Session was not ready after waiting 60 secs."


def test_a_worker_that_waits_for_ever_is_named_with_what_it_lacks() -> None:
    target = tf.train.Server.create_local_server().target

    def worker() -> None:
        with tf.Graph().as_default():
            tf.get_variable("w", [])
            manager = tf.train.SessionManager(
                ready_op=tf.report_uninitialized_variables(), recovery_wait_secs=2000
            )
            manager.wait_for_session(target)

    (outcome,) = minigraph.interleave(worker)
    assert outcome.blocked == ("worker waits for the chief: Variables not initialized: w",)


def test_chief_and_worker_end_whoever_comes_first() -> None:
    target = tf.train.Server.create_local_server().target

    def train(is_chief: bool) -> int:
        with tf.Graph().as_default():
            step = tf.train.get_or_create_global_step()
            add = tf.assign_add(step, 1)
            hooks = [tf.train.StopAtStepHook(last_step=2)]
            with tf.train.MonitoredTrainingSession(target, is_chief, hooks=hooks) as session:
                while not session.should_stop():
                    reached = session.run(add)
                return int(reached)

    def chief() -> int:
        return train(True)

    def worker() -> int:
        return train(False)

    for seed in range(5):
        outcome = minigraph.interleave(chief, worker, seed=seed)
        assert (outcome.blocked, outcome.errors) == ((), {})
        assert max(outcome.value) >= 2


def test_queue_runners_are_part_of_the_order(session: tf.Session) -> None:
    number = variable(session)
    queue = tf.FIFOQueue(1, tf.float32, [[]])
    with tf.control_dependencies([number.assign_add(1.0)]):
        enqueue = queue.enqueue(tf.debugging.check_numerics(1.0 / (3.0 - number), "the end"))
    runner = tf.train.QueueRunner(
        queue, [enqueue], queue_closed_exception_types=(tf.errors.InvalidArgumentError,)
    )
    dequeue = queue.dequeue()

    def pipeline() -> list[float]:
        coordinator, taken = tf.train.Coordinator(), []
        threads = runner.create_threads(session, coordinator, start=True)
        with coordinator.stop_on_exception():
            while True:
                taken.append(float(session.run(dequeue)))
        coordinator.join(threads)
        return taken

    outcomes = [minigraph.interleave(pipeline, seed=seed) for seed in range(3)]
    assert [outcome.value for outcome in outcomes] == [[0.5, 1.0]] * 3
    assert outcomes[0].order != outcomes[1].order


def test_a_seed_and_an_order_are_replayed(session: tf.Session) -> None:
    v = variable(session)
    add = adding(session, v)
    for seed in range(4):
        outcome = minigraph.interleave(add, add, result=lambda: session.run(v), seed=seed)
        again = minigraph.interleave(add, add, result=lambda: session.run(v), seed=seed)
        assert again == outcome
        replayed = minigraph.interleave(
            add, add, result=lambda: session.run(v), order=outcome.order
        )
        assert replayed == outcome


def test_an_order_that_cannot_be_is_refused(session: tf.Session) -> None:
    v = variable(session)
    read = v.read_value()
    with pytest.raises(ValueError, match="goes on with 'nothing', but the next step is: Read/"):
        minigraph.interleave(lambda: session.run(read), order=["nothing"])


def test_independent_steps_have_one_order(session: tf.Session) -> None:
    for number in range(12):
        tf.Variable(float(number), use_resource=True)
    initialize = tf.global_variables_initializer()
    assert minigraph.interleave(lambda: session.run(initialize)).orders == 1


def test_the_limit_is_kept_and_said(session: tf.Session) -> None:
    add = adding(session, variable(session))
    found = minigraph.interleave(add, add, add, limit=5)
    assert (found.orders, found.complete) == (5, False)
    assert "of 5 orders, and there are more orders" in str(found)


def test_nothing_but_minigraph_may_block(
    session: tf.Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schedule, "PATIENCE", 0.2)
    read, lock = variable(session).read_value(), threading.Lock()

    def locked() -> None:
        with lock:
            session.run(read)

    with pytest.raises(RuntimeError, match="locked 2 is blocked outside of minigraph: File"):
        minigraph.interleave(locked, locked)


def test_what_is_found_is_shown_as_a_table(session: tf.Session) -> None:
    read = variable(session).read_value()
    found = minigraph.interleave(lambda: session.run(read))
    assert "<caption>1 outcome of 1 order</caption>" in found._repr_html_()


@pytest.mark.parametrize("number", range(6))
def test_no_end_is_missed(session: tf.Session, number: int) -> None:
    """Whatever 100 random orders of a random program lead to is among the outcomes."""
    chosen = random.Random(number)
    variables = [tf.Variable(1.0, use_resource=True) for _ in range(2)]
    queue = tf.FIFOQueue(1, tf.float32, [[]])
    operations = [
        op
        for v in variables
        for op in (v.read_value(), v.assign_add(1.0), tf.assign(v, 5.0).op, v.assign(v * 2.0).op)
    ]
    operations += [queue.enqueue(variables[0]), queue.dequeue()]
    session.run(tf.global_variables_initializer())

    def thread() -> Callable[[], Any]:
        runs = [chosen.sample(operations, count) for count in (chosen.randint(1, 2), 1)]
        return lambda: [session.run(fetches) for fetches in runs]

    programs = [thread() for _ in range(2)]
    result = lambda: session.run(variables)  # noqa: E731
    found = minigraph.interleave(*programs, result=result, limit=2000)
    ends = {outcome.end for outcome in found}
    seen = {minigraph.interleave(*programs, result=result, seed=i).end for i in range(100)}
    assert found.complete
    assert seen <= ends
