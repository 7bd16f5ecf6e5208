"""The plans that the text of lesson 07 reads out are those that its cells print."""

import pytest

from grader.tests.lessons import course

LESSON = course.ROOT / "course" / "07_running_graphs.ipynb"


def tagged(run, tag):
    """What the cells with a tag print, in order."""
    ids = [cell["id"] for cell in course.code(LESSON) if tag in course.tags(cell)]
    return [cell["stdout"] for cell in run["cells"] if cell["id"] in ids]


def test_the_plan_has_two_lines_and_the_whole_arithmetic_without_optimisations(lesson_run):
    planned, plain = tagged(lesson_run(LESSON, "minigraph"), "minigraph-only")
    assert planned.startswith(
        "def run(days):\n    first = Mul(days, 1440.0)\n    both = AddV2(first, first)\n"
    )
    for line in ("pruned: report", "folded: per_day", "passed on: same", "merged: second = first"):
        assert f"\n{line}  (" in planned
    for line in ("per_day = Mul(24.0, 60.0)", "second = Mul(days, per_day)"):
        assert f"    {line}\n" in plain


@pytest.mark.tensorflow
def test_tensorflow_fuses_as_the_text_says(lesson_run):
    (fused,) = tagged(lesson_run(LESSON, "tensorflow"), "tensorflow-only")
    assert "'y: _FusedMatMul'" in fused
    assert "MatMul'" not in fused.replace("_FusedMatMul'", "")
