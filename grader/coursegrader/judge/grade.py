"""Grades one submission: from a folder to a result and the notebook that shows it."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from coursegrader.judge.assignment import Assignment
from coursegrader.judge.folder import Folder, look_into
from coursegrader.judge.notebook_file import graded_notebook
from coursegrader.judge.observed import LEFT_RUNNING
from coursegrader.judge.plan import plan
from coursegrader.judge.restore import Restored, answers_of, restore
from coursegrader.judge.results import NOT_ANSWERED, QuestionResult, Status, SubmissionResult
from coursegrader.judge.sanitise import plain
from coursegrader.judge.spoilers import (
    find_spoiled,
    find_victims,
    keep_better,
    without,
)
from coursegrader.judge.submission import Submission, Unreadable, read_submission
from coursegrader.judge.supervisor import CellOutcome, Supervisor
from coursegrader.judge.untold import as_if_untold
from coursegrader.judge.verdicts import Verdict
from coursegrader.notebooks import Cell, Notebook

FOR_A_PERSON = ""
_GIVES_UP = ("NameError", "NotImplementedError")


@dataclass(frozen=True)
class Graded:
    """What grading one submission gave.

    Attributes:
        result: points and reasons.
        notebooks: the graded notebooks in Jupyter's format, by name without extension.
        files: files of the student's that are safe to keep beside them.
    """

    result: SubmissionResult
    notebooks: Mapping[str, dict[str, Any]]
    files: tuple[Path, ...] = ()


def grade_submission(
    student: str, folder: Path, assignment: Assignment, supervisor: Supervisor
) -> Graded:
    """Grade what a student handed in; whatever that is, there is a result.

    Args:
        student: the student's id.
        folder: the student's folder for the assignment.
        assignment: the instructor's notebooks and files.
        supervisor: runs the cells.
    """
    found = look_into(folder, assignment)
    graded = [
        grade_notebook(source, found, assignment, supervisor) for source in assignment.notebooks
    ]
    several = len(graded) > 1
    questions = {
        f"{one.name}/{grade_id}" if several else grade_id: replace(
            question, reason=plain(question.reason)
        )
        for one in graded
        for grade_id, question in one.questions.items()
    }
    failed = all(one.failed for one in graded)
    reasons = [*(one.reason for one in graded if one.reason)]
    anomalies = [*found.notes, *(note for one in graded for note in one.anomalies)]
    result = SubmissionResult(
        student=student,
        status=Status.FAILED if failed else Status.GRADED,
        questions=questions,
        reason=plain(" ".join(reasons)),
        anomalies=tuple(map(plain, anomalies)),
    )
    return Graded(result, {one.name: one.content for one in graded}, tuple(found.files))


@dataclass(frozen=True)
class GradedNotebook:
    """One graded notebook: points, content, and what was odd about it."""

    name: str
    questions: dict[str, QuestionResult]
    content: dict[str, Any]
    failed: bool
    reason: str
    anomalies: tuple[str, ...] = ()


def grade_notebook(
    source: Notebook, folder: Folder, assignment: Assignment, supervisor: Supervisor
) -> GradedNotebook:
    """Grade one notebook of an assignment; a missing or unreadable one is zero points."""
    reason = folder.reasons.get(source.name, "")
    failed = source.name not in folder.notebooks
    submission = Submission()
    if not failed:
        try:
            submission = read_submission(folder.notebooks[source.name])
        except Unreadable as error:
            failed, reason = True, f"{reason} {error}".strip()
    restored = restore(
        source, submission, code_stub=assignment.code_stub, text_stub=assignment.text_stub
    )
    if failed:
        questions = {
            cell.grade_id or "": QuestionResult(0.0, cell.points or 0.0, reason)
            for cell in _with_points(source)
        }
        content = graded_notebook(assignment, source, restored, [], questions, reason)
        return GradedNotebook(source.name, questions, content, True, reason)
    files = {**folder.data(), **assignment.files}
    questions, outcomes = score_cells(source, restored, supervisor, files)
    notes = " ".join([reason, *submission.notes]).strip()
    content = graded_notebook(assignment, source, restored, outcomes, questions, notes)
    anomalies = (*submission.notes, *restored.anomalies, *_incidents(restored, outcomes))
    return GradedNotebook(source.name, questions, content, False, notes, anomalies)


def score_cells(
    source: Notebook,
    restored: Restored,
    supervisor: Supervisor,
    files: Mapping[str, bytes],
) -> tuple[dict[str, QuestionResult], list[CellOutcome]]:
    """Run a restored notebook: a result for each graded cell, an outcome for each code cell."""
    planned, deadline = plan(source, restored), supervisor.deadline()
    outcomes = supervisor.run(planned, files, deadline)
    code = [cell for cell in restored.cells if cell.kind == "code"]
    spoiled = find_spoiled(code, outcomes)
    if spoiled.tests:
        again = supervisor.run(without(planned, spoiled), files, deadline)
        outcomes = keep_better(outcomes, again, spoiled)
    answers = answers_of(source.tests(), source.cells)
    for test, cells in find_victims(code, outcomes, answers).items():
        alone = supervisor.run([planned[number] for number in cells], files, deadline)
        if alone[-1].ok:
            outcomes[test] = replace(alone[-1], spoiled=True)
            for number, outcome in zip(cells, alone, strict=True):
                if outcomes[number].lost:  # by what another cell did
                    outcomes[number] = outcome
    if not supervisor.show_hidden:  # else messages may quote what hidden tests pass anyway
        rerun = partial(supervisor.run, files=files, deadline=deadline)
        outcomes = as_if_untold(planned, outcomes, rerun)
    return _questions(source, restored, outcomes), outcomes


def _questions(
    source: Notebook, restored: Restored, outcomes: Sequence[CellOutcome]
) -> dict[str, QuestionResult]:
    """A result for each graded cell of the instructor's notebook."""
    code = [cell for cell in restored.cells if cell.kind == "code"]
    by_id = {
        cell.grade_id: outcome
        for cell, outcome in zip(code, outcomes, strict=True)
        if cell.grade_id
    }
    answers = answers_of(source.tests(), source.cells)
    questions = {}
    for cell in _with_points(source):
        grade_id = cell.grade_id or ""
        if not cell.is_test:
            questions[grade_id] = _manual(cell, restored)
            continue
        outcome = by_id[grade_id]
        verdict = outcome.verdict or Verdict(ok=False)
        scored = questions[grade_id] = _scored(cell, outcome, verdict)
        about = answers.get(grade_id, [])
        if verdict.ok and scored.score == 0.0 and _is_unanswered(about, restored):
            questions[grade_id] = replace(scored, reason=NOT_ANSWERED)
        if not verdict.ok:
            before = _about_answers(about, restored, by_id, verdict)
            gave_up = before and verdict.error in _GIVES_UP
            reason = before if gave_up or before == NOT_ANSWERED else f"{before} {verdict.reason}"
            questions[grade_id] = QuestionResult(0.0, cell.points or 0.0, reason.strip())
    return questions


