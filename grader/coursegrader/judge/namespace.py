"""Which names of a test cell are the judge's own, and the namespace that asks for the others.

A name belongs to the judge from the test cell, or from the import statement in a locked cell, that
binds it; it belongs to the student from the answer or set-up cell that binds it. The last one
before the test cell decides. Names that none of them binds are the student's, except that Python's
own (`sum`, `len`, `AssertionError`) stay Python's own.
"""

import ast
import builtins
import contextlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from IPython.core.inputtransformer2 import TransformerManager

_SWITCHES = ("disable_", "enable_")


class Role(StrEnum):
    """What a code cell of the instructor's notebook is for."""

    TEST = "test"
    SETUP = "setup"
    STUDENT = "student"


@dataclass(frozen=True)
class Owners:
    """Who owns the names at one test cell.

    Attributes:
        judge: names bound by earlier cells that are the judge's.
        student: names bound by earlier cells that are the student's.
    """

    judge: frozenset[str]
    student: frozenset[str]


def owners(cells: Iterable[tuple[Role, str]]) -> list[Owners]:
    """The owners of names before each cell of the instructor's notebook, in order."""
    judge: set[str] = set()
    student: set[str] = set()
    found = []
    for role, source in cells:
        found.append(Owners(frozenset(judge), frozenset(student)))
        tree = parse(source)
        imported, bound = bound_by(imports(tree)), bound_by(tree.body)
        own = bound if role is Role.TEST else imported if role is Role.SETUP else set()
        theirs = set() if role is Role.TEST else bound - own - (imported & judge)
        judge = (judge | own) - theirs
        student = (student | theirs) - own
    return found


def parse(source: str) -> ast.Module:
    """The syntax tree of a cell, magics translated; an empty one if it is not valid."""
    with contextlib.suppress(SyntaxError, ValueError, RecursionError):
        return ast.parse(source)
    try:
        return ast.parse(translate(source))
    except (SyntaxError, ValueError, RecursionError):
        return ast.Module([], [])


def translate(source: str) -> str:
    """The text of a cell with IPython's magics as Python calls, line for line."""
    translated: str = TransformerManager().transform_cell(source)  # type: ignore[no-untyped-call]
    before = source[: len(source) - len(source.lstrip())]
    return "\n" * before.count("\n") + translated


def imports(tree: ast.Module) -> list[ast.stmt]:
    """The import statements of a cell that run when the cell runs."""
    return [
        node for node in _statements(tree.body) if isinstance(node, ast.Import | ast.ImportFrom)
    ]


def judge_part_of_setup(source: str) -> list[ast.stmt]:
    """What the judge runs of a locked set-up cell: imports, and the library's global switches."""
    statements = _statements(parse(source).body)
    return [node for node in statements if _is_import(node) or _is_switch(node)]


def definitions(statements: Iterable[ast.stmt]) -> list[ast.stmt]:
    """The statements that only define or import something."""
    kinds = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Import | ast.ImportFrom
    return [node for node in statements if isinstance(node, kinds)]


def bound_by(statements: Iterable[ast.stmt]) -> set[str]:
    """The names that statements bind in the namespace of the notebook."""
    names: set[str] = set()
    for statement in statements:
        _collect(statement, names)
    return names


def _is_import(node: ast.stmt) -> bool:
    return isinstance(node, ast.Import | ast.ImportFrom)


def _is_switch(node: ast.stmt) -> bool:
    """Whether a statement is a call such as `tf.disable_v2_behavior()`."""
    if not isinstance(node, ast.Expr) or not isinstance(node.value, ast.Call):
        return False
    call = node.value
    name = call.func.attr if isinstance(call.func, ast.Attribute) else ""
    return name.startswith(_SWITCHES) and not call.args and not call.keywords


def _statements(body: list[ast.stmt]) -> list[ast.stmt]:
    """Statements of a cell in order, with those inside `if`, `try` and `with`."""
    found = []
    for node in body:
        found.append(node)
        for part in ("body", "handlers", "orelse", "finalbody"):
            inner = getattr(node, part, [])
            if isinstance(node, ast.If | ast.Try | ast.With | ast.ExceptHandler):
                found += _statements(inner)
    return found


def _collect(node: ast.AST, names: set[str]) -> None:
    """Add the names that a node binds outside of functions, classes and comprehensions."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        names.add(node.name)
        return
    if isinstance(node, ast.Lambda | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
        return
    if isinstance(node, ast.Import | ast.ImportFrom):
        names.update(alias.asname or alias.name.partition(".")[0] for alias in node.names)
    elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        names.add(node.id)
    elif isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and node.name:
        names.add(node.name)
    for child in ast.iter_child_nodes(node):
        _collect(child, names)


class JudgeNamespace(dict[str, Any]):
    """The globals of the test cells: what they bind, then Python's names, then the student's.

    A test may delete a name of the student's, to see who needs it, and put it back.

    Args:
        ask: asks for the student's value of a name ("name"), which raises NameError if there is
            none, deletes it ("forget"), or binds it ("bind").
    """

    def __init__(self, ask: Callable[..., Any]) -> None:
        super().__init__(__name__="__main__", __builtins__=builtins)
        self._ask = ask
        self._owners = Owners(frozenset(), frozenset())
        self._taken: set[str] = set()

    def enter(self, owners: Owners) -> None:
        """Begin a test cell: forget values of names that are the student's by now."""
        self._owners = owners
        for name in owners.student & self.keys():
            super().__delitem__(name)

    def __delitem__(self, name: str) -> None:
        own = self.keys() & {name}
        if own:
            super().__delitem__(name)
        if not own or name in self._taken:
            self._ask("forget", name)
            self._taken.add(name)

    def __setitem__(self, name: str, value: Any) -> None:
        super().__setitem__(name, value)
        if name in self._taken:
            self._ask("bind", name, value)

    def __missing__(self, name: str) -> Any:
        if name in self._owners.judge:
            raise NameError(f"name {name!r} is not defined by the tests before this one", name=name)
        if hasattr(builtins, name) and name not in self._owners.student:
            raise KeyError(name)
        return self._ask("name", name)

    def __contains__(self, name: object) -> bool:
        if super().__contains__(name):
            return True
        try:
            self[str(name)]
        except (KeyError, NameError):
            return False
        return True

    def get(self, name: str, default: Any = None) -> Any:
        """The value of a name, the student's included; `default` if nobody has it."""
        try:
            return self[name]
        except (KeyError, NameError):
            return default
