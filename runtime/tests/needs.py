"""A test says by a mark what it needs. A machine without it skips the test; CI fails it."""

import functools
import importlib.util
import os
import shutil
import subprocess
from collections.abc import Callable, Mapping
from typing import NoReturn

import pytest

STRICT = "COURSE_REQUIRE_TOOLS"


def check(item: pytest.Item, needs: Mapping[str, Callable[[], str]]) -> None:
    """Skip the test if a need that it is marked with is not met."""
    for mark, missing in needs.items():
        if item.get_closest_marker(mark) and (reason := missing()):
            skip(reason)


def skip(reason: str) -> NoReturn:
    """Skip the running test, or fail it where the environment asks for every tool."""
    if os.environ.get(STRICT):
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)


@functools.cache
def no_tensorflow() -> str:
    """Why TensorFlow cannot be compared with, or nothing."""
    return "" if importlib.util.find_spec("tensorflow") else "TensorFlow is not installed"


def chromium() -> str | None:
    """The path of this machine's Chromium, if it has one."""
    return shutil.which("chromium") or shutil.which("chromium-browser")


@functools.cache
def no_browser() -> str:
    """Why no browser can be driven, or nothing."""
    return "" if chromium() else "no Chromium on PATH (on Debian: apt install chromium)"


@functools.cache
def no_sandbox() -> str:
    """Why nothing can be sandboxed, or nothing."""
    if not shutil.which("bwrap"):
        return "no bubblewrap on PATH (on Debian: apt install bubblewrap)"
    trial = ["bwrap", "--unshare-all", "--ro-bind", "/", "/", "true"]
    done = subprocess.run(trial, capture_output=True, text=True, check=False)
    return f"bubblewrap cannot make a sandbox: {done.stderr.strip()}" if done.returncode else ""
