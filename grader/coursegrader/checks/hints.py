"""Hints in stages: each call shows one more."""

from __future__ import annotations

import difflib
import tomllib
from collections import Counter
from functools import cache
from importlib import resources

from coursegrader.checks.card import show

_shown: Counter[str] = Counter()


class Hint:
    """The hints shown so far, as a notebook displays them."""

    def __init__(self, question: str, stages: list[str], total: int) -> None:
        self.question = question
        self.stages = stages
        self.total = total

    def _repr_markdown_(self) -> str:
        lines = [f"> **Hint {i} of {self.total}.** {s}" for i, s in enumerate(self.stages, 1)]
        return "\n>\n".join(lines)

    def __repr__(self) -> str:
        return "\n".join(f"Hint {i} of {self.total}. {s}" for i, s in enumerate(self.stages, 1))


def hint(question: str) -> None:
    """Show the next hint for a question, below those already shown.

    Args:
      question: the question's grade_id.

    Raises:
      KeyError: there are no hints for it; the message names the nearest question that has some.
    """
    stages = hints().get(question)
    if stages is None:
        near = difflib.get_close_matches(question, hints(), n=1, cutoff=0.0)
        nearest = f" Did you mean {near[0]!r}?" if near else ""
        raise KeyError(f"There are no hints for {question!r}.{nearest}")
    _shown[question] = min(_shown[question] + 1, len(stages))
    show(Hint(question, stages[: _shown[question]], len(stages)))


@cache
def hints() -> dict[str, list[str]]:
    """The stages of every question that has hints, from the files in `coursegrader/hints`."""
    found: dict[str, list[str]] = {}
    directory = resources.files("coursegrader").joinpath("hints")
    for file in sorted(directory.iterdir(), key=lambda f: f.name):
        if file.name.endswith(".toml"):
            found.update(tomllib.loads(file.read_text(encoding="utf-8")))
    return found
