"""What a submission shows, as if no hidden test had run.

What a hidden test hands to the student's code can be kept there, and be displayed by a later cell,
or be quoted by the message of a later test. Where something is shown behind a hidden test, the
cells are run once more without hidden tests, and what they say then is shown.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from coursegrader.judge.namespace import Role
from coursegrader.judge.plan import PlannedCell
from coursegrader.judge.supervisor import CellOutcome
from coursegrader.judge.verdicts import Verdict

STOPPED = "was stopped"
ONLY_BEHIND_HIDDEN = "This test fails only after hidden tests have called your code."


def as_if_untold(
    cells: Sequence[PlannedCell],
    outcomes: Sequence[CellOutcome],
    run: Callable[[Sequence[PlannedCell]], list[CellOutcome]],
) -> list[CellOutcome]:
    """The outcomes, with words that can know nothing of hidden tests.

    Args:
        cells: the planned cells.
        outcomes: an outcome for each.
        run: runs cells in fresh processes.
    """
    first = next((number for number, cell in enumerate(cells) if cell.hidden), len(cells))
    told = [n for n in range(first, len(cells)) if n > first or _shows_after_hidden(cells[n])]
    speaking = [n for n in told if _speaks(cells[n], outcomes[n])]
    shown = list(outcomes)
    if speaking:
        with_tests = any(cells[n].role is Role.TEST for n in speaking)
        again = run([_untold(cell, with_tests) for cell in cells])
        for n in speaking:
            shown[n] = _retold(outcomes[n], again[n])
    return shown


def _speaks(cell: PlannedCell, outcome: CellOutcome) -> bool:
    """Whether something that the student's code made is shown."""
    if cell.role is not Role.TEST:
        return bool(outcome.outputs or outcome.lost)
    printed = any(output["output_type"] == "stream" for output in outcome.outputs)
    return printed or _fails_visibly(outcome.verdict)


def _fails_visibly(verdict: Verdict | None) -> bool:
    return verdict is not None and not verdict.ok and not verdict.hidden


def _retold(outcome: CellOutcome, again: CellOutcome) -> CellOutcome:
    """The outcome, in the words of the run that knows of no hidden test."""
    lost = outcome.lost and (again.lost or STOPPED)
    verdict, untold = outcome.verdict, again.verdict
    if verdict is not None and _fails_visibly(verdict):
        if untold is None or untold.ok:
            untold = Verdict(ok=False, reason=ONLY_BEHIND_HIDDEN)
        verdict = replace(untold, observed=verdict.observed, forged=verdict.forged)
    return replace(outcome, outputs=again.outputs, lost=lost, verdict=verdict)


def _shows_after_hidden(cell: PlannedCell) -> bool:
    """Whether a visible line follows a hidden one in a test cell."""
    lines = cell.source.rstrip().split("\n")
    code = [number for number, line in enumerate(lines, 1) if line.split("#")[0].strip()]
    return any(number not in cell.hidden for number in code if number > min(cell.hidden))


def _untold(cell: PlannedCell, with_tests: bool) -> PlannedCell:
    """A cell without its hidden lines; a test cell without any, unless tests are wanted."""
    if cell.role is not Role.TEST:
        return cell
    lines = cell.source.split("\n") if with_tests else []
    visible = ["" if number in cell.hidden else line for number, line in enumerate(lines, 1)]
    return replace(cell, source="\n".join(visible), hidden=frozenset())
