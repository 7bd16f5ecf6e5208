"""coursegrader grade: a folder of submissions becomes scores, on any nbgrader course."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

from coursegrader.cli.exit_codes import ExitCode
from coursegrader.judge.results import SCHEMA
from grader.tests.attacks import course as attacks

pytestmark = pytest.mark.sandbox


def coursegrader(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [str(Path(sys.executable).parent / "coursegrader"), *map(str, arguments)]
    folders = f"{Path(sys.executable).parent}:/usr/bin:/bin"
    environment = {"COLUMNS": "160", "PATH": folders, "HOME": str(arguments[-1])}
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("course")
    (root / "nbgrader_config.py").write_text(attacks.CONFIG)
    (root / "source" / "atk").mkdir(parents=True)
    shutil.copy(attacks.HERE / "source.ipynb", root / "source" / "atk" / "atk.ipynb")
    submissions = {
        "right": attacks.notebook(attacks.RIGHT, attacks.RIGHT_G),
        "wrong": attacks.notebook(attacks.WRONG, attacks.RIGHT_G),
        "broken": "{",
    }
    for student, text in submissions.items():
        (root / "submitted" / student / "atk").mkdir(parents=True)
        (root / "submitted" / student / "atk" / "atk.ipynb").write_text(text)
    return root


def test_a_class_is_graded_and_what_cannot_be_graded_is_said(folder: Path):
    done = coursegrader("grade", "atk", "--json", folder / "r.json", "--course", folder)
    assert done.returncode == ExitCode.FOUND, done.stdout + done.stderr
    report = json.loads((folder / "r.json").read_text())
    jsonschema.validate(report, SCHEMA)
    found = {each["student"]: each for each in report["submissions"]}
    assert {name: each["score"] for name, each in found.items()} == {
        "right": 5,
        "wrong": 3,
        "broken": 0,
    }
    assert found["broken"]["status"] == "failed"
    assert found["broken"]["reason"]
    assert "right: graded, 5/5" in done.stdout


def test_an_unknown_assignment_is_a_sentence(folder: Path):
    done = coursegrader("grade", "nothing", "--course", folder)
    assert done.returncode == ExitCode.UNUSABLE
    assert done.stderr.startswith("coursegrader: ")
    assert "Traceback" not in done.stderr
