"""A missing tool skips the tests that need it on a user's machine, and fails them in CI."""

from types import SimpleNamespace

import pytest

from runtime.tests import needs

NEEDS = {"browser": lambda: "no Chromium on PATH", "sandbox": lambda: ""}


def marked(*marks: str) -> SimpleNamespace:
    return SimpleNamespace(get_closest_marker=lambda name: name in marks)


def test_a_test_whose_needs_are_met_runs():
    needs.check(marked("sandbox"), NEEDS)
    needs.check(marked(), NEEDS)


def test_a_missing_tool_skips_with_what_to_install(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv(needs.STRICT, raising=False)
    with pytest.raises(pytest.skip.Exception, match="no Chromium on PATH"):
        needs.check(marked("browser"), NEEDS)


def test_a_missing_tool_fails_where_every_tool_is_asked_for(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv(needs.STRICT, "1")
    with pytest.raises(pytest.fail.Exception, match="no Chromium on PATH"):
        needs.check(marked("browser"), NEEDS)


def test_every_need_is_told_from_what_is_on_path(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PATH", "/nowhere")
    assert "chromium" in needs.no_browser.__wrapped__()
    assert "bubblewrap" in needs.no_sandbox.__wrapped__()
