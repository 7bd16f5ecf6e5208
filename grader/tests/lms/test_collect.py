"""A zip from Moodle or Canvas becomes folders, and nothing in it can do anything else."""

import contextlib
import json
import random
import stat
import subprocess
import sys
import zipfile
from pathlib import Path, PurePosixPath

import pytest

from coursegrader.judge.layout import Layout, LayoutError, find_layout
from coursegrader.lms import archive, collect
from coursegrader.lms.archive import Archive, ArchiveError, Refused
from coursegrader.lms.collect import Collected
from coursegrader.lms.names import first_name, is_online_text, parse
from coursegrader.lms.roster import Roster, RosterError, read_export

MOODLE = """Identifier,Full name,Email address,Status,Grade,Maximum Grade,Last modified (grade)
Participant 11,Ada Lovelace,ada@uni.example,Submitted for grading,,100.00,-
Participant 12,"Émile ""Zé"" Borel",emile@uni.example,Submitted for grading,,100.00,-
Participant 13,Zoe Late,zoe@uni.example,No submission,,100.00,-
"""
CANVAS = """Student,ID,SIS User ID,SIS Login ID,Section,ps1 (77)
    Points Possible,,,,,100
"Lovelace, Ada",501,S1,ada,Graphs,
"Borel, Emile",502,S2,emile,Graphs,
"""


@pytest.fixture
def layout(tmp_path: Path) -> Layout:
    (tmp_path / "source" / "ps1").mkdir(parents=True)
    (tmp_path / "source" / "ps1" / "ps1.ipynb").write_text(json.dumps({"cells": []}))
    return find_layout(tmp_path)


