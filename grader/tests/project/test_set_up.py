"""start.py makes .venv, leaves a complete one alone, repairs others, fails in one sentence."""

import ast
import functools
import os
import re
import signal
import subprocess
import sys
from collections.abc import Collection
from pathlib import Path
from types import ModuleType

import pytest

from .conftest import load_start

NOWHERE = "http://127.0.0.1:9"
EVERYTHING = ["make_venv", "install_uv", "install_packages"]


def run(project: Path, prepare: str = "pass", **env: str) -> subprocess.CompletedProcess[str]:
    """Start the course as a user does, in an interpreter that was prepared for the occasion."""
    code = f"import runpy, sys; {prepare}; runpy.run_path(sys.argv[0], run_name='__main__')"
    return subprocess.run(
        [sys.executable, "-c", f"import sys; sys.argv = ['start.py']; {code}"],
        cwd=project,
        env=os.environ | env,
        capture_output=True,
        text=True,
        check=False,
    )


def only_sentence(done: subprocess.CompletedProcess[str]) -> str:
    """The one line on stderr of a start that failed."""
    [line] = done.stderr.splitlines()
    assert done.returncode == 1
    assert line.startswith("start.py: ")
    return line


def test_an_old_python_can_read_the_file_as_far_as_its_version_check(project: Path):
    ast.parse((project / "start.py").read_text(encoding="utf-8"), feature_version=(3, 7))


@pytest.mark.parametrize("version", ["3.10", "3.14"])
def test_a_python_too_old_or_too_new_is_told_which_ones_will_do(project: Path, version: str):
    number = tuple(map(int, version.split(".")))
    sentence = only_sentence(run(project, f"sys.version_info = {(*number, 0, 'final', 0)}"))
    assert "needs Python 3.11, 3.12 or 3.13" in sentence
    assert f"this is Python {version};" in sentence


@pytest.mark.parametrize("module", ["venv", "ensurepip"])
def test_a_python_without_venv_is_told_what_to_install(project: Path, module: str):
    sentence = only_sentence(run(project, f"sys.modules['{module}'] = None"))
    assert f"without its {module} module" in sentence
    assert "python3-venv" in sentence
    assert not (project / ".venv").exists()


@pytest.mark.slow
def test_a_missing_network_is_said_in_one_sentence_and_nothing_is_taken_for_complete(project: Path):
    offline = {"HTTPS_PROXY": NOWHERE, "HTTP_PROXY": NOWHERE, "NO_PROXY": "", "no_proxy": ""}
    offline |= {"PIP_CONFIG_FILE": os.devnull, "PIP_FIND_LINKS": "", "PIP_NO_CACHE_DIR": "1"}
    offline |= {name.lower(): NOWHERE for name in ("HTTPS_PROXY", "HTTP_PROXY")}
    assert "no connection to http" in only_sentence(run(project, **offline))
    assert load_start(project).read_stamp() == {}


