"""The environment: what is declared, locked, installed and offered to conda is the same."""

import importlib.util
import shutil
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[3]
MEMBERS = {"minigraph": ROOT / "runtime", "coursegrader": ROOT / "grader"}
CONDA_PYTHON = {"python_version": "3.12", "python_full_version": "3.12.0"}
PLATFORMS = [("linux", "x86_64"), ("linux", "aarch64"), ("darwin", "arm64"), ("win32", "AMD64")]


def toml(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def declared(project: dict[str, Any]) -> list[Requirement]:
    """What a pyproject.toml asks for, extras and groups included."""
    lists = [project["project"].get("dependencies", [])]
    lists += project["project"].get("optional-dependencies", {}).values()
    lists += project.get("dependency-groups", {}).values()
    return [Requirement(text) for texts in lists for text in texts]


def locked_packages() -> dict[str, dict[str, Any]]:
    """The members and the root, as uv.lock knows them."""
    packages = toml(ROOT / "uv.lock")["package"]
    return {package["name"]: package for package in packages if "metadata" in package}


def exported(*options: str) -> list[Requirement]:
    """Every package that the lock puts into the environment, with its markers."""
    command = ["uv", "export", "--frozen", "--offline", "--no-hashes", "--no-annotate"]
    command += ["--no-header", "--no-emit-workspace", *options]
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return [Requirement(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize("folder", [ROOT, *MEMBERS.values()], ids=["root", *MEMBERS])
def test_the_lock_is_made_from_what_is_declared(folder: Path):
    project = toml(folder / "pyproject.toml")
    locked = locked_packages()[project["project"]["name"]]["metadata"]
    entries = locked["requires-dist"] + [
        entry for group in locked.get("requires-dev", {}).values() for entry in group
    ]
    in_lock = {(entry["name"], entry.get("specifier", "")) for entry in entries}
    in_project = {(canonicalize_name(need.name), str(need.specifier)) for need in declared(project)}
    assert in_lock == in_project


def test_what_is_installed_is_what_is_locked():
    options = [] if importlib.util.find_spec("tensorflow") else ["--no-group", "tensorflow"]
    options += ["--group", "site"] if importlib.util.find_spec("sphinx") else []
    locked = {
        canonicalize_name(need.name): str(need.specifier).removeprefix("==")
        for need in exported(*options)
        if need.marker is None or need.marker.evaluate()
    }
    installed: dict[str, str] = {}
    for distribution in metadata.distributions():
        # What another package brings along for itself comes later on the path.
        installed.setdefault(canonicalize_name(distribution.name), distribution.version)
    assert {name: installed.get(name) for name in locked} == locked


@pytest.mark.parametrize("member", MEMBERS)
def test_an_edit_of_the_source_counts_at_once(member: str):
    module = __import__(member)
    assert Path(module.__file__ or "").parent == MEMBERS[member] / member


@pytest.mark.parametrize("program", ["jupyter", "nbgrader", "alembic", "coursegrader", "uv"])
def test_the_programs_that_jupyterlab_and_nbgrader_call_are_in_the_environment(program: str):
    assert shutil.which(program, path=str(Path(sys.executable).parent))


def test_conda_users_get_the_locked_version_of_every_direct_dependency():
    environment = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))
    python, pip, listed = environment["dependencies"]
    assert (python, pip) == ("python=3.12", "pip")
    assert listed["pip"] == ["-e ./runtime[show]", "-e ./grader", *direct_pins()]


def direct_pins() -> list[str]:
    """The locked versions of what the pyproject files name, on the Python of environment.yml."""
    folders = (ROOT, *MEMBERS.values())
    needs = [need for folder in folders for need in declared(toml(folder / "pyproject.toml"))]
    direct = {canonicalize_name(need.name) for need in needs}
    return sorted(
        str(need)
        for need in exported()
        if canonicalize_name(need.name) in direct and for_conda(need)
    )


def for_conda(need: Requirement) -> bool:
    """Whether the pin is meant for the Python of environment.yml, on any platform."""
    return need.marker is None or any(
        need.marker.evaluate({**CONDA_PYTHON, "sys_platform": system, "platform_machine": machine})
        for system, machine in PLATFORMS
    )
