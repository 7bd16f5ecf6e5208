"""The code is linted, formatted and typed as the settings in pyproject.toml say."""

import subprocess
import sys

import pytest

from .conftest import ROOT

TOOLS = ["ruff check", "ruff format --check", "mypy", "mypy --strict start.py docs"]


@pytest.mark.parametrize("tool", TOOLS)
def test_the_tool_has_nothing_to_say(tool: str):
    command = [sys.executable, "-m", *tool.split()]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
