"""The numbers and names that the text of lesson 03 states are those that its cells print."""

from grader.tests.lessons import course

LESSON = course.ROOT / "course" / "03_fetches.ipynb"

PRINTED = [
    "x 1.0 loss 4.0\n",
    "8.0 [np.float32(8.0)]\n16.0 [np.float32(8.0), np.float32(8.0)]\n",
    (
        "[np.float32(8.0), np.float32(5.0)]\n"
        "(np.float32(8.0), np.float32(5.0))\n"
        "{'sum': np.float32(8.0), 'max': np.float32(5.0)}\n"
        "Summary(sum=np.float32(8.0), max=np.float32(5.0))\n"
        "[np.float32(8.0), {'more': (np.float32(5.0), "
        "[array([0.125, 0.25 , 0.625], dtype=float32)])}]\n"
        "[]\n"
    ),
    "5.0 5.0\n",
    (
        "float32 ()   -> float32 np.float32(8.0)\n"
        "float32 (?,) -> ndarray array([0.125, 0.25 , 0.625], dtype=float32)\n"
        "bool    ()   -> bool    np.True_\n"
        "string  ()   -> bytes   b'km'\n"
    ),
    (
        "NoOp 0\nTopKV2(values=<tf.Tensor 'top:0' shape=(2,) dtype=float32>, "
        "indices=<tf.Tensor 'top:1' shape=(2,) dtype=int32>)\n"
    ),
    "[np.float32(8.0), None, None, None, np.float32(8.0)]\n",
    ("TopKV2(values=array([5., 2.], dtype=float32), indices=array([2, 1], dtype=int32))\n[2 1]\n"),
    (
        "SparseTensorValue(indices=array([[0, 1]]), values=array([5.], dtype=float32), "
        "dense_shape=array([2, 3]))\n"
        "IndexedSlicesValue(values=array([[1., 2.]], dtype=float32), "
        "indices=array([3], dtype=int32), dense_shape=None)\n"
    ),
    "x 1.0 loss 4.0\nx 2.0 loss 1.0\nx 3.0 loss 0.0\n",
    "one run: 1\nthree runs: 3\n",
    "one run: True\ntwo runs: False\ntwice in one run: True\n",
    "[array(100., dtype=float32), np.float32(3.0)]\n",
    "True\n[99.  2.  5.]\n",
]

RAISED = [
    ("TypeError", 'Argument `fetch` = 4.0 has invalid type "float32" must be a string or Tensor.'),
    ("TypeError", 'Argument `fetch` = None has invalid type "NoneType". Cannot be None'),
    ("TypeError", "Argument `fetch` = 7.0 has invalid type"),
    ("TypeError", "Argument `fetch` = 1.0 has invalid type"),
    ("TypeError", 'has invalid type "set"'),
    ("ValueError", "is not an element of this graph."),
]

NAMES = {
    "totl:0": "The operation, 'totl', does not exist in the graph.",
    "total:1": "The operation, 'total', exists but only has 1 outputs.",
    "totl": "refers to an Operation not in the graph.",
    "total:first": "looks a like a Tensor name, but is not a valid one.",
}


def test_the_cells_print_what_the_text_says(lesson_run):
    printed = course.printed(LESSON, lesson_run(LESSON, "minigraph"))
    assert [text for text in printed if not text.startswith("totl:0")] == PRINTED


def test_the_errors_say_what_the_text_reads_out(lesson_run):
    course.assert_raised(lesson_run(LESSON, "minigraph"), RAISED)


def test_each_wrong_name_gets_the_words_that_tell_it_apart(lesson_run):
    cells = lesson_run(LESSON, "minigraph")["cells"]
    (text,) = [cell["stdout"] for cell in cells if cell["stdout"].startswith("totl:0")]
    for line, (name, words) in zip(text.splitlines(), NAMES.items(), strict=True):
        assert line.startswith(name)
        assert words in line


def test_fetching_what_is_fed_runs_nothing(lesson_run):
    cells = lesson_run(LESSON, "minigraph")["cells"]
    words = [data.get("text/plain", "") for cell in cells for data in cell["displayed"]]
    assert sum(text.startswith("<Run of x: 0 of 2 operations.") for text in words) == 1
