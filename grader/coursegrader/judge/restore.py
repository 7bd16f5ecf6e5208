"""Puts the instructor's cells back into a submitted notebook and notes what was changed.

The instructor's cells keep their order. Locked cells and test cells are the instructor's own text;
answers are the student's. Any other cell of the student's stays behind the cell that it followed.
"""

import contextlib
import hashlib
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

from coursegrader.judge.submission import Submission, SubmittedCell
from coursegrader.notebooks import Cell, Notebook
from coursegrader.regions import Region, has, replace_solution, split


@dataclass(frozen=True)
class RestoredCell:
    """One cell of the notebook that is graded.

    Attributes:
        kind: "code", "markdown" or "raw".
        source: the text that counts.
        original: the instructor's cell, None for a cell of the student's own.
        submitted: the student's cell, None where it was missing.
    """

    kind: str
    source: str
    original: Cell | None = None
    submitted: SubmittedCell | None = None

    @property
    def grade_id(self) -> str:
        """The instructor's id, empty for a cell of the student's own."""
        return (self.original.grade_id or "") if self.original is not None else ""


@dataclass(frozen=True)
class Restored:
    """A submitted notebook with the instructor's cells in place.

    Attributes:
        cells: the cells in the order in which they run.
        anomalies: what the student's notebook had changed.
        missing: ids of answers that were deleted.
        unanswered: ids of answers that are as they were handed out.
    """

    cells: tuple[RestoredCell, ...]
    anomalies: tuple[str, ...]
    missing: frozenset[str]
    unanswered: frozenset[str]


def released(cell: Cell, code_stub: str, text_stub: str) -> str:
    """The text that a cell of the instructor's has in the handout."""
    if cell.solution:
        return replace_solution(cell.source, code_stub if cell.is_code else text_stub)
    if has(cell.source, Region.HIDDEN_TESTS):
        return "\n".join(split(cell.source, Region.HIDDEN_TESTS)[1])
    return cell.source


def restore(
    source: Notebook, submission: Submission, *, code_stub: str, text_stub: str
) -> Restored:
    """The notebook to grade.

    Args:
        source: the instructor's notebook.
        submission: the student's notebook.
        code_stub: what stands in the handout in place of a solution in code.
        text_stub: the same for text.
    """
    handouts = {
        cell.grade_id: released(cell, code_stub, text_stub)
        for cell in source.cells
        if cell.grade_id
    }
    locked = {cell.grade_id for cell in source.cells if cell.grade_id and not cell.solution}
    given, extras, anomalies = _sort(submission, handouts, locked)
    cells: list[RestoredCell] = [_own(cell) for cell in extras.get("", [])]
    missing, unanswered = set(), set()
    for original in source.cells:
        grade_id = original.grade_id
        if grade_id is None:
            continue
        submitted = given.get(grade_id)
        handout = handouts[grade_id]
        if submitted is None:
            if original.solution:
                missing.add(grade_id)
            anomalies.append(_missing(original))
        else:
            anomalies += _changes(original, submitted, handout)
            if original.solution and submitted.source.strip() in ("", handout.strip()):
                unanswered.add(grade_id)
        cells.append(_put_back(original, submitted, handout))
        cells += [_own(cell) for cell in extras.get(grade_id, [])]
    return Restored(tuple(cells), tuple(anomalies), frozenset(missing), frozenset(unanswered))


def _sort(
    submission: Submission, handouts: Mapping[str, str], locked: Set[str | None]
) -> tuple[dict[str, SubmittedCell], dict[str, list[SubmittedCell]], list[str]]:
    """One cell for each known id, the other cells by the id they follow, and anomalies.

    Of several cells with one id the first counts; of a locked cell the one that is unchanged.
    """
    unchanged = {
        cell.grade_id
        for cell in submission.cells
        if cell.grade_id in locked and _is_unchanged(cell, handouts)
    }
    given: dict[str, SubmittedCell] = {}
    extras: dict[str, list[SubmittedCell]] = {}
    anomalies: list[str] = []
    order: list[str] = []
    for cell in submission.cells:
        grade_id = cell.grade_id
        if grade_id in handouts and grade_id is not None:
            is_meant = grade_id not in unchanged or _is_unchanged(cell, handouts)
            if grade_id not in given and is_meant:
                given[grade_id] = cell
                order.append(grade_id)
                continue
            anomalies.append(f"There is a second cell {grade_id}; it counts as an ordinary cell.")
        elif grade_id is not None:
            anomalies.append(f"There is a cell with the unknown id {grade_id[:60]!r}.")
        extras.setdefault(order[-1] if order else "", []).append(cell)
    ranks = {grade_id: rank for rank, grade_id in enumerate(handouts)}
    if [ranks[grade_id] for grade_id in order] != sorted(ranks[grade_id] for grade_id in order):
        anomalies.append("Cells of the assignment were moved; they were put back in order.")
    return given, extras, anomalies


