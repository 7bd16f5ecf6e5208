"""The numbers and messages that the text of lesson 14 states are those that its cells give."""

from grader.tests.lessons import course

LESSON = course.ROOT / "course" / "14_capstone.ipynb"

PRINTED = [
    "(1797, 64) float32 [0 1 2 3 4 5 6 7 8 9 0 1]\n",
    "1400 397\n",
    "111 operations\n",
    "loss 2.303, then 0.238\nright: 0.887 of the test digits\n",
    "45 mistakes; most often 1 was read as 9\n",
    "True\n",
]


def test_the_cells_print_what_the_text_says(lesson_run):
    assert course.printed(LESSON, lesson_run(LESSON, "minigraph")) == PRINTED


def test_the_accuracy_needs_twelve_of_the_operations(lesson_run):
    cells = lesson_run(LESSON, "minigraph")["cells"]
    words = [data.get("text/plain", "") for cell in cells for data in cell["displayed"]]
    assert sum("<Run of accuracy: 12 of 111 operations." in text for text in words) == 1


def test_without_its_file_mnist_is_replaced_in_one_sentence(lesson_run):
    cells = lesson_run(LESSON, "minigraph")["cells"]
    (found,) = [cell["stdout"] for cell in cells if cell["stdout"].startswith("No MNIST: ")]
    assert found.endswith("the 1,797 digits of the course.\n(1400, 64) (397, 64)\n")
