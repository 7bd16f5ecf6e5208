"""The numbers that the text of lesson 08 states are those that its cells print."""

from grader.tests.lessons import course

LESSON = course.ROOT / "course" / "08_training.ipynb"

PRINTED = [
    "['155.414', '0.381', '0.358', '0.339', '0.323']\n",
    "weight 2.057, bias 0.625\nbest possible: [1.985 1.104]\n",
    "9 operations, then 19\n[np.float32(15.0), np.float32(11.0)]\n",
    (
        "rounded:  [None]\nconstant: [None]\nsquares:  [2. 4. 6.]\n"
        "table:    IndexedSlices [[3. 3.]] for row 7 only\n"
    ),
    "['4.600', '4.280', '4.024', '3.819']\n",
    (
        "NoOp | ['ApplyGradientDescent']\n"
        "[None, np.float32(4.0)] 4.600\n[None, np.float32(2.5599997)] 4.280\n"
    ),
    "4.900\n",
    (
        "curvature: steepest 68.5, flattest 0.50\n"
        "100 steps leave 0.00 of the steep way\n100 steps leave 0.61 of the flat way\n"
    ),
    "bias -67, last loss 6.5e+06\n",
    (
        "rate 0.01        bias after 300 steps 0.927, after 1000 1.099\n"
        "x scaled by 0.1  bias after 300 steps 1.104, after 1000 1.104\n"
        "momentum         bias after 300 steps 1.104, after 1000 1.104\n"
    ),
    "['weight:0', 'weight/Momentum:0']\n['weight:0']\n",
    (
        "v1 0.311, compat 0.311, native 0.311\n"
        "without Graph(): tf.placeholder() is not compatible with eager execution.\n"
    ),
    "(a) next run:      False\n(b) new session:   True\n(c) program again: True\n",
]

RAISED = [
    ("ValueError", "No variables to optimize."),
    ("ValueError", "No gradients provided for any variable"),
    ("FailedPreconditionError", "Attempting to use uninitialized value weight/Momentum"),
]


def test_the_cells_print_what_the_text_says(lesson_run):
    assert course.printed(LESSON, lesson_run(LESSON, "minigraph")) == PRINTED


def test_the_errors_say_what_the_text_reads_out(lesson_run):
    course.assert_raised(lesson_run(LESSON, "minigraph"), RAISED)
