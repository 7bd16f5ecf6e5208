"""What is to be run of one submission: its cells in the instructor's order, each with its role."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from coursegrader import regions
from coursegrader.judge.namespace import Owners, Role, owners
from coursegrader.judge.restore import Restored, RestoredCell
from coursegrader.notebooks import Notebook


@dataclass(frozen=True)
class PlannedCell:
    """One code cell to run.

    Attributes:
        role: a test cell runs at the judge, a set-up cell with its imports on both sides, every
            other one in the student's process.
        source: the text to run.
        grade_id: nbgrader's id, empty for a cell of the student's own.
        points: what a test cell is worth.
        hidden: the numbers of the hidden lines of a test cell.
        owners: who owns the names at a test cell.
    """

    role: Role
    source: str
    grade_id: str = ""
    points: float = 0.0
    hidden: frozenset[int] = frozenset()
    owners: Owners = field(default_factory=lambda: Owners(frozenset(), frozenset()))


def hidden_lines(source: str) -> frozenset[int]:
    """The numbers of the lines of a test cell that students do not see."""
    region = regions.Region.HIDDEN_TESTS
    return (
        frozenset(regions.line_numbers(source, region))
        if regions.has(source, region)
        else frozenset()
    )


def name_owners(source: Notebook) -> dict[str, Owners]:
    """The owners of names at each test cell of the instructor's notebook, by grade_id."""
    cells = [cell for cell in source.cells if cell.is_code]
    roles = [
        Role.TEST if cell.is_test else Role.SETUP if cell.locked else Role.STUDENT for cell in cells
    ]
    found = owners(zip(roles, (cell.source for cell in cells), strict=True))
    return {
        cell.grade_id: owner
        for cell, owner in zip(cells, found, strict=True)
        if cell.is_test and cell.grade_id
    }


def plan(source: Notebook, restored: Restored) -> list[PlannedCell]:
    """The code cells of a restored submission, in the order in which they run."""
    owners_at = name_owners(source)
    return [_planned(cell, owners_at) for cell in restored.cells if cell.kind == "code"]


def _planned(cell: RestoredCell, owners_at: Mapping[str, Owners]) -> PlannedCell:
    original, grade_id = cell.original, cell.grade_id
    if original is None or original.solution or not (original.is_test or original.locked):
        return PlannedCell(Role.STUDENT, cell.source, grade_id)
    if not original.is_test:
        return PlannedCell(Role.SETUP, original.source, grade_id)
    hidden = hidden_lines(original.source)
    points = original.points or 0.0
    return PlannedCell(Role.TEST, original.source, grade_id, points, hidden, owners_at[grade_id])
