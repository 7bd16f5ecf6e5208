"""The numbers and names that the text of lesson 06 states are those that its cells print."""

import re

from grader.tests.lessons import course

LESSON = course.ROOT / "course" / "06_config.ipynb"
CPU, GPU = (f"/job:localhost/replica:0/task:0/device:{kind}:0" for kind in ("CPU", "GPU"))
OUT_OF_MEMORY = (
    f"OOM when allocating tensor with shape[8388608] and type float on {GPU} by allocator GPU_0_bfc"
)

PRINTED = [
    (
        "gpu_options {\n  allow_growth: true\n}\nallow_soft_placement: true\n\n"
        "log_device_placement: False\nmemory fraction: 0.0\nthreads: 0 0\n"
    ),
    "True\n",
    f"['{CPU}']\n['{CPU}', '{CPU[:-1]}1']\n",
    (
        "/gpu:0         | /device:GPU:0\n/device:GPU:0  | /device:GPU:0\n"
        "GPU:0          | /device:GPU:0\n/cpu:1         | /device:CPU:1\n(no device)    | ''\n"
    ),
    "[('inner', '/device:CPU:0'), ('free', ''), ('outer', '/device:GPU:0')]\n",
    "9.0 | device: ''\noperations added: 0\n",
    "False InvalidArgumentError\nTrue [[7, 10], [15, 22]]\n",
    f"b: (MatMul): {CPU}\na: (Const): {CPU}\n",
    (
        "GPUs the session may use: 1\nDevice mapping:\n"
        f"{GPU} -> device: 0, name: simulated by minigraph\n"
        f"b: (MatMul): {GPU}\na: (Const): {GPU}\ntext: (Const): {CPU}\n"
        "GPUs the session may use: 0\n"
        f"b: (MatMul): {CPU}\na: (Const): {CPU}\ntext: (Const): {CPU}\n"
    ),
    (
        "allow_growth=False: reserved, step by step, [64.] MB\n"
        "allow_growth=True: reserved, step by step, [0. 2. 8.] MB\n"
    ),
    "".join(f"{fraction} -> limit 16 MB\n{OUT_OF_MEMORY}\n" for fraction in (0.25, 0.5)),
]

RAISED = [
    ("InvalidArgumentError", "explicitly assigned to /device:GPU:0 but available devices are ["),
    ("ValueError", 'Protocol message ConfigProto has no "allow_growth" field.'),
    ("AttributeError", 'Assignment not allowed to message field "gpu_options"'),
]


def test_the_cells_print_what_the_text_says(lesson_run):
    assert course.printed(LESSON, lesson_run(LESSON, "minigraph"), {"timing"}) == PRINTED


def test_the_errors_say_what_the_text_reads_out(lesson_run):
    course.assert_raised(lesson_run(LESSON, "minigraph"), RAISED)


def test_only_the_session_with_threads_of_its_own_obeys(lesson_run):
    printed = "\n".join(cell["stdout"] for cell in lesson_run(LESSON, "minigraph")["cells"])
    first, second, own = map(int, re.findall(r"at most (\d+) at once", printed))
    assert first == second
    assert own == 1
