"""What code in the sandbox can see and touch."""

import os
from pathlib import Path

import pytest

from grader.tests.judge.running import output_of, run, student

pytestmark = pytest.mark.sandbox


def test_there_is_no_network():
    source = """
import socket
try:
    socket.create_connection(("1.1.1.1", 53), timeout=2)
    print("connected")
except OSError as error:
    print("refused:", error)
"""
    assert output_of(source).startswith("refused: ")


def test_a_loopback_connection_within_the_sandbox_works():
    source = """
import socket
server = socket.create_server(("127.0.0.1", 0))
socket.create_connection(server.getsockname(), 2)
print("connected")
"""
    assert output_of(source) == "connected\n"


def test_files_of_the_user_are_not_there(tmp_path: Path):
    secret = tmp_path / "gradebook.db"
    secret.write_text("secret")
    here = Path(__file__).resolve()
    for path in (secret, here, here.parents[3] / "solutions", here.parents[3] / "pyproject.toml"):
        assert output_of(f"import os; print(os.path.exists({str(path)!r}))") == "False\n"


@pytest.mark.parametrize("path", ["/x", "/usr/x", "/dev/x", "/etc/x"])
def test_the_system_cannot_be_written(path: str):
    source = f"""
try:
    open({path!r}, "w")
    print("written")
except OSError:
    print("refused")
"""
    assert output_of(source) == "refused\n"


def test_home_scratch_and_temporary_folder_are_private_and_empty():
    # Where the Python environment itself lies in /tmp, the way to it is all that shows.
    source = """
import os, sys, tempfile
for folder in (".", os.path.expanduser("~/new"), tempfile.gettempdir(), "/dev/shm"):
    os.makedirs(folder, exist_ok=True)
    names = (os.path.join(folder, name) for name in os.listdir(folder))
    print([name for name in names if not (sys.prefix + "/").startswith(name + "/")])
    open(os.path.join(folder, "left"), "w").close()
"""
    first, second = output_of(source), output_of(source)
    assert first == second == "[]\n" * 4


def test_the_environment_of_the_grader_is_not_there(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("COURSE_SECRET", "x")
    assert "COURSE_SECRET" not in output_of("import os; print(sorted(os.environ))")


def test_only_processes_of_the_submission_are_seen():
    source = "import os; print([name for name in os.listdir('/proc') if name.isdigit()])"
    assert output_of(source) == "['1']\n"


def test_the_process_has_no_privileges_even_if_the_grader_is_root():
    source = """
import os
print(os.getuid() == 0)
print([l.split()[1] for l in open("/proc/self/status") if l.startswith(("CapEff", "CapBnd"))])
"""
    assert output_of(source) == "False\n['0000000000000000', '0000000000000000']\n"


def test_further_namespaces_cannot_be_made():
    source = """
import ctypes
print(ctypes.CDLL(None).unshare(0x10000000))
"""
    assert output_of(source) == "-1\n"


def test_shared_memory_of_one_submission_is_not_seen_by_the_next():
    source = """
import ctypes
libc = ctypes.CDLL(None)
print(libc.shmget(4711, 4096, 0o600) == -1)
libc.shmget(4711, 4096, 0o1600)
"""
    assert output_of(source) == output_of(source) == "True\n"


def test_what_a_submission_started_is_gone_afterwards():
    mark = f"0.{os.getpid()}"
    run(
        student(
            f"import subprocess; subprocess.Popen(['sleep', '60{mark}'], start_new_session=True)"
        )
    )
    commands = [path.read_bytes() for path in Path("/proc").glob("[0-9]*/cmdline") if path.exists()]
    assert not [command for command in commands if mark.encode() in command]
