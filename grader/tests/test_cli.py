"""The command line: what it prints, and what its exit codes mean."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from coursegrader.cli.exit_codes import ExitCode
from coursegrader.course import Course

NAME = "01_lazy_execution"


def coursegrader(*arguments: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [str(Path(sys.executable).parent / "coursegrader"), *map(str, arguments)]
    return subprocess.run(
        command, cwd=cwd, capture_output=True, text=True, check=False, env={"COLUMNS": "160"}
    )


@pytest.fixture
def copy(repository: Course, tmp_path: Path) -> Path:
    for part in ("course", "solutions", "exercises"):
        shutil.copytree(repository.root / part, tmp_path / part)
    shutil.copy(repository.root / "nbgrader_config.py", tmp_path)
    return tmp_path


@pytest.mark.parametrize("command", ["check", "grade", "verify", "release", "tidy", "bundle"])
def test_help_explains_with_an_example(command: str, tmp_path: Path):
    done = coursegrader(command, "--help", cwd=tmp_path)
    assert done.returncode == ExitCode.OK
    assert f"coursegrader {command}" in done.stdout


def test_without_a_command_it_shows_what_there_is(tmp_path: Path):
    done = coursegrader(cwd=tmp_path)
    assert done.returncode == ExitCode.USAGE
    assert "verify" in done.stdout


def test_a_wrong_option_is_wrong_usage(tmp_path: Path):
    assert coursegrader("tidy", "--chekc", cwd=tmp_path).returncode == ExitCode.USAGE


def test_outside_a_course_it_says_so_in_a_sentence(tmp_path: Path):
    done = coursegrader("verify", cwd=tmp_path)
    assert done.returncode == ExitCode.UNUSABLE
    assert done.stderr.startswith("coursegrader: No course found")
    assert "Traceback" not in done.stderr


def test_an_unknown_assignment_offers_the_nearest(copy: Path):
    done = coursegrader("verify", "01_lazy", cwd=copy)
    assert done.returncode == ExitCode.UNUSABLE
    assert f'Did you mean "{NAME}"?' in done.stderr


def test_an_unknown_gate_lists_the_gates(copy: Path):
    done = coursegrader("verify", "--gate", "speed", cwd=copy)
    assert done.returncode == ExitCode.UNUSABLE
    assert "The gates are solution, handout" in done.stderr


def test_tidy_finds_and_mends_from_anywhere_in_the_course(copy: Path):
    lesson = copy / "course" / f"{NAME}.ipynb"
    content = json.loads(lesson.read_text())
    lesson.write_text(json.dumps(content))
    found = coursegrader("tidy", "--check", cwd=copy / "course")
    assert found.returncode == ExitCode.FOUND
    assert f"not tidy: {lesson}" in found.stdout
    assert coursegrader("tidy", cwd=copy).returncode == ExitCode.OK
    assert coursegrader("tidy", "--check", cwd=copy).stdout == ""


def test_release_check_finds_a_stale_handout_and_release_mends_it(copy: Path):
    handout = copy / "exercises" / NAME / f"{NAME}.ipynb"
    committed = handout.read_bytes()
    handout.write_text("{}")
    found = coursegrader("release", "--check", NAME, cwd=copy)
    assert (found.returncode, found.stdout) == (ExitCode.FOUND, f"{NAME}: not current\n")
    assert coursegrader("release", NAME, cwd=copy).stdout == f"{NAME}: generated\n"
    assert handout.read_bytes() == committed


def test_verify_shows_a_table_and_what_was_missed(copy: Path):
    source = copy / "solutions" / NAME / f"{NAME}.ipynb"
    source.write_text(source.read_text().replace("checks.score()", "checks.score() * 1"))
    gates = ["--gate", "tests", "--gate", "tidy", "--no-tensorflow"]
    done = coursegrader("verify", *gates, cwd=copy)
    assert done.returncode == ExitCode.FOUND
    assert "ends in the bare expression `checks.score() * 1`" in done.stdout
    rows = [line.split("│") for line in done.stdout.splitlines() if line.startswith(f"│ {NAME}")]
    assert [row[2].strip() for row in rows] == ["tests", "tidy"]


def test_check_shows_each_question_with_its_message(copy: Path):
    done = coursegrader("check", copy / "exercises" / NAME / f"{NAME}.ipynb", cwd=copy)
    assert done.returncode == ExitCode.FOUND
    assert "lazy_execution_q2" in done.stdout
    assert "0 of 20" in done.stdout
    assert "not passed" in done.stdout
    assert "There is no answer yet" in done.stdout


def test_check_passes_a_solved_notebook(copy: Path):
    done = coursegrader("check", copy / "solutions" / NAME / f"{NAME}.ipynb", cwd=copy)
    assert done.returncode == ExitCode.OK
    assert done.stdout.count("passed") == 6
    assert "when it is graded, more values may be tried" in done.stdout
    assert "read by a person" in done.stdout


def test_check_of_no_notebook_is_a_sentence(copy: Path):
    done = coursegrader("check", copy / "nbgrader_config.py", cwd=copy)
    assert done.returncode == ExitCode.UNUSABLE
    assert "cannot be read as a notebook" in done.stderr


def test_bundle_writes_the_zip_it_names(repository: Course, tmp_path: Path):
    done = coursegrader("bundle", tmp_path / "b.zip", "--course", repository.root, cwd=tmp_path)
    assert done.returncode == ExitCode.OK
    assert (tmp_path / "b.zip").stat().st_size > 0
    assert done.stdout.startswith(str(tmp_path / "b.zip"))
