"""Any nbgrader course is found with its own directories and settings."""

from pathlib import Path

import pytest

from coursegrader.judge.layout import LayoutError, find_layout


def course(root: Path, config: str | None = None, source: str = "source") -> Path:
    (root / source / "ps1").mkdir(parents=True)
    if config is not None:
        (root / "nbgrader_config.py").write_text(config)
    return root


def test_without_configuration_the_names_are_nbgraders(tmp_path: Path):
    found = find_layout(course(tmp_path))
    assert found.source == tmp_path / "source"
    assert found.folder(found.autograded, "ada", "ps1") == tmp_path / "autograded" / "ada" / "ps1"
    assert found.database == f"sqlite:///{tmp_path / 'gradebook.db'}"
    assert not found.show_hidden


def test_the_configuration_is_followed(tmp_path: Path):
    config = """
c = get_config()
c.CourseDirectory.source_directory = "solutions"
c.CourseDirectory.db_url = "sqlite:///x.db"
c.ClearSolutions.code_stub = {"python": "pass"}
c.CourseGrader.show_hidden_messages = True
"""
    found = find_layout(course(tmp_path, config, "solutions"))
    assert found.source == tmp_path / "solutions"
    assert (found.database, found.code_stub, found.show_hidden) == ("sqlite:///x.db", "pass", True)


def test_a_directory_without_sources_is_no_course(tmp_path: Path):
    with pytest.raises(LayoutError, match=r"is no nbgrader course: .* --course"):
        find_layout(tmp_path)


def test_a_configuration_that_fails_is_told(tmp_path: Path):
    with pytest.raises(LayoutError, match="cannot be read: ZeroDivisionError"):
        find_layout(course(tmp_path, "1 / 0"))


def test_submissions_are_listed_by_student(tmp_path: Path):
    found = find_layout(course(tmp_path))
    for student in ("bob", "ada", ".hidden"):
        (tmp_path / "submitted" / student / "ps1").mkdir(parents=True)
    (tmp_path / "submitted" / "eve" / "ps2").mkdir(parents=True)
    assert [student for student, _ in found.submissions("ps1")] == ["ada", "bob"]


def test_an_unknown_assignment_has_a_near_one(tmp_path: Path):
    assert 'Did you mean "ps1"?' in find_layout(course(tmp_path)).unknown_assignment("ps2")
