"""What a graph prints goes to stdout, and checks fail where the values are."""

import pytest

import minigraph.compat.v1 as tf


@pytest.fixture(autouse=True)
def session():
    with tf.Graph().as_default(), tf.Session() as session:
        yield session


def test_print_shows_its_data_each_time_it_runs(session, capfd):
    shown = tf.Print(tf.constant(1), [tf.range(5), "é"], "seen: ")
    assert session.run([shown, shown])[0] == 1
    session.run(shown)
    out, err = capfd.readouterr()
    assert out == "seen: [0 1 2...][é]\n" * 2
    assert err == ""


def test_print_shows_the_first_runs_of_each_session(session, capsys):
    shown = tf.Print(tf.constant(1), ["x"], first_n=2)
    for _ in range(4):
        session.run(shown)
    with tf.Session() as other:
        other.run(shown)
    assert capsys.readouterr().out == "[x]\n" * 3


def test_print_that_nothing_needs_shows_nothing(session, capsys):
    tf.Print(tf.constant(1), ["x"])
    session.run(tf.constant(2))
    assert capsys.readouterr().out == ""


def test_tf_print_writes_what_python_would(session, capfd):
    x = tf.placeholder(tf.float32)
    line = tf.print("x =", x, {"n": tf.constant(3)}, sep=" | ", end="!\n")
    session.run(line, {x: [1.5, 2.0]})
    assert capfd.readouterr() == ("x = | [1.5 2] | {'n': 3}!\n", "")


def test_tf_print_appends_to_a_file(session, tmp_path):
    path = tmp_path / "log.txt"
    line = tf.print(tf.constant("a"), output_stream=f"file://{path}")
    session.run(line)
    session.run(line)
    assert path.read_text() == "a\na\n"


def test_printing_in_a_loop_happens_in_order(session, capsys):
    def body(i):
        with tf.control_dependencies([tf.print(i)]):
            return i + 1

    session.run(tf.while_loop(lambda i: i < 3, body, [0]))
    assert capsys.readouterr().out == "0\n1\n2\n"


def test_an_assertion_shows_its_data_at_the_moment_it_fails(session):
    x = tf.placeholder(tf.int32, [None])
    with tf.control_dependencies([tf.assert_less(x, 3, message="too large")]):
        y = tf.identity(x)
    assert session.run(y, {x: [1, 2]}).tolist() == [1, 2]
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"\[too large\].*\[1 5\]"):
        session.run(y, {x: [1, 5]})


def test_the_gradient_of_check_numerics_is_checked(session):
    x = tf.placeholder(tf.float32, [])
    (gradient,) = tf.gradients(tf.check_numerics(x, "value") * 1e30, x, grad_ys=tf.constant(1e30))
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"detected in gradient.*Inf"):
        session.run(gradient, {x: 1.0})
