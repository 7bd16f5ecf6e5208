"""Drive the JupyterLab that start.py starts, through a headless Chromium, as a user does."""

import contextlib
import os
import queue
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self

from playwright.sync_api import Browser, Locator, Page, Playwright, expect, sync_playwright

from runtime.tests import needs

CHROMIUM_FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
LAB_OPTIONS = ["--no-browser", "--ServerApp.port=0", "--LabApp.expose_app_in_browser=True"]
START_SECONDS = 150
WAIT_MS = 180_000  # a bound on what should happen, for a machine that is busy with other things
expect.set_options(timeout=WAIT_MS)
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/\S*\?token=\w+")

# Run All says it is done before the kernel is: a cell has run when it has a number, and a cell that
# fails takes the numbers of those after it away.
ALL_HAVE_RUN = """() => {
    const cells = window.jupyterapp.shell.currentWidget.content.model.toJSON().cells
        .filter(cell => cell.cell_type === 'code' && [cell.source].flat().join('').trim());
    const failed = cells.some(cell =>
        !cell.metadata.tags?.includes('raises-exception') &&
        cell.outputs.some(output => output.output_type === 'error'));
    return failed || cells.every(cell => cell.execution_count);
}"""

KERNEL_IS_IDLE = """() => {
    const session = window.jupyterapp.shell.currentWidget.sessionContext?.session;
    return session?.kernel?.status === 'idle';
}"""


