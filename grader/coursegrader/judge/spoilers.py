"""Cells of the student's that spoil a right answer to another question.

A cell of the student's own between an answer and its test may bind the answer's names again. What
the code of one answer has started may live on and end the process, break into the conversation or
use up what a submission may have, while another is run. A test that fails behind either is judged
once more without it, and the better result counts.
"""

import ast
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from coursegrader.judge.namespace import Role, bound_by, parse
from coursegrader.judge.observed import LEFT_RUNNING, REACHED
from coursegrader.judge.plan import PlannedCell
from coursegrader.judge.restore import RestoredCell
from coursegrader.judge.supervisor import CellOutcome

_LONGEST_PARSED = 20_000
_TOO_LATE = re.compile("did not (finish|return)|needed more")


@dataclass
class Spoiled:
    """Positions of planned cells.

    Attributes:
        tests: failed test cells behind a spoiler.
        spoilers: the cells to be left out when they are judged again.
    """

    tests: set[int] = field(default_factory=set)
    spoilers: set[int] = field(default_factory=set)


def find_spoiled(cells: Sequence[RestoredCell], outcomes: Sequence[CellOutcome]) -> Spoiled:
    """The failed tests for which a cell of the student's own may be to blame.

    Args:
        cells: the code cells of the restored notebook.
        outcomes: what became of them.
    """
    found = Spoiled()
    names: set[str] = set()
    suspects: set[int] = set()
    for index, (cell, outcome) in enumerate(zip(cells, outcomes, strict=True)):
        original = cell.original
        if original is None:
            if _may_bind(cell.source, names):
                suspects.add(index)
        elif original.solution:
            names, suspects = bound_by(parse(original.source).body), set()
        elif original.is_test and not outcome.ok and suspects:
            found.tests.add(index)
            found.spoilers |= suspects
    return found


def _may_bind(source: str, names: set[str]) -> bool:
    """Whether a cell of the student's binds one of the names.

    What takes long to parse, or cannot be parsed, binds whatever it mentions.
    """
    if not any(re.search(rf"\b{re.escape(name)}\b", source) for name in names):
        return False
    if len(source) > _LONGEST_PARSED:
        return True
    try:
        return bool(names & bound_by(ast.parse(source).body))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return True


def find_victims(
    cells: Sequence[RestoredCell],
    outcomes: Sequence[CellOutcome],
    answers: Mapping[str, Sequence[str]],
) -> dict[int, list[int]]:
    """The failed tests that may have lost the process, or their share, to another answer.

    A single cell or call that took too long is believed to have done so by itself, unless something
    before it is still running.

    Args:
        cells: the code cells of the restored notebook.
        outcomes: what became of them.
        answers: for each test cell the ids of its answers.

    Returns:
        For the position of each such test the positions of the cells to judge it with.
    """
    lost = {n for n, outcome in enumerate(outcomes) if outcome.lost or _is_suspect(outcome)}
    if len(lost) == 1 and _TOO_LATE.match(outcomes[min(lost)].lost):
        earlier = outcomes[: min(lost)]
        if not any(LEFT_RUNNING in outcome.observed for outcome in earlier):
            return {}

    def belongs(number: int, own: Sequence[str]) -> bool:
        original = cells[number].original
        if original is None:
            return number not in lost
        return not original.is_test and (not original.solution or cells[number].grade_id in own)

    found = {}
    for index, (cell, outcome) in enumerate(zip(cells, outcomes, strict=True)):
        if cell.original is None or not cell.original.is_test or outcome.ok:
            continue
        own = answers.get(cell.grade_id, ())
        before = [number for number in range(index) if belongs(number, own)]
        answered = {n for n in before if cells[n].grade_id in own}
        if len(before) < index and lost & {index, *answered}:
            found[index] = [*before, index]
    return found


def _is_suspect(outcome: CellOutcome) -> bool:
    """Whether another cell may have forged an answer here, or have used a limit up."""
    forged = outcome.verdict is not None and outcome.verdict.forged
    return forged or any(sentence.startswith(REACHED) for sentence in outcome.observed)


def keep_better(
    outcomes: Sequence[CellOutcome], again: Sequence[CellOutcome], spoiled: Spoiled
) -> list[CellOutcome]:
    """The outcomes, with those of spoiled tests replaced that pass without the spoilers.

    Args:
        outcomes: an outcome for every planned cell.
        again: outcomes of the run without the spoilers.
        spoiled: which cells are meant.
    """
    remaining = iter(again)
    kept = []
    for index, outcome in enumerate(outcomes):
        second = None if index in spoiled.spoilers else next(remaining)
        if index in spoiled.tests and second is not None and second.ok:
            outcome = replace(second, spoiled=True)
        kept.append(outcome)
    return kept


def without(cells: Sequence[PlannedCell], spoiled: Spoiled) -> list[PlannedCell]:
    """The planned cells without the spoilers."""
    assert all(cells[index].role is Role.STUDENT for index in spoiled.spoilers)
    return [cell for index, cell in enumerate(cells) if index not in spoiled.spoilers]
