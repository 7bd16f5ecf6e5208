"""Thread pools, timeouts and the optimizer switches that a configuration asks for."""

import threading
import time

import numpy as np
import pytest

import minigraph.compat.v1 as tf
from minigraph import session_options
from minigraph.dataflow import Pools


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as graph:
        yield graph


@pytest.fixture
def fresh_process(monkeypatch):
    """As if no session had been made yet."""
    monkeypatch.setattr(Pools, "_shared", None)
    monkeypatch.setattr(Pools, "_named", {})


def assert_at_once(session, expected, count=4, **options):
    """Of `count` Python functions, `expected` compute at the same time, and no more."""
    changed, running, peak = threading.Condition(), [0], [0]

    def compute():
        with changed:
            running[0] += 1
            peak[0] = max(peak[0], running[0])
            changed.notify_all()
            assert changed.wait_for(lambda: peak[0] >= expected, timeout=300)
        time.sleep(0.05)  # in which one too many would begin
        with changed:
            running[0] -= 1
        return np.float32(0)

    fetches = [tf.py_func(compute, [], tf.float32) for _ in range(count)]
    session.run(fetches, options=tf.RunOptions(**options) if options else None)
    assert peak[0] == expected


def session(**config):
    return tf.Session(config=tf.ConfigProto(**config))


@pytest.mark.usefixtures("fresh_process")
def test_the_first_session_decides_even_before_it_runs():
    session(inter_op_parallelism_threads=1)
    assert_at_once(session(inter_op_parallelism_threads=4), 1)


@pytest.mark.usefixtures("fresh_process")
def test_a_session_may_have_threads_of_its_own():
    session(inter_op_parallelism_threads=1)
    own = session(inter_op_parallelism_threads=3, use_per_session_threads=True)
    assert_at_once(own, 3)


@pytest.mark.usefixtures("fresh_process")
def test_a_run_chooses_among_the_pools_of_its_session():
    pools = [{"num_threads": 1}, {"num_threads": 3}]
    s = session(session_inter_op_thread_pool=pools)
    for index, threads in [(-1, 1), (0, 1), (1, 3)]:
        assert_at_once(s, threads, inter_op_thread_pool=index)


@pytest.mark.usefixtures("fresh_process")
def test_pools_of_one_name_are_one_pool():
    config = tf.ConfigProto(session_inter_op_thread_pool=[{"global_name": "g", "num_threads": 2}])
    first, second = session_options.thread_pools(config), session_options.thread_pools(config)
    assert first == second


def test_a_negative_number_of_threads_is_the_calling_thread():
    names = []
    fetch = tf.py_func(lambda: names.append(threading.current_thread()) or 1.0, [], tf.double)
    session(inter_op_parallelism_threads=-1).run(fetch)
    assert names == [threading.current_thread()]


def test_a_loop_is_timed_out():
    endless = tf.while_loop(lambda i: i >= 0, lambda i: i * 0, [0])
    with pytest.raises(tf.errors.DeadlineExceededError):
        session(operation_timeout_in_ms=100).run(endless)


def test_a_run_with_a_timeout_computes_the_same():
    x = tf.placeholder(tf.float32, [])
    y = x
    for step in range(30):
        # Slots are used again, and branches of different lengths meet.
        y = tf.add(y * 2.0 - x, tf.cond(x > step, lambda: x, lambda: -x)) * 0.5
    expected = tf.Session().run(y, {x: 10.0})
    assert session(operation_timeout_in_ms=60_000).run(y, {x: 10.0}) == expected


def test_both_optimizers_must_be_off_for_nothing_to_be_folded():
    def options(**graph_options):
        return session_options.plan_options(tf.ConfigProto(graph_options=graph_options))

    level_0, off = {"opt_level": -1}, 2
    assert session_options.plan_options(None) == options()
    assert options(optimizer_options=level_0).fold
    assert options(rewrite_options={"constant_folding": off}).fold
    both = options(optimizer_options=level_0, rewrite_options={"constant_folding": off})
    assert (both.fold, both.merge) == (False, True)
    none = options(optimizer_options=level_0, rewrite_options={"disable_meta_optimizer": True})
    assert not any((none.fold, none.merge, none.prune, none.forward))