class Server:
    """A JupyterLab that start.py starts, and the address it prints."""

    def __init__(self, project: Path, arguments: list[str], home: Path) -> None:
        self.process = subprocess.Popen(
            [*self.command(project, arguments), *LAB_OPTIONS],
            env=private_environment(home),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.lines: list[str] = []
        self._queue: queue.Queue[str | None] = queue.Queue()
        self._reader = threading.Thread(target=self._drain)
        self._reader.start()
        self.address = self._find_address()

    def command(self, project: Path, arguments: list[str]) -> list[str]:
        """The command of the README, up to the options for JupyterLab."""
        return [sys.executable, str(project / "start.py"), *arguments, "--"]

    def _drain(self) -> None:
        assert self.process.stdout
        with self.process.stdout as output:
            for line in output:
                self.lines.append(line)
                self._queue.put(line)
        self._queue.put(None)

    def _find_address(self) -> str:
        deadline = time.monotonic() + START_SECONDS
        with contextlib.suppress(queue.Empty):
            while line := self._queue.get(timeout=max(0, deadline - time.monotonic())):
                if found := ADDRESS.search(line):
                    return found.group()
        self.stop()
        raise RuntimeError("start.py printed no address:\n" + "".join(self.lines))

    def page(self, path: str) -> str:
        """The address of a page, with a fresh layout: "lab", "lab/tree/" and a file, or a tool."""
        base, token = re.match(r"(http://[^/]+)/.*\?(token=\w+)", self.address).groups()
        return f"{base}/{path}?{token}&reset"

    @contextlib.contextmanager
    def open(self, window: Browser, path: str | None = None) -> Iterator[Page]:
        """A page of a browser on a path, or on the address that start.py printed."""
        page = new_page(window)
        page.goto(self.page(path) if path else self.address)
        page.wait_for_function("() => window.jupyterapp?.restored.then(() => true)")
        yield page
        page.close()

    def stop(self) -> None:
        """End JupyterLab and with it its kernels."""
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self._reader.join()


def private_environment(home: Path) -> dict[str, str]:
    """An environment in which Jupyter leaves alone the settings of whoever runs the tests."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("JUPYTER")}
    places = {"JUPYTER_CONFIG_DIR": "config", "JUPYTER_DATA_DIR": "data"}
    places |= {"JUPYTER_RUNTIME_DIR": "runtime", "IPYTHONDIR": "ipython", "MPLCONFIGDIR": "mpl"}
    return env | {name: str(home / folder) for name, folder in places.items()}


_running: list[Playwright] = []


@contextlib.contextmanager
def _playwright() -> Iterator[Playwright]:
    """Playwright, of which a process can have only one."""
    if _running:
        yield _running[0]
        return
    with sync_playwright() as playwright:
        _running.append(playwright)
        yield playwright
        _running.clear()


@contextlib.contextmanager
def browser() -> Iterator[Browser]:
    """A headless Chromium with a profile of its own."""
    with _playwright() as playwright:
        window = playwright.chromium.launch(executable_path=needs.chromium(), args=CHROMIUM_FLAGS)
        yield window
        window.close()


def new_page(window: Browser, **options: Any) -> Page:
    """A page that waits for what should happen, however busy the machine is."""
    page = window.new_page(**options)
    page.set_default_timeout(WAIT_MS)
    return page


class Notebook:
    """One notebook, open in a JupyterLab page of its own."""

    def __init__(self, window: Browser, server: Server, path: str, dark: bool = False) -> None:
        self.page = new_page(
            window,
            viewport={"width": 1280, "height": 900},
            color_scheme="dark" if dark else "light",
        )
        self.page.goto(server.page(f"lab/tree/{path}"))
        self.panel: Locator = self.page.locator(".jp-NotebookPanel:not(.lm-mod-hidden)")
        self.panel.locator(".jp-Cell").first.wait_for()
        theme = "JupyterLab Dark" if dark else "JupyterLab Light"
        self.command("apputils:change-theme", {"theme": theme})
        self.page.wait_for_function(KERNEL_IS_IDLE)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.page.close()

    def command(self, name: str, arguments: dict[str, Any] | None = None) -> None:
        """Run a command of JupyterLab and wait for it."""
        self.page.evaluate(
            "([name, args]) => window.jupyterapp.commands.execute(name, args).then(() => null)",
            [name, arguments or {}],
        )

    def run_all(self) -> None:
        """Run > Run All Cells, and wait until the last one is done or one has failed."""
        self.command("notebook:clear-all-cell-outputs")
        self.command("notebook:run-all-cells")
        self.page.wait_for_function(ALL_HAVE_RUN)
        self.page.wait_for_function(KERNEL_IS_IDLE)

    def cells(self) -> list[dict[str, Any]]:
        """The cells as JupyterLab would save them, outputs included."""
        content = self.page.evaluate(
            "() => window.jupyterapp.shell.currentWidget.content.model.toJSON()"
        )
        return content["cells"]

    def errors(self) -> list[str]:
        """What went wrong: stderr, and error outputs of cells that are not there to show one."""
        found = []
        for cell in self.cells():
            expected = "raises-exception" in cell["metadata"].get("tags", [])
            for output in cell.get("outputs", []):
                if output["output_type"] == "error" and not expected:
                    found.append(f"{output['ename']}: {output['evalue']}")
                if output.get("name") == "stderr":
                    found.append("".join(output["text"]))
        return found

    def pictures(self) -> list[Locator]:
        """The pictures in the outputs that take room on the page."""
        closed = "details:not([open]) *"
        kinds = [f".jp-OutputArea-output {kind}:not({closed})" for kind in ("svg", "img")]
        drawn = self.panel.locator(", ".join(kinds)).all()
        sizes = [self._size_in_view(picture) for picture in drawn]
        return [
            picture
            for picture, size in zip(drawn, sizes, strict=True)
            if size["width"] > 20 and size["height"] > 20
        ]

    def _size_in_view(self, picture: Locator) -> dict[str, float]:
        """JupyterLab lays out a cell when it comes into view."""
        picture.scroll_into_view_if_needed()
        return picture.bounding_box() or {"width": 0, "height": 0}

    def cell(self, grade_id: str) -> Locator:
        """The cell that nbgrader knows by this id."""
        ids = [cell["metadata"].get("nbgrader", {}).get("grade_id") for cell in self.cells()]
        return self.panel.locator(".jp-Cell").nth(ids.index(grade_id))

    def retype(self, grade_id: str, code: str) -> None:
        """Replace the source of a cell from the keyboard, and run it."""
        cell = self.cell(grade_id)
        if (text := cell.locator(".jp-MarkdownOutput")).is_visible():
            text.dblclick()
        cell.locator(".cm-content").click()
        self.page.keyboard.press("ControlOrMeta+A")
        self.page.keyboard.press("Delete")
        self.page.keyboard.insert_text(code)
        self.page.keyboard.press("Shift+Enter")

    def validate(self) -> str:
        """Press nbgrader's Validate, and return what its dialog says."""
        self.panel.get_by_role("button", name="Validate").click()
        dialog = self.page.locator(".jp-Dialog-content")
        dialog.wait_for()
        said = dialog.inner_text()
        dialog.get_by_role("button").last.click()
        return said
