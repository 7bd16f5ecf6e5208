"""Gates on the text of notebooks: release, leaks, test cells, questions and normal form."""

from __future__ import annotations

import ast
import contextlib
import io
import json
import re
import tokenize
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from coursegrader import generate, notebooks
from coursegrader.checks.hints import hints
from coursegrader.gates.base import Context, Finding
from coursegrader.notebooks import Cell, Notebook
from coursegrader.regions import Region, has, split
from coursegrader.tidy import is_tidy

LEAST_TOKENS = 6
"""A shorter line than this is an idiom that any program may hold."""

FULL_POINTS = 100
QUESTIONS = range(4, 9)
PUBLIC_TAG = "given"
"""Tag of a source cell whose code the question itself shows, such as a program to repair."""

_LAYOUT = {
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.COMMENT,
    tokenize.ENDMARKER,
}


def release(context: Context) -> Iterator[Finding]:
    """The handout is, to the byte, what nbgrader generates from the source."""
    committed = generate.committed(context.course, context.assignment)
    for path in sorted(set(committed) | set(context.generated)):
        if path not in committed:
            problem = "it is missing; run coursegrader release"
        elif path not in context.generated:
            problem = "nbgrader does not generate it; remove it"
        elif committed[path] != context.generated[path]:
            problem = "it differs from what nbgrader generates; run coursegrader release"
        else:
            problem = ""
        yield Finding(path.as_posix(), problem)


def leak(context: Context) -> Iterator[Finding]:
    """No line of a solution or hidden test appears under the exercises, nor in a hint."""
    public = set(public_lines(context))
    texts = {
        path.relative_to(context.course.exercises).as_posix(): token_text(file_lines(path))
        for path in sorted(context.course.exercises.rglob("*"))
        if path.is_file() and ".ipynb_checkpoints" not in path.parts
    }
    for grade_id, stages in hints().items():
        texts[f"the hints for {grade_id}"] = token_text(_lines("\n".join(stages)))
    for subject, line in secret_lines(context.source):
        needle = tokens(line)
        if len(needle) >= LEAST_TOKENS and needle not in public:
            where = [name for name, text in texts.items() if joined(needle) in text]
            problem = f"{', '.join(where)} holds `{line.strip()}`" if where else ""
            yield Finding(f"{subject}: {line.strip()[:60]}", problem)


def test_cells(context: Context) -> Iterator[Finding]:
    """Every assert has a message, and no test cell ends in a bare expression but its score."""
    for cell in context.source.tests():
        visible = "\n".join(split(cell.source, Region.HIDDEN_TESTS)[1])
        yield Finding(f"{cell.grade_id}", _test_problem(cell.source))
        yield Finding(f"{cell.grade_id} as released", _test_problem(visible))
        hidden = has(cell.source, Region.HIDDEN_TESTS) or "checks.matches(" in cell.source
        yield Finding(
            f"{cell.grade_id} at other inputs", "" if hidden else "it has no hidden tests"
        )


def questions(context: Context) -> Iterator[Finding]:
    """Ids are topic_qN and topic_qN_test, every answer is graded, and the points make 100."""
    source = context.source
    graded = source.graded()
    points = sum(cell.points or 0 for cell in graded)
    yield Finding("points", "" if points == FULL_POINTS else f"they make {points:g}, not 100")
    number = sum(not cell.is_test for cell in graded) + len(source.questions())
    few = f"there are {number}; four to eight make an hour's work"
    yield Finding("number of questions", "" if number in QUESTIONS else few)
    answered = {question.grade_id for question in source.questions()}
    tested = {f"{grade_id}{notebooks.TEST_SUFFIX}" for grade_id in answered}
    rule = re.compile(rf"{re.escape(context.topic)}_q[1-9]\d*(_test)?$")
    for cell in (c for c in source.cells if c.grade or c.solution):
        yield Finding(f"{cell.grade_id}", _question_problem(cell, answered, tested, rule))
    ids = [cell.grade_id for cell in source.cells if cell.grade_id]
    twice = sorted({grade_id for grade_id in ids if ids.count(grade_id) > 1})
    yield Finding("unique ids", f"{', '.join(twice)} occurs twice" if twice else "")
    asked = answered | {cell.grade_id or "" for cell in graded if cell.is_manual}
    hinted = {grade_id for grade_id in hints() if grade_id.startswith(f"{context.topic}_q")}
    for grade_id in sorted(asked | hinted):
        missing = "no question has this id" if grade_id in hinted else "it has no hints"
        problem = "" if grade_id in asked & hinted else missing
        yield Finding(f"hints for {grade_id}", problem)


