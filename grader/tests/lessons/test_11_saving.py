"""The numbers and messages that the text of lesson 11 states are those that its cells give."""

from grader.tests.lessons import course

LESSON = course.ROOT / "course" / "11_saving.ipynb"

PRINTED = [
    "model-7\n",
    "[3. 4.] 5.0\n",
    "checkpoint\nmodel-7.data-00000-of-00001\nmodel-7.index\nmodel-7.meta\n",
    "12\n[('bias', []), ('weight', [2])]\n[3. 4.]\n",
    (
        'model_checkpoint_path: "DIRECTORY/model-7"\n'
        'all_model_checkpoint_paths: "DIRECTORY/model-7"\n\n'
    ),
    "[3. 4.] 5.0\n",
    "[0. 0.] 0.0\n[0. 0.] 5.0\n",
    "[4, 5] count-5\n",
    "[1, 2, 3, 4, 5] 13 operations a turn\n",
    "None\n",
    "['weight:0', 'bias:0']\n[3. 4.] 5.0\n",
    "saved_model.pb\nvariables/variables.data-00000-of-00001\nvariables/variables.index\n",
    "in_3:0 net/out_7:0\n[3. 6.]\n",
    "root [2.]\nsquare [16.]\n",
    "False\n[3. 6.]\n",
    "[1, 2, 3, 4]\n",
    "[1, 2, 3, 3, 4]\n[0, 2, 4]\n",
    "[5, 6]\n",
    "0 training/loss 4.0\n1 training/loss 2.0\n2 training/loss 1.0\n",
]

RAISED = [
    ("ValueError", "No variables to save"),
    ("NotFoundError", "Key kernel not found in checkpoint"),
    ("InvalidArgumentError", "lhs shape= [3] rhs shape= [2]"),
    ("ValueError", "Can't load save_path when it is None."),
    ("RuntimeError", "with available tags '[{'serve'}]'"),
]


def test_the_cells_print_what_the_text_says(lesson_run):
    assert course.printed(LESSON, lesson_run(LESSON, "minigraph")) == PRINTED


def test_the_errors_say_what_the_text_reads_out(lesson_run):
    course.assert_raised(lesson_run(LESSON, "minigraph"), RAISED)
