"""Every op is declared as in TensorFlow: arguments, attributes, state, presence of a gradient."""

from __future__ import annotations

import os

import pytest

from . import compare, corpus

pytestmark = [
    pytest.mark.timeout(1800),  # whoever comes first asks TensorFlow about everything
    pytest.mark.tensorflow,
    pytest.mark.usefixtures("tensorflow"),
    pytest.mark.skipif(not hasattr(os, "fork"), reason="the jobs run in forks"),
]


def test_every_op_is_declared_as_in_tensorflow() -> None:
    problems = compare.compare(corpus.op_definition_jobs()).problems()
    assert not problems, problems
