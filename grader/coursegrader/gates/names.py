"""The gate on names: an assignment is solvable with what its lesson and the earlier ones taught."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from coursegrader import notebooks
from coursegrader.gates.base import Context, Finding
from coursegrader.notebooks import Notebook

MODULES = {"np", "numpy", "math", "time", "collections", "itertools", "functools", "threading"}
"""Modules that students know already or can look up; `tf` is what the course teaches."""

_BUILTIN = {name for kind in (list, dict, set, str, int, float, tuple) for name in dir(kind)}
_CODE_SPAN = re.compile(r"`+([^`]+)`+")


def names(context: Context) -> Iterator[Finding]:
    """A solution uses only names that a lesson up to its own, or the question, introduces."""
    lesson = context.course.lesson(context.assignment)
    if not lesson.is_file():
        yield Finding(lesson.name, "there is no lesson of this name")
        return
    known = set().union(
        *(
            introduced(notebooks.read(path))
            for path in sorted(context.course.lessons.glob("*.ipynb"))
            if path.name <= lesson.name
        )
    )
    known |= shown(context.source)
    for question in context.source.questions():
        cell = context.source.cells[question.answer]
        for name in sorted(used(cell.source)):
            problem = "" if name in known else f"no lesson up to {lesson.stem} introduces it"
            yield Finding(f"{question.grade_id}: {name}", problem)


def introduced(notebook: Notebook) -> set[str]:
    """The names that a notebook's code uses and its text mentions as code."""
    found: set[str] = set()
    for cell in notebook.cells:
        found |= used(cell.source) if cell.is_code else mentioned(cell.source)
    return found


def shown(source: Notebook) -> set[str]:
    """The names that an assignment's own text and set-up introduce."""
    found: set[str] = set()
    for cell in source.cells:
        if not cell.is_code:
            found |= mentioned(cell.source)
        elif not (cell.grade or cell.solution):
            found |= used(cell.source)
    return found


def used(code: str) -> set[str]:
    """What code takes from `tf`, as dotted names, and the attributes and methods it uses.

    Attributes of Python's own types and of well-known modules are left out.
    """
    try:
        tree = ast.parse("\n".join(line for line in code.split("\n") if line[:1] not in "%!"))
    except SyntaxError:
        return set()
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            dotted = _dotted(node)
            root = dotted.partition(".")[0]
            if root == "tf":
                found.add(dotted)
            elif root not in MODULES and node.attr not in _BUILTIN:
                found.add(f".{node.attr}")
    return found


def _dotted(node: ast.expr) -> str:
    """A chain of attributes that begins with a name, as text; empty for any other expression."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute) and (before := _dotted(node.value)):
        return f"{before}.{node.attr}"
    return ""


def mentioned(text: str) -> set[str]:
    """The names in a text's code spans and blocks."""
    found: set[str] = set()
    for span in _CODE_SPAN.findall(text):
        found |= used(span.removeprefix("python\n"))
        found |= {f".{name}" for name in re.findall(r"\.([a-z_]\w*)", span)}
        found |= set(re.findall(r"\btf(?:\.\w+)+", span))
    return found
