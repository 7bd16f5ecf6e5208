"""What the pieces of code under comparison see, on either backend.

`Backend` loads a backend once; the functions below it are called in a forked child, so that no
state of one job reaches another.
"""

from __future__ import annotations

import ast
import collections
import contextlib
import dataclasses
import importlib
import importlib.util
import io
import linecache
import logging
import os
import re
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import attr
import numpy as np

from .encode import Outcome, encode, outcome_of_error

Job = dict[str, Any]

# What a backend loads on first use; loading it before the fork saves that in every child.
_NAMES_TO_LOAD = ("ConfigProto", "gradients", "saved_model", "summary", "train", "while_loop")
_TENSORFLOW_MODULES = (
    "tensorflow.python.autograph.core.converter",
    "tensorflow.python.client.timeline",
    "tensorflow.python.framework.op_def_registry",
    "tensorflow.python.ops.ragged.ragged_factory_ops",
    "tensorflow.python.ops.while_v2",
)


class Backend:
    """A backend: `tf` is its `compat.v1`, `tf2` its top level."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.tf2 = importlib.import_module(name)
        self.tf = importlib.import_module(f"{name}.compat.v1")
        for attribute in _NAMES_TO_LOAD:
            with contextlib.suppress(Exception):  # where it fails, the job that uses it shows it
                getattr(self.tf, attribute)
        if name == "tensorflow":
            self._warm_up()
        else:
            sys.modules["tensorflow"] = None  # type: ignore[assignment]  # never the real one
            if install := getattr(self.tf2, "install_as_tensorflow", None):
                install()

    def _warm_up(self) -> None:
        for module in _TENSORFLOW_MODULES:
            importlib.import_module(module)
        with self.tf.Graph().as_default():
            self.tf.add(self.tf.constant(1.0), 1.0)


def run_snippet(backend: Backend, job: Job) -> Outcome:
    """Runs a piece of code in a fresh graph and encodes the value of its last expression."""
    tf: Any = backend.tf
    if job["mode"] == "v1":
        tf.disable_v2_behavior()
    names = _names(backend)
    if job["mode"] == "eager":
        return _outcome(lambda: execute(job["source"], names))
    graph = tf.Graph()
    with graph.as_default():
        tf.no_op(name="keep")
        names.update(g=graph, s=tf.Session(graph=graph))
        return _outcome(lambda: execute(job["source"], names))


def run_case(backend: Backend, job: Job) -> Outcome:
    """Calls `case(tf)` of a case file."""
    if job["mode"] == "v1":
        backend.tf.disable_v2_behavior()
    module = ModuleType("case")
    code = compile(_remember(job["source"], job["file"]), job["file"], "exec")
    exec(code, module.__dict__)
    return _outcome(lambda: module.case(backend.tf))


def run_program(backend: Backend, job: Job) -> Outcome:
    """Runs a whole program; encodes the lines that it prints and what it and its threads raise.

    Lines are sorted where threads write them.
    """
    printed, raised = io.StringIO(), []
    threading.excepthook = lambda args: raised.append(args.exc_value)
    np.random.seed(1)

    def print_line(*values: object) -> None:
        printed.write(" ".join(map(str, values)) + "\n")  # at once: threads share the stream

    names: dict[str, Any] = {"__name__": "__main__", "print": print_line}
    code = compile(_remember(job["source"], job["file"]), job["file"], "exec")
    error: list[BaseException] = []
    with contextlib.redirect_stdout(printed):
        try:
            exec(code, names)
        except Exception as failure:
            error.append(failure)
    text = printed.getvalue()
    if "threading" in job["source"]:
        text = "\n".join(sorted(line for line in text.splitlines() if line))
    return {
        "kind": "value",
        "value": encode(re.split("^(?=#### )", text, flags=re.MULTILINE)),
        "raised": [outcome_of_error(item) for item in error],
        "threads": sorted(f"{type(item).__name__}: {item}" for item in raised),
    }


def execute(source: str, names: dict[str, Any]) -> Any:
    """Executes `source` and returns the value of its last expression, if it ends in one."""
    tree = ast.parse(_remember(source, "t.py"))
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "t.py", "exec"), names)
    if last is None:
        return None
    return eval(compile(ast.Expression(last.value), "t.py", "eval"), names)


def _remember(source: str, filename: str) -> str:
    """Lets tracebacks and autograph find the source text."""
    lines = source.splitlines(keepends=True)
    linecache.cache[filename] = (len(source), None, lines, filename)
    return source


def _outcome(call: Callable[[], Any]) -> Outcome:
    """The encoded result; values are encoded inside, since a `repr` may ask the default graph."""
    try:
        return {"kind": "value", "value": encode(call())}
    except BaseException as error:
        return outcome_of_error(error)


def _names(backend: Backend) -> dict[str, Any]:
    """The global names of a snippet."""
    tf: Any = backend.tf
    module = ModuleType("snippet")
    sys.modules["snippet"] = module
    names = module.__dict__
    names.update(
        attr=attr,
        collections=collections,
        dataclasses=dataclasses,
        np=np,
        os=os,
        re=re,
        sys=sys,
        tempfile=tempfile,
        threading=threading,
        time=time,
        tf=tf,
        tf2=backend.tf2,
        P=tf.placeholder,
        ex=returned_or_raised,
        logs=lambda: captured_log(tf.get_logger()),
    )
    return names


def returned_or_raised(call: Callable[[], Any]) -> Any:
    """`ex(f)`: ("returned", what f() returns), or "Type: message" of what it raises."""
    try:
        return ("returned", call())
    except Exception as error:
        return f"{type(error).__name__}: {error}"


@contextlib.contextmanager
def captured_log(logger: logging.Logger) -> Iterator[list[tuple[str, str]]]:
    """`logs()`: the (level, message) pairs that the backend's logger is given inside the block."""
    records: list[tuple[str, str]] = []

    class Collect(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            records.append((record.levelname, record.getMessage()))

    handler, level = Collect(), logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    try:
        yield records
    finally:
        logger.removeHandler(handler)
        logger.setLevel(level)
