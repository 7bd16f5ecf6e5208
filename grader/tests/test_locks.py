"""A lock belongs to one process and ends with it."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from coursegrader.locks import Locked, lock

HOLDS = """import sys, time
from pathlib import Path
from coursegrader.locks import lock
with lock(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""


def test_a_lock_is_held_by_one_process_until_it_is_killed(tmp_path: Path):
    path = tmp_path / "folder" / "lock"
    command = [sys.executable, "-c", HOLDS, str(path)]
    holder = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    with pytest.raises(Locked, match=f"^{holder.pid}$"), lock(path, wait=False):
        pass
    holder.send_signal(signal.SIGKILL)
    holder.communicate()
    with lock(path, wait=False):
        pass


def test_whoever_waits_gets_the_lock_in_the_end(tmp_path: Path):
    path = tmp_path / "lock"
    with lock(path):
        quick = HOLDS.replace("60", "0")
        waiting = subprocess.Popen([sys.executable, "-c", quick, str(path)])
        with pytest.raises(subprocess.TimeoutExpired):
            waiting.wait(1.0)
    assert waiting.wait() == 0
