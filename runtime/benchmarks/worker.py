"""One measurement in one process: `worker.py TASK SIDE` prints a number as its last line."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any


def backend(side: str) -> Any:
    """The compat.v1 module of a side, in graph mode."""
    import importlib

    tf = importlib.import_module(f"{side}.compat.v1")
    tf.disable_v2_behavior()
    return tf


def best(call: Callable[[], Any], seconds: float = 1.0) -> float:
    """Microseconds a call: the best of many short rounds, which a busy machine disturbs least."""
    call()
    start = time.perf_counter()
    call()
    once = max(time.perf_counter() - start, 1e-7)
    count = max(1, int(0.02 / once))
    end, found = time.perf_counter() + seconds, float("inf")
    while time.perf_counter() < end:
        start = time.perf_counter()
        for _ in range(count):
            call()
        found = min(found, (time.perf_counter() - start) / count)
    return found * 1e6


def imports(side: str, submodule: str = "") -> float:
    """Milliseconds of a whole process that imports, the best of five."""
    times = []
    for _ in range(5):
        start = time.perf_counter()
        command = [sys.executable, "-c", f"import {side}{submodule}"]
        subprocess.run(command, check=True, capture_output=True)
        times.append(time.perf_counter() - start)
    return min(times) * 1e3


def imports_v1(side: str) -> float:
    """As `imports`, with all that a program in version 1 needs: the first import is lazy."""
    return imports(side, "" if side == "numpy" else ".compat.v1")


def polynomial(side: str) -> float:
    """Microseconds of one run of 3x^2+2x+1 at two points."""
    if side == "numpy":
        import numpy as np

        three, two, one = np.float32(3), np.float32(2), np.float32(1)

        def by_hand() -> Any:
            x = np.asarray([2.0, 5.0], dtype=np.float32)
            return three * x * x + two * x + one

        return best(by_hand)
    tf = backend(side)
    x = tf.placeholder(tf.float32, [None])
    y = 3.0 * x * x + 2.0 * x + 1.0
    session = tf.Session()
    feed = {x: [2.0, 5.0]}
    return best(lambda: session.run(y, feed))


def softmax(side: str) -> float:
    """Microseconds of one training step of a softmax regression."""
    import numpy as np

    random = np.random.default_rng(0)
    images = random.random((128, 784), np.float32)
    labels = np.eye(10, dtype=np.float32)[random.integers(0, 10, 128)]
    if side == "numpy":
        return best(_softmax_by_hand(images, labels), 2.0)
    tf = backend(side)
    x = tf.placeholder(tf.float32, [None, 784])
    y = tf.placeholder(tf.float32, [None, 10])
    w = tf.Variable(tf.zeros([784, 10]))
    b = tf.Variable(tf.zeros([10]))
    losses = tf.nn.softmax_cross_entropy_with_logits_v2(labels=y, logits=tf.matmul(x, w) + b)
    train = tf.train.GradientDescentOptimizer(0.1).minimize(tf.reduce_mean(losses))
    session = tf.Session()
    session.run(tf.global_variables_initializer())
    feed = {x: images, y: labels}
    return best(lambda: session.run(train, feed), 2.0)


def _softmax_by_hand(images: Any, labels: Any) -> Callable[[], None]:
    import numpy as np

    w = np.zeros((784, 10), np.float32)
    b = np.zeros(10, np.float32)
    rate = np.float32(0.1)

    def step() -> None:
        nonlocal w, b
        logits = images @ w + b
        shifted = logits - logits.max(1, keepdims=True)
        exponentials = np.exp(shifted)
        sums = exponentials.sum(1, keepdims=True)
        loss = (labels * (np.log(sums) - shifted)).sum(1)
        np.mean(loss)
        gradient = (exponentials / sums - labels) * np.float32(1 / len(images))
        w = w - rate * (images.T @ gradient)
        b = b - rate * gradient.sum(0)

    return step


def _chain(tf: Any, count: int) -> tuple[Any, Any, Any]:
    graph = tf.Graph()
    with graph.as_default():
        x = y = tf.placeholder(tf.float32, [])
        for _ in range(count):
            y = y + x
    return graph, x, y


def build(side: str, count: int = 2000) -> float:
    """Microseconds an op while a chain of additions is built."""
    tf = backend(side)
    found = float("inf")
    for _ in range(5 if count < 10_000 else 1):
        start = time.perf_counter()
        _chain(tf, count)
        found = min(found, time.perf_counter() - start)
    return found / count * 1e6


def build_large(side: str) -> float:
    """As `build`, for 100,000 ops."""
    return build(side, 100_000)


def _large(side: str) -> tuple[Any, Callable[[], Any]]:
    tf = backend(side)
    graph, x, y = _chain(tf, 100_000)
    session = tf.Session(graph=graph)
    return graph, lambda: session.run(y, {x: 1.0})


def plan_large(side: str) -> float:
    """Microseconds an op of the first run of a chain of 100,000 ops, its execution taken off."""
    _, run = _large(side)
    start = time.perf_counter()
    run()
    first = time.perf_counter() - start
    start = time.perf_counter()
    run()
    return (first - (time.perf_counter() - start)) / 100_000 * 1e6


def run_large(side: str) -> float:
    """Microseconds an op of a later run of a chain of 100,000 ops."""
    _, run = _large(side)
    run()
    return best(run, 2.0) / 100_000


def memory(side: str) -> float:
    """Kilobytes by which the process grows over 10,000 runs, after 1,000."""
    tf = backend(side)
    x = tf.placeholder(tf.float32, [None])
    y = 3.0 * x * x + 2.0 * x + 1.0
    session = tf.Session()
    for _ in range(1000):
        session.run(y, {x: [2.0, 5.0]})
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(10_000):
        session.run(y, {x: [2.0, 5.0]})
    return float(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)


def grown(side: str) -> float:
    """How many times slower a known request is once the graph has grown by 20,000 ops."""
    tf = backend(side)
    x = tf.placeholder(tf.float32, [None])
    y = 3.0 * x * x + 2.0 * x + 1.0
    session = tf.Session()
    before = best(lambda: session.run(y, {x: [2.0, 5.0]}))
    z = y
    for _ in range(20_000):
        z = z + 1.0
    return best(lambda: session.run(y, {x: [2.0, 5.0]})) / before


def threads(side: str) -> float:
    """How many times faster two threads of one session run the same than one does."""
    import threading

    import numpy as np

    tf = backend(side)
    config = tf.ConfigProto(intra_op_parallelism_threads=1)
    x = tf.placeholder(tf.float32, [None])
    run = tf.Session(config=config).make_callable(tf.reduce_sum(tf.tanh(tf.exp(-x * x))), [x])
    values = np.ones(200_000, np.float32)

    def in_threads(count: int) -> None:
        work = lambda: [run(values) for _ in range(40 // count)]  # noqa: E731
        started = [threading.Thread(target=work) for _ in range(count)]
        for thread in started:
            thread.start()
        for thread in started:
            thread.join()

    return best(lambda: in_threads(1), 3.0) / best(lambda: in_threads(2), 3.0)


TASKS = {
    "import": imports,
    "import_v1": imports_v1,
    "polynomial": polynomial,
    "softmax": softmax,
    "build": build,
    "build_large": build_large,
    "plan_large": plan_large,
    "run_large": run_large,
    "memory": memory,
    "grown": grown,
    "threads": threads,
}

if __name__ == "__main__":
    print(json.dumps(TASKS[sys.argv[1]](sys.argv[2])))
