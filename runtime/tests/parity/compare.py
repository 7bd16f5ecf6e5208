"""Runs snippets, cases and op samples on minigraph and shows where TensorFlow does otherwise.

    .venv/bin/python -m runtime.tests.parity.compare [WHAT ...] [--mode v1|v2|both] [--first N]

WHAT is a group (`fetches`, `cases`, `ops`, ...) or a part of a title; without it everything runs.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from . import corpus, open_list, reference
from .differences import differing_fields, show
from .encode import Outcome
from .environment import Job

BACKEND = "minigraph"


@dataclass
class Report:
    """What a comparison found: job id -> the fields that differ."""

    jobs: list[Job]
    expected: dict[str, Outcome]
    actual: dict[str, Outcome]
    differing: dict[str, list[str]] = field(default_factory=dict)

    def compare(self, jobs: list[Job]) -> None:
        """Compares the outcomes of `jobs` field by field."""
        excluded = open_list.exclusions()
        for job in jobs:
            identity = job["id"]
            actual = self.actual.get(identity, {"kind": "nothing"})
            fields = differing_fields(self.expected.get(identity, {"kind": "nothing"}), actual)
            fields = [name for name in fields if name not in excluded.get(identity, ())]
            self.differing.pop(identity, None)
            if fields:
                self.differing[identity] = fields

    def regressions(self) -> list[str]:
        """Jobs that differ though the open list does not say so."""
        return sorted(self.differing.keys() - open_list.read_open())

    def matching_though_open(self) -> list[str]:
        """Jobs that agree though the open list says they do not."""
        ran = {job["id"] for job in self.jobs}
        return sorted(open_list.read_open() & ran - self.differing.keys())

    def problems(self) -> str:
        """What a test fails with: the differences that the open list does not name."""
        regressions = self.regressions()
        shown = "\n".join(map(self.explain, regressions[:20]))
        return f"{len(regressions)} differ from TensorFlow:\n\n{shown}" if regressions else ""

    def explain(self, identity: str) -> str:
        """One difference: title, code, what TensorFlow does, what minigraph does."""
        source = next(job["source"] for job in self.jobs if job["id"] == identity)
        indented = "".join(f"    {line}\n" for line in source.splitlines())
        fields = self.differing[identity]
        return (
            f"{identity}   (differs in {', '.join(fields)})\n{indented}"
            f"  TensorFlow: {show(self.expected.get(identity), fields)}\n"
            f"  minigraph:  {show(self.actual.get(identity), fields)}\n"
        )


def compare(jobs: list[Job], actual: Mapping[str, Outcome] | None = None) -> Report:
    """Runs `jobs` on both sides, if they have not run here, and compares field by field."""
    expected = reference.tensorflow_outcomes(jobs)
    actual = reference.run(BACKEND, jobs) if actual is None else actual
    report = Report(jobs, dict(expected), dict(actual))
    report.compare(jobs)
    # Threads and time limits depend on how busy the machine is: what differs runs again, alone.
    regressions = set(report.regressions())
    again = [{**job, "batch": job["id"]} for job in jobs if job["id"] in regressions]
    if again:
        report.actual.update(reference.run(BACKEND, again, timeout=90.0))
        report.compare(again)
        again = [job for job in again if job["id"] in report.differing]
        report.expected.update(reference.run("tensorflow", again, timeout=90.0))
        report.compare(again)
    return report


def select(jobs: list[Job], words: list[str], mode: str) -> list[Job]:
    """The jobs of `mode` whose group is one of `words`, or whose title contains one."""
    groups = {job["group"] for job in jobs}
    return [
        job
        for job in jobs
        if mode in ("both", job["mode"]) or job["mode"] == "eager"
        if not words
        or any(job["group"] == word if word in groups else word in job["id"] for word in words)
    ]


def main(arguments: list[str] | None = None) -> int:
    """The command line; returns 1 where something differs that is not in the open list."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", nargs="*", help="a group, or a part of a title")
    parser.add_argument("--mode", choices=("v1", "v2", "both"), default="both")
    parser.add_argument("--first", type=int, default=10, help="differences to show (10)")
    parser.add_argument("--update-open", action="store_true", help="rewrite open.txt for these")
    options = parser.parse_args(arguments)
    jobs = select(_jobs(), options.what, options.mode)
    if not jobs:
        parser.error("nothing is called that")
    try:
        report = compare(jobs)
    except reference.BackendFailed as failure:
        print(failure)
        return 2
    _print_report(report, options.first)
    if options.update_open:
        ran = {job["id"] for job in jobs}
        if not options.what and options.mode == "both":
            ran |= open_list.read_open()  # what is left of these is called otherwise, or gone
        open_list.update_open(ran, report.differing)
    return bool(report.regressions())


def _jobs() -> list[Job]:
    """All jobs; without the op definitions while a module of ops does not load."""
    try:
        return corpus.all_jobs()
    except Exception as error:
        print(f"no op definitions, since a module of ops does not load: {error!r}")
        return corpus.snippet_jobs() + corpus.case_jobs() + corpus.op_jobs()


def _print_report(report: Report, first: int) -> None:
    regressions = report.regressions()
    order = [*regressions, *(i for i in report.differing if i not in set(regressions))]
    for identity in order[:first]:
        print(
            ("" if identity not in regressions else "NOT IN open.txt: ") + report.explain(identity)
        )
    total: Counter[tuple[str, str]] = Counter()
    right: Counter[tuple[str, str]] = Counter()
    for job in report.jobs:
        total[job["group"], job["mode"]] += 1
        right[job["group"], job["mode"]] += job["id"] not in report.differing
    for group in dict.fromkeys(group for group, _ in total):
        counts = [
            f"{mode} {right[group, mode]:3}/{total[group, mode]:<3}"
            for mode in ("v1", "v2", "eager")
            if total[group, mode]
        ]
        print(f"{group:16}", "  ".join(counts))
    closed = report.matching_though_open()
    print(
        f"{right.total()} of {total.total()} as TensorFlow; {len(report.differing)} differ, "
        f"{len(regressions)} of them not in open.txt; {len(closed)} in open.txt agree"
    )


if __name__ == "__main__":
    sys.exit(main())