def normal_form(context: Context) -> Iterator[Finding]:
    """The source is in the normal form that coursegrader tidy writes."""
    path = context.course.source(context.assignment)
    yield Finding(path.name, "" if is_tidy(path) else "run coursegrader tidy")


def secret_lines(source: Notebook) -> Iterator[tuple[str, str]]:
    """The lines of solutions and hidden tests that the same cell does not also show."""
    for cell in source.cells:
        regions = [Region.HIDDEN_TESTS] if cell.is_test else []
        if cell.solution:
            regions = [Region.SOLUTION]
        for region in regions:
            inside, outside = split(cell.source, region)
            if cell.solution and not has(cell.source, region):
                inside, outside = outside, []
            shown = {tokens(line) for line in outside}
            yield from ((f"{cell.grade_id}", line) for line in inside if tokens(line) not in shown)


def public_lines(context: Context) -> Iterator[tuple[str, ...]]:
    """The lines, as tokens, that lessons teach and that questions show on purpose."""
    for path in sorted(context.course.lessons.glob("*.ipynb")):
        for code in notebooks.read(path).code():
            yield from map(tokens, code.split("\n"))
    for assignment in context.course.assignments():
        for cell in notebooks.read(context.course.source(assignment)).cells:
            if PUBLIC_TAG in cell.tags:
                yield from map(tokens, cell.source.split("\n"))


def tokens(line: str) -> tuple[str, ...]:
    """The Python tokens of a line; its words where it is not Python."""
    found: list[str] = []
    with contextlib.suppress(tokenize.TokenError, SyntaxError):
        found.extend(
            token.string
            for token in tokenize.generate_tokens(io.StringIO(line.strip()).readline)
            if token.type not in _LAYOUT and token.string.strip()
        )
    return tuple(found)


def token_text(lines: Iterable[str]) -> str:
    """Lines as one text in which a sequence of tokens can be looked for."""
    return "\n".join(joined(tokens(line)) for line in lines)


def file_lines(path: Path) -> Iterator[str]:
    """The lines of a text file, or of every text in a notebook; a code span counts as a line."""
    raw = path.read_text(encoding="utf-8", errors="replace")
    for text in _strings(json.loads(raw)) if path.suffix == ".ipynb" else [raw]:
        yield from _lines(text)


def _lines(text: str) -> Iterator[str]:
    for line in text.split("\n"):
        yield line
        yield from re.findall(r"`([^`]+)`", line)


def _strings(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case list():
            for item in value:
                yield from _strings(item)
        case dict():
            for item in value.values():
                yield from _strings(item)


def joined(words: Iterable[str]) -> str:
    """Tokens as a text that contains another such text only token by token."""
    return "\0" + "\0".join(words) + "\0"


def _test_problem(source: str) -> str:
    try:
        statements = ast.parse(source).body
    except SyntaxError as error:
        return f"it is not plain Python: {error}"
    if not statements:
        return "it has no statement"
    for node in (n for s in statements for n in ast.walk(s)):
        if isinstance(node, ast.Assert) and node.msg is None:
            return f"line {node.lineno} is an assert without a message"
    last = statements[-1]
    if isinstance(last, ast.Expr) and ast.unparse(last) != "checks.score()":
        return f"it ends in the bare expression `{ast.unparse(last)}`, which may count as points"
    return ""


def _question_problem(
    cell: Cell, answered: set[str], tested: set[str], rule: re.Pattern[str]
) -> str:
    grade_id = cell.grade_id or ""
    if not rule.fullmatch(grade_id):
        return f"its id does not follow the rule {rule.pattern}"
    if cell.is_answer and not cell.grade and grade_id not in answered:
        return f"no test cell {grade_id}{notebooks.TEST_SUFFIX} scores it"
    if cell.is_test and grade_id not in tested:
        return "it tests no answer cell of the same name"
    if cell.grade and not cell.points:
        return "it is worth no points"
    if cell.is_manual and "**Rubric**" not in split(cell.source, Region.SOLUTION)[0]:
        return "it is graded by hand and its solution has no rubric"
    return ""
