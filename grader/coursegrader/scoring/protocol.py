"""The messages between the grader and the processes that run cells: one JSON object a line."""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict


class Request(TypedDict):
    """Cells to run.

    Attributes:
      cwd: the directory to run in.
      timeout: seconds that each cell may take.
      cells: sources that are run once, in order.
      branches: continuations, each run in its own fork of the state after `cells`.
    """

    cwd: str
    timeout: float
    cells: list[str]
    branches: list[list[str]]


class Frame(TypedDict):
    """A message from a process that runs cells.

    Attributes:
      kind: "cell" with the outcome of one cell, or "fork" with the pid of a new branch.
      branch: the branch it belongs to, -1 for the cells that all branches share.
    """

    kind: str
    branch: int
    pid: NotRequired[int]
    outcome: NotRequired[dict[str, Any]]


SHARED = -1
