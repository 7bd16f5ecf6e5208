"""Whatever file is handed in, it is read or refused with a sentence."""

import contextlib
import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from coursegrader.judge import submission
from coursegrader.judge.submission import Unreadable, read_submission
from grader.tests.judge.test_values import JSON


def notebook(*cells: Any, **more: Any) -> dict[str, Any]:
    return {"cells": list(cells), "metadata": {}, "nbformat": 4, "nbformat_minor": 5, **more}


def code(source: Any, **metadata: Any) -> dict[str, Any]:
    return {"cell_type": "code", "source": source, "metadata": metadata, "outputs": []}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "n.ipynb"


def read(path: Path, content: Any):
    path.write_text(json.dumps(content), encoding="utf-8")
    return read_submission(path)


def test_cells_are_read_with_their_ids_and_claims(path: Path):
    claims = {"grade_id": "q1", "points": 3}
    found = read(path, notebook(code(["a = 1\n", "b"], nbgrader=claims, tags=["x"])))
    cell = found.cells[0]
    assert (cell.kind, cell.source, cell.grade_id, cell.tags) == ("code", "a = 1\nb", "q1", ("x",))
    assert cell.claims == claims
    assert found.notes == ()


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "n.ipynb is empty."),
        (b"  \n", "n.ipynb is empty."),
        (b'{"cells": [', "n.ipynb is damaged: its JSON is not complete"),
        (b"[1]", "n.ipynb is JSON, but not a notebook."),
        (b"{}", "it has no list of cells"),
        (b'{"cells": 3}', "it has no list of cells"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"cells": [' + b"1," * 6000 + b"1]}", "n.ipynb has 6001 cells"),
        (b"1" * 5000, "damaged"),
        (b"\x00\xff\x00\xff", "damaged"),
    ],
)
def test_what_is_no_notebook_is_refused_with_a_sentence(path: Path, content: bytes, sentence: str):
    path.write_bytes(content)
    with pytest.raises(Unreadable, match=sentence.replace("(", r"\(")):
        read_submission(path)


def test_a_huge_file_is_refused_without_being_read(path: Path):
    with path.open("wb") as file:
        file.truncate(submission.MAX_BYTES + 1)
    with pytest.raises(Unreadable, match="has 26 MB; the limit is 26 MB"):
        read_submission(path)


def test_links_pipes_folders_and_missing_files_are_refused(path: Path, tmp_path: Path):
    with pytest.raises(Unreadable, match="cannot be read"):
        read_submission(path)
    other = tmp_path / "other.ipynb"
    other.write_text(json.dumps(notebook()))
    path.symlink_to(other)
    with pytest.raises(Unreadable, match="is a link to another file"):
        read_submission(path)
    path.unlink()
    os.mkfifo(path)
    with pytest.raises(Unreadable, match="is a named pipe"):
        read_submission(path)
    path.unlink()
    path.mkdir()
    with pytest.raises(Unreadable, match="is a folder"):
        read_submission(path)


@pytest.mark.parametrize(
    ("content", "note"),
    [
        (notebook(nbformat=5), "of format 5, not 4"),
        (notebook(nbformat="x"), "of format x"),
        (notebook(metadata={"kernelspec": {"name": "ir"}}), "kernel is 'ir'; Python 3 was used"),
        (notebook(3, None), "2 entries of the notebook are no cells"),
        (
            notebook(code("", nbgrader={"grade_id": "q", "schema_version": 99})),
            "unknown version (99)",
        ),
    ],
)
def test_what_is_odd_is_read_and_noted(path: Path, content: Any, note: str):
    assert note in " ".join(read(path, content).notes)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1"])
def test_encodings(path: Path, encoding: str):
    path.write_bytes(json.dumps(notebook(code("# é")), ensure_ascii=False).encode(encoding))
    found = read_submission(path)
    assert found.cells[0].source == "# é"
    assert bool(found.notes) == (encoding == "latin-1")


def test_a_notebook_of_format_3_is_read(path: Path):
    cells = [{"cell_type": "code", "input": "x = 1"}, {"cell_type": "heading", "source": "T"}]
    found = read(path, {"worksheets": [{"cells": cells}], "nbformat": 3})
    assert [(cell.kind, cell.source) for cell in found.cells] == [
        ("code", "x = 1"),
        ("markdown", "# T"),
    ]


@pytest.mark.parametrize("source", [[None, 1], {"a": 1}, 7, ["ok", None]])
def test_text_that_is_no_text_is_left_out(path: Path, source: Any):
    cell = read(path, notebook(code(source))).cells[0]
    assert cell.broken
    assert cell.source == ("ok" if isinstance(source, list) and "ok" in source else "")


def test_lone_surrogates_can_be_stored(path: Path):
    cell = read(path, notebook(code("x = '\ud800'"))).cells[0]
    assert cell.source.encode() == b"x = '\\ud800'"


def test_only_images_are_kept_as_attachments(path: Path):
    cell = {
        "cell_type": "markdown",
        "source": "",
        "attachments": {
            "a.png": {"image/png": "AAAA", "text/html": "<script>"},
            "b": {"text/html": "x"},
            "c": 3,
        },
    }
    assert read(path, notebook(cell)).cells[0].attachments == {"a.png": {"image/png": "AAAA"}}


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=200)
@given(cells=JSON, metadata=JSON, extra=st.dictionaries(st.sampled_from(["nbformat"]), JSON))
def test_any_json_is_a_submission_or_a_sentence(path: Path, cells: Any, metadata: Any, extra: Any):
    path.write_text(json.dumps({"cells": cells, "metadata": metadata, **extra}))
    with contextlib.suppress(Unreadable):
        assert all(isinstance(cell.source, str) for cell in read_submission(path).cells)


CLAIMS = st.dictionaries(
    st.sampled_from(["grade_id", "schema_version", "points", "solution"]), JSON
)
CELLS = st.fixed_dictionaries(
    {"cell_type": st.sampled_from(["code", "markdown"]) | JSON, "source": JSON},
    optional={
        "metadata": st.fixed_dictionaries({}, optional={"nbgrader": CLAIMS, "tags": JSON}),
        "attachments": JSON,
    },
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=200)
@given(cells=st.lists(CELLS, max_size=3))
def test_cells_with_any_claims_are_read(path: Path, cells: Any):
    assert len(read(path, notebook(*cells)).cells) == len(cells)
