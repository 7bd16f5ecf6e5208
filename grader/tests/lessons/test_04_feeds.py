"""The numbers and names that the text of lesson 04 states are those that its cells print."""

from grader.tests.lessons import course

LESSON = course.ROOT / "course" / "04_feeds.ipynb"

PRINTED = [
    "5\n",
    (
        "1.9                          as int32   1\n"
        "-1.9                         as int32   -1\n"
        "array([300])                 as uint8   [44]\n"
        "array([1099511627781])       as int32   [5]\n"
        "None                         as float32 nan\n"
        "'1.5'                        as float32 1.5\n"
        "16777217                     as float32 16777216.0\n"
        "[2, 0]                       as bool    [ True False]\n"
    ),
    (
        "1099511627781   TypeError  Type of feed value 1099511627781 with type <class 'int'> i...\n"
        "300             TypeError  Type of feed value 300 with type <class 'int'> is not comp...\n"
        "'abc'           ValueError could not convert string to float: np.str_('abc')...\n"
        "[[1], [2, 3]]   ValueError setting an array element with a sequence. The requested ar...\n"
    ),
    (
        "1.9                     is float64 | int32: no  | float32: yes | bool: no  \n"
        "'1.5'                   is <U3     | int32: no  | float32: no  | bool: no  \n"
        "[2, 0]                  is int64   | int32: yes | float32: yes | bool: no  \n"
        "array([1099511627781])  is int64   | int32: yes | float32: yes | bool: no  \n"
    ),
    (
        "Cannot feed value of shape (1,) for Tensor single:0, which has shape ()\n"
        "Cannot feed value of shape (2, 2) for Tensor single:0, which has shape ()\n"
        "Cannot feed value of shape (1,) for Tensor rows:0, which has shape (?, 2)\n"
        "taken: (2, 2) for rows:0\n"
        "taken: (1,) for anything:0\n"
        "taken: (2, 2) for anything:0\n"
    ),
    "loss 1.3333334 | difference of shape (3, 3)\n",
    "10\n10\n",
    "14.0\n16.0\n",
    "104.0\n",
    "14.0\n16.0\n",
    (
        "The name 'weight' refers to an Operation, not a Tensor. Tensor names must be of \n"
        "The name 'wieght:0' refers to a Tensor which does not exist. The operation, 'wie\n"
        "Can not convert a Operation into a Tensor.\n"
        'Tensor Tensor("stranger:0", dtype=float32) is not an element of this graph.\n'
        "Tensor protected:0 may not be fed.\n"
    ),
    "x_1:0\n",
    "6.0\n",
    "4.0 2.0\n",
    "constant 400068 bytes\nplaceholder 58 bytes\n",
    "50000.0\n",
]

RAISED = [
    ("TypeError", "is not compatible with Tensor type <class 'numpy.int32'>"),
    ("ValueError", "Cannot feed value of shape (3,) for Tensor y_true:0, which has shape (?, 1)"),
    ("TypeError", "The value of a feed cannot be a tf.Tensor object."),
    (
        "TypeError",
        "Cannot interpret feed_dict key as Tensor: Can not convert a float into a Tensor.",
    ),
    ("InvalidArgumentError", "You must feed a value for placeholder tensor 'x'"),
]


def test_the_cells_print_what_the_text_says(lesson_run):
    assert course.printed(LESSON, lesson_run(LESSON, "minigraph")) == PRINTED


def test_the_errors_say_what_the_text_reads_out(lesson_run):
    course.assert_raised(lesson_run(LESSON, "minigraph"), RAISED)


def test_the_picture_shows_the_placeholder_that_is_fed_and_the_one_that_is_missing(lesson_run):
    cells = lesson_run(LESSON, "minigraph")["cells"]
    words = [data.get("text/plain", "") for cell in cells for data in cell["displayed"]]
    assert sum(text.endswith("Fed: x_1. Not fed: x.>") for text in words) == 1
