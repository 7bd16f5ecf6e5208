"""Simulated GPUs: what runs there, what it takes of the memory, and what a full one says."""

import numpy as np
import pytest

import minigraph
import minigraph.compat.v1 as tf

MB = 1024 * 1024
GPU = "/job:localhost/replica:0/task:0/device:GPU:0"
CPU = "/job:localhost/replica:0/task:0/device:CPU:0"


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as graph:
        minigraph.simulate_gpu(1, 16 * MB)
        yield graph
        minigraph.simulate_gpu(0)


def session(**gpu_options):
    return tf.Session(config=tf.ConfigProto(gpu_options=gpu_options))


def traced_devices(session, fetches):
    """Operation name -> the device it ran on."""
    metadata = tf.RunMetadata()
    session.run(fetches, options=tf.RunOptions(trace_level=3), run_metadata=metadata)
    return {n.node_name: d.device for d in metadata.step_stats.dev_stats for n in d.node_stats}


def test_operations_prefer_the_gpu_and_text_stays_on_the_cpu():
    number = tf.exp(tf.placeholder_with_default(1.0, []), name="number")
    text = tf.py_func(lambda: b"x", [], tf.string, name="text")
    with tf.device("/cpu:0"):
        here = tf.negative(number, name="here")
    devices = traced_devices(session(), [number, text, here])
    assert (devices["number"], devices["text"], devices["here"]) == (GPU, CPU, CPU)


def test_results_are_those_of_the_cpu():
    x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    with tf.device("/gpu:0"):
        there = tf.matmul(x, x)
    with session() as s:
        np.testing.assert_array_equal(s.run(there), [[7.0, 10.0], [15.0, 22.0]])


def test_text_on_a_gpu_is_refused_unless_placement_is_soft():
    with tf.device("/gpu:0"):
        text = tf.py_func(lambda: b"x", [], tf.string, name="text")
    with pytest.raises(tf.errors.InvalidArgumentError) as info:
        session().run(text)
    assert info.value.message == (
        "Cannot assign a device for operation text: Could not satisfy explicit device "
        "specification '/device:GPU:0' because no supported kernel for GPU devices is available."
        "\n\t [[{{node text}}]]"
    )
    assert tf.Session(config=tf.ConfigProto(allow_soft_placement=True)).run(text) == b"x"


def test_a_gpu_that_is_not_there_is_an_error():
    with tf.device("/gpu:1"):
        c = tf.constant(1.0, name="c")
    with pytest.raises(tf.errors.InvalidArgumentError) as info:
        session().run(c)
    assert f"available devices are [ {CPU}, {GPU} ]" in info.value.message
    assert "CUDA" not in info.value.message


