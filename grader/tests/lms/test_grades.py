"""Grades go back in the shape that the system exported."""

import csv
import io
from pathlib import Path

import pytest

from coursegrader.lms import grades
from coursegrader.lms.roster import Person, Roster, read_export
from coursegrader.report.statistics import Total
from grader.tests.lms.test_collect import CANVAS, MOODLE

TOTALS = {"ada": Total(87.5, 100, False), "emile": Total(40, 100, False)}


@pytest.fixture
def roster(tmp_path: Path) -> Roster:
    found = Roster(tmp_path / "roster.json")
    for number, text in enumerate((MOODLE, CANVAS)):
        (tmp_path / f"{number}.csv").write_text(text)
        for person in read_export(tmp_path / f"{number}.csv", "ps1"):
            found.add(person)
    return found


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_moodles_worksheet_comes_back_with_grades(roster: Roster):
    found = rows(grades.moodle(roster, TOTALS, "ps1"))
    columns = ["Identifier", "Full name", "Grade", "Maximum Grade", "Last modified (grade)"]
    assert list(found[0]) == columns
    assert [(row["Identifier"], row["Grade"]) for row in found] == [
        ("Participant 11", "87.5"),
        ("Participant 12", "40"),
    ]
    assert found[1]["Full name"] == 'Émile "Zé" Borel'


def test_canvas_gets_its_own_column_and_its_points_possible(roster: Roster):
    points, *found = rows(grades.canvas(roster, TOTALS, "ps1"))
    columns = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "ps1 (77)"]
    assert list(found[0]) == columns
    assert points["Student"].strip() == "Points Possible"
    assert points["ps1 (77)"] == "100"
    assert [(row["ID"], row["Student"], row["ps1 (77)"]) for row in found] == [
        ("501", "Lovelace, Ada", "87.5"),
        ("502", "Borel, Emile", "40"),
    ]


def test_an_assignment_that_canvas_does_not_know_is_asked_about(roster: Roster):
    assert "ps9" in rows(grades.canvas(roster, TOTALS, "ps9"))[0]


def test_what_is_known_only_from_a_files_name_is_enough(tmp_path: Path):
    roster = Roster(tmp_path / "none.json")
    roster.add(Person("ada", "moodle", "11", {"name": "Ada Lovelace"}))
    (row,) = rows(grades.moodle(roster, TOTALS, "ps1"))
    assert row == {
        "Identifier": "Participant 11",
        "Full name": "Ada Lovelace",
        "Grade": "87.5",
        "Maximum Grade": "100",
        "Last modified (grade)": "",
    }
    assert grades.canvas(roster, TOTALS, "ps1") == ""


def test_a_number_of_moodles_belongs_to_one_assignment(roster: Roster, tmp_path: Path):
    (tmp_path / "ps2.csv").write_text(MOODLE.replace("Participant 1", "Participant 2"))
    for person in read_export(tmp_path / "ps2.csv", "ps2"):
        roster.add(person)
    for assignment, first in (("ps1", "Participant 11"), ("ps2", "Participant 21")):
        found = rows(grades.moodle(roster, TOTALS, assignment))
        assert found[0]["Identifier"] == first
        assert len(found) == 2
    assert len(rows(grades.canvas(roster, TOTALS, "ps2"))) == 3


def test_no_name_is_a_formula_to_a_spreadsheet(tmp_path: Path):
    roster = Roster(tmp_path / "none.json")
    for system in ("moodle", "canvas"):
        name = {"name": '=HYPERLINK("http://x.example")', "Section": "@SUM(A1)"}
        roster.add(Person("ada", system, "11", {**name, "Last modified (grade)": "-"}))
    (row,) = rows(grades.moodle(roster, TOTALS, "ps1"))
    assert row["Full name"] == '\'=HYPERLINK("http://x.example")'
    assert row["Last modified (grade)"] == "-"
    row = rows(grades.canvas(roster, TOTALS, "ps1"))[1]
    assert (row["Student"][:2], row["Section"], row["ID"]) == ("'=", "'@SUM(A1)", "11")


def test_another_maximum_is_told(roster: Roster):
    assert grades.differing_maximum(roster, TOTALS, "ps1") == ""
    halved = {"ada": Total(40, 50, False)}
    assert "Moodle's maximum grade is 100" in grades.differing_maximum(roster, halved, "ps1")
