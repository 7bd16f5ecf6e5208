"""Build the website of the course into site/: lessons with their outputs, exercises, reference.

python3 start.py site        installs what this needs and calls it

Lessons are run from the beginning, in a copy. A page with a broken link or a lesson that fails ends
the build, and the site that was there stays.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nbformat
from nbclient import NotebookClient

import minigraph
import minigraph.compat.v1 as tf
from minigraph.draw import GraphPicture
from reference import write_reference

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent
COURSE = ROOT / "course"
EXERCISES = ROOT / "exercises"
SECONDS = 120
"""A cell of a lesson may take."""

PAGES = ["CLINIC.md", "GLOSSARY.md", "data/README.md"]

CONTENTS = """
```{toctree}
:hidden:
:caption: %s

%s
```
"""


def lessons() -> list[str]:
    """The stems of the lessons, in the order of the list of lessons."""
    listed = re.findall(r"\((\d\d_\w+)\.ipynb\)", (COURSE / "README.md").read_text("utf-8"))
    return list(dict.fromkeys(listed))


def on_the_site(text: str) -> str:
    """The text of a page with the links that it has on the site."""
    return text.replace("](README.md", "](index.md").replace("](../exercises/", "](path:exercises/")


def write_lesson(target: Path) -> None:
    """Write a lesson without the source of its quiz, which holds the answers."""
    source = COURSE / target.name
    lesson = nbformat.reads(on_the_site(source.read_text("utf-8")), nbformat.current_nbformat)
    for cell in lesson.cells:
        tags = cell.metadata.get("tags", [])
        if "quiz" in tags:
            tags.append("remove-input")
    nbformat.write(lesson, target)


def run_lesson(file: Path) -> None:
    """Run a lesson and keep what comes out, with paths that begin at the project."""
    print(f"running {file.stem} ...", flush=True)
    lesson = nbformat.read(file, nbformat.current_nbformat)
    client = NotebookClient(lesson, timeout=SECONDS, extra_arguments=["--log-level=ERROR"])
    client.resources = {"metadata": {"path": file.parent}}
    client.execute()
    text = nbformat.writes(lesson)
    for place in (f"{ROOT}{os.sep}", f"{file.parent}{os.sep}"):
        text = text.replace(json.dumps(place)[1:-1], "")
    text = re.sub(r"[^\s\"]*ipykernel_\d+[/\\]+", "", text)  # where IPython says a cell is
    file.write_text(text, "utf-8")


def lay_out(folder: Path) -> None:
    """Write the sources of all pages into a folder, for Sphinx to read."""
    litter = shutil.ignore_patterns(".*", "__*")
    shutil.copytree(COURSE / "data", folder / "data", ignore=litter)
    shutil.copytree(EXERCISES, folder / "exercises", ignore=litter)
    for name in PAGES:
        (folder / name).write_text(on_the_site((COURSE / name).read_text("utf-8")), "utf-8")
    for name in lessons():
        write_lesson(folder / f"{name}.ipynb")
    write_reference(folder / "reference")
    (folder / "exercises.md").write_text(list_of_exercises(folder / "exercises"), "utf-8")
    (folder / "index.md").write_text(front_page(), "utf-8")


def example() -> GraphPicture:
    """The picture on the front page: a graph, and what one run makes of it."""
    graph = tf.Graph()
    with graph.as_default(), tf.Session() as session:
        days = tf.placeholder(tf.float32, name="days")
        rent = tf.multiply(days, 30.0, name="rent")
        total = tf.add(rent, 25.0, name="total")
        tf.divide(total, days, name="average")
        return minigraph.draw(fetches=total, feeds=[days], session=session)


def front_page() -> str:
    """What the course is, then the list of lessons, with the contents of the site."""
    listed = (COURSE / "README.md").read_text("utf-8").replace("# The", "## The", 1)
    more = ["exercises", "GLOSSARY", "CLINIC", "data/README"]
    picture = f"```{{raw}} html\n{example().svg}\n```\n"
    parts = [(DOCS / "index.md").read_text("utf-8"), picture, on_the_site(listed)]
    parts += [CONTENTS % ("Lessons", "\n".join(lessons()))]
    parts += [CONTENTS % ("Beside the lessons", "\n".join(more))]
    parts += [CONTENTS % ("The runtime", "reference/index")]
    return "\n".join(parts)


def list_of_exercises(folder: Path) -> str:
    """A page with a download of each exercise: its notebook, or a zip where files belong to it."""
    rows = []
    for name in lessons():
        notebook = folder / name / f"{name}.ipynb"
        cells = json.loads(notebook.read_text("utf-8"))["cells"]
        title = re.search(r"Exercise \d\d: (.+)", "".join(cells[0]["source"]))
        points = sum(cell["metadata"].get("nbgrader", {}).get("points", 0) for cell in cells)
        questions = sum("".join(cell["source"]).startswith("## Question") for cell in cells)
        target = notebook
        if len(list(notebook.parent.iterdir())) > 1:
            target = Path(shutil.make_archive(str(folder / name), "zip", folder, name))
        link = f"[{target.name}](path:exercises/{target.relative_to(folder).as_posix()})"
        heading = title.group(1) if title else name
        rows.append(f"| {name[:2]} | {heading} | {questions} | {points} | {link} |")
    return (DOCS / "exercises.md").read_text("utf-8") + "\n".join(rows) + "\n"


def build(site: Path, run: Collection[str]) -> int:
    """Build the site, running the lessons that `run` names; returns Sphinx's exit code."""
    with tempfile.TemporaryDirectory() as scratch:
        sources, pages = Path(scratch) / "sources", Path(scratch) / "pages"
        sources.mkdir()
        lay_out(sources)
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(run_lesson, [sources / f"{name}.ipynb" for name in run]))
        command = [sys.executable, "-m", "sphinx", "-b", "html", "-c", str(DOCS)]
        command += ["-d", str(Path(scratch) / "doctrees"), "-j", "auto", "--fail-on-warning"]
        command += [str(sources), str(pages)]
        # A process of its own, for Sphinx forks, and the kernels of the lessons leave threads here.
        if code := subprocess.run(command, cwd=DOCS, check=False).returncode:
            return code
        for name in lessons():
            shutil.copy(COURSE / f"{name}.ipynb", pages / "_sources")
        shutil.rmtree(site, ignore_errors=True)
        shutil.move(pages, site)
    return 0


def main() -> None:
    """Build what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--output", type=Path, default=ROOT / "site", metavar="FOLDER")
    parser.add_argument("--run", nargs="*", default=lessons(), metavar="LESSON", help="not all")
    options = parser.parse_args()
    if code := build(options.output, options.run):
        sys.exit(code)
    print(f"The website is in {options.output}: open {options.output / 'index.html'}")


if __name__ == "__main__":
    main()
