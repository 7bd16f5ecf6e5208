"""How a kernel refuses its inputs."""

from __future__ import annotations

from minigraph import errors


def refusal(message: str) -> errors.InvalidArgumentError:
    """The error to raise; the executor adds the operation."""
    return errors.InvalidArgumentError(None, None, message)
