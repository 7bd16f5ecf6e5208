"""The handouts that nbgrader makes from the sources.

nbgrader changes directory and logs as it pleases, so it works in a process and a copy of its own:
`python -m coursegrader.generate ASSIGNMENT...` generates in the current directory.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from coursegrader.course import Course, CourseError

Files = Mapping[Path, bytes]
"""The files of an assignment's handout, by path below its directory."""

IGNORED = shutil.ignore_patterns(".ipynb_checkpoints", "__pycache__")


def generate(course: Course, assignments: Iterable[str]) -> dict[str, Files]:
    """What `nbgrader generate_assignment` makes of each assignment, without a gradebook.

    Raises:
      CourseError: nbgrader refuses an assignment; the message holds what it logged.
    """
    names = list(assignments)
    if not names:
        return {}
    with tempfile.TemporaryDirectory(prefix="generate-") as directory:
        copy = Course(Path(directory))
        shutil.copy(course.root / "nbgrader_config.py", copy.root)
        for name in names:
            shutil.copytree(course.solutions / name, copy.solutions / name, ignore=IGNORED)
        _run(copy, names)
        return {name: files_below(copy.exercises / name) for name in names}


def committed(course: Course, assignment: str) -> Files:
    """The files of an assignment's handout as they lie in the repository."""
    return files_below(course.exercises / assignment)


def release(course: Course, assignment: str, files: Files) -> bool:
    """Make a handout directory hold exactly these files. Returns whether anything changed."""
    if committed(course, assignment) == files:
        return False
    target = course.exercises / assignment
    shutil.rmtree(target, ignore_errors=True)
    for path, content in files.items():
        (target / path).parent.mkdir(parents=True, exist_ok=True)
        (target / path).write_bytes(content)
    return True


def files_below(directory: Path) -> Files:
    """All files below a directory, but for what editors and Python leave there."""
    if not directory.is_dir():
        return {}
    paths = sorted(path for path in directory.rglob("*") if path.is_file())
    return {
        path.relative_to(directory): path.read_bytes()
        for path in paths
        if not {".ipynb_checkpoints", "__pycache__"} & set(path.relative_to(directory).parts)
    }


def environment() -> dict[str, str]:
    """The environment for nbgrader, which looks for `alembic` on PATH."""
    scripts = Path(sys.executable).parent
    return {**os.environ, "PATH": f"{scripts}{os.pathsep}{os.environ.get('PATH', '')}"}


def _run(copy: Course, names: list[str]) -> None:
    command = [sys.executable, "-m", "coursegrader.generate", *names]
    result = subprocess.run(
        command, cwd=copy.root, env=environment(), capture_output=True, text=True, check=False
    )
    missing = [name for name in names if not copy.handout(name).is_file()]
    if result.returncode or missing:
        log = result.stderr.strip().replace(str(copy.root), "")
        raise CourseError(
            f"nbgrader generated no handout for {', '.join(missing or names)}:\n{log}"
        )


def main(names: list[str]) -> None:
    """Generate assignments in the current directory."""
    from nbgrader.apps import GenerateAssignmentApp

    for name in names:
        app = GenerateAssignmentApp()
        app.initialize([name, "--force", "--no-db", "--log-level=WARN"])
        app.start()


if __name__ == "__main__":
    main(sys.argv[1:])