def _is_unchanged(cell: SubmittedCell, handouts: Mapping[str, str]) -> bool:
    return cell.source.strip() == handouts[cell.grade_id or ""].strip()


def _own(cell: SubmittedCell) -> RestoredCell:
    return RestoredCell(cell.kind, cell.source, submitted=cell)


def _put_back(original: Cell, submitted: SubmittedCell | None, handout: str) -> RestoredCell:
    if not original.solution:
        return RestoredCell(original.kind, original.source, original, submitted)
    text = handout if submitted is None else submitted.source
    return RestoredCell(original.kind, text, original, submitted)


def _missing(original: Cell) -> str:
    if original.solution:
        return f"The answer {original.grade_id} was deleted."
    return f"The {_what(original)} {original.grade_id} was missing; it was put back."


def _changes(original: Cell, submitted: SubmittedCell, handout: str) -> list[str]:
    """What the student changed about a cell of the instructor's, apart from an answer's text."""
    what, found = f"The {_what(original)} {original.grade_id}", []
    if submitted.kind != original.kind:
        found.append(f"{what} was made a {submitted.kind} cell; that was undone.")
    if submitted.broken:
        found.append(f"{what} holds something that is no text; that was left out.")
    if not original.solution and submitted.source.strip() != handout.strip():
        found.append(
            f"{what} is from another version of the assignment; the present one was used."
            if _is_as_handed_out(submitted)
            else f"{what} was edited; the original was used."
        )
    if _claims_differ(original, submitted):
        found.append(f"{what} had its nbgrader metadata changed; that was ignored.")
    if "raises-exception" in submitted.tags and "raises-exception" not in original.tags:
        found.append(f"{what} was tagged raises-exception; that was ignored.")
    return found


def checksum(kind: str, source: str, claims: Mapping[str, Any]) -> str:
    """Nbgrader's checksum of a cell: an answer that still has that of its handout is untouched."""
    is_grade, is_solution = claims.get("grade", False), claims.get("solution", False)
    is_locked = False if is_solution else True if is_grade else claims.get("locked", False)
    parts = [source, kind, str(is_grade), str(is_solution), str(is_locked), claims["grade_id"]]
    if is_grade:
        parts.append(str(float(claims["points"])))
    return hashlib.md5("".join(parts).encode(), usedforsecurity=False).hexdigest()


def _is_as_handed_out(submitted: SubmittedCell) -> bool:
    """Whether a cell is what it was when it was handed out, by the checksum that it came with."""
    claims = submitted.claims
    with contextlib.suppress(KeyError, TypeError, ValueError, OverflowError, RecursionError):
        return bool(claims["checksum"] == checksum(submitted.kind, submitted.source, claims))
    return False


def _claims_differ(original: Cell, submitted: SubmittedCell) -> bool:
    claims = submitted.claims
    for name, value in (("grade", original.grade), ("solution", original.solution)):
        if name in claims and claims[name] is not value:
            return True
    if original.points is not None and "points" in claims:
        points = claims["points"]
        return not isinstance(points, int | float) or points != original.points
    return False


def _what(cell: Cell) -> str:
    if cell.is_test:
        return "test cell"
    return "answer" if cell.solution else "locked cell"


def answers_of(tests: Sequence[Cell], cells: Sequence[Cell]) -> dict[str, list[str]]:
    """For each test cell the ids of the answers that come before it and after the test before.

    Of several tests in a row, all are about the same answers.
    """
    wanted = {cell.grade_id for cell in tests}
    found: dict[str, list[str]] = {}
    waiting: list[str] = []
    tested = False
    for cell in cells:
        if cell.solution and cell.grade_id:
            waiting = [*([] if tested else waiting), cell.grade_id]
            tested = False
        elif cell.grade_id in wanted and cell.grade_id:
            found[cell.grade_id], tested = waiting, True
    return found
