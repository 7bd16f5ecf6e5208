"""What the judge does not execute, however it is wrapped."""

from dataclasses import replace

import pytest

from coursegrader.judge.mirror.execution import ALLOWED, QUEUES
from grader.tests.judge.mirror.test_graphs_cross import SETUP, judged
from grader.tests.judge.running import AMPLE, check, run, setup, student

DOUBLING = """tf.while_loop(
    lambda i, x: i < 40,
    lambda i, x: (i + 1, tf.concat([x, x], 0)),
    [0, tf.constant([1.0])],
    shape_invariants=[tf.TensorShape([]), tf.TensorShape([None])],
)[1]"""
RUN = "with tf.Session(graph=t.graph) as s: value = s.run(t)"


def test_the_list_has_no_files_no_python_and_queues_apart():
    words = (
        "File",
        "Save",
        "Restore",
        "PyFunc",
        "Queue",
        "Reader",
        "Summary",
        "Iterator",
        "Dataset",
    )
    assert not [name for name in ALLOWED for word in words if word in name]
    assert all("Queue" in name for name in QUEUES)


@pytest.mark.sandbox
@pytest.mark.parametrize(
    "graph",
    [
        "tf.py_func(lambda: np.float32(1.0), [], tf.float32)",
        (
            "tf.cond(tf.constant(True), lambda: tf.py_func(lambda: np.float32(1), [], tf.float32), "
            "lambda: 2.0)"
        ),
    ],
)
def test_python_functions_in_a_graph_are_not_run(graph: str):
    found = judged(f"t = {graph}", RUN)
    assert "needs the operation" in found.reason
    assert "PyFunc" in found.reason


@pytest.mark.sandbox
@pytest.mark.parametrize(
    "graph",
    [
        "tf.fill([100000, 100000], 1.0)",
        "tf.fill([9000, 9000], 1.0)",
        "tf.reduce_sum(tf.fill([9000, 9000], 1.0))",
        "tf.zeros([2 ** 14, 2 ** 14]) + tf.placeholder_with_default(1.0, [])",
        "tf.tile(tf.constant([1.0]), [2 ** 30])",
        "tf.range(0, 2 ** 30)",
        "tf.TensorArray(tf.float32, size=2 ** 30).write(0, 1.0).read(0)",
        DOUBLING,
    ],
)
def test_a_graph_that_fills_the_memory_is_a_result(graph: str):
    cells = (setup(SETUP), student("y = 1"), student(f"t = {graph}"))
    outcomes = run(*cells, check(RUN), check("assert y == 1"))
    assert outcomes[3].verdict is not None
    assert not outcomes[3].ok
    assert "grader" in outcomes[3].verdict.reason
    assert outcomes[4].ok


@pytest.mark.sandbox
def test_a_graph_from_a_file_of_the_students_is_the_students():
    write = """
graph = tf.Graph()
with graph.as_default():
    tf.get_variable("v", initializer=1.0)
    tf.train.Saver()
open("graph.pb", "wb").write(graph.as_graph_def().SerializeToString())"""
    load = """
from coursegrader import checks
found = tf.GraphDef.FromString(open(checks.fetch("graph.pb"), "rb").read())
with tf.Graph().as_default() as graph, tf.Session() as session:
    tf.import_graph_def(found, name="")
    session.run("save/SaveV2")"""
    assert "needs the operation SaveV2" in judged(write, load).reason


FRAME = """
from google.protobuf import text_format
T = "attr{key:'T' value{type:DT_FLOAT}}"
nodes = [
    "name:'start' op:'Const' attr{key:'dtype' value{type:DT_FLOAT}} attr{key:'value' value{tensor{"
    "dtype:DT_FLOAT tensor_shape{dim{size:1} dim{size:1}} float_val:1}}}",
    "name:'go' op:'Const' attr{key:'dtype' value{type:DT_BOOL}} attr{key:'value' value{tensor{"
    "dtype:DT_BOOL tensor_shape{} bool_val:true}}} input:'^merge'",
    "name:'enter' op:'Enter' input:'start' attr{key:'frame_name' value{s:'f'}}" + T,
    "name:'merge' op:'Merge' input:'enter' input:'next' attr{key:'N' value{i:2}}" + T,
    "name:'cond' op:'LoopCond' input:'go'",
    "name:'switch' op:'Switch' input:'merge' input:'cond'" + T,
    "name:'grown' op:'OP' input:'switch:1' input:'switch:1'" + T,
    "name:'next' op:'NextIteration' input:'grown'" + T,
    "name:'exit' op:'Exit' input:'switch'" + T,
]
with tf.Graph().as_default() as graph:
    text = "".join("node{" + node + "}" for node in nodes)
    tf.import_graph_def(text_format.Parse(text, tf.GraphDef()), name="")
t = graph.get_tensor_by_name("exit:0")"""
"""A loop as TensorFlow 1 wrote it: `start` becomes OP of itself and itself, for ever."""


@pytest.mark.sandbox
@pytest.mark.parametrize(
    "loop",
    [
        "t = tf.while_loop(lambda i: True, lambda i: i + 1, [0])",
        FRAME.replace("OP", "Mul"),
    ],
    ids=["While", "frame"],
)
def test_a_graph_that_never_ends_is_a_result(loop: str):
    outcomes = run(
        setup(SETUP),
        student("y = 1"),
        student(loop),
        check(RUN),
        check("assert y == 1"),
        limits=replace(AMPLE, cell_seconds=5),
    )
    assert outcomes[3].verdict is not None
    assert outcomes[3].verdict.reason == "Your answer needed more than 5 s to examine."
    assert outcomes[4].ok


@pytest.mark.sandbox
def test_the_same_graph_may_be_looked_at_without_being_run():
    graph = "t = tf.py_func(lambda: np.float32(1.0), [], tf.float32)"
    assert judged(graph, "assert t.op.type == 'PyFunc' and t.dtype == tf.float32").ok
