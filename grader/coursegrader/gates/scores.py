"""Gates on points: the solution, the untouched handout, and the stored answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby, zip_longest

from coursegrader import notebooks, regions
from coursegrader.answers import AnswerError, StoredAnswer, right_answers, wrong_answers
from coursegrader.gates.base import Context, Finding
from coursegrader.notebooks import Notebook
from coursegrader.scoring.scorer import Scored, Scorer

LEAST_WRONG, LEAST_RIGHT = 3, 2
"""How many stored answers each autograded question has at least."""

BLANKS = ("pass", "return None")
"""Answers of students who have not begun."""


def solution(context: Context) -> Iterator[Finding]:
    """The solution has full marks and writes nothing to stderr."""
    for scorer in context.scorers:
        result = score_one(context, scorer, context.source)
        yield from full_marks(context, result, scorer.name)
        for grade_id, outcome in result.outcomes.items():
            noise = outcome.stream("stderr").strip()
            yield Finding(f"stderr of {grade_id}", noise and f"it is not silent: {noise}")


def handout(context: Context) -> Iterator[Finding]:
    """The untouched handout has no point on any autograded cell."""
    path = context.course.handout(context.assignment)
    if not path.is_file():
        yield Finding(path.name, "it is missing; run coursegrader release")
        return
    for scorer in context.scorers:
        result = score_one(context, scorer, notebooks.read(path))
        for cell in context.source.tests():
            points = result.scores[cell.grade_id or ""].score
            problem = f"it gives {points:g} points to whoever does nothing" if points else ""
            yield Finding(f"{cell.grade_id} [{scorer.name}]", problem)


def wrong(context: Context) -> Iterator[Finding]:
    """Every wrong answer loses the points and sees the message that it states."""
    try:
        stored = wrong_answers(context.course, context.assignment)
    except AnswerError as error:
        yield Finding("headers", str(error))
        return
    yield from _enough(context, stored, LEAST_WRONG, "wrong")
    for scorer in context.scorers:
        for answer, result in score_answers(context, scorer, stored + blanks(context.source)):
            yield Finding(f"{answer.name} [{scorer.name}]", why_not_caught(context, answer, result))


def right(context: Context) -> Iterator[Finding]:
    """Every unusual but right answer keeps full marks."""
    try:
        stored = right_answers(context.course, context.assignment)
    except AnswerError as error:
        yield Finding("headers", str(error))
        return
    yield from _enough(context, stored, LEAST_RIGHT, "right")
    for scorer in context.scorers:
        for answer, result in score_answers(context, scorer, stored):
            yield Finding(f"{answer.name} [{scorer.name}]", why_not_full(context, result))


def tensorflow(context: Context) -> Iterator[Finding]:
    """On TensorFlow, by changing the import line only, all answers have the same points."""
    scorer = context.tensorflow
    if scorer is None:
        return
    subject = f"import line of {context.assignment}"
    there = replace(context, source=on_tensorflow(context.source))
    same = there.source == context.source
    yield Finding(subject, "no cell imports minigraph" if same else "")
    yield from full_marks(there, score_one(there, scorer, there.source), scorer.name)
    try:
        stored = wrong_answers(context.course, context.assignment)
        stored += right_answers(context.course, context.assignment)
    except AnswerError:
        return
    for answer, result in score_answers(there, scorer, stored):
        score = result.scores[f"{answer.question}{notebooks.TEST_SUFFIX}"]
        lost = score.max_score - (score.score or 0.0)
        problem = f"it loses {lost:g} points, not {answer.loses:g}. {score.reason}"
        yield Finding(f"{answer.name} [{scorer.name}]", problem if lost != answer.loses else "")


def on_tensorflow(notebook: Notebook) -> Notebook:
    """The notebook with its import line changed to real TensorFlow."""

    def rewrite(source: str) -> str:
        return source.replace(
            "import minigraph.compat.v1 as tf", "import tensorflow.compat.v1 as tf"
        ).replace("import minigraph as tf", "import tensorflow as tf")

    return notebook.map(lambda cell: rewrite(cell.source) if cell.is_code else cell.source)


def blanks(source: Notebook) -> list[StoredAnswer]:
    """What students hand in who have not begun, as wrong answers that lose everything."""
    found = []
    for question in source.questions():
        cell = source.cells[question.answer]
        for stub in BLANKS:
            text = regions.replace_solution(cell.source, stub)
            if stub == "pass" or _compiles(text):
                name = f"{question.grade_id}: {stub}"
                found.append(StoredAnswer(name, question.grade_id, text, loses=question.points))
    return found


def score_one(context: Context, scorer: Scorer, submission: Notebook) -> Scored:
    """The result of one submission."""
    files = context.course.solutions / context.assignment
    return scorer.score(context.source, [submission], files=files)[0]


def score_answers(
    context: Context, scorer: Scorer, answers: Sequence[StoredAnswer]
) -> Iterator[tuple[StoredAnswer, Scored]]:
    """The results of solutions that differ in one answer, question by question."""
    files = context.course.solutions / context.assignment
    known = {question.grade_id for question in context.source.questions()}
    ordered = sorted((a for a in answers if a.question in known), key=lambda a: a.question)
    groups = {grade_id: list(group) for grade_id, group in groupby(ordered, lambda a: a.question)}
    if scorer.together:
        yield from _score_together(context, scorer, list(groups.values()))
        return
    for same in groups.values():
        submissions = [context.source.with_answers({a.question: a.source}) for a in same]
        yield from zip(same, scorer.score(context.source, submissions, files=files), strict=True)


def _score_together(
    context: Context, scorer: Scorer, groups: Sequence[Sequence[StoredAnswer]]
) -> Iterator[tuple[StoredAnswer, Scored]]:
    """The results of submissions that hold an answer of each group; each has its own score only."""
    files = context.course.solutions / context.assignment
    for column in zip_longest(*groups):
        answers = [answer for answer in column if answer is not None]
        submission = context.source.with_answers({a.question: a.source for a in answers})
        result = scorer.score(context.source, [submission], files=files)[0]
        for answer in answers:
            test = f"{answer.question}{notebooks.TEST_SUFFIX}"
            yield answer, Scored({test: result.scores[test]})


def full_marks(context: Context, result: Scored, name: str) -> Iterator[Finding]:
    """One finding for each autograded cell: it has full marks."""
    for cell in context.source.tests():
        score = result.scores[cell.grade_id or ""]
        problem = "" if score.is_full else f"{score.score} of {score.max_score:g}: {score.reason}"
        yield Finding(f"{cell.grade_id} [{name}]", problem)


def why_not_caught(context: Context, answer: StoredAnswer, result: Scored) -> str:
    """Why a wrong answer does not lose what it states, or does not see its message."""
    question = context.source.question(answer.question)
    test = f"{answer.question}{notebooks.TEST_SUFFIX}"
    score = result.scores[test]
    lost = question.points - (score.score or 0.0)
    if lost != answer.loses:
        return f"it loses {lost:g} points, not {answer.loses:g}. {score.reason}".strip()
    if answer.message not in score.reason:
        return f'its message has no "{answer.message}": {score.reason}'
    return _others(context, result, except_for=test)


def why_not_full(context: Context, result: Scored) -> str:
    """Why a right answer does not keep full marks."""
    return _others(context, result, except_for="")


def _others(context: Context, result: Scored, *, except_for: str) -> str:
    for cell in context.source.tests():
        score = result.scores.get(cell.grade_id or "")
        if score is not None and cell.grade_id != except_for and not score.is_full:
            return f"{cell.grade_id} has {score.score} of {score.max_score:g}: {score.reason}"
    return ""


def _enough(
    context: Context, stored: Sequence[StoredAnswer], least: int, kind: str
) -> Iterator[Finding]:
    questions = [question.grade_id for question in context.source.questions()]
    for answer in stored:
        if answer.question not in questions:
            yield Finding(answer.name, f"there is no question {answer.question}")
    for question in questions:
        count = sum(answer.question == question for answer in stored)
        few = f"{count} {kind} answers are stored for it; {least} are the least"
        yield Finding(f"{kind} answers to {question}", few if count < least else "")


def _compiles(source: str) -> bool:
    try:
        compile(source, "<answer>", "exec")
    except SyntaxError:
        return False
    return True
