"""What the exit code of a command means."""

from __future__ import annotations

import enum


class ExitCode(enum.IntEnum):
    """The exit codes of every command."""

    OK = 0
    FOUND = 1
    """The command worked and found something: a failed question, a gate that does not hold."""
    USAGE = 2
    """The command line is wrong."""
    UNUSABLE = 3
    """What the command was given cannot be worked with: no course, no notebook."""
    INTERRUPTED = 130
    """Stopped at the terminal, as shells report it; the same command continues."""
