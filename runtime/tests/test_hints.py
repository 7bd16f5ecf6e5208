"""Hints: the messages of the table happen on both backends, errors say what their graph knows."""

import json
import subprocess
import sys
import textwrap
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

import pytest

import minigraph
import minigraph.compat.v1 as tf
from minigraph import hints
from minigraph.hints import facts

CLINIC = Path(__file__).parents[2] / "course" / "CLINIC.md"
ENTRIES = {entry.id: entry for entry in hints.table()}


@cache
def clinic(*arguments):
    """What the clinic prints, in a process of its own: one for each backend."""
    command = [sys.executable, "-m", "minigraph.hints.clinic", *arguments]
    return subprocess.run(command, capture_output=True, check=True).stdout.decode()


def outcome(backend, entry):
    error, message, notes = json.loads(clinic(backend))[entry.id]
    return error, message, notes


def caught(action, kind=Exception):
    with pytest.raises(kind) as info:
        action()
    return info.value


def hint(action):
    """The English part of the hint under what `action` raises."""
    notes = caught(action).__notes__
    assert len(notes) == 1
    *english, chinese = notes[0].split("\n")
    assert chinese.startswith("提示：")
    assert all(len(line) <= hints.WIDTH or " " not in line for line in english)
    return " ".join(english).removeprefix("Hint: ")


@pytest.fixture(autouse=True)
def graph():
    tf.disable_v2_behavior()
    with tf.Graph().as_default() as graph:
        yield graph


def test_the_table_is_large_and_its_names_are_different():
    assert len(ENTRIES) == len(hints.table()) >= 100


@pytest.mark.parametrize("entry", ENTRIES.values(), ids=ENTRIES)
def test_a_reproduction_is_short_and_fails_with_its_message_and_a_hint(entry):
    assert entry.reproduction.count("\n") <= 10
    _, message, notes = outcome("minigraph.compat.v1", entry)
    assert hints.find(message)[0] is entry
    assert len(notes) == (0 if entry.options.get("note") is False else 1)
    assert all(line for note in notes for line in note.split("\n"))


@pytest.mark.tensorflow
@pytest.mark.parametrize(
    "entry",
    [entry for entry in ENTRIES.values() if "only" not in entry.options],
    ids=lambda e: e.id,
)
def test_tensorflow_fails_the_same_way(entry):
    pytest.importorskip("tensorflow")
    error, message, _ = outcome("tensorflow.compat.v1", entry)
    assert error == outcome("minigraph.compat.v1", entry)[0]
    assert hints.find(message)[0] is entry


def test_the_clinic_is_made_from_the_table():
    command = "python -m minigraph.hints.clinic > course/CLINIC.md"
    assert CLINIC.read_text(encoding="utf-8") == clinic(), f"make it again: {command}"


@pytest.mark.parametrize("entry", ENTRIES.values(), ids=ENTRIES)
def test_the_last_cause_needs_nothing_but_the_message(entry):
    groups = dict.fromkeys(entry.pattern.groupindex, "something")
    *_, last = entry.causes
    assert len(last) == 2
    assert [text.format_map(groups) for text in (*last, *entry.cure)]
    assert all(hasattr(facts, name) for name in entry.facts)


def test_the_lessons_that_hints_name_exist():
    named = {entry.lesson for entry in ENTRIES.values() if entry.lesson}
    assert named <= {path.stem for path in CLINIC.parent.glob("*.ipynb")}


def test_the_message_stays_as_it_is(graph):
    x = tf.placeholder(tf.float32, name="x")
    error = caught(lambda: tf.Session().run(x + 1.0))
    assert "Hint" not in error.message + str(error)
    assert error.__notes__


def test_a_placeholder_is_found_on_its_way(graph):
    x, y = tf.placeholder(tf.float32, name="x"), tf.placeholder(tf.float32, name="y")
    total = tf.add(tf.multiply(x, 2.0, name="twice"), y, name="total")
    session = tf.Session()
    assert "on the way x → twice → total, and this run feeds only y." in hint(
        lambda: session.run({"deep": [total]}, {y: 1.0})
    )
    tf.placeholder(tf.float32, name="x")
    feeds = {"x_1:0": 1.0, y: 1.0}
    assert "this run feeds 'x_1' in its place" in hint(lambda: session.run(total, feeds))