def zipped(path: Path, files: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w") as target:
        for name, data in files.items():
            target.writestr(name, data)
    return path


def take(layout: Layout, files: dict[str, bytes], roster: str = "") -> Collected:
    path = zipped(layout.root / "download.zip", files)
    people = []
    if roster:
        (layout.root / "roster.csv").write_text(roster, encoding="utf-8-sig")
        people = read_export(layout.root / "roster.csv", "ps1")
    return collect.collect(layout, "ps1", [path], people)


def submitted(layout: Layout) -> dict[str, bytes]:
    return {
        path.relative_to(layout.submitted).as_posix(): path.read_bytes()
        for path in layout.submitted.rglob("*")
        if path.is_file()
    }


def test_moodles_folders_and_the_same_without_folders(layout: Layout):
    files = {
        "Ada Lovelace_11_assignsubmission_file_/ps1.ipynb": b"1",
        "Ada Lovelace_11_assignsubmission_file_/data/x.csv": b"2",
        "Émile Borel_12_assignsubmission_file_ps1.ipynb": b"3",
    }
    found = take(layout, files, MOODLE)
    assert submitted(layout) == {
        "ada/ps1/ps1.ipynb": b"1",
        "ada/ps1/data/x.csv": b"2",
        "emile/ps1/ps1.ipynb": b"3",
    }
    assert found == Collected(new=["ada", "emile"], nothing=["zoe"])


def test_canvas_numbers_files_and_marks_late_ones(layout: Layout):
    files = {
        "lovelaceada_501_9001_ps1-2.ipynb": b"1",
        "borel_emile_LATE_502_9002_ps1.ipynb": b"2",
    }
    found = take(layout, files, CANVAS)
    assert submitted(layout) == {"ada/ps1/ps1.ipynb": b"1", "emile/ps1/ps1.ipynb": b"2"}
    assert found == Collected(new=["ada", "emile"])


def test_of_two_files_for_one_notebook_the_one_with_its_name_counts_and_this_is_told(
    layout: Layout,
):
    folder = "A_11_assignsubmission_file_/"
    found = take(layout, {f"{folder}ps1.ipynb": b"1", f"{folder}ps1 (1).ipynb": b"2"})
    assert submitted(layout) == {"a_11/ps1/ps1.ipynb": b"1", "a_11/ps1/ps1 (1).ipynb": b"2"}
    assert found.notes == ["A has ps1 (1).ipynb, too; ps1.ipynb is graded."]
    files = {f"b_502_900{n}_ps1-{n}.ipynb": bytes([n]) for n in (1, 2)}
    found = take(layout, files)
    assert submitted(layout)["b_502/ps1/ps1.ipynb"] == bytes([2])
    assert found.notes == ["b has ps1-1.ipynb, too; ps1-2.ipynb is graded."]


def test_without_a_roster_names_make_the_ids(layout: Layout):
    take(layout, {"Ada Lovelace_11_assignsubmission_file_/ps1.ipynb": b"1"})
    assert list(submitted(layout)) == ["ada_lovelace_11/ps1/ps1.ipynb"]


def test_who_and_what_is_unknown_is_listed(layout: Layout):
    files = {
        "Eve_99_assignsubmission_file_/ps1.ipynb": b"1",
        "Ada_11_assignsubmission_file_/homework.ipynb": b"2",
        "readme.txt": b"3",
        "__MACOSX/._readme.txt": b"4",
    }
    found = take(layout, files, MOODLE)
    assert found.unknown == ["Eve (moodle 99)"]
    assert list(found.refused) == ["readme.txt"]
    assert found.notes == ["ada has no ps1.ipynb, but homework.ipynb."]
    assert list(submitted(layout)) == ["ada/ps1/homework.ipynb"]


def test_a_later_download_replaces_what_changed_only(layout: Layout):
    first = {f"A_{n}_assignsubmission_file_/ps1.ipynb": b"1" for n in (11, 12)}
    take(layout, first, MOODLE)
    found = take(layout, {**first, "A_12_assignsubmission_file_/ps1.ipynb": b"2"}, MOODLE)
    assert (found.new, found.changed, found.unchanged) == ([], ["emile"], ["ada"])
    assert submitted(layout)["emile/ps1/ps1.ipynb"] == b"2"


@pytest.mark.parametrize(
    "name",
    [
        "A_11_assignsubmission_file_/../../../../evil.ipynb",
        "../A_11_assignsubmission_file_/evil.ipynb",
        "A_11_assignsubmission_file_/..\\..\\evil.ipynb",
        "/A_11_assignsubmission_file_/evil.ipynb",
        "A_11_assignsubmission_file_/C:evil.ipynb",
        "lovelaceada_501_9001_../evil.ipynb",
        "A_11_assignsubmission_file_/\x1b[2Jevil.ipynb",
        "A_12_assignsubmission_file_B_11_assignsubmission_file_/evil.ipynb",
    ],
)
def test_a_path_that_leads_elsewhere_is_not_taken(layout: Layout, name: str):
    before = sorted(layout.root.rglob("*"))
    found = take(layout, {name: b"x"})
    assert list(found.refused) == [name.replace("\\", "/")]
    after = [path for path in sorted(layout.root.rglob("*")) if ".coursegrader" not in str(path)]
    assert after == sorted([*before, layout.root / "download.zip"])


def test_a_link_is_not_taken(layout: Layout):
    info = zipfile.ZipInfo("A_11_assignsubmission_file_/ps1.ipynb")
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    path = layout.root / "links.zip"
    with zipfile.ZipFile(path, "w") as target:
        target.writestr(info, "/etc/passwd")
    found = collect.collect(layout, "ps1", [path], [])
    assert list(found.refused.values()) == ["it is a link"]
    assert submitted(layout) == {}


def test_a_bomb_is_read_no_further_than_the_limit(layout: Layout):
    path = layout.root / "bomb.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as target:
        with target.open("A_11_assignsubmission_file_/ps1.ipynb", "w") as file:
            for _ in range(60):
                file.write(bytes(1 << 20))
        target.writestr("B_12_assignsubmission_file_/ps1.ipynb", b"ok")
    found = collect.collect(layout, "ps1", [path], [])
    assert list(found.refused.values()) == ["it is larger than 26 MB when unpacked"]
    assert list(submitted(layout)) == ["b_12/ps1/ps1.ipynb"]


def test_many_files_of_one_student_are_read_no_further_than_the_limit(
    layout: Layout, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(collect, "_MAX_TOTAL", 100)
    files = {f"A_11_assignsubmission_file_/{n}.csv": bytes(40) for n in range(5)}
    found = take(layout, files)
    assert len(submitted(layout)) == 2
    assert len(found.refused) == 3


def test_a_size_that_the_zip_lies_about_is_a_damaged_file(layout: Layout):
    path = zipped(layout.root / "lie.zip", {"A_11_assignsubmission_file_/ps1.ipynb": bytes(999)})
    raw = bytearray(path.read_bytes())
    central = raw.rindex(b"PK\x01\x02")
    raw[central + 24 : central + 28] = (5).to_bytes(4, "little")
    path.write_bytes(raw)
    (reason,) = collect.collect(layout, "ps1", [path], []).refused.values()
    assert reason.startswith("it is damaged")
    assert submitted(layout) == {}


@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_zip_that_is_damaged_anywhere_is_a_sentence(tmp_path: Path, method: int):
    path, dice = tmp_path / "damaged.zip", random.Random(1)
    with zipfile.ZipFile(path, "w", method) as target:
        target.writestr("Émile_11_assignsubmission_file_/ps1.ipynb", bytes(range(256)) * 4)
    whole = path.read_bytes()
    for _ in range(300):
        damaged = bytearray(whole)
        for _ in range(3):
            damaged[dice.randrange(len(damaged))] = dice.randrange(256)
        path.write_bytes(damaged)
        with contextlib.suppress(ArchiveError, Refused), Archive(path) as found:
            for entry in found.entries():
                found.read(entry, 10_000)


def test_a_file_and_a_folder_of_one_name_are_one_students_problem(layout: Layout):
    files = {
        "A_11_assignsubmission_file_/x": b"1",
        "A_11_assignsubmission_file_/x/ps1.ipynb": b"2",
        "B_12_assignsubmission_file_/ps1.ipynb": b"3",
    }
    found = take(layout, files)
    assert list(found.refused) == ["all files of a_11"]
    assert list(submitted(layout)) == ["b_12/ps1/ps1.ipynb"]


def test_what_is_no_zip_and_no_roster_is_a_sentence(
    layout: Layout, monkeypatch: pytest.MonkeyPatch
):
    path = layout.root / "no.zip"
    path.write_bytes(b"nothing")
    with pytest.raises(ArchiveError, match="is no zip"):
        collect.collect(layout, "ps1", [path], [])
    with pytest.raises(RosterError, match="neither Moodle's grading worksheet"):
        read_export(zipped(path, {}).with_name("source") / "ps1" / "ps1.ipynb", "ps1")
    with pytest.raises(LayoutError, match='Did you mean "ps1"'):
        collect.collect(layout, "ps2", [path], [])
    monkeypatch.setattr(archive, "MAX_ENTRIES", 1)
    with pytest.raises(ArchiveError, match="more than 1 entries"):
        collect.collect(layout, "ps1", [zipped(path, {"a": b"", "b": b""})], [])


def test_the_roster_is_remembered(layout: Layout):
    take(layout, {}, CANVAS)
    roster = Roster(layout.state / "roster.json")
    person = roster.find("canvas", "501")
    assert person is not None
    assert person.row["Student"] == "Lovelace, Ada"
    assert len(roster.of("canvas", "ps2")) == 2


def test_canvas_may_export_names_in_parts_and_with_semicolons(layout: Layout):
    split = CANVAS.replace("Student,", "LastName,FirstName,").replace(
        '"Lovelace, Ada"', "Byron,Ada"
    )
    split = split.replace('"Borel, Emile"', "Borel,Emile").replace(",,,,,", ",,,,,,")
    files = {"byronada_501_9001_ps1.ipynb": b"1"}
    assert take(layout, files, split.replace(",", ";")) == Collected(new=["ada"], nothing=["emile"])
    person = Roster(layout.state / "roster.json").find("canvas", "501")
    assert person is not None
    assert person.row["Student"] == "Byron, Ada"


def test_moodles_worksheet_of_an_anonymous_assignment_has_no_names(layout: Layout):
    anonymous = (
        "Identifier,Status,Grade,Maximum Grade,Last modified (grade)\nParticipant 11,,,100,-\n"
    )
    found = take(layout, {"Participant_11_assignsubmission_file_/ps1.ipynb": b"1"}, anonymous)
    assert found == Collected(new=["participant_11"])


def test_names():
    assert parse("report.pdf") is None
    for online in ("Ada_11_assignsubmission_onlinetext_/onlinetext.html", "ada_11_text.html"):
        assert parse(online) is None
        assert is_online_text(online)
    numbered = first_name(PurePosixPath("ps1 (2).ipynb"), {"ps1.ipynb"})
    assert numbered == PurePosixPath("ps1.ipynb")
    assert first_name(PurePosixPath("ps1-2.csv"), {"ps1.ipynb"}) == PurePosixPath("ps1-2.csv")


def test_the_command_lists_what_it_did_not_take(layout: Layout):
    path = zipped(layout.root / "d.zip", {"A_11_assignsubmission_file_/ps1.ipynb": b"", "x": b""})
    program = Path(sys.executable).parent / "coursegrader"
    command = [str(program), "collect", "ps1", str(path), "--course", str(layout.root)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    assert done.stdout.startswith("1 new, 0 changed, 0 unchanged.")
    assert "x: its name is neither" in done.stdout
