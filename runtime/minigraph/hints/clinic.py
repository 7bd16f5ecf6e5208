"""The reproductions of the hints: run on a backend, and as the page `course/CLINIC.md`.

python -m minigraph.hints.clinic > course/CLINIC.md     writes the page
python -m minigraph.hints.clinic tensorflow.compat.v1   says as JSON how each fails on TensorFlow
"""

from __future__ import annotations

import importlib
import json
import linecache
import re
import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

from minigraph import hints

OPENING = """# The clinic: error messages of graph mode

Each entry is a message, the smallest program that fails with it, what the runtime saw in that
program, and the cure. `minigraph` puts the last two under the message itself. For a message from
elsewhere, of TensorFlow too, `minigraph.why("the pasted message")` finds the entry.

条目依次给出：错误信息、最小的复现程序、运行时看到的原因、解决办法。把错误信息粘贴到
`minigraph.why("...")` 中即可找到对应条目。

Every program begins with

```python
import minigraph.compat.v1 as tf  # or tensorflow.compat.v1

tf.disable_v2_behavior()
```

Those marked *eager* leave the last line out: they fail in the modes in which TensorFlow 2 starts.
标有 *eager* 的程序不写最后一行：它们在 TensorFlow 2 的默认模式下出错。
"""

_WORDS = ("What the runtime saw:", "运行时看到："), ("The cure:", "解决办法：")

WIDTH = 150
"""Longest heading; the rest of a message is left out."""


class Outcome(NamedTuple):
    """How a reproduction ended: the type of the error, its message, its notes."""

    error: str
    message: str
    notes: list[str]


def run(entry: hints.Entry, tf: Any) -> Outcome:
    """Runs a reproduction in a new default graph of a backend."""
    name = f"<{entry.id}>"
    root = tf.__name__.split(".")[0]
    text = entry.reproduction.replace("import minigraph", f"import {root}")
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    if not entry.options.get("eager"):
        tf.reset_default_graph()
    try:
        exec(compile(text, name, "exec"), {"tf": tf})
    except Exception as error:
        notes = [n for n in getattr(error, "__notes__", ()) if n.startswith(hints.HEAD)]
        return Outcome(type(error).__name__, hints.message_of(error), notes)
    finally:
        if "simulate_gpu" in text:
            importlib.import_module("minigraph.devices").simulate_gpu(0)
    return Outcome("", "", [])


def run_all(backend: str) -> dict[str, Outcome]:
    """How every reproduction ends that the backend can run; in a process that ran nothing else."""
    tf = importlib.import_module(backend)
    ours = backend.startswith("minigraph")
    entries = [entry for entry in hints.table() if ours or "only" not in entry.options]
    eager = [entry for entry in entries if entry.options.get("eager")]
    outcomes = {entry.id: run(entry, tf) for entry in eager}
    tf.disable_v2_behavior()
    return outcomes | {entry.id: run(entry, tf) for entry in entries if entry not in eager}


def page() -> str:
    """The page, lesson by lesson."""
    outcomes = run_all("minigraph.compat.v1")
    sections: dict[str, list[hints.Entry]] = {}
    for entry in sorted(hints.table(), key=lambda entry: entry.options["lesson"]):
        sections.setdefault(entry.lesson, []).append(entry)
    parts = [OPENING]
    for lesson, entries in sections.items():
        title = lesson.replace("_", " ")
        parts.append(f"## Lesson [{title}]({lesson}.ipynb)\n" if lesson else "## Files\n")
        for entry in entries:
            parts += _entry(entry, outcomes[entry.id])
    return "\n".join(parts)


def _entry(entry: hints.Entry, outcome: Outcome) -> Iterator[str]:
    found = entry.pattern.search(outcome.message)
    start = found.start() if found and found.start() > WIDTH // 3 else 0
    shown = ("… " if start else "") + outcome.message[start:].split("\n\t")[0]
    heading = re.sub(r"0x\w+", "0x…", " ".join(shown.split()))
    heading = heading if len(heading) <= WIDTH else heading[: WIDTH - 1].rstrip() + "…"
    yield f"### `{outcome.error}: {heading.replace('`', chr(39))}`\n"
    yield "*eager*\n" * bool(entry.options.get("eager")) + f"```python\n{entry.reproduction}```\n"
    known = hints.find(outcome.message)[1]  # type: ignore[index]
    (note,) = outcome.notes or [entry.note(known)]
    *english, chinese = note.split("\n")
    told = (" ".join(english), chinese)
    for line, cure, saw, does in zip(told, entry.cure, *_WORDS, strict=True):
        cure = cure.format_map(known)
        cause = line.partition(cure)[0].strip().removeprefix(hints.HEAD).removeprefix(hints.HEAD_ZH)
        yield f"- **{saw}** {cause}\n- **{does}** {cure}"
    yield ""


if __name__ == "__main__":
    if len(sys.argv) > 1:
        sys.stdout.write(json.dumps(run_all(sys.argv[1])))
    else:
        sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
        sys.stdout.write(page())
