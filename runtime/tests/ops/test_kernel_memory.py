"""Kernels leave their inputs alone, and say so where an output shares memory with one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import minigraph.compat.v1 as tf
from minigraph import opdef, plan, registry
from runtime.tests.parity import corpus, op_samples
from runtime.tests.parity.environment import execute


class Watch:
    """Stands between plans and kernels and notes what the kernels do with their inputs."""

    def __init__(self) -> None:
        self.shared: set[str] = set()
        self.written: set[str] = set()

    def bind(self, op: Any) -> Any:
        kernel = _bind_kernel(op)

        def watched(*inputs: Any) -> Any:
            arrays = [value for value in inputs if isinstance(value, np.ndarray)]
            copies = [array.copy() for array in arrays]
            result = kernel(*inputs)
            outputs = result if isinstance(result, (tuple, list)) else [result]
            if not op.op_def.view and any(
                _share(out, array) for out in outputs for array in arrays
            ):
                self.shared.add(op.type)
            for array, copy in zip(arrays, copies, strict=True):
                if not np.array_equal(array, copy, equal_nan=array.dtype.kind in "fc"):
                    self.written.add(op.type)
            return result

        return watched


_bind_kernel = plan.bind_kernel


def _share(output: Any, array: Any) -> bool:
    return isinstance(output, np.ndarray) and np.shares_memory(output, array)


@pytest.fixture(scope="module")
def watch(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watch]:
    """What all samples of all ops did, each run once with placeholders."""
    found = Watch()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(plan, "bind_kernel", found.bind)
        patch.chdir(tmp_path_factory.mktemp("samples"))  # where those that write a file leave it
        for job in corpus.op_jobs():
            if job["mode"] == "v1":
                _run(job)
        yield found


def _run(job: dict[str, Any]) -> None:
    """Runs a sample as far as it goes: many of them show an error."""
    arrays = {name: op_samples.decode_input(item) for name, item in job["inputs"].items()}
    with tf.Graph().as_default(), tf.Session() as session:
        inputs = {
            name: tf.placeholder(tf.as_dtype(job["inputs"][name][0]), array.shape)
            for name, array in arrays.items()
        }
        feeds = {inputs[name]: array for name, array in arrays.items()}
        names = {"tf": tf, "tf2": tf, "np": np, "op": _raw_op(job["op"]), **inputs}
        try:
            built = op_samples.flat_tensors(execute(job["source"], names))
            session.run(tf.global_variables_initializer(), feeds)
            session.run(built, feeds)
        except Exception:
            return


def _raw_op(op_type: str) -> Any:
    def build(**arguments: Any) -> Any:
        op_def = opdef.lookup(op_type)
        inputs = tuple(arguments.pop(arg.name) for arg in op_def.inputs)
        return registry.apply_op(op_def, inputs, arguments, None)

    return build


def test_an_output_that_shares_memory_with_an_input_is_declared_a_view(watch: Watch) -> None:
    assert watch.shared == set()


def test_no_kernel_writes_into_its_inputs(watch: Watch) -> None:
    assert watch.written == set()
