"""Every lesson has the form that readers know from the others."""

import re

import pytest

from coursegrader.tidy import is_tidy
from grader.tests.lessons import course
from grader.tests.lessons.shell import EAGER_IMPORT_LINE, IMPORT_LINE

LESSONS = pytest.mark.parametrize("lesson", course.LESSONS, ids=lambda path: path.stem)
CHINESE = re.compile(r"[\u4e00-\u9fff]")
OPENING = ("**You will do:**", "**You will learn:**", "**You need:**", "**Time:**")
LONGEST_CELL = 15
IN_EAGER_MODE = ("12_functions", "13_migration")
"""The lessons whose subject is TensorFlow 2: graphs are what they enter, not where they begin."""


def test_there_are_lessons():
    assert course.LESSONS


@LESSONS
def test_it_is_stored_in_normal_form_without_outputs(lesson):
    assert is_tidy(lesson), "run: coursegrader tidy course"


@LESSONS
def test_it_opens_with_its_number_and_what_it_is_about(lesson):
    first = course.prose(lesson)[0]
    assert first.startswith(f"# {lesson.name[:2]} ")
    assert [head for head in OPENING if head in first] == list(OPENING)
    assert re.search(r"\*\*Time:\*\* \d+ minutes", first)


@LESSONS
def test_three_lines_of_chinese_name_the_sections_of_the_articles(lesson):
    quoted = [line for line in course.prose(lesson)[0].splitlines() if line.startswith(">")]
    assert len([line for line in quoted if CHINESE.search(line)]) == len(quoted) == 3
    assert re.search(r"\d\.\d", "".join(quoted))


@LESSONS
def test_its_first_cell_imports_the_backend(lesson):
    first = course.code(lesson)[0]["source"]
    if lesson.stem in IN_EAGER_MODE:
        assert first.startswith((f"{EAGER_IMPORT_LINE}\n", f"{IMPORT_LINE}\n"))
        assert "disable_v2_behavior" not in first
    else:
        assert first.startswith(f"{IMPORT_LINE}\n\ntf.disable_v2_behavior()\n")
    assert sum(cell["source"].count("compat.v1") for cell in course.code(lesson)) == 1


@LESSONS
def test_no_cell_of_the_lesson_is_longer_than_a_screen(lesson):
    long = [
        cell["id"]
        for cell in course.code(lesson)
        if "quiz" not in course.tags(cell) and len(cell["source"].splitlines()) > LONGEST_CELL
    ]
    assert not long


@LESSONS
def test_surprises_are_predicted_first(lesson):
    assert sum("**Predict.**" in text for text in course.prose(lesson)) >= 3


@LESSONS
def test_no_paragraph_begins_like_an_item_of_a_list(lesson):
    assert [text for text in course.prose(lesson) if re.search(r"(?m)^\d+[.)] ", text)] == []


@LESSONS
def test_it_closes_with_a_recap_a_quiz_and_its_exercise(lesson):
    recap = next(text for text in course.prose(lesson) if text.startswith("## Recap"))
    assert 5 <= recap.count("\n|") - 2 <= 8
    assert "display_quiz(" in course.code(lesson)[-1]["source"]
    assert f"../exercises/{lesson.stem}/{lesson.name}" in course.links(course.prose(lesson)[-1])


@LESSONS
def test_its_quiz_asks_nothing_of_the_network(lesson):
    source = course.code(lesson)[-1]["source"]
    assert "\nquiz = [\n" in source
    assert "MathJax.typeset ??=" in source.partition("display_quiz(")[0]


@LESSONS
def test_its_links_lead_somewhere(lesson):
    targets = [target for text in course.prose(lesson) for target in course.links(text)]
    assert [target for target in targets if not (lesson.parent / target).exists()] == []


@LESSONS
def test_its_links_into_the_clinic_lead_to_an_entry(lesson):
    page = (lesson.parent / "CLINIC.md").read_text(encoding="utf-8")
    headings = re.findall(r"(?m)^#+ (.*)", page)
    texts = (re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text).replace("`", "") for text in headings)
    plain = {text.replace(" ", "-") for text in texts}
    linked = re.findall(
        r"\]\(CLINIC\.md#((?:\\.|\([^)]*\)|[^)\s])*)\)", "\n".join(course.prose(lesson))
    )
    assert {re.sub(r"\\(.)", r"\1", anchor) for anchor in linked} <= plain


@LESSONS
def test_the_list_of_lessons_links_to_it_once(lesson):
    listed = (lesson.parent / "README.md").read_text(encoding="utf-8")
    assert course.links(listed).count(lesson.name) == 1


@pytest.mark.parametrize("name", ["README.md", "GLOSSARY.md"])
def test_links_between_the_pages_of_the_course_lead_somewhere(name):
    page = course.ROOT / "course" / name
    targets = course.links(page.read_text(encoding="utf-8"))
    assert [target for target in targets if not (page.parent / target).exists()] == []


def test_the_list_of_lessons_has_their_order():
    listed = course.links((course.ROOT / "course" / "README.md").read_text(encoding="utf-8"))
    assert [target for target in listed if re.match(r"\d\d_\w+\.ipynb", target)] == [
        lesson.name for lesson in course.LESSONS
    ]


def test_every_term_is_given_in_both_languages_and_has_its_lesson():
    text = (course.ROOT / "course" / "GLOSSARY.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1:-1] for line in text.splitlines() if line.startswith("| ")][1:]
    assert len(rows) >= 10
    for english, chinese, meaning, lesson in rows:
        assert english.strip()
        assert CHINESE.search(chinese)
        assert meaning.strip()
        assert course.links(lesson)


@pytest.mark.parametrize(
    ("title", "least"), [("Where their topics are", 41), ("Their claims", 54 + 16)]
)
def test_the_places_where_topics_and_claims_of_the_articles_are_exist(title, least):
    text = (course.ROOT / "course" / "README.md").read_text(encoding="utf-8")
    table = text.partition(f"## {title}")[2].partition("\n## ")[0]
    rows = [line.split("|")[2:-1] for line in table.splitlines() if line.startswith("| ")]
    assert len(rows) >= least
    assert all(cell.strip() for row in rows for cell in row), "no row may be empty"
    missing = []
    for number, kind, wanted in re.findall(r"(\d\d) (§|q)(\d)", "".join(map("".join, rows))):
        folder, heading = ("course", "## ") if kind == "§" else ("exercises", "## Question ")
        ending = r"\. " if kind == "§" else ": "
        notebook = next((course.ROOT / folder).rglob(f"{number}_*.ipynb"))
        if not any(re.search(f"(?m)^{heading}{wanted}{ending}", p) for p in course.prose(notebook)):
            missing.append(f"{number} {kind}{wanted}")
    assert missing == []
