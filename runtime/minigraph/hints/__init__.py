"""Hints: what an error of graph mode most likely comes from in this graph, and what to do.

The table is in `messages.toml`, what looks at the graph in `facts.py`. Errors get the hint as a
note, so that their message stays TensorFlow's. Nothing here is loaded before the first error.
"""

from __future__ import annotations

import re
import sys
import textwrap
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

HEAD, HEAD_ZH = "Hint: ", "提示："
WIDTH = 80

LEAST_START = 18
"""Characters of the beginning of a message that tell it from others."""


class Entry(NamedTuple):
    """One message of the table. causes: English, Chinese and, for some, a fact that must hold."""

    id: str
    pattern: re.Pattern[str]
    causes: Sequence[Sequence[str]]
    cure: Sequence[str]
    reproduction: str
    facts: Sequence[str]
    lesson: str
    options: Mapping[str, Any]

    @property
    def program(self) -> str:
        """The reproduction as a program that runs by itself."""
        if "import minigraph as tf" in self.reproduction:
            return self.reproduction.strip()
        mode = "" if self.options.get("eager") else "tf.disable_v2_behavior()\n"
        return f"import minigraph.compat.v1 as tf\n\n{mode}{self.reproduction.strip()}"

    @property
    def start(self) -> str:
        """The beginning of the pattern that is plain text."""
        plain = re.match(r"(?:\\\W|[^\\()\[\].*+?^$|](?![?*+]))*", self.pattern.pattern)
        return re.sub(r"\\(.)", r"\1", plain[0] if plain else "")

    def told(self, known: Mapping[str, str]) -> list[tuple[str, str]]:
        """The cause, then the cure, each in English and Chinese, with what is known filled in."""
        for english, chinese, *needed in self.causes:
            try:
                cause = english.format_map(known), chinese.format_map(known)
            except KeyError:
                continue
            if known.keys() >= set(needed):
                return [cause, (self.cure[0].format_map(known), self.cure[1].format_map(known))]
        raise LookupError(f"no cause of {self.id} can be told")

    def note(self, known: Mapping[str, str]) -> str:
        """The English lines and the Chinese line under the message of an error."""
        (cause, cause_zh), (cure, cure_zh) = self.told(known)
        where = f" (Lesson {self.lesson.replace('_', ' ')}.)" if self.lesson else ""
        # JupyterLab breaks the lines of an error anywhere, which only Chinese bears.
        wrapper = textwrap.TextWrapper(WIDTH, break_long_words=False, break_on_hyphens=False)
        lines = wrapper.wrap(f"{HEAD}{cause} {cure}{where}")
        return "\n".join([*lines, f"{HEAD_ZH}{cause_zh}{cure_zh}"])


class Answer:
    """What `why` found. Print it, or look at `entry` (None where the table has no such message)."""

    def __init__(self, entry: Entry | None, note: str) -> None:
        self.entry, self.note = entry, note

    def __str__(self) -> str:
        if self.entry is None:
            return (
                "The table has no entry for this message. Paste the last lines of the error; "
                "course/CLINIC.md lists the messages that it knows."
            )
        return f"{self.note}\n\nThe smallest program that fails like this:\n\n{self.entry.program}"

    __repr__ = __str__


@cache
def table() -> tuple[Entry, ...]:
    """All entries, in the order of the file."""
    text = files("minigraph.hints").joinpath("messages.toml").read_text(encoding="utf-8")
    content = tomllib.loads(text)
    return tuple(
        Entry(
            row["id"],
            re.compile(row["pattern"]),
            row["causes"],
            row["cure"],
            row["reproduction"].strip() + "\n",
            row.get("facts", "").split(),
            content["lessons"].get(str(row["lesson"]), ""),
            row,
        )
        for row in content["message"]
    )


def find(message: str) -> tuple[Entry, dict[str, str]] | None:
    """The first entry whose pattern occurs in a message, and what its groups found."""
    for entry in table():
        if found := entry.pattern.search(message):
            named = found.groupdict().items()
            return entry, {name: text for name, text in named if text is not None}
    return None


def find_cut(message: str) -> tuple[Entry, dict[str, str]] | None:
    """The entry for a message whose end is missing, by the longest beginning of a pattern in it."""
    found = [
        (len(start), entry)
        for entry in table()
        for start in (entry.start, *entry.options.get("also", ()))
        if len(start) >= LEAST_START and start in message
    ]
    return (max(found, key=lambda item: item[0])[1], {}) if found else None


def pasted(text: str) -> Iterator[str]:
    """A text as it is; with straight quotes; with the lines joined that a terminal or a mail broke,
    between words or anywhere.
    """
    yield text
    text = re.sub("[‘’]", "'", re.sub("[“”]", '"', text))
    for between in ("\n", " ", ""):
        yield re.sub(r"[ \t]*\n[ \t>|│]*", between, text)


def why(message: Any = None) -> Answer:
    """The entry for an error, or for its message as minigraph or TensorFlow printed it.

    Without one it is the last error that a notebook showed. An error of minigraph is told with its
    graph, a pasted message with what it says itself.
    """
    error = getattr(sys, "last_value", None) if message is None else message
    if isinstance(error, BaseException):
        message = message_of(error)
    texts = list(pasted(str(message)))
    found = next(filter(None, (look(text) for look in (find, find_cut) for text in texts)), None)
    if found is None:
        return Answer(None, "")
    entry, known = found[0], dict.fromkeys(found[0].pattern.groupindex, "…") | found[1]
    told = [note for note in getattr(error, "__notes__", ()) if note.startswith(HEAD)]
    return Answer(entry, told[0] if told else entry.note(known))


def message_of(error: BaseException) -> str:
    """The message without the traceback of an OpError and the quotes of a KeyError."""
    return str(getattr(error, "message", None) or (error.args[0] if error.args else error))


def attach(error: BaseException, about: Mapping[str, Any]) -> None:
    """Adds the hint to an error that has none. about: what the failed call was given."""
    if any(note.startswith(HEAD) for note in getattr(error, "__notes__", ())):
        return
    found = find(message_of(error))
    if found is not None:
        entry, known = found
        with suppress(LookupError):  # nothing that is known of the graph explains it
            error.add_note(entry.note(known | _seen(entry, error, about, known)))


def _seen(
    entry: Entry, error: BaseException, about: Mapping[str, Any], known: Mapping[str, str]
) -> dict[str, str]:
    from minigraph.hints import facts
    from minigraph.hints.failure import Failure

    failure, seen = Failure(error, about, known), dict[str, str]()
    for name in ("common", *entry.facts):
        look = getattr(facts, name, None) or Failure.common
        try:
            seen |= look(failure)
        except Exception:
            continue  # A hint must never hide the error that it is about.
    return {name: text for name, text in seen.items() if text}
