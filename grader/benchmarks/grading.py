"""How fast a class is graded, beside `nbgrader autograde` on the same submissions.

    python -m grader.benchmarks.grading [--submissions 60] [--jobs 2] [--assignment NAME]
    python -m grader.benchmarks.grading --memory --submissions 500

Both sides are the whole command, from its start to its end, one after the other in one run, each on
its own copy of the course. nbgrader runs as it comes, without the sandbox and the judge. The
submissions are honest: stored answers to all questions, the solution, and each stored right and
wrong answer to one question, again and again. With --memory only this grader runs, and its memory
is told as it goes on.
"""

from __future__ import annotations

import argparse
import itertools
import math
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil

from coursegrader.batch import gradebook_file
from coursegrader.course import Course
from coursegrader.generate import environment
from coursegrader.judge.layout import find_layout
from grader.tests.batch import classes

PROGRAMS = Path(sys.executable).parent
STEPS = 10


def make_class(root: Path, assignment: str, count: int, *, plain: bool) -> Course:
    """A course with `count` honest submissions."""
    course = classes.make_course(root, assignment, plain=plain)
    for number, write in enumerate(itertools.islice(classes.honest(assignment), count)):
        classes.hand_in(course, f"student{number:04}", assignment, write)
    return course


def run(course: Course, *command: str) -> subprocess.Popen[bytes]:
    """Start a program in the course's folder."""
    return subprocess.Popen(
        [str(PROGRAMS / command[0]), *command[1:]],
        cwd=course.root,
        env={**environment(), "JUPYTER_CONFIG_DIR": str(course.root / ".jupyter")},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def timed(course: Course, *command: str) -> float:
    """Seconds that a program takes."""
    began = time.perf_counter()
    run(course, *command).wait()
    return time.perf_counter() - began


def scores(course: Course, assignment: str) -> gradebook_file.Scores:
    """What the gradebook says."""
    found = gradebook_file.scores(find_layout(course.root), assignment)
    assert found, "nothing was graded"
    return found


def compare(assignment: str, count: int, jobs: int) -> None:
    """Print the time of both sides, their ratio, and whether they gave the same."""
    with tempfile.TemporaryDirectory() as scratch:
        plain = make_class(Path(scratch, "nbgrader"), assignment, count, plain=True)
        timed(plain, "nbgrader", "generate_assignment", assignment)
        judged = make_class(Path(scratch, "coursegrader"), assignment, count, plain=False)
        load = os.getloadavg()[0]
        ours = timed(judged, "coursegrader", "grade", assignment, "--jobs", str(jobs))
        theirs = timed(plain, "nbgrader", "autograde", assignment)
        print(f"{count} submissions of {assignment}, {jobs} jobs, load before {load:.1f}")
        for name, seconds in (("nbgrader autograde", theirs), ("coursegrader grade", ours)):
            print(f"{name:20} {seconds:7.1f} s   {60 * count / seconds:6.0f} a minute")
        print(f"{'ratio':20} {theirs / ours:7.1f}")
        a, b = scores(judged, assignment), scores(plain, assignment)
        print(f"{'same scores':20} {sum(a[s] == b.get(s) for s in a):7} of {count}")
        print(f"load after {os.getloadavg()[0]:.1f}")


def watch_memory(assignment: str, count: int, jobs: int) -> None:
    """Print how much memory the grader and all its processes use as it goes on."""
    with tempfile.TemporaryDirectory() as scratch:
        course = make_class(Path(scratch), assignment, count, plain=False)
        began = time.perf_counter()
        process = run(course, "coursegrader", "grade", assignment, "--jobs", str(jobs))
        log = course.root / ".coursegrader" / assignment / "log.jsonl"
        print(" saved  seconds  grader MB  workers and gradebook MB")
        shown = 0
        while process.poll() is None:
            text = log.read_text() if log.exists() else ""
            saved = text.count('"saved"')
            if saved >= shown + math.ceil(count / STEPS):
                shown = saved
                elapsed = time.perf_counter() - began
                print(f"{saved:6} {elapsed:8.1f} {_memory(process.pid)}", flush=True)
            time.sleep(0.2)
        print(f"{count} in {time.perf_counter() - began:.1f} s")


def _memory(pid: int) -> str:
    """Megabytes of a process, and of the processes that it started itself."""
    grader = psutil.Process(pid)
    own = grader.memory_info().rss / 1e6
    others = []
    for child in grader.children():
        try:
            others.append(child.memory_info().rss / 1e6)
        except psutil.NoSuchProcess:
            continue
    return f"{own:10.0f}  " + " ".join(f"{each:.0f}" for each in others)


def main() -> None:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--submissions", type=int, default=60)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--assignment", default="01_lazy_execution")
    parser.add_argument("--memory", action="store_true")
    options = parser.parse_args()
    measure = watch_memory if options.memory else compare
    measure(options.assignment, options.submissions, options.jobs)


if __name__ == "__main__":
    main()
