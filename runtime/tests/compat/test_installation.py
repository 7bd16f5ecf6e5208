"""install_as_tensorflow: programs that import tensorflow get minigraph, unless they have it."""

from __future__ import annotations

import subprocess
import sys

import pytest

import minigraph.compat.v1 as v1


def run(program: str) -> str:
    """What a program prints in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    return done.stdout


def test_it_refuses_to_take_the_place_of_tensorflow():
    program = """
import sys, types
theirs = sys.modules["tensorflow"] = types.ModuleType("tensorflow")
import minigraph
try:
    minigraph.install_as_tensorflow()
except RuntimeError as error:
    print(error)
import tensorflow
print(tensorflow is theirs, "tensorflow.compat.v1" in sys.modules)
"""
    message, state = run(program).splitlines()
    assert "TensorFlow is imported already" in message
    assert "in a fresh process, before anything imports tensorflow" in message
    assert state == "True False"


def test_every_way_of_importing_tensorflow_gives_minigraph():
    program = """
import minigraph
minigraph.install_as_tensorflow()
minigraph.install_as_tensorflow()
import tensorflow as tf
import tensorflow.compat.v1 as v1
import tensorflow.compat.v2 as v2
from tensorflow import saved_model
from tensorflow.keras.optimizers import SGD
from tensorflow.compat.v1.saved_model import simple_save
from tensorflow.math import add
assert (tf, v1) == (minigraph, minigraph.compat.v1)
assert v2.constant is tf.constant and SGD is tf.keras.optimizers.SGD
assert saved_model is tf.saved_model and simple_save is v1.saved_model.simple_save
print(int(add(tf.constant(1), 2)))
"""
    assert run(program) == "3\n"


def test_a_module_that_is_not_offered_is_told_as_such():
    program = """
import importlib
import minigraph
minigraph.install_as_tensorflow()
for name in ("python.ops", "python.client.device_lib", "keras.layers", "graph"):
    try:
        importlib.import_module(f"tensorflow.{name}")
    except ImportError as error:
        print(str(error).count(f"has no module 'tensorflow.{name}'. "))
"""
    assert run(program).split() == ["1"] * 4


def test_a_name_that_is_missing_is_told_with_what_there_is():
    program = """
import minigraph
minigraph.install_as_tensorflow()
import tensorflow as tf
import tensorflow.compat.v1 as v1
near, far = (v1.train, "start_queue_runner"), (v1.train, "zebra")
for module, name in (near, far, (tf, "zebra"), (v1, "image"), (tf, "Sesion")):
    try:
        getattr(module, name)
    except AttributeError as error:
        print(error, *getattr(error, "__notes__", ["no note"]))
"""
    near, far, second, theirs, both = run(program).splitlines()
    assert near.endswith(". The nearest name it has is 'start_queue_runners' no note")
    assert far == "module 'minigraph.compat.v1.train' has no attribute 'zebra' no note"
    assert second == "module 'tensorflow' has no attribute 'zebra' no note"
    assert theirs.endswith(
        " has no attribute 'image'. TensorFlow has it, minigraph does not no note"
    )
    assert both.endswith(" The nearest name that minigraph has is 'tf.compat.v1.Session'.")


@pytest.mark.tensorflow
def test_the_list_of_tensorflows_names_is_its_own():
    tensorflow = pytest.importorskip("tensorflow").compat.v1
    for module, names in v1._theirs().items():
        place = module.removeprefix("minigraph.compat.v1").removeprefix(".")
        offered = dir(getattr(tensorflow, place) if place else tensorflow)
        assert names == {name for name in offered if not name.startswith("_")}, module


@pytest.mark.parametrize("name", ["Sesion", "compat.v1.sesion"])
def test_python_adds_no_suggestion_of_its_own(name):
    error = f"import minigraph as tf\ntry:\n    tf.{name}\nexcept AttributeError:\n    "
    assert "Did you mean" not in run(f"{error}import traceback; print(traceback.format_exc())")
