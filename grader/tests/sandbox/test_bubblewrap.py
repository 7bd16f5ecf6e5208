"""The command line, and what is said where there is no sandbox."""

import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from coursegrader.judge.supervisor import Sandboxes, Supervisor
from coursegrader.sandbox import bubblewrap
from coursegrader.sandbox.launcher import Sandbox, SandboxUnavailable
from grader.tests.judge.running import AMPLE, check, student, with_owners


def test_only_the_python_environment_is_readable():
    paths = bubblewrap.readable_paths()
    repository = Path(__file__).resolve().parents[3]
    for hidden in ("solutions", "submitted", "gradebook.db", "nbgrader_config.py", "grader/tests"):
        assert not any((repository / hidden).is_relative_to(path) for path in paths)
    assert any(Path(sys.prefix).is_relative_to(path) for path in paths)


@pytest.mark.sandbox
def test_folders_of_a_class_inside_of_readable_ones_are_covered(monkeypatch: pytest.MonkeyPatch):
    folder = f"{sys.prefix}/share"
    monkeypatch.setattr(bubblewrap, "_OF_A_CLASS", (folder, "/nowhere"))
    script = f"ls {folder}; touch {folder}/x || echo closed; ls {sys.prefix}/etc/jupyter"
    found = subprocess.run(
        bubblewrap.command(["/bin/sh", "-c", script]), capture_output=True, text=True, check=False
    )
    assert found.stdout == "closed\n"


def test_without_bubblewrap_one_sentence_says_so(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(SandboxUnavailable, match=r"^bubblewrap .* --isolation process\.$"):
        Sandbox("coursegrader.judge.student_side:serve")


def test_without_user_namespaces_one_sentence_says_so(monkeypatch: pytest.MonkeyPatch):
    with tempfile.TemporaryDirectory() as folder:  # pytest's own are closed to who is not root
        Path(folder).chmod(0o755)
        fake = Path(folder, "bwrap")
        fake.write_text(
            "#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1"
        )
        fake.chmod(0o755)
        monkeypatch.setattr(bubblewrap, "find", lambda: str(fake))
        with pytest.raises(SandboxUnavailable, match=r"No permissions to create new namespace"):
            Sandbox("coursegrader.judge.student_side:serve")


def test_isolation_by_process_still_separates_student_and_judge():
    cells = with_owners(
        [
            student("import numpy.testing as nt\nnt.assert_equal = lambda *a: None\ny = 3"),
            check("import numpy.testing as nt\nnt.assert_equal(y, 4, 'y should be 4')"),
        ]
    )
    with Sandboxes("process") as sandboxes:
        outcomes = Supervisor(sandboxes, AMPLE).run(cells)
    assert outcomes[1].verdict is not None
    assert "y should be 4" in outcomes[1].verdict.reason
