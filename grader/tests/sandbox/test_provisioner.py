"""Any Jupyter client can run a notebook in the sandbox."""

from importlib.metadata import entry_points
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

from coursegrader.sandbox.provisioner import NAME, SandboxProvisioner

pytestmark = [pytest.mark.sandbox, pytest.mark.filterwarnings("ignore::DeprecationWarning")]


@pytest.fixture(autouse=True)
def in_the_sandbox(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUPYTER_DEFAULT_PROVISIONER_NAME", NAME)
    monkeypatch.setenv("COURSE_SECRET", "x")


def outputs(folder: Path, *sources: str, **options) -> list[str]:
    """What each cell of a notebook prints."""
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(s) for s in sources])
    options = {"startup_timeout": 600, "iopub_timeout": 600, **options}
    NotebookClient(notebook, resources={"metadata": {"path": str(folder)}}, **options).execute()
    return ["".join(o.get("text", "") for o in cell.outputs) for cell in notebook.cells]


def test_it_is_registered():
    (found,) = entry_points(group="jupyter_client.kernel_provisioners", name=NAME)
    assert found.load() is SandboxProvisioner


def test_a_notebook_runs_beside_copies_of_its_files_without_network_and_secrets(tmp_path: Path):
    (tmp_path / "data.csv").write_text("1,2")
    (tmp_path / "link").symlink_to("/etc/passwd")
    source = f"""
import os, socket
print(open("data.csv").read(), os.path.exists("link"), os.path.exists({str(tmp_path)!r}))
print("COURSE_SECRET" in os.environ, os.getuid() == 0)
open("data.csv", "w").write("changed")
try: socket.create_connection(("1.1.1.1", 53), 1)
except OSError: print("no network")
"""
    found = outputs(tmp_path, source)
    assert found == ["1,2 False False\nFalse False\nno network\n"]
    assert (tmp_path / "data.csv").read_text() == "1,2"


def test_a_cell_that_hangs_is_interrupted_and_the_next_one_runs(tmp_path: Path):
    found = outputs(
        tmp_path,
        "while True: pass",
        "print('next')",
        timeout=5,
        interrupt_on_timeout=True,
        allow_errors=True,
    )
    assert found == ["", "next\n"]


def test_processes_and_memory_are_limited(tmp_path: Path):
    source = """
import subprocess
try:
    for _ in range(200): subprocess.Popen(["sleep", "60"])
except OSError as error: print("no more")
try: bytearray(1 << 40)
except MemoryError: print("no memory")
"""
    assert outputs(tmp_path, source) == ["no more\nno memory\n"]


def test_the_course_is_not_copied_into_the_sandbox(tmp_path: Path):
    (tmp_path / "nbgrader_config.py").write_text("")
    (tmp_path / "solutions").mkdir()
    assert outputs(tmp_path, "import os; print(os.listdir('.'))") == ["[]\n"]


def test_errors_of_cells_are_the_clients_to_see(tmp_path: Path):
    with pytest.raises(CellExecutionError, match="ZeroDivisionError"):
        outputs(tmp_path, "1 / 0")
