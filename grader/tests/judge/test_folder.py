"""What a student's folder holds, and what of it is used."""

import json
from pathlib import Path

import pytest

from coursegrader.judge.assignment import Assignment
from coursegrader.judge.folder import Folder, look_into
from coursegrader.notebooks import parse

CELL = {
    "cell_type": "code",
    "source": "",
    "metadata": {"nbgrader": {"grade_id": "q1", "solution": True, "grade": False, "locked": False}},
    "outputs": [],
}
NOTEBOOK = {"cells": [CELL], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
ASSIGNMENT = Assignment("ps1", (parse(NOTEBOOK, "ps1"),), {"ps1": NOTEBOOK})


@pytest.fixture
def root(tmp_path: Path) -> Path:
    path = tmp_path / "ada" / "ps1"
    path.mkdir(parents=True)
    return path


def look(root: Path, **files: str) -> Folder:
    """The folder with these files; the names' underscores are dots, two of them a slash."""
    for name, content in files.items():
        path = root / name.replace("__", "/").replace("_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    return look_into(root, ASSIGNMENT)


@pytest.mark.parametrize("name", ["ps1_ipynb", "ps1_IPYNB"])
def test_the_notebook_is_found_under_its_name(root: Path, name: str):
    folder = look(root, **{name: json.dumps(NOTEBOOK)})
    assert folder.notebooks.keys() == {"ps1"}
    assert not folder.reasons


@pytest.mark.parametrize("name", ["PS1_ipynb", "ps1 (2)_ipynb", "homework_ipynb"])
def test_the_nearest_notebook_is_graded_and_named(root: Path, name: str):
    folder = look(root, **{name: json.dumps(NOTEBOOK)})
    sentence = f"{name.replace('_', '.')} was graded, as there is no ps1.ipynb."
    assert folder.reasons == {"ps1": sentence}


def test_an_archive_is_named_where_the_notebook_is_missing(root: Path):
    folder = look(root, ps1_zip="")
    assert "no notebook ps1.ipynb in the submission." in folder.reasons["ps1"]
    assert "What is inside of ps1.zip was not looked at." in folder.reasons["ps1"]


def test_a_notebook_in_a_folder_of_its_own_is_named(root: Path):
    folder = look(root, work__ps1_ipynb=json.dumps(NOTEBOOK))
    assert folder.notebooks == {}
    assert "work/ps1.ipynb was not looked at" in folder.reasons["ps1"]


@pytest.mark.parametrize(
    "name", ["numpy_py", "numpy____init___py", "coursegrader__checks_py", "json_so"]
)
def test_what_would_hide_a_module_is_left_out(root: Path, name: str):
    folder = look(root, **{name: "1/0"}, helpers_py="x = 1", data__points_csv="1")
    assert sorted(folder.data()) == ["data/points.csv", "helpers.py"]
    assert "would replace a module" in " ".join(folder.notes)


def test_a_file_in_the_place_of_the_folder_is_a_sentence(root: Path):
    root.rmdir()
    root.write_text("here is my answer")
    assert look_into(root, ASSIGNMENT).reasons == {"ps1": "ps1 is not a folder."}
