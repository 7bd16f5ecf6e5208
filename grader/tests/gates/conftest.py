"""The gates' processes and the generated handouts, made once."""

from collections.abc import Iterator

import pytest

from coursegrader.course import Course
from coursegrader.gates import Context
from coursegrader.judge.scorer import JudgeScorer
from coursegrader.scoring.client import Runner
from coursegrader.scoring.scorer import InProcessScorer, Scorer
from coursegrader.verify import contexts


@pytest.fixture(scope="session")
def scorer(runner: Runner) -> Scorer:
    return InProcessScorer(runner)


@pytest.fixture(scope="session")
def judge_scorer() -> Iterator[Scorer]:
    with JudgeScorer() as scorer:
        yield scorer


@pytest.fixture(scope="session")
def assignments(
    repository: Course, scorer: Scorer, judge_scorer: Scorer, tensorflow_runner: Runner
) -> dict[str, Context]:
    """What the gates look at, for every assignment of this course."""
    real = InProcessScorer(tensorflow_runner, share=False, name="tensorflow")
    found = contexts(repository, repository.assignments(), [scorer, judge_scorer], real)
    return {context.assignment: context for context in found}
