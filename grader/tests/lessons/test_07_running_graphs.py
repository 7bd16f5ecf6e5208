"""The plans that the text of lesson 07 reads out are those that its cells print."""

from grader.tests.lessons import course

LESSON = course.ROOT / "course" / "07_running_graphs.ipynb"

PRINTED = [
    "False\n",
    "6.0 42.0\n",
    "6.0\n",
    "[np.float32(6.0), np.float32(24.0)]\n[np.float32(10.0), np.float32(10.0)]\n",
    "DeadlineExceededError\n",
]

RAISED = [
    ("InvalidArgumentError", "The feed a:0 has already been fed."),
    ("InvalidArgumentError", "can't be computed from the feeds that have been fed so far."),
    ("InvalidArgumentError", "The feed b:0 was not specified in partial_run_setup."),
    ("RuntimeError", "Attempted to use a closed Session."),
    ("RuntimeError", "Graph is finalized and cannot be modified."),
]


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


def test_the_cells_print_what_the_text_says(lesson_run):
    assert course.printed(LESSON, lesson_run(LESSON, "minigraph")) == PRINTED


def test_the_errors_say_what_the_text_reads_out(lesson_run):
    course.assert_raised(lesson_run(LESSON, "minigraph"), RAISED)


def test_each_of_300_turns_builds_two_operations_and_both_loops_give_the_same(lesson_run):
    printed = "".join(tagged(lesson_run(LESSON, "minigraph"), "timing"))
    assert f"{1 + 2 * 300 + 2} operations at the end" in printed
    assert "True | a session for each is" in printed


def test_the_steps_of_the_run_leave_out_what_is_in_the_plan(lesson_run):
    cells = lesson_run(LESSON, "minigraph")["cells"]
    words = [data.get("text/plain", "") for cell in cells for data in cell["displayed"]]
    (steps,) = [text for text in words if text.startswith("Run of both in")]
    assert steps.splitlines()[0] == "Run of both in 3 steps"
    assert "second" not in steps
