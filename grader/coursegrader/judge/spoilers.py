"""Cells of the student's own between an answer and its test that bind the answer's names again.

Such a scratch cell spoils a right answer. The test that fails behind it is judged once more without
it, and the better result counts.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from coursegrader.judge.namespace import Role, bound_by, parse
from coursegrader.judge.plan import PlannedCell
from coursegrader.judge.restore import RestoredCell
from coursegrader.judge.supervisor import CellOutcome


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
            if names & bound_by(parse(cell.source).body):
                suspects.add(index)
        elif original.solution:
            names, suspects = bound_by(parse(original.source).body), set()
        elif original.is_test and not outcome.ok and suspects:
            found.tests.add(index)
            found.spoilers |= suspects
    return found


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