def test_an_interrupted_set_up_says_so_and_is_not_taken_for_complete(project: Path):
    process = subprocess.Popen(
        [sys.executable, "start.py"],
        cwd=project,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout
    assert process.stdout.readline().startswith("Making .venv")
    os.killpg(process.pid, signal.SIGINT)
    _, said = process.communicate()
    assert process.returncode == 1
    assert said.split("\n")[1:] == [
        "start.py: interrupted; the next start completes what is unfinished.",
        "",
    ]


@pytest.fixture
def steps(start: ModuleType, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A complete .venv, and the record of what a set-up does to it."""
    for folder in (start.BIN, start.PACKAGES / "numpy-2.4.6.dist-info"):
        folder.mkdir(parents=True)
    start.PYTHON.touch()
    start.write_stamp(set())
    record: list[str] = []

    def keep(step: str, groups: Collection[str] = ()) -> None:
        record.append(" ".join([step, *groups]))

    for step in EVERYTHING:
        monkeypatch.setattr(start, step, functools.partial(keep, step))
    return record


def append(file: Path, line: str) -> None:
    file.write_text(file.read_text(encoding="utf-8") + f"\n{line}\n", encoding="utf-8")


def test_a_complete_environment_is_left_alone(start: ModuleType, steps: list[str]):
    start.set_up(set())
    assert steps == []


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("uv.lock", "# another lock"),
        ("pyproject.toml", "[dependency-groups.more]"),
        ("runtime/pyproject.toml", "[project.scripts]"),
        ("grader/pyproject.toml", "[tool.uv.more]"),
    ],
)
def test_a_change_of_what_belongs_into_the_environment_is_installed_once(
    start: ModuleType, steps: list[str], file: str, line: str
):
    append(start.ROOT / file, line)
    start.set_up(set())
    start.set_up(set())
    assert steps == ["install_uv", "install_packages"]


def test_what_builds_the_website_is_installed_once_and_stays(start: ModuleType, steps: list[str]):
    start.set_up({"site"})
    start.set_up({"site"})
    start.set_up(set())
    assert steps == ["install_uv", "install_packages site"]
    append(start.ROOT / "uv.lock", "# another lock")
    start.set_up(set())
    assert steps[2:] == ["install_uv", "install_packages site"]


def test_students_do_not_download_what_builds_the_website(start: ModuleType):
    assert start.GROUPS.keys() == {"site", "test"}


def test_a_change_of_how_the_code_is_checked_is_nothing_to_install(
    start: ModuleType, steps: list[str]
):
    append(start.ROOT / "pyproject.toml", "[tool.another]")
    start.set_up(set())
    assert steps == []


@pytest.mark.parametrize(
    "harm",
    [
        lambda start: start.STAMP.unlink(),
        lambda start: start.STAMP.write_text('{"interpreter": '),
        lambda start: start.STAMP.write_text("[]"),
        lambda start: start.PYTHON.unlink(),
        lambda start: (start.PACKAGES / "numpy-2.4.6.dist-info").rmdir(),
        lambda start: setattr(start, "interpreter", lambda: "another Python"),
    ],
    ids=["no stamp", "half a stamp", "odd stamp", "no python", "package gone", "other python"],
)
def test_any_other_environment_is_made_again(start: ModuleType, steps: list[str], harm):
    harm(start)
    start.set_up(set())
    assert steps == EVERYTHING


def test_a_set_up_that_fails_leaves_no_stamp(
    start: ModuleType, steps: list[str], monkeypatch: pytest.MonkeyPatch
):
    def fail(_groups: set[str]):
        raise SystemExit("start.py: no network")

    (start.ROOT / "uv.lock").write_text("")
    monkeypatch.setattr(start, "install_packages", fail)
    with pytest.raises(SystemExit):
        start.set_up(set())
    assert start.read_stamp() == {}


@pytest.mark.parametrize("terminal_width", ["40", "400"])
def test_without_a_wheel_of_tensorflow_everything_else_is_installed(
    start: ModuleType, monkeypatch: pytest.MonkeyPatch, terminal_width: str
):
    monkeypatch.setenv("COLUMNS", terminal_width)
    lock = start.ROOT / "uv.lock"
    wheels = re.compile(r'    \{ url = "[^"]*/tensorflow(_cpu)?-[^\n]*\n')
    lock.write_text(wheels.sub("", lock.read_text(encoding="utf-8")), encoding="utf-8")
    installs: list[list[str]] = []

    def install(command: list[str]) -> int:
        installs.append(list(command))
        return 0 if "--no-group" in command else 2

    monkeypatch.setattr(start, "PYTHON", Path(sys.executable))
    monkeypatch.setattr(start, "run", install)
    start.install_packages(set())
    assert [command[-2:] for command in installs] == [
        ["sync", "--frozen"],
        ["--no-group", "tensorflow"],
    ]


def test_what_is_started_sees_the_environment_first_and_no_other_python(
    start: ModuleType, monkeypatch: pytest.MonkeyPatch
):
    foreign = {"PYTHONPATH", "PYTHONHOME", "PYTHONDONTWRITEBYTECODE"}
    for name in foreign:
        monkeypatch.setenv(name, "/elsewhere")
    env = start.environment()
    assert env["PATH"].split(os.pathsep)[0] == str(start.BIN)
    assert env["VIRTUAL_ENV"] == str(start.VENV)
    assert not foreign & env.keys()
