"""What `configure` puts in the place of nbgrader's own steps."""

import asyncio
import atexit
import functools
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


def read_only_regular_files() -> None:
    """Keep nbgrader from following links, and from waiting for pipes, in submissions."""
    from nbgrader.converters import base
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
        print(f"{result.student}: {result.score:g} of {result.max_score:g}. {result.reason}")
        for note in result.anomalies:
            print(f"  {note}")


if __name__ == "__main__":
    main(sys.argv[1:])
