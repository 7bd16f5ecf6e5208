"""What `configure` puts in the place of nbgrader's own steps."""

import asyncio
import atexit
import functools
import glob
import json
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from nbconvert.exporters import NotebookExporter

from coursegrader.judge.assignment import load_assignment
from coursegrader.judge.folder import look_into
from coursegrader.judge.grade import grade_notebook
from coursegrader.judge.gradebook_writer import path_with_programs
from coursegrader.judge.layout import Layout, find_layout
from coursegrader.judge.sanitise import plain
from coursegrader.judge.submission import Unreadable, read_regular_file
from coursegrader.judge.supervisor import Sandboxes, Supervisor


class JudgingExporter(NotebookExporter):
    """Turns a submitted file, whatever it is, into a judged notebook."""

    def from_filename(self, filename: str, resources: Any = None, **keywords: Any) -> Any:
        """The judged notebook as text; a notebook that is judged already is converted as usual."""
        layout = find_layout(Path.cwd())
        path = Path(filename).absolute()
        if not path.is_relative_to(layout.submitted):
            return super().from_filename(filename, resources, **keywords)
        about = resources["nbgrader"]
        assignment = load_assignment(layout, about["assignment"])
        from coursegrader.judge.gradebook import supply_release_files  # imports nbgrader

        source = next(n for n in assignment.notebooks if n.name == about["notebook"])
        folder = look_into(path.parent, assignment)
        graded = grade_notebook(source, folder, assignment, _supervisor(layout))
        for note in (*folder.notes, *graded.anomalies):
            self.log.warning("%s: %s", about["student"], plain(note))
        resources["output_extension"] = ".ipynb"
        with tempfile.TemporaryDirectory() as scratch:
            for name in ("timestamp.txt", "submission_secret.txt"):
                if _is_regular(path.parent / name):
                    shutil.copyfile(path.parent / name, Path(scratch) / name)
            supply_release_files(Path(scratch), path.parent.lstat().st_mtime)
            made = {file.name: file.read_bytes() for file in Path(scratch).iterdir()}
        resources["outputs"] = {**resources.get("outputs", {}), **made}
        return json.dumps(graded.content, indent=1), resources


@functools.cache
def _supervisor(layout: Layout) -> Supervisor:
    """The supervisor of this process, for all notebooks that it grades."""
    sandboxes = Sandboxes(layout.isolation)
    atexit.register(sandboxes.close)
    return Supervisor(sandboxes, show_hidden=layout.show_hidden)


def see_submissions_as_we_do() -> None:
    """Keep nbgrader from following links, waiting for pipes and passing over odd file names."""
    from nbgrader.converters import base
    from nbgrader.converters.autograde import Autograde
    from nbgrader.coursedir import CourseDirectory
    from nbgrader.utils import parse_utc

    if getattr(base.find_all_files, "is_safe", False):
        return
    find: Callable[..., list[str]] = base.find_all_files

    def find_regular_files(path: str, exclude: Any = None) -> list[str]:
        return [found for found in find(path, exclude) if _is_regular(Path(found))]

    def existing_timestamp(_: CourseDirectory, path: str) -> Any:
        try:
            text = read_regular_file(Path(path) / "timestamp.txt", 1000)
            return parse_utc(text.decode().strip())
        except (Unreadable, ValueError, OverflowError, TypeError):
            return None

    find_regular_files.is_safe = True  # type: ignore[attr-defined]
    base.find_all_files = find_regular_files
    CourseDirectory.get_existing_timestamp = existing_timestamp
    Autograde.init_notebooks = _every_notebook


def _every_notebook(converter: Any) -> None:
    """Ask for each notebook of the assignment, as `coursegrader grade` does.

    nbgrader itself asks for the files that are there: one of another name has no points, and who
    handed in no notebook has no result.
    """
    from nbgrader.converters.base import BaseConverter

    course = converter.coursedir
    source = Path(course.format_path(course.source_directory, ".", course.assignment_id))
    names = [path.name for path in source.glob(f"{course.notebook_id}.ipynb")]
    handed_in = glob.glob(converter._format_source(course.assignment_id, course.student_id))
    if not names or not handed_in:
        BaseConverter.init_notebooks(converter)  # says what there is not
        return
    converter.notebooks = []
    converter.assignments = {
        student: [os.path.join(student, name) for name in names] for student in handed_in
    }


def _is_regular(path: Path) -> bool:
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except OSError:
        return False


def answer_while_grading(handlers: Any) -> None:
    """Make formgrader's button grade in a process, and its server wait without being busy."""
    decorate = (handlers.web.authenticated, handlers.check_xsrf, handlers.check_notebook_dir)

    async def post(self: Any, assignment_id: str, student_id: str) -> None:
        root = self.api.coursedir.root
        result = await _grade_in_a_process(root, assignment_id, student_id)
        self.write(json.dumps(result))

    method = post
    for decorator in reversed(decorate):
        method = decorator(method)
    handlers.AutogradeHandler.post = method


async def _grade_in_a_process(root: str, assignment: str, student: str) -> dict[str, Any]:
    """Grade one submission; the answer that formgrader's page expects."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", __name__, root, assignment, student),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        env={**os.environ, "PATH": path_with_programs()},
    )
    output, _ = await process.communicate()
    log = output.decode(errors="replace")
    if process.returncode == 0:
        return {"success": True, "log": log}
    return {"success": False, "log": log, "error": log}


def main(arguments: list[str]) -> None:
    """Grade the submission of one student and print what the instructor should know."""
    from coursegrader.batch.run import grade_class

    root, assignment, student = arguments
    layout = find_layout(Path(root))
    found = grade_class(layout, assignment, students=[student], jobs=1, again=True, wait=True)
    for result in found:
        print(f"{result.student}: {result.score:g} of {result.max_score:g}.", *result.remarks)


if __name__ == "__main__":
    main(sys.argv[1:])
