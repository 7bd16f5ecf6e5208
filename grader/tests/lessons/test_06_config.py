"""The numbers that the text of lesson 06 states are those of the simulated GPU."""

from grader.tests.lessons import course

LESSON = course.ROOT / "course" / "06_config.ipynb"
CPU, GPU = (f"/job:localhost/replica:0/task:0/device:{kind}:0" for kind in ("CPU", "GPU"))


def printed(lesson_run):
    """What the cells print, as one text."""
    return "\n".join(cell["stdout"] for cell in lesson_run(LESSON, "minigraph")["cells"])


def test_the_log_tells_where_the_product_goes_without_and_with_a_gpu(lesson_run):
    found = printed(lesson_run)
    for device in (CPU, GPU):
        assert f"b: (MatMul): {device}\na: (Const): {device}\n" in found
    assert f"text: (Const): {CPU}\n" in found


def test_the_second_session_has_the_limit_of_the_first(lesson_run):
    found = printed(lesson_run)
    for fraction in (0.25, 0.5):
        assert f"{fraction} -> limit 16 MB\nOOM when allocating tensor with shape" in found
