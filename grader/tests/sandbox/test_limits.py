"""What code in the sandbox can use up, and what the student is told."""

import errno
from dataclasses import replace

import pytest

from coursegrader.sandbox.limits import Ending, Limits
from grader.tests.judge.running import AMPLE, output_of, printed, run, student

pytestmark = pytest.mark.sandbox

SMALL = replace(AMPLE, memory_mb=768, processes=16, file_mb=4, scratch_mb=8)


def test_a_cell_that_does_not_end_is_stopped():
    outcome = run(student("while True: pass"), limits=replace(AMPLE, cell_seconds=0.5))[0]
    assert outcome.lost == "did not finish within 0.5 s"


def test_ignoring_signals_and_catching_everything_does_not_help():
    source = """
import signal
signal.signal(signal.SIGINT, signal.SIG_IGN)
signal.signal(signal.SIGTERM, signal.SIG_IGN)
while True:
    try:
        while True: pass
    except BaseException: pass
"""
    outcome = run(student(source), limits=replace(AMPLE, cell_seconds=0.5))[0]
    assert outcome.lost == "did not finish within 0.5 s"


def test_processor_time_is_limited():
    outcome = run(student("while True: pass"), limits=replace(AMPLE, cpu_seconds=1))[0]
    assert outcome.lost == "ended the Python process (SIGKILL)"


def test_memory_of_one_process_is_limited():
    source = """
held = []
try:
    while len(held) < 64: held.append(bytearray(32 << 20))
except MemoryError:
    print("no more")
"""
    assert output_of(source, SMALL) == "no more\n"


def test_a_process_whose_memory_is_full_still_answers():
    source = """
held = []
for size in (32 << 20, 1 << 20, 1 << 16):
    try:
        while len(held) < 4000: held.append(bytearray(size))
    except MemoryError: pass
"""
    first, second = run(student(source), student("print(1 + 1)"), limits=SMALL)
    assert first.lost == ""
    assert printed(second) == "2\n"


def test_memory_of_all_processes_together_is_limited():
    source = """
import os, time
for _ in range(4):
    if os.fork() == 0:
        held = bytearray(300 << 20)
        held[::4096] = b"x" * len(held[::4096])
        time.sleep(60)
time.sleep(60)
"""
    outcome = run(student(source), limits=SMALL)[0]
    assert outcome.lost == "used more than 768 MB of memory and was stopped"


def test_the_number_of_processes_is_limited_even_if_the_grader_is_root():
    source = """
import subprocess
started = []
try:
    for _ in range(100): started.append(subprocess.Popen(["sleep", "30"]))
except OSError:
    print("no more")
print(len(started) < 16)
"""
    assert output_of(source, SMALL) == "no more\nTrue\n"


@pytest.mark.parametrize("files", [1, 4])
def test_the_size_of_files_is_limited_each_and_together(files: int):
    source = f"""
try:
    for number in range({files}):
        with open(f"f{{number}}", "wb") as file:
            for _ in range({12 // files}): file.write(b"x" * (1 << 20))
    print("written")
except OSError:
    print("no more")
"""
    assert output_of(source, SMALL) == "no more\n"


def test_much_output_is_shortened():
    text = output_of("for _ in range(300): print('x' * 1000)")
    assert len(text) < 110_000
    assert text.endswith("... the rest of this output was left out\n")


def test_output_past_python_is_kept_and_shortened():
    text = output_of("import os; os.write(1, b'\\xff raw\\n'); os.system('yes | head -c 3000000')")
    assert text.startswith("\\xff raw\ny\n")
    assert len(text) < 110_000


def test_a_flood_that_nobody_reads_does_not_stop_the_clock():
    source = "import os\nwhile True: os.write(1, b'x' * 65536)"
    outcome = run(student(source), limits=replace(AMPLE, cell_seconds=0.5))[0]
    assert outcome.lost == "did not finish within 0.5 s"


def test_a_huge_display_is_left_out():
    source = """
from IPython.display import display
display({"image/png": "x" * 3_000_000}, raw=True)
"""
    data = run(student(source))[0].outputs[0]["data"]
    assert data == {"text/plain": "(an output of 3.0 MB was left out)"}


@pytest.mark.parametrize(
    ("ending", "sentence"),
    [
        (Ending(0), "ended the Python process (exit code 0)"),
        (Ending(-11), "crashed the Python process (segmentation fault)"),
        (Ending(-6), "ended the Python process (SIGABRT)"),
        (Ending(-9, 512), "used more than 512 MB of memory and was stopped"),
        (Ending(None), "was stopped"),
    ],
)
def test_an_ending_is_told_in_words(ending: Ending, sentence: str):
    assert ending.sentence() == sentence


def test_limits_survive_being_sent():
    assert Limits.from_json(SMALL.as_json()) == SMALL


FILE = "os.memfd_create('x')"
SEGMENT = "number(libc.shmget(0, 4096, 0o1600))"


@pytest.mark.parametrize("call", [FILE, SEGMENT])
def test_memory_that_belongs_to_no_process_is_not_given(call: str):
    source = f"""
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
def number(result):
    if result < 0: raise OSError(ctypes.get_errno(), "")
try: {call}
except OSError as error: print(error.errno)
"""
    assert output_of(source) == f"{errno.ENOSYS}\n"


def test_open_files_are_limited():
    source = """
import os
kept = []
try:
    while True: kept += os.pipe()
except OSError as error:
    print(len(kept) < 256, error.errno)
"""
    assert output_of(source) == f"True {errno.EMFILE}\n"
