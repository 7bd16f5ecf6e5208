"""The numbers and names that the text of lesson 05 states are those that its cells print."""

from grader.tests.lessons import course

LESSON = course.ROOT / "course" / "05_variables.ipynb"

PRINTED = [
    "0\n",
    (
        "counter/initial_value | Const\ncounter | VariableV2\ncounter/Assign | Assign\n"
        "counter/read | Identity\n"
    ),
    "the first session has 2\n",
    "the second session has 1\n",
    "NoOp ['width/Assign']\n",
    "missing: [b'height']\nmissing: [] | total: 7.0\n",
    (
        "after init:               [np.float32(10.0), np.float32(15.0)]\n"
        "after raise_price:        [np.float32(40.0), np.float32(15.0)]\n"
        "with_tax started again:   [np.float32(40.0), np.float32(60.0)]\n"
    ),
    "120\n125\n100\n",
    '120 100\n120 100\n120 100\nTensor("add:0", shape=(), dtype=int32)\n',
    "not_after: 0 | counter: 0\nafter:     1 | counter: 1\n",
    (
        "VariableV2 | <dtype: 'float32_ref'> | read by older/read\n"
        "VarHandleOp | <dtype: 'float32'> | read by ReadVariableOp\n"
    ),
    "weight:0 weight_1:0\n",
    "['layer/weight:0']\n",
    "layer/weight:0\n",
    "['layer/weight:0', 'layer/wieght:0']\n",
    "part/made:0 | got:0 | part/product:0\n",
    (
        "global_variables ['weight:0', 'steps:0']\ntrainable_variables ['weight:0']\n"
        "local_variables ['seen:0']\n[np.float32(1.0), np.int32(0)]\n"
    ),
]

RAISED = [
    ("FailedPreconditionError", "Attempting to use uninitialized value counter"),
    (
        "FailedPreconditionError",
        "Attempting to use uninitialized value height\n\t [[{{node height/read}}]]",
    ),
    ("ValueError", "Shapes are [2] and [3]."),
    ("TypeError", "Expected int32 passed to parameter 'value' of op 'AssignAdd', got 0.5"),
    (
        "ValueError",
        "Variable layer/weight already exists, disallowed. Did you mean to set reuse=True",
    ),
    (
        "ValueError",
        "Variable layer/wieght does not exist, or was not created with tf.get_variable().",
    ),
    ("FailedPreconditionError", "Attempting to use uninitialized value seen"),
]


def test_the_cells_print_what_the_text_says(lesson_run):
    assert course.printed(LESSON, lesson_run(LESSON, "minigraph")) == PRINTED


def test_without_an_order_minigraph_reads_before_it_writes(lesson_run):
    (seen,) = [
        cell["stdout"]
        for cell in lesson_run(LESSON, "minigraph")["cells"]
        if cell["stdout"].startswith("{")
    ]
    assert seen == "{0}\n"


def test_all_legal_orders_of_the_read_and_the_write_give_both_answers(lesson_run):
    cells = lesson_run(LESSON, "minigraph")["cells"]
    words = [data.get("text/plain", "") for cell in cells for data in cell["displayed"]]
    (found,) = [text for text in words if text.startswith("2 outcomes of 2 orders")]
    assert [line.split()[0] for line in found.splitlines()[1::2]] == ["0", "2"]


def test_the_errors_say_what_the_text_reads_out(lesson_run):
    course.assert_raised(lesson_run(LESSON, "minigraph"), RAISED)
