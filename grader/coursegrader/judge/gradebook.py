"""The one process that writes into nbgrader's gradebook and its autograded directory.

    python -m coursegrader.judge.gradebook COURSE_DIRECTORY ASSIGNMENT

It reads one graded submission a line from standard input and answers each with a line: an empty
object, or `{"error": sentence}`. It is a process of its own because importing nbgrader takes longer
than grading a submission, and because nbgrader changes the working directory. It waits for any
other that writes into the same course.
"""

import json
import os
import secrets
import shutil
import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import nbformat
from nbconvert.exporters import NotebookExporter
from nbgrader import utils
from nbgrader.api import Gradebook, MissingEntry
from nbgrader.apps.api import NbGraderAPI
from nbgrader.converters import GenerateAssignment
from nbgrader.preprocessors import AssignLatePenalties, SaveCells
from traitlets.config import Config

from coursegrader.judge.layout import Layout, find_layout, read_config
from coursegrader.locks import lock

READ_ONLY = 0o444


class Writer:
    """Writes graded submissions of one assignment."""

    def __init__(self, root: Path, assignment: str) -> None:
        self._layout: Layout = find_layout(root)
        config = read_config(root)
        config.CourseDirectory.root = str(self._layout.root)
        self._api = NbGraderAPI(config=config)
        self._assignment = assignment
        self._config: Config = config
        self._penalties = AssignLatePenalties(parent=self._api)
        self._penalties.init_plugin()
        self._gradebook: Gradebook

    def prepare(self) -> None:
        """Make sure that the gradebook knows the assignment as its source is.

        Raises:
            RuntimeError: it knows another version, of which there are grades.
        """
        self._open()
        for path in sorted((self._layout.source / self._assignment).glob("*.ipynb")):
            wanted = _graded_cells(path)
            if wanted != _known_cells(self._gradebook, path.stem, self._assignment):
                self._gradebook.update_or_create_assignment(self._assignment)
                self._save_cells(path)

    def write(self, graded: dict[str, Any]) -> None:
        """Write the notebooks and the scores of one submission."""
        student = graded["student"]
        if "\n" in student:
            raise ValueError("nbgrader cannot work with a line break in a folder's name; rename it")
        folder = self._layout.folder(self._layout.autograded, student, self._assignment)
        gradebook = self._gradebook
        try:
            gradebook.update_or_create_student(student)
            timestamp = _timestamp(graded["timestamp"])
            extra = {"timestamp": timestamp} if timestamp is not None else {}
            gradebook.update_or_create_submission(self._assignment, student, **extra)
            notebooks = {name: _as_node(content) for name, content in graded["notebooks"].items()}
            _replace_folder(folder, graded, notebooks)
            for name, notebook in notebooks.items():
                self._save_grades(gradebook, name, student, notebook)
            gradebook.db.commit()
            for name in notebooks:
                self._assign_penalty(name, student)
            gradebook.db.commit()
        finally:
            gradebook.db.remove()  # forgets what a submission has loaded, and an open transaction

    def _open(self) -> None:
        """Open the gradebook; a gradebook that does not exist is never seen half made."""
        directory = self._api.coursedir
        scheme, _, name = directory.db_url.partition("sqlite:///")
        path = Path(name)
        if not scheme and name and not path.exists():
            made = path.with_name(f"{path.name}.making")
            made.unlink(missing_ok=True)
            Gradebook(f"sqlite:///{made}", directory.course_id).close()
            os.replace(made, path)
        self._gradebook = Gradebook(directory.db_url, directory.course_id)

    def _save_cells(self, path: Path) -> None:
        """Tell the gradebook of the instructor's cells, as `generate_assignment` does."""
        converter = GenerateAssignment(coursedir=self._api.coursedir, parent=self._api)
        exporter: Any = NotebookExporter(config=converter.config)  # type: ignore[no-untyped-call]
        for step in converter.preprocessors:
            exporter.register_preprocessor(step, enabled=True)
            if step is SaveCells:
                break
        exporter.from_filename(str(path), resources=self._resources(path.stem, "."))

    def _save_grades(self, gradebook: Gradebook, name: str, student: str, notebook: Any) -> None:
        """Save scores and comments, as nbgrader does, in one transaction."""
        for cell in notebook.cells:
            if not (utils.is_grade(cell) or utils.is_solution(cell) or utils.is_task(cell)):
                continue
            key = (cell.metadata.nbgrader["grade_id"], name, self._assignment, student)
            if utils.is_grade(cell):
                grade = gradebook.find_grade(*key)
                grade.auto_score = utils.determine_grade(cell)[0]
                unclear = grade.manual_score is not None or grade.auto_score is None
                grade.needs_manual_grade = unclear
            if utils.is_solution(cell) or utils.is_task(cell):
                comment = gradebook.find_comment(*key)
                same = cell.metadata.nbgrader.get("checksum") == utils.compute_checksum(cell)
                untouched = same and not utils.is_task(cell)
                comment.auto_comment = "No response." if untouched else None

    def _assign_penalty(self, name: str, student: str) -> None:
        """Take off points for being late, as nbgrader's `AssignLatePenalties` does."""
        submission = self._gradebook.find_submission(self._assignment, student)
        found = self._gradebook.find_submission_notebook(name, self._assignment, student)
        found.late_submission_penalty = None
        late = submission.total_seconds_late
        if late > 0:
            rule = self._penalties.plugin_inst.late_submission_penalty
            penalty = rule(student, found.score, late)
            if penalty is not None:
                found.late_submission_penalty = self._penalties._check_late_penalty(found, penalty)

    def _resources(self, notebook: str, student: str) -> dict[str, Any]:
        return {
            "unique_key": notebook,
            "output_files_dir": f"{notebook}_files",
            "nbgrader": {
                "student": student,
                "assignment": self._assignment,
                "notebook": notebook,
                "db_url": self._api.coursedir.db_url,
            },
        }


