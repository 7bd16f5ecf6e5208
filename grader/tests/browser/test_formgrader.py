"""An instructor's JupyterLab has the formgrader, and the formgrader has the assignments."""

import pytest
from playwright.sync_api import Browser

from grader.tests.browser.lab import Server
from grader.tests.project.conftest import ROOT

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_the_formgrader_lists_every_assignment(project: Server, window: Browser):
    page = window.new_page()
    page.goto(project.address)
    page.get_by_role("menuitem", name="Nbgrader", exact=True).click()
    page.get_by_role("menuitem", name="Formgrader", exact=True).click()
    formgrader = page.frame_locator("iframe")
    for assignment in (ROOT / "solutions").iterdir():
        formgrader.get_by_role("link", name=assignment.name).first.wait_for()
    page.close()
