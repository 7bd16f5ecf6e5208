"""The website: complete, without a broken link, and readable without network and server."""

import importlib.util
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import Browser, Page

import minigraph.compat.v1 as tf
from grader.tests.browser import lab
from runtime.tests import needs

from .conftest import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

RUN = "01_lazy_execution"
LESSONS = sorted(file.stem for file in (ROOT / "course").glob("*.ipynb"))
ON_A_PHONE = [
    *("index", "exercises", "GLOSSARY", "CLINIC", "search", RUN, "13_migration"),
    *("reference/index", "reference/graphs", "reference/compat_v1_train"),
]


class Reader(HTMLParser):
    """What a page has: anchors, links to follow, and what it loads."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.anchors |= {found[name] for name in ("id", "name") if name in found}
        if tag == "a" and found.get("href"):
            self.links.append(found["href"])
        elif tag in ("script", "img", "link", "iframe", "source") and found.get("rel") != "index":
            self.loads += [found[name] for name in ("src", "href") if found.get(name)]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The website, with one lesson run: what the others print is for the tests of lessons."""
    if not importlib.util.find_spec("sphinx"):
        needs.skip("the group `site` is not installed (uv sync --group site)")
    folder = tmp_path_factory.mktemp("website") / "site"
    command = [sys.executable, ROOT / "docs/build.py", "--output", folder, "--run", RUN]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr
    return folder


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Reader]:
    files = [file for file in sorted(site.rglob("*.html")) if "_static" not in file.parts]
    return {file: Reader(file) for file in files}


def text_of(file: Path) -> str:
    return re.sub(r"<[^>]+>", "", file.read_text(encoding="utf-8"))


def test_every_link_leads_to_a_page_and_an_anchor(site: Path, pages: dict[Path, Reader]):
    broken = []
    for file, page in pages.items():
        for link in page.links + page.loads:
            address = urlsplit(link)
            if address.scheme:
                continue
            target = (file.parent / unquote(address.path)).resolve() if address.path else file
            anchors = pages[target].anchors if target in pages else {address.fragment}
            if not target.is_file() or unquote(address.fragment) not in anchors | {""}:
                broken.append((file.name, link))
    assert broken == []


def test_nothing_is_loaded_from_the_network(site: Path, pages: dict[Path, Reader]):
    loaded = {link for page in pages.values() for link in page.loads}
    assert [link for link in loaded if urlsplit(link).scheme not in ("", "data")] == []
    styles = "".join(file.read_text(encoding="utf-8") for file in site.rglob("*.css"))
    assert re.findall(r"(?:url\(|@import)\s*['\"]?(?:https?:)?//[^)'\"]+", styles) == []


def test_a_lesson_shows_what_came_out(site: Path):
    page = (site / f"{RUN}.html").read_text(encoding="utf-8")
    assert page.count('class="mg-draw"') > 3
    assert "InvalidArgumentError" in text_of(site / f"{RUN}.html")
    assert "<math" in (site / "08_training.html").read_text(encoding="utf-8")
    assert str(ROOT) not in page


def test_the_source_of_a_quiz_stays_hidden(site: Path):
    for lesson in LESSONS:
        assert "display_quiz(quiz" not in text_of(site / f"{lesson}.html")


def test_exercises_are_downloads_of_the_handouts(site: Path):
    notebooks = list((site / "_downloads").rglob("*.ipynb"))
    for file in notebooks:
        handout = ROOT / "exercises" / file.stem / file.name
        assert file.read_bytes() == handout.read_bytes()
    [saving] = (site / "_downloads").rglob("*.zip")
    assert "11_saving/models/softmax/saved_model.pb" in zipfile.ZipFile(saving).namelist()
    assert {file.stem for file in notebooks} == set(LESSONS)


def test_lessons_are_downloads_and_nothing_for_instructors_is_there(site: Path):
    notebooks = {f: f.read_bytes() for f in site.rglob("*.ipynb") if "_sources" in f.parts}
    assert {file.stem for file in notebooks} == set(LESSONS)
    for file, content in notebooks.items():
        assert content == (ROOT / "course" / file.name).read_bytes()
    assert [file for file in site.rglob("*") if "NOTES" in file.name] == []


def test_every_public_name_has_an_entry_in_the_reference(site: Path):
    text = "".join(text_of(file) for file in (site / "reference").glob("*.html"))
    words = set(re.findall(r"\w+", text))
    ours = [n for n in dir(tf) if "minigraph" in str(getattr(getattr(tf, n), "__module__", ""))]
    assert [name for name in ours if not name.startswith("_") and name not in words] == []
    assert "ConfigProto" in ours
    assert not (site / "reference" / "more.html").exists(), "docs/reference.py lacks a topic"


@pytest.fixture(scope="module")
def window() -> Iterator[Browser]:
    with lab.browser() as running:
        yield running


@pytest.fixture
def phone(window: Browser) -> Iterator[Page]:
    """A page as wide as a phone's, and a complaint at its end if the console or network had any."""
    page = lab.new_page(window, viewport={"width": 390, "height": 844})
    complaints: list[str] = []
    page.on("console", lambda m: m.type == "error" and complaints.append(m.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda r: r.url.startswith("http") and complaints.append(r.url))
    yield page
    page.close()
    assert complaints == []


@pytest.mark.browser
def test_pages_fit_a_phone_without_errors(site: Path, phone: Page):
    wide = []
    for name in ON_A_PHONE:
        phone.goto((site / f"{name}.html").as_uri())
        if phone.evaluate("document.documentElement.scrollWidth > innerWidth"):
            wide.append(name)
    assert wide == []


@pytest.mark.browser
@pytest.mark.parametrize(
    ("word", "page"), [("feed_dict", "04_feeds.html"), ("partial_run", "07_running_graphs.html")]
)
def test_search_finds_a_word_of_a_lesson(site: Path, phone: Page, word: str, page: str):
    phone.goto((site / "search.html").as_uri() + f"?q={word}")
    phone.locator(f"#search-results a[href*='{page}']").first.wait_for()


@pytest.mark.browser
def test_a_quiz_answers_a_click(site: Path, phone: Page):
    phone.goto((site / f"{RUN}.html").as_uri())
    phone.get_by_text("a tensor: a name for a value that a run can make").click()
    phone.get_by_text("Yes. The graph has got an operation Square").wait_for()
