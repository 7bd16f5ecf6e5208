import threading

import pytest

from minigraph import context


class Graph:
    """Stands for any default object."""


@pytest.fixture(autouse=True)
def fresh_context(monkeypatch):
    """Stacks, switches and the graph factory of this test's own."""
    monkeypatch.setattr(context, "switches", context._Switches())
    monkeypatch.setattr(context, "_graph_factory", Graph)
    monkeypatch.setattr(context, "default_graph_stack", context._DefaultGraphStack())
    monkeypatch.setattr(context, "get_default_graph", context.default_graph_stack.get_default)


def in_thread(function):
    results = []
    thread = threading.Thread(target=lambda: results.append(function()))
    thread.start()
    thread.join()
    return results[0]


def test_the_default_graph_is_made_once_on_demand():
    graph = context.get_default_graph()
    assert isinstance(graph, Graph)
    assert context.get_default_graph() is graph


def test_each_thread_has_its_own_default_graph():
    assert in_thread(lambda: context.get_default_graph()) is not context.get_default_graph()


def test_default_graphs_nest():
    outer, inner = Graph(), Graph()
    bottom = context.get_default_graph()
    with context.default_graph_stack.get_controller(outer) as entered:
        assert entered is outer
        with context.default_graph_stack.get_controller(inner):
            assert context.get_default_graph() is inner
        assert context.get_default_graph() is outer
    assert context.get_default_graph() is bottom


def test_a_default_object_is_removed_when_the_block_raises():
    stack = context.DefaultStack()
    with pytest.raises(KeyError), stack.get_controller("session"):
        raise KeyError
    assert stack.get_default() is None
    assert stack.is_cleared()


def test_blocks_left_out_of_order_are_an_error():
    stack = context.DefaultStack()
    first, second = Graph(), Graph()
    outer, inner = stack.get_controller(first), stack.get_controller(second)
    outer.__enter__()
    inner.__enter__()
    with pytest.raises(AssertionError) as info:
        outer.__exit__(None, None, None)
    assert str(info.value) == f"Nesting violated for default stack of {Graph} objects"


def test_a_stack_may_be_reset_inside_a_block():
    stack = context.DefaultStack()
    with stack.get_controller("session"):
        stack.reset()
        assert stack.get_default() is None


def test_default_sessions_are_per_thread():
    with context.default_session_stack.get_controller("session"):
        assert context.get_default_session() == "session"
        assert in_thread(context.get_default_session) is None
    assert context.get_default_session() is None


def test_reset_default_graph_gives_a_fresh_one():
    graph = context.get_default_graph()
    context.reset_default_graph()
    assert context.get_default_graph() is not graph


def test_reset_default_graph_is_refused_inside_a_graph():
    with (
        context.default_graph_stack.get_controller(Graph()),
        pytest.raises(AssertionError, match=r"^Do not use tf.reset_default_graph\(\) to clear"),
    ):
        context.reset_default_graph()


def test_eager_execution_is_on_and_a_graph_turns_it_off_inside():
    assert context.executing_eagerly()
    with context.default_graph_stack.get_controller(Graph()):
        assert not context.executing_eagerly()
        assert in_thread(context.executing_eagerly), "another thread has entered no graph"
    assert context.executing_eagerly()


def test_eager_execution_can_be_disabled_and_enabled_at_startup():
    context.disable_eager_execution()
    assert not context.executing_eagerly()
    context.enable_eager_execution()
    assert context.executing_eagerly()


def test_eager_execution_cannot_be_enabled_once_the_default_graph_is_in_use():
    context.disable_eager_execution()
    context.get_default_graph()
    with pytest.raises(
        ValueError, match=r"^tf.enable_eager_execution must be called at program startup.$"
    ):
        context.enable_eager_execution()


def test_options_of_eager_execution_are_checked():
    context.disable_eager_execution()
    with pytest.raises(TypeError, match=r"config must be a tf.ConfigProto, but got <class 'int'>"):
        context.enable_eager_execution(config=3)
    with pytest.raises(ValueError, match=r"device_policy must be one of None, DEVICE_PLACEMENT_"):
        context.enable_eager_execution(device_policy=9)
    with pytest.raises(ValueError, match=r"execution_mode must be one of None, SYNC, ASYNC"):
        context.enable_eager_execution(execution_mode=9)


def test_disable_v2_behavior_flips_every_switch_and_enable_flips_them_back():
    names = context._Switches.__slots__
    context.disable_v2_behavior()
    assert not any(getattr(context.switches, name) for name in names)
    assert not context.v2_behavior_enabled()
    context.enable_v2_behavior()
    assert all(getattr(context.switches, name) for name in names)


@pytest.mark.parametrize("topic", ["resource_variables", "control_flow_v2", "tensor_equality"])
def test_single_switches(topic):
    getattr(context, f"disable_{topic}")()
    assert not getattr(context.switches, topic)
    assert context.switches.eager_execution
    getattr(context, f"enable_{topic}")()
    assert getattr(context.switches, topic)
