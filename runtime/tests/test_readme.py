"""What the README says of options is complete, and true of the code and of TensorFlow."""

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from minigraph import protos

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
SOURCES = "\n".join(
    path.read_text(encoding="utf-8")
    for path in (Path(__file__).parents[1] / "minigraph").glob("*.py")
    if path.stem in ("devices", "placement", "servers", "session", "session_options", "trace")
)
MESSAGES = {
    "ConfigProto": protos.ConfigProto,
    "ConfigProto.Experimental": protos.ConfigProto.Experimental,
    "GPUOptions": protos.GPUOptions,
    "GraphOptions": protos.GraphOptions,
    "OptimizerOptions": protos.OptimizerOptions,
    "RewriterConfig": protos.RewriterConfig,
    "RunOptions": protos.RunOptions,
    "ThreadPoolOptionProto": protos.ThreadPoolOptionProto,
}


def rows_after(sentence):
    """The rows of the table that follows a sentence, as lists of cells."""
    lines = README[README.index(sentence) :].splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("|---"))
    rows = []
    for line in lines[start + 1 :]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split(" | ")])
    return rows


def names_in(text):
    return re.findall(r"`([^`]+)`", text)


def fields_with_effect():
    rows = rows_after("These fields do here what they do in TensorFlow:")
    return {tuple(name.rsplit(".", 1)) for row in rows for name in names_in(row[0])}


def fields_without_effect():
    rows = rows_after("These are accepted, kept in the message, and change nothing:")
    return {(names_in(row[0])[0], field) for row in rows for field in names_in(row[1])}


def test_the_first_program_runs():
    program = README.partition("```python\n")[2].partition("```")[0]
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stderr == ""
    assert done.stdout.startswith("68.0\n")


def test_every_option_is_in_exactly_one_of_the_two_tables():
    every = {
        (name, field.name)
        for name, message in MESSAGES.items()
        for field in message.DESCRIPTOR.fields
    }
    assert fields_with_effect() | fields_without_effect() == every
    assert fields_with_effect() & fields_without_effect() == set()


def test_the_code_reads_the_options_that_do_something():
    assert [f for _, f in sorted(fields_with_effect()) if not re.search(rf"\.{f}\b", SOURCES)] == []


def test_the_code_reads_no_option_that_does_nothing():
    read = [f for _, f in sorted(fields_without_effect()) if re.search(rf"\.{f}\b", SOURCES)]
    assert set(read) <= {"experimental"}  # the name of a field in several messages


def test_modules_that_are_named_exist():
    package = Path(__file__).parents[1] / "minigraph"
    for row in rows_after("Modules stand in layers"):
        for name in names_in(row[2]):
            assert (package / name.rstrip("/")).is_dir() or (package / f"{name}.py").is_file(), name


@pytest.mark.tensorflow
def test_successors_exist_in_tensorflow():
    tensorflow = pytest.importorskip("tensorflow")
    found = [n for row in rows_after("in TensorFlow 2 |") for n in names_in(row[1])]
    names = [name.split("(")[0] for name in found if name.startswith("tf.")]
    assert len(names) > 10
    for name in names:
        place = tensorflow
        for part in name.split(".")[1:]:
            place = getattr(place, part)
    assert tensorflow.config.get_soft_device_placement() is True


MIGRATIONS = {
    name: [names_in(cell) for cell in cells]
    for name, *cells in rows_after("Both columns give the same result.")
}


@pytest.mark.usefixtures("modes_of_a_fresh_process")
@pytest.mark.parametrize("name", MIGRATIONS)
def test_each_construct_of_tensorflow_1_has_the_result_of_its_successor(name, tmp_path):
    import minigraph as tf

    old, new = MIGRATIONS[name]
    saved = f"{tmp_path}/saved"
    if any("saved" in line for line in new):
        module = tf.Module()
        spec = tf.TensorSpec(None, tf.float32)
        module.f = tf.function(lambda x: x + 1, input_signature=[spec])
        tf.saved_model.save(module, saved)
    with tf.Graph().as_default() as graph, tf.compat.v1.Session(graph=graph) as session:
        names = {"tf": tf.compat.v1, "sess": session, "path": f"{tmp_path}/old", "saved": saved}
        expected = result_of(old, names)
    result = result_of(new, {"tf": tf, "path": f"{tmp_path}/new", "saved": saved})
    if hasattr(result, "numpy"):
        result = result.numpy()
    assert type(expected) is type(result)
    np.testing.assert_array_equal(result, expected)


def result_of(lines, names):
    """What the last of some lines of code gives."""
    exec("\n".join(lines[:-1]), names)
    return eval(lines[-1], names)
