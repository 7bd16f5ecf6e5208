"""A run is walked through and a scope opened in JupyterLab, and both are read without scripts."""

from pathlib import Path

import nbformat
import pytest
from nbconvert import HTMLExporter
from playwright.sync_api import Browser, Page, expect

from grader.tests.browser.lab import WAIT_MS, Notebook, Server

pytestmark = [pytest.mark.browser, pytest.mark.slow]

CODE = """
import minigraph
import minigraph.compat.v1 as tf
tf.disable_v2_behavior()
x = tf.placeholder(tf.float32, shape=[None], name="x")
y = tf.reduce_sum(tf.square(x, name="square"), name="y")
with tf.name_scope("layer"):
    tf.exp(tf.negative(y, name="minus"), name="z")
steps = minigraph.stepper(tf.Session(), y, {x: [1.0, 2.0]})
"""


@pytest.fixture(scope="module")
def notebook(home: Path, course: Server, window: Browser):
    sources = (CODE, "steps", 'minigraph.draw(fold=["layer"])', "minigraph.draw()")
    cells = [nbformat.v4.new_code_cell(source) for source in sources]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    content = nbformat.v4.new_notebook(cells=cells, metadata=kernel)
    nbformat.write(content, home / "workspace" / "steps.ipynb")
    with Notebook(window, course, "steps.ipynb") as opened:
        opened.run_all()
        assert opened.errors() == []
        yield opened


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def test_arrow_keys_walk_through_the_run(notebook: Notebook):
    page, steps = notebook.page, notebook.page.get_by_role("group", name="Run of y")
    said = steps.get_by_role("status")
    steps.focus()
    expect(said).to_have_text("Step 0 of 3. feed_dict feeds x:0 = [1., 2.]  float32 (2,)")
    press(page, "ArrowRight")
    expect(said).to_contain_text(
        "square, Square, takes x:0 = [1., 2.] and gives square:0 = [1., 4.]"
    )
    expect(steps.locator("tr[aria-current=step]")).to_contain_text("square:0 = [1., 4.]")
    expect(steps.locator("g.now")).to_have_attribute("data-name", "square")
    press(page, "End")
    expect(said).to_contain_text("Step 3 of 3. fetches returns y:0 = 5.0")
    press(page, "ArrowLeft", "ArrowLeft", "Home", "ArrowLeft")
    expect(said).to_contain_text("Step 0 of 3.")
    assert page.evaluate("window.jupyterapp.shell.currentWidget.content.activeCellIndex") <= 1


def test_buttons_and_slider_are_reached_with_tab(notebook: Notebook):
    page, steps = notebook.page, notebook.page.get_by_role("group", name="Run of y")
    steps.focus()
    press(page, "Home", "Tab", "Tab", "Tab")
    expect(steps.get_by_role("button", name="one step on")).to_be_focused()
    press(page, "Enter", "Space")
    expect(steps.get_by_role("status")).to_contain_text("Step 2 of 3. y, Sum")
    press(page, "Tab", "Tab", "ArrowRight")
    expect(steps.get_by_role("slider", name="step")).to_have_value("3")
    expect(steps.get_by_role("status")).to_contain_text("Step 3 of 3.")


def test_a_scope_opens_where_it_stands_and_is_folded_again(notebook: Notebook):
    page, picture = notebook.page, notebook.page.locator(".mg-inside").first
    closed, head = picture.get_by_role("button", name="layer: 2"), picture.locator(".head")
    place, around = closed.bounding_box(), picture.locator("svg").first.bounding_box()
    closed.click()
    expect(head).to_be_focused()
    expect(picture.locator("svg svg g[data-name]")).to_have_count(2)
    opened = picture.locator("svg svg").bounding_box()
    grown = picture.locator("svg").first.bounding_box()
    assert grown["height"] > around["height"] + 100
    assert opened["y"] - grown["y"] == pytest.approx(place["y"] - around["y"], abs=16)
    assert opened["y"] + opened["height"] < grown["y"] + grown["height"] + 16
    press(page, "Enter")
    expect(head).to_have_count(0)
    expect(closed).to_be_focused()
    press(page, "Space")
    expect(head).to_be_focused()
    head.click()
    assert picture.locator("svg").first.bounding_box()["height"] == around["height"]


def test_an_open_scope_is_folded_and_opened_from_the_keyboard(notebook: Notebook):
    page, picture = notebook.page, notebook.page.locator(".mg-inside").last
    head, inner = picture.get_by_role("button", name="scope layer"), picture.locator("g.inside")
    height = picture.locator("svg").bounding_box()["height"]
    expect(inner).to_have_count(2)
    head.focus()
    press(page, "Enter")
    expect(head).to_have_attribute("aria-expanded", "false")
    expect(inner.first).to_be_hidden()
    assert picture.locator("svg").bounding_box()["height"] < height - 50
    press(page, "Space")
    expect(head).to_have_attribute("aria-expanded", "true")
    expect(inner.last).to_be_visible()
    assert picture.locator("svg").bounding_box()["height"] == height


def test_without_scripts_the_exported_page_has_all_of_it(notebook: Notebook, window: Browser):
    content = nbformat.v4.new_notebook(cells=[nbformat.from_dict(c) for c in notebook.cells()])
    exported, _ = HTMLExporter(exclude_input=True).from_notebook_node(content)
    context = window.new_context(java_script_enabled=False, offline=True)
    page = context.new_page()
    page.set_default_timeout(WAIT_MS)
    page.set_content(exported)
    page.locator("summary").click()
    expect(page.get_by_role("img", name="Inside of layer")).to_be_visible()
    steps = page.get_by_role("group", name="Run of y")
    expect(steps.get_by_role("row")).to_have_count(5)
    expect(steps.get_by_role("row").nth(2)).to_contain_text("square:0 = [1., 4.]")
    expect(steps.get_by_role("img")).to_be_visible()
    expect(steps.get_by_role("button")).to_have_count(0)
    context.close()
