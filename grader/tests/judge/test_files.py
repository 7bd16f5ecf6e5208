"""Tests ask for files that the student's code has written."""

from pathlib import Path

import pytest

from coursegrader import checks
from coursegrader.judge import files
from coursegrader.judge.files import put, put_fetched, write_file
from coursegrader.judge.frames import ProtocolError
from grader.tests.judge.running import check, student, verdict

WRITE = """
import os
os.makedirs("model/sub", exist_ok=True)
for name in ("model/a.txt", "model/sub/b.txt", "ckpt.index", "ckpt.data-0"):
    open(name, "w").write(name)
"""


@pytest.mark.sandbox
@pytest.mark.parametrize(
    "test",
    [
        "assert open(checks.fetch('model/a.txt')).read() == 'model/a.txt'",
        "assert sorted(os.listdir(checks.fetch('model'))) == ['a.txt', 'sub']",
        "p = checks.fetch('ckpt'); assert open(p + '.index').read() == 'ckpt.index'",
        "try: checks.fetch('none')\nexcept FileNotFoundError: pass\nelse: assert False",
        "try: checks.fetch('/etc/hostname')\nexcept FileNotFoundError: pass\nelse: assert False",
        "assert not os.path.exists('model/a.txt')",
    ],
)
def test_files_are_there_when_they_are_asked_for(test: str):
    found = verdict(student(WRITE), check(f"import os\nfrom coursegrader import checks\n{test}"))
    assert found.ok, found.reason


@pytest.mark.parametrize("name", ["/x", "../x", "a/../../x", "", "a\0b", 3, None])
def test_a_file_cannot_be_put_elsewhere(
    name: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ProtocolError):
        put(name, b"x")


def test_only_what_was_asked_for_arrives_and_the_assignments_files_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(files, "_given", set())
    write_file({"name": "data/expected.csv", "data": "MQ=="})
    put_fetched("data", {"data/expected.csv": b"2", "data/mine.csv": b"3"})
    assert (tmp_path / "data" / "expected.csv").read_bytes() == b"1"
    assert (tmp_path / "data" / "mine.csv").read_bytes() == b"3"
    for found in ({"other.csv": b"2"}, {3: b"2"}, [b"2"]):
        with pytest.raises(ProtocolError):
            put_fetched("data", found)


def test_in_a_notebook_the_files_are_where_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ckpt.index").write_text("x")
    assert checks.fetch("ckpt") == "ckpt"
    with pytest.raises(FileNotFoundError):
        checks.fetch("none")