def test_a_variable_without_a_value_says_why(graph):
    early = tf.Variable(1.0, name="early")
    local = tf.Variable(1.0, name="local", collections=[tf.GraphKeys.LOCAL_VARIABLES])
    session, other = tf.Session(), tf.Session()
    assert "nothing has run the initializer 'early/Assign'" in hint(lambda: session.run(early))
    other.run(early.initializer)
    assert "has a value in another open session" in hint(lambda: session.run(early))
    session.run(tf.global_variables_initializer())
    late = tf.Variable(1.0, name="late")
    assert "'late' was made after 'init'" in hint(lambda: session.run(late))
    assert '`late = tf.Variable(1.0, name="late")` made it' in hint(lambda: session.run(late))
    assert "is a local variable" in hint(lambda: session.run(local + 1.0))
    other.close()


def test_a_gradient_that_breaks_names_the_operation(graph):
    weight = tf.Variable([1.0, 2.0], name="weight")
    optimizer = tf.train.GradientDescentOptimizer(0.1)
    broken = tf.cast(tf.argmax(weight, name="best"), tf.float32)
    assert "the ArgMax 'best' has no gradient" in hint(lambda: optimizer.minimize(broken))
    apart = tf.constant(1.0)
    assert "does not depend on weight" in hint(lambda: optimizer.minimize(apart))


def test_what_is_no_fetch_is_found_among_them(graph):
    one = tf.constant(1.0)
    assert "fetches[1]['b'] is None" in hint(lambda: tf.Session().run([one, {"a": one, "b": None}]))
    assert "fetches[0]['rate'] is 0.1, a Python float" in hint(
        lambda: tf.Session().run([{"rate": 0.1}])
    )


def test_a_graph_that_was_built_again_is_recognised(graph):
    tf.constant(1.0, name="total")
    session = tf.Session()
    with tf.Graph().as_default():
        again = tf.constant(1.0, name="total")
    assert "a tensor of the same name" in hint(lambda: session.run(again))


def test_eager_execution_and_functions_are_recognised(graph, modes_of_a_fresh_process):
    tf.no_op()
    session = tf.Session()

    def in_no_graph():
        value = tf.constant(1.0)
        assert "Eager execution is on" in hint(lambda: tf.Session(graph=tf.Graph()).run(value))
        positive = tf.function(lambda x: x if x > 0 else -x)
        assert "while the function is traced" in hint(lambda: positive(value))
        assert "Take its numbers with .numpy()" in hint(lambda: session.run(value))

    with ThreadPoolExecutor(1) as other_thread:
        other_thread.submit(in_no_graph).result()


def test_an_error_inside_of_another_call_has_one_hint(graph):
    x = tf.placeholder(tf.float32, name="x")
    with tf.Session().as_default():
        assert "this run feeds nothing" in hint(lambda: (x + 1.0).eval())


def test_what_goes_wrong_in_a_hint_never_hides_the_error(graph, monkeypatch):
    def fails(failure):
        raise ZeroDivisionError

    monkeypatch.setattr(facts, "way", fails)
    x = tf.placeholder(tf.float32, name="x")
    told = hint(lambda: tf.Session().run(x + 1.0))
    assert told.startswith("What you fetch needs the placeholder 'x'")


def test_an_unknown_error_stays_alone(graph):
    assert not hasattr(caught(lambda: graph.as_graph_element(1.0)), "__notes__")


