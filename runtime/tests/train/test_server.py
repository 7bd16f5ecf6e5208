"""Servers live in one process and say so; what would wait for ever says for whom."""

from __future__ import annotations

import contextlib
import itertools
import os
import socket
import subprocess
import sys
import threading
from typing import Any

import pytest

import minigraph
import minigraph.compat.v1 as tf


@pytest.fixture
def graph() -> Any:
    with tf.Graph().as_default() as graph:
        yield graph


def test_a_server_says_that_it_is_in_process() -> None:
    server = tf.train.Server.create_local_server()
    assert repr(server).endswith(f"at {server.target}, in this process only>")


def test_a_target_elsewhere_is_refused_with_the_reason(graph: tf.Graph) -> None:
    session, value = tf.Session("grpc://example.com:2222"), tf.constant(1.0)
    with pytest.raises(tf.errors.NotFoundError, match="reaches only a server of the same process"):
        session.run(value)


def test_join_of_the_main_thread_is_refused_and_names_the_server() -> None:
    server = tf.train.Server.create_local_server()
    with pytest.raises(RuntimeError, match=r"join\(\) of /job:localhost/replica:0/task:0 never"):
        server.join()


def test_join_of_another_thread_blocks_as_in_tensorflow() -> None:
    server = tf.train.Server.create_local_server()
    thread = threading.Thread(target=server.join, daemon=True)
    thread.start()
    thread.join(0.1)
    assert thread.is_alive()


def test_the_watchdog_names_the_server_that_is_missing(graph: tf.Graph) -> None:
    cluster = {"ps": ["localhost:1111"], "worker": ["localhost:0"]}
    worker = tf.train.Server(cluster, "worker", 0)
    session, value = tf.Session(worker.target), tf.constant(1.0)
    missing = r"MainThread waits for a server of this process to start: /job:ps/replica:0/task:0"
    with minigraph.watchdog(0.1), pytest.raises(tf.errors.DeadlineExceededError, match=missing):
        session.run(value)


def test_device_filters_leave_out_a_server_that_is_missing(graph: tf.Graph) -> None:
    cluster = {"ps": ["localhost:1112"], "worker": ["localhost:0"]}
    worker = tf.train.Server(cluster, "worker", 0)
    config = tf.ConfigProto(device_filters=["/job:worker"])
    assert tf.Session(worker.target, config=config).run(tf.constant(1.0)) == 1.0


def test_an_address_is_taken_once_and_the_note_says_how_long() -> None:
    tf.train.Server({"worker": ["localhost:1113"]})
    with pytest.raises(tf.errors.UnknownError, match="Could not start gRPC server") as caught:
        tf.train.Server({"worker": ["localhost:1113"]})
    assert caught.value.__notes__ == ["This process has a server at localhost:1113 until it ends."]


def test_workers_in_threads_share_the_variables_of_their_parameter_server() -> None:
    addresses = {"ps": ["localhost:1114"], "worker": ["localhost:1115", "localhost:1116"]}
    cluster = tf.train.ClusterSpec(addresses)
    tf.train.Server(cluster, "ps", 0)
    ends: list[int] = []

    def work(task: int) -> None:
        server = tf.train.Server(cluster, "worker", task)
        with tf.Graph().as_default():
            with tf.device(tf.train.replica_device_setter(cluster=cluster)):
                step = tf.train.get_or_create_global_step()
                add = tf.assign_add(step, 1, use_locking=True)
            hooks = [tf.train.StopAtStepHook(last_step=50)]
            with tf.train.MonitoredTrainingSession(
                server.target, is_chief=task == 0, hooks=hooks, max_wait_secs=60
            ) as session:
                while not session.should_stop():
                    session.run(add)
                ends.append(int(session.run_step_fn(lambda step_context: 50)))

    threads = [threading.Thread(target=work, args=(task,), daemon=True) for task in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert ends == [50, 50]


PROGRAM = """
import sys, time
import {package} as tf
tf.disable_v2_behavior()
task, ports = sys.argv[1], sys.argv[2:]
cluster = {{"ps": [f"localhost:{{ports[0]}}"], "worker": [f"localhost:{{ports[1]}}"]}}
server = tf.train.Server(cluster, job_name=task, task_index=0)
if task == "ps":
    server.join()
with tf.device(tf.train.replica_device_setter(cluster=cluster)):
    step = tf.train.get_or_create_global_step()
    add = tf.assign_add(step, 1)
hooks = [tf.train.StopAtStepHook(last_step=5)]
with tf.train.MonitoredTrainingSession(server.target, is_chief=True, hooks=hooks) as session:
    while not session.should_stop():
        last = session.run(add)
print(step.device, last)
"""


def is_free(port: int) -> bool:
    """Whether a server may take the port: one that the system gives to nobody who asks for any."""
    with contextlib.suppress(OSError), socket.create_server(("localhost", port)):
        return True
    return False


@pytest.mark.tensorflow
def test_two_processes_train_with_the_servers_of_tensorflow() -> None:
    ports = list(itertools.islice(filter(is_free, range(20_000 + os.getpid() % 9_000, 32_000)), 2))
    program = PROGRAM.format(package="tensorflow.compat.v1")
    ps, worker = (
        subprocess.Popen(
            [sys.executable, "-c", program, task, *map(str, ports)],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        for task in ("ps", "worker")
    )
    try:
        assert worker.communicate()[0] == "/job:ps/task:0 5\n"
        assert ps.poll() is None
    finally:
        ps.kill()
        worker.kill()
        ps.communicate()
