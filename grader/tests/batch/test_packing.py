"""A student's folder travels as bytes, and is the same folder when it arrives."""

import contextlib
import os
from pathlib import Path

import pytest

from coursegrader.batch import packing
from coursegrader.batch.packing import pack, unpack
from coursegrader.judge.submission import Unreadable, read_regular_file


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "ada" / "ps1"
    (folder / "data").mkdir(parents=True)
    (folder / "ps1.ipynb").write_text("{}")
    (folder / "data" / "x.bin").write_bytes(bytes(range(256)))
    return folder


def there(folder: Path) -> dict[str, bytes | None]:
    """What lies in a folder: bytes of files, None for all else."""
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None
        for path in folder.rglob("*")
    }


def test_files_and_folders_arrive_as_they_were(folder: Path, tmp_path: Path):
    unpack(pack(folder), tmp_path / "copy")
    assert there(tmp_path / "copy") == there(folder)
    assert pack(tmp_path / "copy") == pack(folder)


def test_a_link_arrives_as_a_link_that_leads_nowhere(folder: Path, tmp_path: Path):
    (folder / "secret").symlink_to("/etc/passwd")
    unpack(pack(folder), tmp_path / "copy")
    assert (tmp_path / "copy" / "secret").is_symlink()
    assert not (tmp_path / "copy" / "secret").exists()
    assert b"root" not in str(pack(folder)).encode()


def test_a_folder_that_is_a_link_is_not_entered(folder: Path, tmp_path: Path):
    (tmp_path / "link").symlink_to(folder)
    unpack(pack(tmp_path / "link"), tmp_path / "copy")
    assert (tmp_path / "copy").is_symlink()
    assert not (tmp_path / "copy").exists()


def test_a_pipe_arrives_as_a_pipe(folder: Path, tmp_path: Path):
    os.mkfifo(folder / "ps1.csv")
    unpack(pack(folder), tmp_path / "copy")
    assert (tmp_path / "copy" / "ps1.csv").is_fifo()


def test_a_file_that_is_too_large_travels_without_its_content(folder: Path, tmp_path: Path):
    with (folder / "huge.ipynb").open("wb") as file:
        file.truncate(packing.MAX_BYTES + 1)
    packed = pack(folder)
    assert len(str(packed)) < 10_000
    unpack(packed, tmp_path / "copy")
    with pytest.raises(Unreadable, match="the limit is"):
        read_regular_file(tmp_path / "copy" / "huge.ipynb", packing.MAX_BYTES)


def test_what_has_too_many_entries_is_cut(folder: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(packing, "_MAX_ENTRIES", 2)
    assert len(pack(folder)) == 2


def test_what_is_hidden_does_not_count(folder: Path):
    (folder / ".ipynb_checkpoints").mkdir()
    before = pack(folder)
    (folder / ".ipynb_checkpoints" / "ps1-checkpoint.ipynb").write_text("{}")
    assert pack(folder) == before


def test_any_change_of_a_file_is_seen(folder: Path):
    before = pack(folder)
    (folder / "ps1.ipynb").write_text("[]")
    assert pack(folder) != before


def test_a_folder_that_is_gone_is_empty(tmp_path: Path):
    assert pack(tmp_path / "ada" / "ps1") == []


def test_a_notebook_is_found_among_any_number_of_files(
    folder: Path, monkeypatch: pytest.MonkeyPatch
):
    for name in ("0", "1", "2"):
        (folder / name).touch()
    monkeypatch.setattr(packing, "_MAX_ENTRIES", 1)
    assert [entry["path"] for entry in pack(folder)] == ["ps1.ipynb"]


def test_what_lies_too_deep_to_be_unpacked_is_left_out(folder: Path, tmp_path: Path):
    with contextlib.chdir(folder):
        for _ in range(30):  # longer than any path may be
            os.mkdir("d" * 200)
            os.chdir("d" * 200)
    unpack(pack(folder), tmp_path / "copy")
    assert (tmp_path / "copy" / "ps1.ipynb").read_text() == "{}"
