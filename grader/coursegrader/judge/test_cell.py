"""A locked test cell, as the judge runs it."""

import ast
import builtins
import linecache
import sys
import traceback
from types import FrameType, TracebackType

from coursegrader import checks
from coursegrader.judge.namespace import JudgeNamespace, Owners, parse
from coursegrader.judge.peer import Message


class TestCell:
    """A test cell: its code, its hidden lines, and how far it has run."""

    def __init__(self, message: Message) -> None:
        self.grade_id = str(message["grade_id"])
        self.source = str(message["source"])
        self.owners = Owners(frozenset(message["judge"]), frozenset(message["student"]))
        self.show_hidden = bool(message["show_hidden"])
        self._hidden = frozenset(message["hidden"])
        self.file = f"<test {self.grade_id}>"
        self.not_reached: list[ast.stmt] = []
        lines = self.source.splitlines(keepends=True)
        linecache.cache[self.file] = (len(self.source), None, lines, self.file)

    def execute(self, namespace: JudgeNamespace) -> float | None:
        """Run the cell; returns its partial credit, None for full marks."""
        tree = parse(self.source) if self.source.strip() else ast.Module([], [])
        if not tree.body and self.source.strip():
            compile(self.source, self.file, "exec")
        self.not_reached = list(tree.body)
        credit: float | None = None
        for statement in tree.body:
            if statement is tree.body[-1] and (call := _credit(statement, namespace)):
                credit = float(eval(compile(call, self.file, "eval"), namespace))
            elif statement is tree.body[-1] and (last := _own_value(statement, namespace)):
                credit = _points(eval(compile(last, self.file, "eval"), namespace))
            else:
                exec(compile(ast.Module([statement], []), self.file, "exec"), namespace)
            self.not_reached.pop(0)
        return credit

    def in_hidden_lines(self) -> bool:
        """Whether the statement that runs is in a hidden region."""
        frame: FrameType | None = sys._getframe(1)
        line = 0
        while frame is not None:
            if self._is_top_level(frame):
                line = frame.f_lineno
            frame = frame.f_back
        return line in self._hidden

    def hides(self, error: BaseException) -> bool:
        """Whether an error came from a statement in a hidden region."""
        line = next((number for number in self.lines(error)), 0)
        return line in self._hidden

    def lines(self, error: BaseException) -> list[int]:
        """The lines of the cell that an error passed through, the outermost first."""
        trace: TracebackType | None = error.__traceback__
        frames = traceback.walk_tb(trace)
        return [line for frame, line in frames if frame.f_code.co_filename == self.file]

    def visible_line(self, number: int) -> str:
        """The text of a line, empty if it is hidden."""
        return "" if number in self._hidden else linecache.getline(self.file, number).strip()

    def _is_top_level(self, frame: FrameType) -> bool:
        return frame.f_code.co_filename == self.file and frame.f_code.co_name == "<module>"


def _credit(statement: ast.stmt, namespace: JudgeNamespace) -> ast.Expression | None:
    """The call of `checks.score()` that a statement consists of, if it is one."""
    if not isinstance(statement, ast.Expr) or not isinstance(statement.value, ast.Call):
        return None
    function = statement.value.func
    if not isinstance(function, ast.Name | ast.Attribute) or "score" not in ast.dump(function):
        return None
    try:
        called = eval(compile(ast.Expression(function), "<score>", "eval"), namespace)
    except Exception:
        return None
    return ast.Expression(statement.value) if called is checks.score else None


def _own_value(statement: ast.stmt, namespace: JudgeNamespace) -> ast.Expression | None:
    """An expression in which only names of the test's own occur; none where checks are in use."""
    if not isinstance(statement, ast.Expr) or any(each is checks for each in namespace.values()):
        return None
    names = [node for node in ast.walk(statement) if isinstance(node, ast.Name)]
    bound = {node.id for node in names if isinstance(node.ctx, ast.Store)} | namespace.keys()
    own = all(node.id in bound or hasattr(builtins, node.id) for node in names)
    return ast.Expression(statement.value) if own else None


def _points(value: object) -> float | None:
    """What nbgrader takes for partial credit: a number that is not negative."""
    return float(value) if type(value) in (int, float) and value >= 0 else None  # type: ignore[operator, arg-type]
