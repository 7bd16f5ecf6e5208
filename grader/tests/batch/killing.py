"""Kills processes of a run at random, and keeps the run going until it is through.

    python -m grader.tests.batch.killing [--submissions 200] [--seed 0]

grades a class of honest and broken submissions twice, undisturbed and under fire, and prints what
the kills hit and whether the results are the same.
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil

from coursegrader.batch import gradebook_file
from coursegrader.judge.layout import find_layout
from grader.tests.attacks import course as attacks

ENDS = f"{attacks.RIGHT}\nimport os\nos._exit(3)"
TAKES_TIME = "import time\ntime.sleep(0.5)"
ANSWERS = [
    (f"{attacks.RIGHT}\n{TAKES_TIME}", attacks.RIGHT_G),
    (attacks.WRONG, f"{attacks.RIGHT_G}\n{TAKES_TIME}"),
    ("def f(x):\n    return x.nothing", attacks.RIGHT_G),
    (attacks.RIGHT, "def g(xs:"),
    (ENDS, attacks.RIGHT_G),
]
BROKEN = ["{", "", '{"cells": 3}', "[]"]
PROGRAM = Path(sys.executable).parent / "coursegrader"


@dataclass
class Fire:
    """What became of a run under fire.

    Attributes:
        hits: how many processes of each kind were killed.
        runs: how often the command had to be started.
        seconds: how long it took.
    """

    hits: Counter[str] = field(default_factory=Counter)
    runs: int = 0
    seconds: float = 0.0


def make(root: Path, count: int) -> None:
    """A course with honest and broken submissions."""
    attacks.make(root, only=())
    texts = [attacks.notebook(*answers) for answers in ANSWERS]
    texts = [
        text for pair in itertools.zip_longest(texts, BROKEN) for text in pair if text is not None
    ]
    for number, text in enumerate(itertools.islice(itertools.cycle(texts), count)):
        folder = root / "submitted" / f"s{number:03}" / "atk"
        folder.mkdir(parents=True)
        (folder / "atk.ipynb").write_text(text)


def start(root: Path) -> subprocess.Popen[bytes]:
    """Start grading."""
    return subprocess.Popen(
        [str(PROGRAM), "grade", "atk", "--course", str(root), "--jobs", "2"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def kind(process: psutil.Process) -> str:
    """What a process is for."""
    line = " ".join(process.cmdline())
    for name in ("judge.gradebook", "batch.worker", "sandbox.zygote"):
        if f"coursegrader.{name}" in line:
            return "sandbox" if name == "sandbox.zygote" else name.rpartition(".")[2]
    return "grader" if "coursegrader grade" in line else "other"


def grade_under_fire(root: Path, seed: int, most: int) -> Fire:
    """Grade, and kill processes of the run while units are in flight.

    Args:
        root: the course.
        seed: of what is killed, and when.
        most: after how many kills to let it go on in peace. Between two kills a unit is graded, so
            that every run gets on.
    """
    dice, fire, began = random.Random(seed), Fire(), time.monotonic()
    graded_at_last_kill = -1
    while True:
        process = start(root)
        fire.runs += 1
        while process.poll() is None:
            time.sleep(0.02)
            events = Counter(entry["event"] for entry in log(root))
            is_ripe = len(in_flight(root)) > 0 and events["graded"] > graded_at_last_kill
            if is_ripe and fire.hits.total() < most:
                time.sleep(dice.uniform(0.0, 0.3))
                if hit := _kill_one(process.pid, dice):
                    fire.hits[hit] += 1
                    graded_at_last_kill = events["graded"]
        if process.returncode in (0, 1):
            fire.seconds = time.monotonic() - began
            return fire


def log(root: Path) -> list[dict[str, Any]]:
    """What the run has noted; the last line may be cut short."""
    path = root / ".coursegrader" / "atk" / "log.jsonl"
    lines = path.read_text().splitlines() if path.exists() else []
    return [json.loads(line) for line in lines if line.endswith("}")]


def in_flight(root: Path) -> set[str]:
    """The students whose units are begun and not graded."""
    entries = log(root)
    graded = {entry["student"] for entry in entries if entry["event"] == "graded"}
    return {entry["student"] for entry in entries if entry["event"] == "begun"} - graded


def _kill_one(pid: int, dice: random.Random) -> str:
    """Kill one process of a run, each kind with the same chance; returns its kind."""
    with contextlib.suppress(psutil.Error, ProcessLookupError):
        grader = psutil.Process(pid)
        by_kind: dict[str, list[psutil.Process]] = {}
        for process in [grader, *grader.children(recursive=True)]:
            by_kind.setdefault(kind(process), []).append(process)
        name = dice.choice(sorted(by_kind))
        os.kill(dice.choice(by_kind[name]).pid, signal.SIGKILL)
        return name
    return ""


def results(root: Path) -> dict[str, object]:
    """The result of each student, from the records and from the gradebook."""
    scores = gradebook_file.scores(find_layout(root), "atk") or {}
    found: dict[str, object] = {}
    for path in (root / ".coursegrader" / "atk" / "students").glob("*/*.json"):
        result = json.loads(path.read_text())["result"]
        assert result["student"] not in found, "two records of one submission"
        found[result["student"]] = (result, scores.get(result["student"]))
    return found


def hit_in_flight(root: Path) -> dict[str, int]:
    """How many units kills interrupted, by what they interrupted, as the log tells."""
    entries = log(root)
    begun = Counter(entry["student"] for entry in entries if entry["event"] == "begun")
    graded = [entry for entry in entries if entry["event"] == "graded"]
    return {
        "begun, and lost with the grader": begun.total() - len(graded),
        "workers lost": sum(entry["lost"] for entry in graded),
        "sandboxes lost": sum(entry["runs"] - 1 for entry in graded),
        "graded twice": len(graded) - len({entry["student"] for entry in graded}),
    }


def main() -> None:
    """Grade a class twice and compare."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--submissions", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--kills", type=int, default=60)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as scratch:
        calm, disturbed = Path(scratch, "calm"), Path(scratch, "disturbed")
        for root in (calm, disturbed):
            make(root, options.submissions)
        start(calm).wait()
        fire = grade_under_fire(disturbed, options.seed, options.kills)
        print(
            f"{fire.hits.total()} kills {dict(fire.hits)}, {fire.runs} runs, {fire.seconds:.0f} s"
        )
        print(f"units hit in flight: {hit_in_flight(disturbed)}")
        one, other = results(calm), results(disturbed)
        print(f"{len(other)} results of {options.submissions}, as undisturbed: {one == other}")


if __name__ == "__main__":
    main()