def test_the_process_takes_the_whole_memory_unless_it_may_grow():
    session()
    assert minigraph.gpu_memory().reserved == 16 * MB
    minigraph.simulate_gpu(1, 16 * MB)
    growing = session(allow_growth=True)
    memory = minigraph.gpu_memory()
    assert memory.reserved == 0
    growing.run(tf.zeros([MB // 4]) + tf.random_uniform([MB // 4]))
    assert 2 * MB <= memory.reserved < 16 * MB
    assert memory.in_use == 0


def test_the_first_session_of_the_process_decides_for_all():
    session(per_process_gpu_memory_fraction=0.25)
    second = session(per_process_gpu_memory_fraction=0.75)
    assert minigraph.gpu_memory().limit == 4 * MB
    assert [d.memory_limit_bytes for d in second.list_devices() if d.device_type == "GPU"] == [
        4 * MB
    ]


def test_two_sessions_share_one_memory():
    first, second = session(per_process_gpu_memory_fraction=0.5), session()
    v = tf.get_variable("v", [MB], use_resource=True)
    first.run(v.initializer)
    with pytest.raises(tf.errors.ResourceExhaustedError):
        second.run(v.initializer)
    first.close()
    second.run(v.initializer)


@pytest.mark.parametrize("use_resource", [False, True])
def test_a_variable_stays_until_its_session_closes(use_resource):
    v = tf.get_variable("v", [MB], use_resource=use_resource)
    doubled = tf.assign(v, v * 2.0)
    memory, s = minigraph.gpu_memory(), session()
    s.run(v.initializer)
    assert memory.in_use == 4 * MB
    s.run(doubled)
    assert memory.in_use == 4 * MB
    assert memory.by_operation == {"v": 4 * MB}
    assert memory.peak > 4 * MB
    s.close()
    assert memory.in_use == 0


def test_a_full_gpu_says_what_did_not_fit():
    x = tf.placeholder(tf.float32, [None, 1024], name="x")
    y = tf.square(x, name="y")
    with session() as s, pytest.raises(tf.errors.ResourceExhaustedError) as info:
        s.run(y, {x: np.zeros([5000, 1024])})
    assert info.value.message == (
        f"OOM when allocating tensor with shape[5000,1024] and type float on {GPU} by allocator "
        "GPU_0_bfc\n\t [[{{node y}}]]\nHint: If you want to see a list of allocated tensors when "
        "OOM happens, add report_tensor_allocations_upon_oom to RunOptions for current allocation "
        "info. This isn't available when running in Eager mode.\n"
    )
    assert info.value.op is y.op
    assert minigraph.gpu_memory().in_use == 0


def test_a_full_gpu_lists_what_occupies_it_on_request():
    v = tf.get_variable("v", [MB])
    s = session()
    s.run(v.initializer)
    options = tf.RunOptions(report_tensor_allocations_upon_oom=True)
    with pytest.raises(tf.errors.ResourceExhaustedError) as info:
        s.run(tf.zeros([4 * MB]) + tf.random_uniform([4 * MB]), options=options)
    usage = f"Current usage from device: {GPU}, allocator: GPU_0_bfc\n"
    assert usage in info.value.message
    assert "\n  4.00MiB from v\n" in info.value.message
    s.close()


def test_a_failed_assignment_leaves_the_variable_as_it_was():
    v = tf.Variable(tf.zeros([MB]), validate_shape=False, use_resource=True)
    size = tf.placeholder(tf.int32, [])
    s = session()
    s.run(v.initializer)
    with tf.device("/cpu:0"):
        larger = tf.ones([size])
    with pytest.raises(tf.errors.ResourceExhaustedError):
        s.run(v.assign(larger, read_value=False), {size: 5 * MB})
    assert s.run(v).shape == (MB,)
    s.close()


def test_what_a_loop_makes_is_counted_while_it_lasts():
    x = tf.placeholder(tf.float32, [None])
    _, y = tf.while_loop(lambda i, y: i < 3, lambda i, y: (i + 1, y + 1.0), [0, x])
    with session() as s:
        s.run(y, {x: np.zeros(MB)})
        assert minigraph.gpu_memory().peak >= 4 * MB
        assert minigraph.gpu_memory().in_use == 0


def test_visible_devices_are_chosen_and_ordered():
    minigraph.simulate_gpu(3, MB)

    def limits(listed, **count):
        config = tf.ConfigProto(gpu_options={"visible_device_list": listed}, device_count=count)
        s = tf.Session(config=config)
        return [d.name[-5:] for d in s.list_devices()], [
            p.index for p in s._placement.pools.values()
        ]

    assert limits("") == (["CPU:0", "GPU:0", "GPU:1", "GPU:2"], [0, 1, 2])
    assert limits("2,0") == (["CPU:0", "GPU:0", "GPU:1"], [2, 0])
    assert limits("2,0", GPU=1) == (["CPU:0", "GPU:0"], [2])
    assert limits("", GPU=0) == (["CPU:0"], [])
    for listed, problem in (
        ("x", "Could not parse entry in 'visible_device_list': 'x'. visible_device_list = x"),
        (
            "3",
            "'visible_device_list' listed an invalid Device id '3' but visible device count is 3",
        ),
        ("1,1", "visible_device_list contained a duplicate entry: 1,1"),
    ):
        with pytest.raises(tf.errors.InvalidArgumentError) as info:
            limits(listed)
        assert info.value.message == problem


def test_values_cross_between_devices_in_partition_graphs():
    with tf.device("/cpu:0"):
        a = tf.placeholder(tf.float32, [], name="a")
    b = tf.exp(a, name="b")
    metadata = tf.RunMetadata()
    options = tf.RunOptions(output_partition_graphs=True)
    session().run(b, {a: 0.0}, options=options, run_metadata=metadata)
    ops = [sorted(node.op for node in graph.node) for graph in metadata.partition_graphs]
    assert sorted(ops) == [["Exp", "_Recv", "_Send"], ["_Arg", "_Recv", "_Retval", "_Send"]]


def test_the_placement_log_goes_to_python_s_standard_output(capsys):
    c = tf.constant(1.0, name="c")
    tf.Session(config=tf.ConfigProto(log_device_placement=True)).run(c)
    assert capsys.readouterr() == (
        f"Device mapping:\n{GPU} -> device: 0, name: simulated by minigraph\nc: (Const): {GPU}\n",
        "",
    )


def test_it_says_that_it_is_a_simulation():
    memory = minigraph.gpu_memory()
    assert repr(memory).startswith("<simulated GPU 0: 0B in use, 0B reserved, limit 16.00MiB of")
    assert "simulation" in minigraph.simulate_gpu.__doc__
    with pytest.raises(ValueError, match="no simulated GPU 1"):
        minigraph.gpu_memory(1)
    with pytest.raises(ValueError, match="count >= 0"):
        minigraph.simulate_gpu(-1)


def test_many_runs_leave_nothing_behind():
    x = tf.placeholder(tf.float32, [])
    y = tf.exp(x)
    with session() as s:
        for _ in range(200):
            s.run(y, {x: 1.0})
        memory = minigraph.gpu_memory()
        assert (memory.in_use, memory.by_operation) == (0, {})
        assert memory.history.maxlen is not None