def test_why_finds_a_message_of_tensorflow():
    pasted = (
        "InvalidArgumentError: Graph execution error:\n\nDetected at node 'x' defined at\n"
        "You must feed a value for placeholder tensor 'x' with dtype float\n\t [[{{node x}}]]"
    )
    answer = minigraph.why(pasted)
    assert answer.entry is ENTRIES["placeholder-not-fed"]
    assert "needs the placeholder 'x'" in str(answer)
    assert "提示：" in str(answer)
    assert "with tf.Session() as sess:" in str(answer)


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ("fetch-none", "Fetch argument None has invalid type <class 'NoneType'>, must be a"),
        (
            "fetch-wrong-type",
            "Fetch argument 3 has invalid type <class 'int'>, must be a string or Tensor",
        ),
        ("feed-ragged", "ValueError: setting an array element with a sequence."),
        ("tensor-as-bool", "Using a `tf.Tensor` as a Python `bool` is not allowed. Use `if t is"),
        ("tensor-iterated", "TypeError: 'Tensor' object is not iterable."),
        ("tensor-iterated", "Tensor objects are only iterable when eager execution is enabled."),
        ("wrong-rank", "Shape must be rank 2 but is rank 1 for 'MatMul' (op: 'MatMul') with inp"),
        ("tensor-numpy", "AttributeError: 'Tensor' object has no attribute 'numpy'"),
        (
            "checkpoint-path",
            "TensorSliceReader constructor: Failed to find any matching files for m",
        ),
        ("contrib", "ModuleNotFoundError: No module named 'tensorflow.examples'"),
        ("placeholder-not-fed", "You must feed a value for placeholder tensor 'x'"),
        ("loop-shape-changes", "The shape for while/Merge_1:0 is not an invariant for the loop."),
        ("csv-field", "Field 1 in record is not a valid float: abc"),
        ("tf1-name", "AttributeError: module 'tensorflow' has no attribute 'Session'"),
        ("tf1-name", "AttributeError: module 'tensorflow' has no attribute 'log'"),
        ("tf1-name", "ImportError: cannot import name 'Session' from 'tensorflow' (/usr/lib)"),
        ("fetch-wrong-type", "TypeError: Fetch argument 0.5 has invalid type <class 'float'>"),
        ("missing-name", "module 'minigraph.compat.v1.train' has no attribute 'adam'"),
    ],
)
def test_why_knows_the_words_of_tensorflow_1(entry, message):
    assert minigraph.why(message).entry.id == entry


def as_people_paste(error, message):
    """A message with its type and traceback, broken into lines, quoted, or without its end."""
    whole = f"{error}: {message}"
    yield f"Cell In[3], line 4\n----> 4 sess.run(y)\n\nFile ~/session.py:977, in run\n{whole}"
    yield f"tensorflow.python.framework.errors_impl.{whole}\n\n\t [[{{{{node y}}}}]]\n\nOriginal"
    yield "\n    ".join(textwrap.wrap(whole, 72))
    yield "\n".join(whole[start : start + 79] for start in range(0, len(whole), 79))
    yield "> " + whole.replace("\n", "\n> ").replace("'", "’")
    if not message.startswith(("in user code:", "KeyError")):  # which come before the message
        yield whole.split("\n")[0]
        yield f"{whole[:110]}..."


@pytest.mark.parametrize("entry", ENTRIES.values(), ids=ENTRIES)
def test_why_finds_a_message_as_people_paste_it(entry):
    error, message, _ = outcome("minigraph.compat.v1", entry)
    for text in as_people_paste(error, message):
        answer = minigraph.why(text)
        assert answer.entry is entry, text
        assert "提示：" in str(answer)


def test_the_program_that_why_shows_runs_by_itself():
    answer = minigraph.why("You must feed a value for placeholder tensor 'x' with dtype float")
    program = str(answer).partition("fails like this:")[2]
    assert "feed a value for placeholder tensor 'x'" in str(caught(lambda: exec(program, {})))
    removed = minigraph.why("module 'tensorflow' has no attribute 'Session'")
    assert str(removed).endswith("\n\nimport minigraph as tf\n\ntf.Session()")


def test_why_takes_an_error_or_the_last_one(graph, monkeypatch):
    one = tf.constant(1.0)
    error = caught(lambda: tf.Session().run([one, None]))
    assert minigraph.why(error).entry.id == "fetch-none"
    assert "The fetch at fetches[1] is None" in str(minigraph.why(error))
    monkeypatch.setattr(sys, "last_value", error, raising=False)
    assert minigraph.why().entry.id == "fetch-none"


def test_why_says_that_it_does_not_know():
    answer = minigraph.why("something else")
    assert answer.entry is None
    assert "no entry for this message" in str(answer)


def test_hints_are_not_loaded_before_an_error():
    code = (
        "import sys, minigraph.compat.v1 as tf; tf.disable_v2_behavior()\n"
        "w = tf.get_variable('w', initializer=[[1.0]]); x = tf.placeholder(tf.float32, [None, 1])\n"
        "loss = tf.reduce_mean(tf.square(x @ w - 1)); s = tf.Session()\n"
        "train = tf.train.AdamOptimizer(0.1).minimize(loss)\n"
        "s.run(tf.global_variables_initializer()); s.run([train, loss], {x: [[1.0]]})\n"
        "assert not [name for name in sys.modules if 'hints' in name or name == 'tomllib']\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
