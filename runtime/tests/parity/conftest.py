"""What the comparisons share."""

from __future__ import annotations

import pytest

from . import compare, corpus, graph_exchange, random_graphs, reference
from .encode import Outcome


@pytest.fixture(scope="session")
def tensorflow() -> None:
    """Asks TensorFlow about everything at once, so that it is loaded once."""
    written = [*graph_exchange.write_jobs_of_ops(), *graph_exchange.write_jobs_of_programs()]
    reference.tensorflow_outcomes([*corpus.all_jobs(), *written, *random_graphs.jobs()])


@pytest.fixture(scope="module")
def ours(request: pytest.FixtureRequest) -> dict[str, Outcome]:
    """What minigraph does in all tests of the file that are to run, so that it is loaded once.

    The file's function `of` says which jobs a test is about.
    """
    tests = [item for item in request.session.items if item.path == request.path]
    parameters = [item.callspec.params for item in tests if "ours" in item.fixturenames]
    jobs = {job["id"]: job for chosen in parameters for job in request.module.of(**chosen)}
    return reference.run(compare.BACKEND, jobs.values())
