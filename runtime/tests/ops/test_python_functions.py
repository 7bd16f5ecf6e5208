"""py_func calls Python with arrays of its own and turns what goes wrong into errors of the run."""

import threading

import numpy as np
import pytest

import minigraph.compat.v1 as tf


@pytest.fixture(autouse=True)
def session():
    with tf.Graph().as_default(), tf.Session() as session:
        yield session


def test_a_function_may_write_into_its_arguments(session):
    x = tf.constant([1.0, 2.0])

    def spoil(array):
        array[:] = 0.0
        return array

    assert session.run([tf.py_func(spoil, [x], tf.float32), x])[1].tolist() == [1.0, 2.0]


def test_what_a_function_keeps_is_not_what_a_run_returns(session):
    kept = np.zeros(2, np.float32)
    session.run(tf.py_func(lambda: kept, [], tf.float32))[:] = 5.0
    assert kept.tolist() == [0.0, 0.0]


def test_scalars_and_strings_come_as_they_are(session):
    seen = []
    session.run(tf.py_func(lambda *values: seen.extend(values), [1.5, "é"], []))
    assert seen == [np.float32(1.5), "é".encode()]
    assert isinstance(seen[0], np.float32)


def test_the_traceback_of_the_function_is_part_of_the_message(session):
    def fail():
        return {}["key"]

    with pytest.raises(tf.errors.UnknownError) as caught:
        session.run(tf.py_func(fail, [], tf.float32))
    assert caught.value.message.startswith("KeyError: 'key'\nTraceback (most recent call last):")
    assert ", in fail" in caught.value.message
    assert "minigraph" not in caught.value.message
    assert isinstance(caught.value.__cause__, KeyError)


def test_a_function_is_forgotten_with_its_graph():
    import gc
    import weakref

    class Function:
        def __call__(self):
            return np.float32(1.0)

    function = Function()
    with tf.Graph().as_default(), tf.Session() as session:
        assert session.run(tf.py_func(function, [], tf.float32)) == 1.0
    gone = weakref.ref(function)
    del function, session
    gc.collect()
    assert gone() is None


def test_functions_run_in_the_pool_of_the_session():
    names = set()
    config = tf.ConfigProto(use_per_session_threads=True, inter_op_parallelism_threads=2)
    with tf.Session(config=config) as session:
        barrier = threading.Barrier(2, timeout=600)

        def meet():
            names.add(threading.current_thread().name)
            barrier.wait()

        session.run([tf.py_func(meet, [], []) for _ in range(2)])
    assert len(names) == 2


def test_numpy_function_is_a_decorator_as_well(session):
    @tf.numpy_function(Tout=tf.float32)
    def double(x):
        return x * 2

    assert session.run(double(tf.constant(2.0))) == 4.0
