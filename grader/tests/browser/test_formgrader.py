"""An instructor's JupyterLab has the formgrader, which lists the assignments and grades."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, FrameLocator, expect

from grader.tests.browser.lab import WAIT_MS, Server
from grader.tests.project.conftest import ROOT

pytestmark = [pytest.mark.browser, pytest.mark.slow]

NAME = "01_lazy_execution"
SLEEPS = "import time, os; time.sleep(10); print('HOME is', os.environ['HOME'])\n"
LIST = f"() => fetch(`${{base_url}}/formgrader/api/submissions/{NAME}`).then(got => got.json())"


@pytest.fixture(scope="module")
def handed_in(submissions: Path) -> Path:
    """The course with one submission, whose last answer takes some seconds."""
    content = json.loads((ROOT / "solutions" / NAME / f"{NAME}.ipynb").read_text())
    cells = {
        cell["metadata"].get("nbgrader", {}).get("grade_id"): cell for cell in content["cells"]
    }
    answer = cells["lazy_execution_q6"]
    answer["source"] = SLEEPS + "".join(answer["source"])
    path = submissions / "submitted" / "ada" / NAME / f"{NAME}.ipynb"
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps(content))
    return submissions


@pytest.fixture
def formgrader(handed_in: Path, project: Server, window: Browser) -> Iterator[FrameLocator]:
    with project.open(window) as page:
        page.get_by_role("menuitem", name="Nbgrader", exact=True).click()
        page.get_by_role("menuitem", name="Formgrader", exact=True).click()
        yield page.frame_locator("iframe")


def test_the_formgrader_lists_every_assignment(formgrader: FrameLocator):
    for assignment in (ROOT / "solutions").iterdir():
        formgrader.get_by_role("link", name=assignment.name).first.wait_for()


@pytest.mark.sandbox
def test_autograde_judges_in_the_sandbox_while_the_server_answers(
    formgrader: FrameLocator, handed_in: Path
):
    formgrader.locator("tr", has_text=NAME).locator(".num-submissions a").click()
    row = formgrader.locator("tr", has_text="ada")
    row.locator(".autograde a").click()
    waiting = formgrader.get_by_text("Please wait...")
    waiting.wait_for()
    page = formgrader.owner.element_handle().content_frame()
    assert [one["student"] for one in page.evaluate(LIST)] == ["ada"]
    assert waiting.is_visible()
    modal = formgrader.locator("#success-modal, #error-modal")
    modal.wait_for(timeout=3 * WAIT_MS)
    assert "ada: 90 of 100" in modal.locator("pre").first.inner_text()
    modal.get_by_role("button", name="Close").last.click()
    expect(row.locator(".score")).to_have_text("90 / 100")
    graded = handed_in / "autograded" / "ada" / NAME / f"{NAME}.ipynb"
    assert "HOME is /home/student" in graded.read_text()