def _with_points(source: Notebook) -> list[Cell]:
    """Test cells, answers that a person grades, and tasks."""
    return [cell for cell in source.cells if cell.grade_id and cell.points is not None]


def _manual(cell: Cell, restored: Restored) -> QuestionResult:
    points, grade_id = cell.points or 0.0, cell.grade_id or ""
    if grade_id in restored.missing:
        return QuestionResult(0.0, points, f"The answer {grade_id} was deleted.")
    if grade_id in restored.unanswered:
        return QuestionResult(0.0, points, NOT_ANSWERED)
    return QuestionResult(None, points, FOR_A_PERSON)


def _scored(cell: Cell, outcome: CellOutcome, verdict: Verdict) -> QuestionResult:
    """The points of a test cell that ran to its end: all, or what its last line gave."""
    most = cell.points or 0.0
    if verdict.points is None or math.isnan(verdict.points):
        return QuestionResult(most if verdict.ok else 0.0, most)
    points = min(max(verdict.points, 0.0), most)
    texts = [record["data"].get("text/plain", "") for record in outcome.outputs if "data" in record]
    said = "\n".join(texts).strip() or f"The test gave {points:g} of {most:g} points."
    return QuestionResult(points, most, "" if points == most else said)


def _about_answers(
    answers: Sequence[str], restored: Restored, by_id: Mapping[str, CellOutcome], verdict: Verdict
) -> str:
    """What was the matter with the answers that a failed test is about, empty if nothing."""
    deleted = [grade_id for grade_id in answers if grade_id in restored.missing]
    if deleted:
        return f"The answer {deleted[0]} was deleted."
    for cell in restored.cells:
        if cell.grade_id in answers and cell.submitted is not None and cell.submitted.broken:
            return f"The answer {cell.grade_id} holds something that is no text."
    for grade_id in answers:
        outcome = by_id.get(grade_id)
        if outcome is not None and outcome.lost:
            return f"The answer {grade_id} {outcome.lost}."
    if _is_unanswered(answers, restored):
        return NOT_ANSWERED
    for grade_id in answers if verdict.error == "NameError" else ():
        outputs = by_id[grade_id].outputs if grade_id in by_id else []
        for error in (record for record in outputs if record["output_type"] == "error"):
            why = f"{error['ename']}: {error['evalue'][:200]}"
            return f"The answer {grade_id} stopped with {why}. {verdict.reason}."
    return ""


def _is_unanswered(answers: Sequence[str], restored: Restored) -> bool:
    return bool(answers) and restored.unanswered.issuperset(answers)


def _incidents(restored: Restored, outcomes: Sequence[CellOutcome]) -> list[str]:
    """What cells did to the processes that ran them."""
    code = [cell for cell in restored.cells if cell.kind == "code"]
    guilty = any(outcome.spoiled for outcome in outcomes)
    found = []
    for number, (cell, outcome) in enumerate(zip(code, outcomes, strict=True), start=1):
        where = f"Cell {cell.grade_id}" if cell.grade_id else f"Code cell {number}"
        observed = [each for each in outcome.observed if each != LEFT_RUNNING or guilty]
        found += [f"{where} {each}." for each in observed]
        if outcome.lost:
            found.append(f"{where} {outcome.lost}.")
        if outcome.spoiled:
            found.append(f"{where} passes only without other cells of the student's.")
        if outcome.verdict is not None and outcome.verdict.forged:
            found.append(f"{where} was sent what no answer looks like.")
    return found
