"""The graded notebook: what formgrader shows and what feedback pages are made from.

Its outputs are sanitised, its hidden tests are cut out, and its test cells carry outputs from which
nbgrader reads the very score that the judge gave.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from coursegrader.judge import sanitise
from coursegrader.judge.assignment import Assignment
from coursegrader.judge.outputs import Output
from coursegrader.judge.restore import Restored, RestoredCell, checksum, released
from coursegrader.judge.results import NOT_ANSWERED, QuestionResult
from coursegrader.judge.supervisor import CellOutcome
from coursegrader.judge.verdicts import Verdict
from coursegrader.notebooks import Notebook
from coursegrader.regions import Region, has

HIDDEN_NOTE = "# (hidden tests)"
SHORTENED = 1_000
CUT = "# ... the rest of this cell is left out here"
_NO_OUTCOME = CellOutcome()


def graded_notebook(
    assignment: Assignment,
    source: Notebook,
    restored: Restored,
    outcomes: Sequence[CellOutcome],
    questions: Mapping[str, QuestionResult],
    note: str,
) -> dict[str, Any]:
    """The graded notebook in Jupyter's format 4.5.

    Args:
        assignment: where the notebook's and the cells' metadata are taken from.
        source: the instructor's notebook.
        restored: the cells.
        outcomes: an outcome for each code cell; empty if nothing was run.
        questions: the result of each graded cell.
        note: a sentence for the top of the notebook, or empty.
    """
    original = assignment.contents[source.name]
    metadata = {
        raw["metadata"]["nbgrader"]["grade_id"]: raw
        for raw in original["cells"]
        if raw.get("metadata", {}).get("nbgrader", {}).get("grade_id")
    }
    cells = [_note(note)] if note else []
    remaining = list(outcomes)
    effort = sanitise.Effort()
    count = 0
    for number, cell in enumerate(restored.cells):
        built = _cell(cell, metadata.get(cell.grade_id), number, assignment, effort)
        if cell.kind == "code":
            outcome = remaining.pop(0) if remaining else None
            count += outcome is not None
            built["execution_count"] = count if outcome else None
            built["outputs"] = _outputs(cell, outcome, questions.get(cell.grade_id), effort)
        cells.append(built)
    kept = ("kernelspec", "language_info")
    given = original.get("metadata", {})
    return {
        "cells": cells,
        "metadata": {name: given[name] for name in kept if name in given},
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def _note(text: str) -> dict[str, Any]:
    return {
        "cell_type": "markdown",
        "id": "about-this-file",
        "metadata": {},
        "source": sanitise.markdown(f"**About this file:** {text}"),
    }


def _cell(
    cell: RestoredCell,
    original: dict[str, Any] | None,
    number: int,
    assignment: Assignment,
    effort: sanitise.Effort,
) -> dict[str, Any]:
    """A cell without outputs; metadata is the instructor's or none."""
    built: dict[str, Any] = {
        "cell_type": cell.kind,
        "id": f"own-{number}",
        "metadata": {},
        "source": cell.source,
    }
    is_students = original is None or cell.original is None or cell.original.solution
    if cell.kind == "markdown" and is_students:
        pasted = cell.submitted.attachments if cell.submitted is not None else {}
        built["source"] = sanitise.markdown(cell.source, pasted, effort)
    elif cell.kind == "raw" and is_students:
        # It goes into a page as it is.
        built["source"] = sanitise.html(sanitise.plain(cell.source), effort)
    elif cell.kind == "code":
        shown = cell.source if is_students else _without_hidden(cell.source)
        if is_students and not effort.allows_code(shown):
            shown = f"{shown[:SHORTENED]}\n{CUT}"
        built["source"] = shown
    if original is not None and cell.original is not None:
        instructors = cell.original
        stubs = assignment.code_stub, assignment.text_stub
        handout = released(instructors, *stubs) if instructors.solution else instructors.source
        built["id"] = original.get("id", built["id"])
        claims = dict(original["metadata"]["nbgrader"])
        untouched = handout if cell.source.strip() else built["source"]  # empty is not answered
        claims["checksum"] = checksum(cell.kind, untouched, claims)
        built["metadata"] = {"nbgrader": claims}
    return built


def _without_hidden(source: str) -> str:
    """A test cell with a note in place of each hidden region."""
    if not has(source, Region.HIDDEN_TESTS):
        return source
    lines: list[str] = []
    hidden = False
    for line in source.split("\n"):
        if f"BEGIN {Region.HIDDEN_TESTS.value}" in line:
            hidden = True
            lines.append(line[: len(line) - len(line.lstrip())] + HIDDEN_NOTE)
        elif f"END {Region.HIDDEN_TESTS.value}" in line:
            hidden = False
        elif not hidden:
            lines.append(line)
    return "\n".join(lines)


def _outputs(
    cell: RestoredCell,
    outcome: CellOutcome | None,
    question: QuestionResult | None,
    effort: sanitise.Effort,
) -> list[Output]:
    is_test = cell.original is not None and cell.original.is_test
    given = outcome or _NO_OUTCOME
    records = [sanitise.output(record, effort) for record in given.outputs]
    if not is_test:
        if given.lost:
            records.append(_error("Stopped", f"This cell {given.lost}.", []))
        return [_complete(record) for record in records]
    if question is not None and question.reason == NOT_ANSWERED:
        records = []  # what the parts of a test say of names that nobody has bound
    shown = [_complete({**r, "name": "stdout"} if "name" in r else r) for r in records]
    return [*shown, *_verdict(given.verdict, question)]


def _complete(record: Output) -> Output:
    """An output record with the fields that the format requires."""
    return {"metadata": {}, **record} if "data" in record else record


def _verdict(verdict: Verdict | None, question: QuestionResult | None) -> list[Output]:
    """The output from which nbgrader reads the score of a test cell."""
    if question is None or question.score == question.max_score:
        return []
    if question.score:
        data = {"text/plain": f"{question.score:g}"}
        result = {"output_type": "execute_result", "data": data, "metadata": {}}
        return [{**result, "execution_count": None}]
    details = []
    if verdict is not None:
        details += [f"in the test: {line}" for line in verdict.lines]
        details += [f"in your code, {line}" for line in verdict.trace.split("\n") if line]
    name = verdict.error if verdict is not None and verdict.error else "NoPoints"
    return [_error(name, question.reason, details)]


def _error(name: str, reason: str, details: list[str]) -> Output:
    lines = [reason, *details]
    return {
        "output_type": "error",
        "ename": name,
        "evalue": sanitise.plain(reason),
        "traceback": [sanitise.plain(line) for line in lines],
    }
