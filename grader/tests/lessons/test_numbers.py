"""A number in the text of a lesson, in digits or words, is a cell's, is printed, or follows.

For digits any cell of the lesson will do; for words it is one of the same section, and how many
lines it prints counts as well. Times and other measurements, which differ from machine to machine,
are nobody's evidence.
"""

import re

import pytest

from grader.tests.lessons import course

LESSONS = pytest.mark.parametrize("lesson", course.LESSONS, ids=lambda path: path.stem)
NUMBER = re.compile(r"(?<![\w.,:])\d[\d,]*(?:\.\d+)?(?:e[+-]?\d+)?")
NAMES = re.compile(
    r"\]\([^)]*\)+|\d\d_\w+|\[\d\d\b|[Ll]essons?:? \[?\d\d\]?(?:,| and \d\d| to \d\d)*"
    r"|《[^》]*》|\b0\d\b|(?m:^#+ \d\. )|[Ss]ections? \d(?: and \d| to \d)*|TensorFlow [12]"
    r"|float\d\d|u?int\d+|SHA-256|(?:in|program|example) \d\.\d"
)
"""Digits that are part of a name: of a lesson, a section, a library, a dtype."""

UNITS = "two three four five six seven eight nine ten eleven twelve".split()
TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
SCALES = {"hundred": 100, "thousand": 1000, "million": 1_000_000}
WORDS = {word: number for number, word in enumerate(UNITS, 2)}
WORDS |= {word: 10 * number for number, word in enumerate(TENS, 2)}
SPELT = re.compile(rf"(?i)\b(?:(?:{'|'.join([*WORDS, *SCALES])})\b[ -]?)+")

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
    "14": {"70000": 60_000 + 10_000, "28": 784**0.5, "11": 11_490_434 // 10**6},  # of MNIST's file
}

SPELT_FOLLOW = {
    "01": {"five": 5, "two": 2},  # nodes, asked for in test_01_lazy_execution.py; cells
    "02": {"three": len("1 2 1".split()), "four": 4},  # parameters of run
    "05": {"two": 3 - 1},  # of three variables that are printed, the last one fails
    "06": {"two": 3 - 1, "three": 3},  # sessions
    "07": {"ten": 10, "six": 6, "four": 4},  # lines of a loop; operations of the plan, and none
    "08": {"ten": 19 - 9},
    "09": {"ten": 10, "two": 2},  # threads of the article; runs, matrices
    "10": {"three": 3},  # lines that may fail
    "12": {"four": 4},  # rows of the article's table
    "13": {"seven": 9 - 2, "million": 250_000 * 4, "two": 2},  # pitfalls; hours, in lesson 10
    "14": {
        "ten": 10,
        "twelve": 784 // 64,
        "nine": 9,
    },  # biases; the authors of MNIST say nine of ten
}


def numbers(text):
    """The numbers in a text, by what is written there."""
    found = (match.group().rstrip(",").replace(",", "") for match in NUMBER.finditer(text))
    return {written: float(written) for written in found}


def spelt(text):
    """The numbers that a text has in words, by these words."""
    return {found.strip().lower(): _value(found) for found in SPELT.findall(text)}


def _value(words):
    value = 0
    for word in words.lower().replace("-", " ").split():
        value = max(value, 1) * SCALES[word] if word in SCALES else value + WORDS[word]
    return value


def sections(lesson):
    """The cells of a lesson, from heading to heading."""
    found = []
    for cell in course.cells(lesson)[1:]:
        if not found or (cell["cell_type"] == "markdown" and "## " in cell["source"]):
            found.append([])
        found[-1].append(cell)
    return found


def texts(cells, run):
    """The code of some cells, and what each prints, shows and raises; measurements left out."""
    ran = {cell["id"]: cell for cell in run["cells"]}
    for cell in cells:
        if cell["cell_type"] == "code" and "quiz" not in course.tags(cell):
            yield cell["source"]
            if "timing" not in course.tags(cell):
                told = ran[cell["id"]]
                yield told["stdout"]
                yield from (data.get("text/plain", "") for data in told["displayed"])
                yield str(told["error"])


def evidence(cells, run):
    """The numbers in what some cells say."""
    said = "\n".join(texts(cells, run)).replace("_", "")
    return set(map(float, re.findall(r"\d+(?:\.\d+)?(?:e[+-]?\d+)?", said)))


@LESSONS
def test_a_number_in_the_text_is_one_of_a_cell_or_follows_from_it(lesson, lesson_run):
    known = evidence(course.cells(lesson), lesson_run(lesson, "minigraph"))
    follow = FOLLOW.get(lesson.stem[:2], {})
    said = numbers(NAMES.sub(" ", "\n".join(course.prose(lesson)[1:])))
    for written, value in follow.items():
        assert float(written) == pytest.approx(value, rel=1e-9)
    assert {written for written, v in said.items() if v not in known} <= follow.keys()


@LESSONS
def test_a_number_in_words_is_one_of_its_section_or_follows_from_it(lesson, lesson_run):
    run, follow = lesson_run(lesson, "minigraph"), SPELT_FOLLOW.get(lesson.stem[:2], {})
    assert follow == {words: spelt(words)[words] for words in follow}
    missing = {}
    for cells in sections(lesson):
        prose = "\n".join(cell["source"] for cell in cells if cell["cell_type"] == "markdown")
        known = evidence(cells, run) | {len(said.splitlines()) for said in texts(cells, run)}
        if not prose.startswith("## Recap"):
            said = {words for words, value in spelt(prose).items() if value not in known}
            missing |= dict.fromkeys(said - follow.keys(), prose[:40])
    assert missing == {}


MORE = {"03": 4}
"""Errors that one cell provokes and prints, which is looked at in test_03_fetches.py."""


@LESSONS
def test_a_lesson_provokes_as_many_errors_as_it_says(lesson):
    said = re.search(r"(\w+) errors", course.prose(lesson)[0])
    fail = sum("raises-exception" in course.tags(cell) for cell in course.code(lesson))
    assert not said or _value(said[1]) == fail + MORE.get(lesson.stem[:2], 0)
