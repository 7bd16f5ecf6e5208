"""Speed and size of minigraph beside TensorFlow and hand-written NumPy, as one table.

    python runtime/benchmarks/run.py            everything, a few minutes
    python runtime/benchmarks/run.py --quick    fewer rounds, for a look

Each side runs in processes of its own, in turn, so that a change of the machine's speed meets all
of them; the table shows medians and their ratio. It reports and never fails: tests do not time.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

WORKER = Path(__file__).with_name("worker.py")


class Row(NamedTuple):
    """One line of the table: what is measured, on which sides, and what it must reach."""

    name: str
    task: str
    sides: tuple[str, ...]
    unit: str
    goal: str


ROWS = (
    Row("import minigraph", "import", ("minigraph", "numpy", "tensorflow"), "ms",
        "1.5 x numpy, 1/15 TF"),
    Row("import minigraph.compat.v1", "import_v1", ("minigraph", "numpy", "tensorflow"), "ms",
        ""),
    Row("3x^2+2x+1, two points fed as a list", "polynomial", ("minigraph", "numpy", "tensorflow"),
        "us", "4 x numpy, 1/20 TF"),
    Row("softmax regression step, 784 x 10, batch 128", "softmax",
        ("minigraph", "numpy", "tensorflow"), "us", "1.15 x numpy, below TF"),
    Row("building a graph of 2,000 ops, per op", "build", ("minigraph", "tensorflow"), "us",
        "20 us"),
    Row("building a graph of 100,000 ops, per op", "build_large", ("minigraph",), "us", "20 us"),
    Row("a plan for 100,000 ops, per op", "plan_large", ("minigraph",), "us", "linear"),
    Row("running 100,000 ops, per op", "run_large", ("minigraph", "tensorflow"), "us", ""),
    Row("memory growth over 10,000 runs", "memory", ("minigraph", "tensorflow"), "kB", "0"),
    Row("a run after the graph grew by 20,000 ops / before", "grown", ("minigraph",), "x", "1"),
    Row("one thread / two threads, elementwise on 200,000 numbers", "threads",
        ("minigraph", "tensorflow"), "x", "above 1"),
)  # fmt: skip


def measure(task: str, side: str) -> float:
    """One measurement in a process of its own."""
    environment = dict(os.environ, TF_CPP_MIN_LOG_LEVEL="3", CUDA_VISIBLE_DEVICES="")
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    # A fixed kernel of OpenBLAS is a setting of some machines that slows NumPy down.
    environment.pop("OPENBLAS_CORETYPE", None)
    environment.pop("OPENBLAS_L2_SIZE", None)
    command = [sys.executable, str(WORKER), task, side]
    result = subprocess.run(
        command, env=environment, capture_output=True, text=True, check=False, timeout=600
    )
    if result.returncode:
        raise SystemExit(f"{task} on {side} failed:\n{result.stderr}")
    return float(json.loads(result.stdout.splitlines()[-1]))


def medians(row: Row, rounds: int) -> dict[str, float]:
    """The median of each side, measured in turn."""
    values: dict[str, list[float]] = {side: [] for side in row.sides}
    for side in row.sides:
        measure(row.task, side)  # a warm-up: files into the cache, bytecode written
    for _ in range(rounds):
        for side in row.sides:
            values[side].append(measure(row.task, side))
    return {side: statistics.median(found) for side, found in values.items()}


def line(row: Row, found: dict[str, float]) -> list[str]:
    """The cells of one line, the ratios to minigraph included."""
    ours = found["minigraph"]
    cells = [row.name, _number(ours, row.unit)]
    for side in ("numpy", "tensorflow"):
        if side not in found:
            cells += ["", ""]
            continue
        cells.append(_number(found[side], row.unit))
        cells.append(f"{ours / found[side]:.2f}" if found[side] else "")
    return [*cells, row.goal]


def _number(value: float, unit: str) -> str:
    return f"{value:,.1f} {unit}" if value < 1000 else f"{value:,.0f} {unit}"


HEAD = ["what", "minigraph", "NumPy", "ratio", "TensorFlow", "ratio", "goal"]


def table(lines: Sequence[Sequence[str]]) -> str:
    """A Markdown table."""
    rows = [HEAD, ["---"] * len(HEAD), *lines]
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def main() -> None:
    """Measures every row and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="two rounds instead of five")
    parser.add_argument("task", nargs="*", help="only these tasks")
    arguments = parser.parse_args()
    rounds = 2 if arguments.quick else 5
    rows = [row for row in ROWS if not arguments.task or row.task in arguments.task]
    print(f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores, ", end="")
    print(f"Python {platform.python_version()}, medians of {rounds} rounds", flush=True)
    lines = []
    for row in rows:
        lines.append(line(row, medians(row, rounds)))
        print(f"  {row.name}", file=sys.stderr, flush=True)
    print()
    print(table(lines))


if __name__ == "__main__":
    main()
