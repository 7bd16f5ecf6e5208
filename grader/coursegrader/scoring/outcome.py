"""What running a cell left behind."""

from __future__ import annotations

import enum
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

Output = Mapping[str, Any]

_ANSI = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")


class Status(enum.StrEnum):
    """How a cell ended."""

    RAN = "ran"
    TIMEOUT = "timeout"
    NOT_RUN = "not run"


@dataclass(frozen=True)
class Outcome:
    """The outputs of one cell, in Jupyter's format, and how it ended.

    Attributes:
      outputs: stream, display_data, execute_result and error records, in order.
      status: whether the cell ended by itself, was interrupted, or never ran.
      seconds: how long it took.
    """

    outputs: tuple[Output, ...] = ()
    status: Status = Status.RAN
    seconds: float = 0.0

    @property
    def error(self) -> Output | None:
        """The first error record."""
        return next((o for o in self.outputs if o["output_type"] == "error"), None)

    def stream(self, name: str) -> str:
        """All text written to "stdout" or "stderr"."""
        return "".join(
            o["text"] for o in self.outputs if o["output_type"] == "stream" and o["name"] == name
        )

    def text(self) -> str:
        """Everything a reader of the cell's outputs sees, as plain text."""
        return _ANSI.sub("", "\n".join(self._texts()))

    def _texts(self) -> Iterator[str]:
        for output in self.outputs:
            match output["output_type"]:
                case "stream":
                    yield output["text"]
                case "error":
                    yield f"{output['ename']}: {output['evalue']}"
                case _:
                    yield output["data"].get("text/plain", "")


NOT_RUN = Outcome(status=Status.NOT_RUN)
