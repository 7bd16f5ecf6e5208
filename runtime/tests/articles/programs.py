"""Runs the programs of the article on one backend and prints how each ends, as JSON.

    python programs.py minigraph|tensorflow

A program ends with what it printed, what it raised, and what its threads raised.
"""

import contextlib
import io
import json
import re
import sys
import threading
from pathlib import Path

HERE = Path(__file__).parent
SHIM = "import tensorflow as tf\n"
# What a reader would mend one after the other.
REPAIRS = {
    "as written": [],
    "names of 1.x": [(SHIM, "import tensorflow.compat.v1 as tf\ntf.disable_v2_behavior()\n")],
    "name of the class": [("tf.SessionRunArgs", "tf.train.SessionRunArgs")],
    "fetches and feeds": [("sess.run(fetches)", "sess.run(fetches.fetches, fetches.feed_dict)")],
}


def run(source: str, backend: str) -> list[str]:
    source = source.replace("import tensorflow", f"import {backend}")
    died: list[str] = []
    before, printed = set(threading.enumerate()), io.StringIO()
    threading.excepthook = lambda caught: died.append(described(caught.exc_value))
    with contextlib.redirect_stdout(printed):
        try:
            exec(compile(source, "program", "exec"), {"__name__": "program"})
        except Exception as error:
            died.append(described(error))
        for thread in set(threading.enumerate()) - before:
            thread.join()
    return [*printed.getvalue().splitlines(), *died]


def described(error: object) -> str:
    text = re.sub(r"module '(tensorflow|minigraph)", "module 'tf", str(error))
    # minigraph names what is near to an attribute that is missing.
    return (
        f"{type(error).__name__}: {re.split('[.] The nearest name|[.] TensorFlow has it', text)[0]}"
    )


def ends(backend: str) -> dict[str, list[str]]:
    found = {}
    for path in sorted((HERE / "original").glob("*.py")):
        source = path.read_text(encoding="utf-8")
        for stage, repairs in REPAIRS.items():
            for old, new in repairs:
                source = source.replace(old, new)
            found[f"{path.stem}, {stage}"] = run(source, backend)
        working = (HERE / "working" / path.name).read_text(encoding="utf-8")
        found[f"{path.stem}, working"] = run(working, backend)
    return found


if __name__ == "__main__":
    print(json.dumps(ends(sys.argv[1])))
