"""The regions that nbgrader cuts out of a cell: solutions and hidden tests."""

from __future__ import annotations

import enum
import textwrap

CODE_STUB = "# YOUR CODE HERE\nraise NotImplementedError()"
TEXT_STUB = "YOUR ANSWER HERE"


class Region(enum.Enum):
    """A kind of region, by the words of its delimiters."""

    SOLUTION = "SOLUTION"
    HIDDEN_TESTS = "HIDDEN TESTS"


class RegionError(ValueError):
    """A region is opened twice or never closed."""


def split(source: str, region: Region) -> tuple[list[str], list[str]]:
    """The lines inside and the lines outside all regions of a kind, delimiters in neither.

    Raises:
      RegionError: a region is opened twice or never closed.
    """
    inside: list[str] = []
    outside: list[str] = []
    open_ = False
    for line in source.split("\n"):
        if f"BEGIN {region.value}" in line:
            if open_:
                raise RegionError(f"BEGIN {region.value} inside another one")
            open_ = True
        elif f"END {region.value}" in line:
            open_ = False
        else:
            (inside if open_ else outside).append(line)
    if open_:
        raise RegionError(f"BEGIN {region.value} without its END")
    return inside, outside


def has(source: str, region: Region) -> bool:
    """Whether a cell has a region of this kind."""
    return f"BEGIN {region.value}" in source


def line_numbers(source: str, region: Region) -> set[int]:
    """The numbers, from 1, of the lines inside regions of a kind; all lines if there is none."""
    lines = source.split("\n")
    if not has(source, region):
        return set(range(1, len(lines) + 1))
    numbers: set[int] = set()
    open_ = False
    for number, line in enumerate(lines, start=1):
        if f"BEGIN {region.value}" in line:
            open_ = True
        elif f"END {region.value}" in line:
            open_ = False
        elif open_:
            numbers.add(number)
    return numbers


def replace_solution(source: str, stub: str) -> str:
    """The cell with each solution region, or without one the whole cell, replaced by a stub."""
    if not has(source, Region.SOLUTION):
        return stub
    result: list[str] = []
    open_ = False
    for line in source.split("\n"):
        if "BEGIN SOLUTION" in line:
            open_ = True
            indent = line[: len(line) - len(line.lstrip())]
            result.extend(textwrap.indent(stub, indent).split("\n"))
        elif "END SOLUTION" in line:
            open_ = False
        elif not open_:
            result.append(line)
    return "\n".join(result)
