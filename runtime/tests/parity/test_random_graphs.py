"""Random graphs have TensorFlow's values, static shapes and gradients."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from . import compare
from .random_graphs import programs

PROGRAMS = 60

pytestmark = [
    pytest.mark.timeout(1800),  # TensorFlow is asked about all of them
    pytest.mark.tensorflow,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="the jobs run in forks"),
]


def drawn_programs() -> list[str]:
    """The same programs each time; all run at once, since loading TensorFlow takes longest."""
    found: dict[str, None] = {}

    @settings(
        max_examples=PROGRAMS,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(programs())
    def draw(program: str) -> None:
        found[program] = None

    draw()
    return list(found)


def test_random_graphs_give_the_values_and_gradients_of_tensorflow() -> None:
    jobs = [
        {
            "id": f"v1 random graphs: {number}",
            "kind": "snippet",
            "group": "random graphs",
            "batch": f"random graphs {number // 20}",
            "mode": "v1",
            "source": program,
        }
        for number, program in enumerate(drawn_programs())
    ]
    report = compare.compare(jobs)
    kinds = [outcome["kind"] for outcome in report.expected.values()]
    assert kinds.count("value") > 0.9 * PROGRAMS, "most programs run on TensorFlow"
    problems = report.problems()
    assert not problems, problems
