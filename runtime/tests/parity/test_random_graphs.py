"""Random graphs have TensorFlow's values, static shapes and gradients."""

from __future__ import annotations

import os

import pytest

from . import compare, random_graphs

pytestmark = [
    pytest.mark.timeout(1800),  # whoever comes first asks TensorFlow about everything
    pytest.mark.tensorflow,
    pytest.mark.usefixtures("tensorflow"),
    pytest.mark.skipif(not hasattr(os, "fork"), reason="the jobs run in forks"),
]


def test_random_graphs_give_the_values_and_gradients_of_tensorflow() -> None:
    report = compare.compare(random_graphs.jobs())
    kinds = [outcome["kind"] for outcome in report.expected.values()]
    assert kinds.count("value") > 0.9 * random_graphs.PROGRAMS, "most programs run on TensorFlow"
    problems = report.problems()
    assert not problems, problems
