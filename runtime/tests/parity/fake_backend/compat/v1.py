"""As much of the API as the environment of a job asks for; `state` is what a job may spoil."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator
from typing import Any

state: list[Any] = []


class Graph:
    """A graph that holds nothing."""

    @contextlib.contextmanager
    def as_default(self) -> Iterator[Graph]:
        """Changes nothing."""
        yield self


class Session:
    """A session that answers every fetch with 41."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph

    def run(self, fetches: Any) -> int:
        """41."""
        return 41


def disable_v2_behavior() -> None:
    """Changes nothing."""


def no_op(name: str | None = None) -> None:
    """Adds nothing."""


def placeholder(dtype: Any) -> None:
    """Makes nothing."""


def get_logger() -> logging.Logger:
    """The logger that `logs` listens to."""
    return logging.getLogger("fake")
