"""The normal form is the same bytes for the same content."""

import json
from pathlib import Path

import pytest

from coursegrader.course import Course
from coursegrader.tidy import find_notebooks, is_tidy, tidy, tidy_text

MESSY = {
    "nbformat_minor": 4,
    "nbformat": 4,
    "metadata": {
        "kernelspec": {"name": "conda-env", "display_name": "mine"},
        "language_info": {"name": "python", "version": "3.12.1"},
        "toc": {"nav_menu": {}},
    },
    "cells": [
        {"cell_type": "markdown", "source": "# Title  \n", "metadata": {"collapsed": True}},
        {
            "cell_type": "code",
            "id": "a1b2c3",
            "source": ["x = 1\n", "x\n"],
            "metadata": {
                "nbgrader": {"grade_id": "sums_q1", "solution": True},
                "tags": ["given"],
                "execution": {"iopub.execute_input": "now"},
            },
            "execution_count": 7,
            "outputs": [{"output_type": "stream", "name": "stdout", "text": "1"}],
        },
    ],
}


def test_outputs_counts_and_volatile_metadata_go():
    markdown, code = tidy(MESSY)["cells"]
    assert code["outputs"] == []
    assert code["execution_count"] is None
    assert set(code["metadata"]) == {"nbgrader", "tags"}
    assert markdown["metadata"] == {}


def test_ids_follow_from_grade_id_or_position():
    assert [cell["id"] for cell in tidy(MESSY)["cells"]] == ["cell-01", "sums_q1"]


def test_there_is_one_kernelspec_and_no_version():
    metadata = tidy(MESSY)["metadata"]
    assert metadata["kernelspec"]["name"] == "python3"
    assert metadata["language_info"] == {"name": "python"}


def test_the_source_is_kept_but_for_space_at_its_end():
    assert tidy(MESSY)["cells"][1]["source"] == ["x = 1\n", "x"]


def test_attachments_stay():
    cell = {"cell_type": "markdown", "source": "", "metadata": {}, "attachments": {"a.png": {}}}
    assert tidy({"cells": [cell]})["cells"][0]["attachments"] == {"a.png": {}}


def test_tidying_twice_changes_nothing(tmp_path: Path):
    path = tmp_path / "a.ipynb"
    path.write_text(json.dumps(MESSY))
    assert not is_tidy(path)
    path.write_text(tidy_text(path), encoding="utf-8")
    assert is_tidy(path)


def test_the_order_of_keys_in_the_file_does_not_matter(tmp_path: Path):
    first, second = tmp_path / "a.ipynb", tmp_path / "b.ipynb"
    first.write_text(json.dumps(MESSY))
    second.write_text(json.dumps(dict(reversed(MESSY.items()))))
    assert tidy_text(first) == tidy_text(second)


def test_nbformat_accepts_it_and_would_write_the_same(tmp_path: Path):
    nbformat = pytest.importorskip("nbformat")
    path = tmp_path / "a.ipynb"
    path.write_text(json.dumps(MESSY))
    text = tidy_text(path)
    notebook = nbformat.reads(text, as_version=4)
    nbformat.validate(notebook)
    assert nbformat.writes(notebook) + "\n" == text


def test_generated_and_students_notebooks_are_left_alone(tmp_path: Path):
    for name in ("course/a", "exercises/b", "workspace/c", "course/.ipynb_checkpoints/d"):
        path = tmp_path / f"{name}.ipynb"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    assert [p.stem for p in find_notebooks([tmp_path])] == ["a"]


def test_the_lessons_and_sources_of_this_course_are_tidy(repository: Course):
    paths = list(find_notebooks([repository.lessons, repository.solutions]))
    assert paths
    assert [path.name for path in paths if not is_tidy(path)] == []
