"""The gates: what holds for every assignment before a student sees it."""

from __future__ import annotations

from coursegrader.gates import mutation, names, scores, texts
from coursegrader.gates.base import Context, Finding, Gate

GATES = (
    Gate("solution", "the solution has full marks and is silent", scores.solution),
    Gate("handout", "the untouched handout has no points", scores.handout),
    Gate("release", "exercises/ is what nbgrader generates", texts.release),
    Gate("leak", "no secret line is under exercises/", texts.leak),
    Gate("wrong", "wrong answers lose points, with a message", scores.wrong),
    Gate("right", "unusual right answers keep full marks", scores.right),
    Gate("mutants", "slightly changed solutions lose points", mutation.mutation),
    Gate("tests", "asserts have messages, no stray points", texts.test_cells),
    Gate("questions", "ids follow the rule, points make 100", texts.questions),
    Gate("names", "the solution uses only what was taught", names.names),
    Gate("tidy", "the source is in normal form", texts.normal_form),
    Gate("tensorflow", "TensorFlow gives the same points", scores.tensorflow),
)

__all__ = ["GATES", "Context", "Finding", "Gate"]
