"""The README says what is true: its commands exist and its links lead somewhere."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("link", re.findall(r"\]\(([^)#:]+)\)", README))
def test_a_link_leads_to_a_file_of_the_project(link: str):
    assert (ROOT / link).exists()


@pytest.mark.parametrize("program", ["coursegrader", "nbgrader"])
def test_the_commands_are_known_to_their_program(program: str):
    told = set(re.findall(rf"{program} (\w+)(?=[ `\n])", README))
    script = Path(sys.executable).with_name(program)
    done = subprocess.run([script, "--help"], capture_output=True, text=True, check=True)
    assert told
    assert told <= set(re.findall(r"\w+", done.stdout))


def test_continuous_integration_runs_the_test_command_of_the_readme():
    command = "python3 start.py test"
    assert re.search(rf"^{command}", README, re.MULTILINE)
    assert (ROOT / ".ci/run").read_text(encoding="utf-8").endswith(f"\nexec {command}\n")