def _as_node(content: dict[str, Any]) -> Any:
    return nbformat.from_dict(content)


def _graded_cells(path: Path) -> set[tuple[str, float]]:
    """The ids and points of the graded cells of an instructor's notebook."""
    notebook = nbformat.read(path, as_version=4)
    return {
        (cell.metadata.nbgrader["grade_id"], float(cell.metadata.nbgrader["points"]))
        for cell in notebook.cells
        if utils.is_grade(cell) or utils.is_task(cell)
    }


def _known_cells(gradebook: Gradebook, notebook: str, assignment: str) -> set[tuple[str, float]]:
    """The same as the gradebook has it; empty if it does not know the notebook."""
    try:
        found = gradebook.find_notebook(notebook, assignment)
    except MissingEntry:
        return set()
    return {(cell.name, cell.max_score) for cell in [*found.grade_cells, *found.task_cells]}


def _timestamp(text: str) -> Any:
    """The time that a submission names as its own, None if it names none that can be read."""
    try:
        return utils.parse_utc(text.strip()) if text.strip() else None
    except (ValueError, OverflowError, TypeError):
        return None


def supply_release_files(folder: Path, handed_in: float) -> None:
    """Add what nbgrader's release of feedback needs where no collector has written it.

    Args:
        folder: a graded folder, with the files of the submission.
        handed_in: when the submission was placed, in seconds since 1970.
    """
    timestamp, secret = folder / "timestamp.txt", folder / "submission_secret.txt"
    if not timestamp.is_file() or _timestamp(timestamp.read_text(errors="replace")) is None:
        when = datetime.fromtimestamp(handed_in, UTC)
        timestamp.write_text(when.strftime("%Y-%m-%d %H:%M:%S.%f %Z"))
    if not secret.is_file():
        secret.write_text(secrets.token_hex(32))


def _replace_folder(folder: Path, graded: dict[str, Any], notebooks: dict[str, Any]) -> None:
    """Write a student's autograded folder next to its place, then move it there."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    for left in folder.parent.glob(".grading-*"):  # by a process that was killed
        shutil.rmtree(left, ignore_errors=True)
    staged = Path(tempfile.mkdtemp(prefix=".grading-", dir=folder.parent))
    try:
        for source, relative in graded["files"]:
            (staged / relative).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, staged / relative, follow_symlinks=False)
        supply_release_files(staged, graded["handed_in"])
        for name, notebook in notebooks.items():
            text = nbformat.writes(notebook)
            (staged / f"{name}.ipynb").write_text(text, encoding="utf-8")
        for path in staged.rglob("*"):
            if path.is_file():
                path.chmod(READ_ONLY)
        staged.chmod(0o755)
        if folder.exists():
            shutil.rmtree(folder)
        os.replace(staged, folder)
    except BaseException:
        shutil.rmtree(staged, ignore_errors=True)
        raise


def answers(writer: Writer, lines: Iterator[str]) -> Iterator[dict[str, str]]:
    """Write the submissions of `lines`; what became of each."""
    for line in lines:
        try:
            writer.write(json.loads(line))
            yield {}
        except Exception as error:  # one submission must not stop the others
            yield {"error": f"{type(error).__name__}: {error}"}


def main(arguments: list[str]) -> None:
    """Serve until standard input ends."""
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    root = Path(arguments[0])
    with lock(find_layout(root).state / "gradebook.lock"):
        writer = Writer(root, arguments[1])
        try:
            writer.prepare()
            first: dict[str, str] = {}
        except Exception as error:
            first = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(first), file=replies, flush=True)
        for answer in answers(writer, sys.stdin):
            print(json.dumps(answer), file=replies, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
