"""The jobs that minigraph does not match yet, and what is not compared at all."""

from __future__ import annotations

import contextlib
import tomllib
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from .corpus import HERE

OPEN = HERE / "open.txt"
EXCLUSIONS = HERE / "exclusions.toml"

_HEADING = """\
# Jobs whose outcome on minigraph is not yet TensorFlow's, one id a line: mode group: title.
# The tests fail when one that is not listed here differs, and when a listed one starts to agree.
# `python -m runtime.tests.parity.compare --update-open` rewrites the lines of what it ran.
"""


def read_open(path: Path = OPEN) -> set[str]:
    """The ids in the list."""
    if not path.exists():
        return set()
    lines = path.read_text(encoding="utf-8").splitlines()
    return {line for line in lines if line and not line.startswith("#")}


def update_open(ran: Collection[str], differing: Collection[str], path: Path = OPEN) -> None:
    """Replaces what the list says about the jobs that `ran`; other lines stay."""
    with _locked(path):
        ids = sorted((read_open(path) - set(ran)) | set(differing))
        path.write_text(_HEADING + "".join(f"{line}\n" for line in ids), encoding="utf-8")


def exclusion_entries() -> list[dict[str, Any]]:
    """The entries of exclusions.toml: jobs, fields and reason."""
    entries: list[dict[str, Any]] = tomllib.loads(EXCLUSIONS.read_text(encoding="utf-8"))[
        "exclusion"
    ]
    return entries


@cache
def exclusions() -> dict[str, set[str]]:
    """Job id -> the fields that are not compared; the file gives the reason of each."""
    table: dict[str, set[str]] = {}
    for entry in exclusion_entries():
        for job in entry["jobs"]:
            table.setdefault(job, set()).update(entry["fields"])
    return table


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Keeps two processes that update the list at once from losing lines."""
    import fcntl  # only where processes can fork

    with path.open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
