"""A copy of the project with no environment, and its start.py as a module."""

import importlib.util
import shutil
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[3]
SET_UP_NEEDS = [
    "start.py",
    "uv.lock",
    "pyproject.toml",
    "runtime/pyproject.toml",
    "runtime/README.md",
    "grader/pyproject.toml",
    "grader/README.md",
]


def load_start(folder: Path) -> ModuleType:
    """The start.py of a folder, which works on that folder."""
    spec = importlib.util.spec_from_file_location("start", folder / "start.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "a project"
    for name in SET_UP_NEEDS:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, folder / name)
    return folder


@pytest.fixture
def start(project: Path) -> ModuleType:
    return load_start(project)
