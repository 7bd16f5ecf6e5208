"""A number in the text of lessons 01 to 08 stands in a cell, in what it prints, or follows from it.

Times and other measurements, which differ from machine to machine, count as nobody's evidence.
"""

import re

import pytest

from grader.tests.lessons import course

LESSONS = pytest.mark.parametrize("lesson", course.LESSONS[:8], ids=lambda path: path.stem)
NUMBER = re.compile(r"(?<![\w.,:])\d[\d,]*(?:\.\d+)?(?:e[+-]?\d+)?")
NAMES = re.compile(
    r"\]\([^)]*\)+|\d\d_\w+|\[\d\d\b|[Ll]essons?:? \[?\d\d\]?(?:,| and \d\d| to \d\d)*"
    r"|《[^》]*》|\b0\d\b|(?m:^#+ \d\. )|[Ss]ections? \d(?: and \d| to \d)*|TensorFlow [12]"
    r"|float\d\d|u?int\d+"
)
"""Digits that are part of a name: of a lesson, a section, a library, a dtype."""

FOLLOW = {
    "01": {"43": 3 + 40, "1440": 24 * 60},
    "02": {"40": 10 * 4},  # and measured, in test_02_sessions.py
    "04": {"9.5": 1.9 * 5, "255": 2**8 - 1, "256": 2**8, "10": 2 * 5},
    "06": {"32": 8 * 4},
    "08": {
        "0.6": 0.6,  # a wrong answer that a prediction offers
        "99.5": 100 * (1 - 0.01 * 0.5),
        "61": 100 * 0.61,
        "0.029": round(2 / 68.5, 3),
    },
}


def numbers(text):
    """The numbers in a text, by what is written there."""
    found = (match.group().rstrip(",").replace(",", "") for match in NUMBER.finditer(text))
    return {written: float(written) for written in found}


def evidence(lesson, run):
    """The numbers in the code of a lesson and in what it prints, shows and raises."""
    measured = {c["id"] for c in course.code(lesson) if "timing" in course.tags(c)}
    texts = [c["source"] for c in course.code(lesson) if "quiz" not in course.tags(c)]
    for cell in run["cells"]:
        shown = [data.get("text/plain", "") for data in cell["displayed"]]
        if cell["id"] not in measured:
            texts += [cell["stdout"], *shown, str(cell["error"])]
    parts = re.findall(r"\d+(?:\.\d+)?(?:e[+-]?\d+)?", "\n".join(texts).replace("_", ""))
    return set(map(float, parts))


@LESSONS
def test_a_number_in_the_text_is_one_of_a_cell_or_follows_from_it(lesson, lesson_run):
    known = evidence(lesson, lesson_run(lesson, "minigraph"))
    follow = FOLLOW.get(lesson.stem[:2], {})
    said = numbers(NAMES.sub(" ", "\n".join(course.prose(lesson)[1:])))
    for written, value in follow.items():
        assert float(written) == pytest.approx(value, rel=1e-9)
    assert {written for written, v in said.items() if v not in known} <= follow.keys()
