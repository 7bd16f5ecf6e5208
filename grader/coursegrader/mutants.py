"""Mutants of a solution: one small change each, by a fixed list of operators."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from coursegrader.regions import Region, line_numbers

ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Div,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
    ast.MatMult: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
COMPARISON: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}


@dataclass(frozen=True)
class Mutant:
    """A changed solution.

    Attributes:
      operator: the kind of change: "arithmetic", "comparison", "constant", "argument order" or
        "dropped line".
      line: the changed line of the solution, as it was.
      change: what was done to it, such as "3.0 -> 4.0".
      source: the changed answer cell.
    """

    operator: str
    line: str
    change: str
    source: str

    def __str__(self) -> str:
        return f"{self.operator}: {self.change} in `{self.line}`"


@dataclass(frozen=True)
class Edit:
    """One attribute of one node gets another value."""

    operator: str
    change: str
    line: int
    node: Any
    attribute: str
    value: Any


def mutants(source: str) -> list[Mutant]:
    """All mutants of an answer cell; only its solution region is changed.

    Raises:
      SyntaxError: the cell is not plain Python.
    """
    tree = ast.parse(source)
    lines = source.split("\n")
    numbers = line_numbers(source, Region.SOLUTION)
    original = ast.unparse(tree)
    found: dict[str, Mutant] = {}
    for edit in _edits(tree):
        text = _applied(edit, tree)
        if edit.line in numbers and text != original:
            line = lines[edit.line - 1].strip()
            found.setdefault(text, Mutant(edit.operator, line, edit.change, text))
    return list(found.values())


def _applied(edit: Edit, tree: ast.Module) -> str:
    before = getattr(edit.node, edit.attribute)
    setattr(edit.node, edit.attribute, edit.value)
    try:
        return ast.unparse(tree)
    finally:
        setattr(edit.node, edit.attribute, before)


def _edits(tree: ast.Module) -> Iterator[Edit]:
    docstrings = _docstrings(tree)
    for node in ast.walk(tree):
        yield from _dropped_lines(node, docstrings)
        match node:
            case ast.BinOp(op=op) | ast.AugAssign(op=op) if type(op) in ARITHMETIC:
                other = ARITHMETIC[type(op)]()
                change = f"{_sign(op)} -> {_sign(other)}"
                yield Edit("arithmetic", change, node.lineno, node, "op", other)
            case ast.Compare(ops=[first, *rest]) if type(first) in COMPARISON:
                second = COMPARISON[type(first)]()
                change = f"{_sign(first)} -> {_sign(second)}"
                yield Edit("comparison", change, node.lineno, node, "ops", [second, *rest])
            case ast.Constant(value=value) if node not in docstrings:
                for new in _other_constants(value):
                    yield Edit("constant", f"{value!r} -> {new!r}", node.lineno, node, "value", new)
            case ast.Call(args=[a, b, *more]):
                change = f"first two arguments of {ast.unparse(node.func)}"
                yield Edit("argument order", change, node.lineno, node, "args", [b, a, *more])


def _dropped_lines(node: ast.AST, docstrings: set[ast.AST]) -> Iterator[Edit]:
    """`pass` in place of each simple statement in the node's blocks."""
    for block in ("body", "orelse", "finalbody"):
        statements = getattr(node, block, None)
        if not isinstance(statements, list):
            continue
        for i, line in enumerate(statements):
            if not (hasattr(line, "body") or isinstance(line, ast.Pass) or line in docstrings):
                rest = [*statements[:i], ast.Pass(), *statements[i + 1 :]]
                change = f"without the {type(line).__name__}"
                yield Edit("dropped line", change, line.lineno, node, block, rest)


def _other_constants(value: object) -> list[object]:
    match value:
        case bool():
            return [not value]
        case int() | float():
            return [value + 1]
        case str():
            return [f"{value}x"]
    return []


def _docstrings(tree: ast.Module) -> set[ast.AST]:
    """The docstrings of a cell, each as a statement and as the constant in it."""
    found: set[ast.AST] = set()
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(body=[ast.Expr(value=ast.Constant(value=str())) as first, *_]):
                found |= {first, first.value}
            case ast.ClassDef(body=[ast.Expr(value=ast.Constant(value=str())) as first, *_]):
                found |= {first, first.value}
    return found


_SIGNS = {
    "Add": "+", "Sub": "-", "Mult": "*", "Div": "/", "FloorDiv": "//", "Mod": "%", "Pow": "**",
    "MatMult": "@", "BitOr": "|", "BitAnd": "&", "Eq": "==", "NotEq": "!=", "Lt": "<", "LtE": "<=",
    "Gt": ">", "GtE": ">=", "Is": "is", "IsNot": "is not", "In": "in", "NotIn": "not in",
}  # fmt: skip


def _sign(op: ast.AST) -> str:
    return _SIGNS[type(op).__name__]
