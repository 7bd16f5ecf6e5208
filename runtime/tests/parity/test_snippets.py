"""Snippets, cases and programs do what they do on TensorFlow, but for the open ones."""

from __future__ import annotations

import os

import pytest

from . import compare, corpus, open_list
from .encode import Outcome
from .environment import Job

pytestmark = [
    pytest.mark.timeout(1800),  # whoever comes first asks TensorFlow about everything
    pytest.mark.tensorflow,
    pytest.mark.usefixtures("tensorflow"),
    pytest.mark.skipif(not hasattr(os, "fork"), reason="the jobs run in forks"),
]

JOBS = corpus.snippet_jobs() + corpus.case_jobs() + corpus.program_jobs()
GROUPS = list(dict.fromkeys((job["group"], job["mode"]) for job in JOBS))


def of(group: str, mode: str) -> list[Job]:
    return [job for job in JOBS if (job["group"], job["mode"]) == (group, mode)]


@pytest.mark.parametrize(("group", "mode"), GROUPS, ids=[f"{g}-{m}" for g, m in GROUPS])
def test_outcomes_are_those_of_tensorflow(ours: dict[str, Outcome], group: str, mode: str) -> None:
    problems = compare.compare(of(group, mode), ours).problems()
    assert not problems, problems


def test_the_open_list_names_jobs_that_exist() -> None:
    assert open_list.read_open() - {job["id"] for job in corpus.all_jobs()} == set()


def test_every_exclusion_names_jobs_that_exist_and_gives_a_reason() -> None:
    assert open_list.exclusions().keys() - {job["id"] for job in corpus.all_jobs()} == set()
    assert all(len(entry["reason"]) > 20 for entry in open_list.exclusion_entries())
