"""The numbers and messages that the text of lesson 09 states are those that its cells give."""

from grader.tests.lessons import course

LESSON = course.ROOT / "course" / "09_threads_and_queues.ipynb"

BATCHES = "[[1, 2], [1, 4]]\n[[3, 4], [9, 16]]\n[[5], [25]]\nthe end\n"

PRINTED = [
    "done\n",
    '3 TypeError\nArgument `fetch` = 1 has invalid type "int" must be a string or Tensor\n',
    "400\n",
    "main thread: [True, True] other thread: [False, False]\n",
    "Cannot evaluate tensor using `eval()`: No default session is registered\n",
    "[np.int32(7), True]\n",
    "True 3 False\n",
    "3 2.0 4.0\n[np.float32(3.0), np.float32(6.0)] 0\n",
    "[2.0, 4.0, 6.0, 8.0, 10.0, 12.0]\n",
    "[1.0, 2.0] True\n",
    "['input_producer/input_producer', 'batch/fifo_queue']\n",
    BATCHES,  # from the queue runners
    BATCHES,  # and from the dataset
]

RAISED = [
    ("ValueError", "is not an element of this graph"),
    ("ValueError", "worker 0 read a broken record"),
    ("DeadlineExceededError", "Timed out waiting for notification"),
    ("DeadlineExceededError", "Timed out waiting for notification"),
]


def test_the_cells_print_what_the_text_says(lesson_run):
    assert course.printed(LESSON, lesson_run(LESSON, "minigraph")) == PRINTED


def test_the_errors_say_what_the_text_reads_out(lesson_run):
    course.assert_raised(lesson_run(LESSON, "minigraph"), RAISED)


def test_only_the_first_take_waits_in_the_order_that_is_shown(lesson_run):
    cells = lesson_run(LESSON, "minigraph")["cells"]
    words = [data.get("text/plain", "") for cell in cells for data in cell["displayed"]]
    (steps,) = [text for text in words if text.startswith("Run of 2 threads in 11 steps")]
    (waiting,) = [line for line in steps.splitlines() if "after a wait" in line]
    assert ": take, QueueDequeueV2 in consumer after a wait" in waiting
    assert "FIFOQueue with 0 inside" in waiting
    assert "take:0 = 1.0" in waiting
