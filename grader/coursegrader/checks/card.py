"""The card that a test cell shows when its visible tests have passed."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from contextlib import contextmanager

_STYLE = (
    "border-left:4px solid {colour};padding:.4em .8em;margin:.2em 0;max-width:44em;"
    "font-family:var(--jp-ui-font-family,sans-serif);"
)
GOOD = "#2e8b57"
BAD = "#c8553d"

_open: list[Card] = []


class Card:
    """What a passed test cell has established, line by line.

    Attributes:
      outlook: what is still to come; empty where the hidden tests run as well.
    """

    outlook = "When it is graded, more values may be tried."

    def __init__(self, title: str) -> None:
        self.title = title
        self.lines: list[str] = []

    def note(self, line: str) -> None:
        """Add a line; the checks of this package add their own."""
        self.lines.append(line)

    def _repr_html_(self) -> str:
        lines = [(True, line) for line in self.lines]
        return box(f"{self.title}: the visible tests pass", lines, self.outlook)

    def __repr__(self) -> str:
        lines = [f"{self.title}: the visible tests pass", *self.lines, self.outlook]
        return "\n".join(filter(None, lines))


@contextmanager
def card(title: str) -> Iterator[Card]:
    """Show a result card for a question if the tests in the block pass.

    Args:
      title: the question's grade_id.
    """
    result = Card(title)
    _open.append(result)
    try:
        yield result
    finally:
        _open.remove(result)
    show(result)


def note(line: str) -> None:
    """Add a line to the innermost open card, if there is one."""
    if _open:
        _open[-1].note(line)


def box(title: str, lines: list[tuple[bool, str]], outlook: str = "") -> str:
    """A small box in HTML: a title, lines marked as good or bad, and where all are good what is
    still to come. Readable in both themes.
    """
    good = all(ok for ok, _ in lines)
    items = "".join(
        f"<div><span style='color:{GOOD if ok else BAD}'>{'✓' if ok else '✗'}</span> "
        f"{_text(line)}</div>"
        for ok, line in lines
    )
    items += f"<div><i>{outlook}</i></div>" if outlook and good else ""
    style = _STYLE.format(colour=GOOD if good else BAD)
    return f"<div style='{style}'><b>{html.escape(title)}</b>{items}</div>"


def _text(line: str) -> str:
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(line))


def show(value: object) -> None:
    """Display a value in a notebook, or print it elsewhere."""
    try:
        from IPython.display import display
    except ImportError:
        print(value)
    else:
        display(value)  # type: ignore[no-untyped-call]
