"""TensorFlow 1's branches and loops look like parts of the graph around them."""

import pytest

import minigraph.compat.v1 as tf
from minigraph import context


@pytest.fixture(autouse=True)
def graph():
    before = context.switches.control_flow_v2
    context.switches.control_flow_v2 = False
    with tf.Graph().as_default() as graph:
        yield graph
    context.switches.control_flow_v2 = before


def inside_of_a_branch():
    seen = []

    def branch():
        seen.append(tf.constant(1) + 1)
        return seen[0]

    tf.cond(tf.placeholder(tf.bool, [], name="p"), branch, lambda: 0)
    return seen[0]


def inside_of_a_loop():
    seen = []

    def body(i):
        seen.append(i + 1)
        return seen[0]

    tf.while_loop(lambda i: i < 3, body, [0])
    return seen[0]


def test_names_are_those_of_one_graph():
    tf.constant(1, name="cond/add")
    assert inside_of_a_branch().name == "cond/add_1:0"
    assert inside_of_a_loop().name == "while/add:0"


def test_collections_are_those_of_the_graph(graph):
    tf.cond(tf.constant(True), lambda: graph.add_to_collection("c", 1) or 1, lambda: 2)
    assert graph.get_collection("c") == [1]


@pytest.mark.parametrize("inside", [inside_of_a_branch, inside_of_a_loop])
def test_a_tensor_from_inside_cannot_be_fetched(inside):
    tensor = inside()
    with tf.Session() as session, pytest.raises(tf.errors.InaccessibleTensorError):
        session.run(tensor)


def test_a_tensor_from_a_loop_cannot_be_used_outside():
    tensor = inside_of_a_loop()
    with pytest.raises(ValueError, match=r"'while/add' is in a while loop"):
        tensor + 1


def test_a_value_computed_from_inside_a_branch_is_there_where_that_is_taken():
    tensor = inside_of_a_branch() + 1
    text = r"Retval\[0\] does not have value"
    with tf.Session() as session:
        assert session.run(tensor, {"p:0": True}) == 3
        with pytest.raises(tf.errors.InvalidArgumentError, match=text):
            session.run(tensor, {"p:0": False})


def test_a_tensor_of_a_branch_can_be_fed():
    inner = []

    def branch():
        inner.append(tf.placeholder(tf.float32, [], name="inner"))
        return inner[0] * 2.0

    result = tf.cond(tf.placeholder(tf.bool, [], name="p"), branch, lambda: 1.0)
    with tf.Session() as session:
        assert session.run(result, {"p:0": True, inner[0]: 4.0}) == 8.0
        assert session.run(result, {"p:0": False}) == 1.0


def test_a_branch_stays_open_for_no_longer_than_it_is_built(graph):
    with pytest.raises(RuntimeError, match="in the branch"):
        tf.cond(tf.constant(True), lambda: _raise(), lambda: 1)
    assert tf.constant(1.0).op._get_control_flow_context() is None


def _raise():
    raise RuntimeError("in the branch")


def test_elements_of_the_graph_are_found_from_inside(graph):
    x = tf.constant(2.0, name="x")
    found = []

    def branch():
        found.append(tf.get_default_graph().get_tensor_by_name("x:0"))
        return found[0] * 2.0

    result = tf.cond(tf.constant(True), branch, lambda: x)
    assert found == [x]
    assert result.op.type == "Merge"
    with tf.Session() as session:
        assert session.run(result) == 4.0


def test_what_does_not_depend_on_x_has_no_gradient_in_a_loop():
    x, z = tf.constant(2.0), tf.constant(5.0)
    loop = tf.while_loop(
        lambda i, a, b: i < 3, lambda i, a, b: (i + 1, a * x, b * z), [0, 1.0, 1.0]
    )
    found = tf.gradients(loop[1], [x, z])
    assert found[1] is None
    with tf.Session() as session:
        assert session.run(found[0]) == 12.0


def test_gradients_of_rows_stay_slices():
    table = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    loop = tf.while_loop(
        lambda i, a: i < 2,
        lambda i, a: (i + 1, a + tf.reduce_sum(tf.gather(table, [i]))),
        [0, 0.0],
    )
    (found,) = tf.gradients(loop[1], table)
    assert isinstance(found, tf.IndexedSlices)
    with tf.Session() as session:
        dense = session.run(tf.convert_to_tensor(found))
    assert dense.tolist() == [[1.0, 1.0], [1.0, 1.0]]
