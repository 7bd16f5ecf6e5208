"""The zip that an instructor hands out: the project without anything that gives answers away."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from pathlib import Path

from coursegrader.course import Course

INCLUDED = (
    "README.md",
    "LICENSE",
    "environment.yml",
    "start.py",
    "pyproject.toml",
    "uv.lock",
    "nbgrader_config.py",
    ".gitignore",
    "course",
    "docs",
    "exercises",
    "runtime",
    "grader",
)
"""What goes in. A list of what stays out would let tomorrow's secret through."""

EXCLUDED = (
    "grader/tests",
    "grader/benchmarks",
    "runtime/benchmarks",
    "course/INSTRUCTOR_NOTES.md",
)
"""Tests and benchmarks hold answers to exercises; the notes are for whoever teaches."""

README = Path("README.md")
FOR_STUDENTS = ("The way of a student", "Studying alone", "Licence and credits")
"""The sections of the README that go in, after what is before its first section."""

CLUTTER = {
    ".ipynb_checkpoints",
    ".pytest_cache",
    ".mypy_cache",
    ".ruff_cache",
    ".hypothesis",
    ".venv",
    "__pycache__",
    "dist",
}
FIRST_DATE = (1980, 1, 1, 0, 0, 0)


def bundled(course: Course) -> Iterator[Path]:
    """The files that go into the bundle, relative to the course, in order."""
    for top in INCLUDED:
        path = course.root / top
        candidates = sorted(path.rglob("*")) if path.is_dir() else [path]
        for file in candidates:
            relative = file.relative_to(course.root)
            if file.is_file() and not _is_left_out(relative):
                yield relative


def write_bundle(course: Course, target: Path) -> int:
    """Write the bundle; equal courses give equal bytes. Returns the number of files."""
    count = 0
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for relative in bundled(course):
            info = zipfile.ZipInfo(f"{target.stem}/{relative.as_posix()}", FIRST_DATE)
            info.compress_type = zipfile.ZIP_DEFLATED
            mode = 0o755 if (course.root / relative).stat().st_mode & 0o100 else 0o644
            info.external_attr = mode << 16
            content = (course.root / relative).read_bytes()
            if relative == README:
                content = for_students(content.decode("utf-8")).encode("utf-8")
            archive.writestr(info, content)
            count += 1
    return count


def for_students(readme: str) -> str:
    """The student's part of the README."""
    head, *sections = re.split(r"^(?=## )", readme, flags=re.MULTILINE)
    chosen = [part for part in sections if part[3:].partition("\n")[0] in FOR_STUDENTS]
    return "".join([head, *chosen])


def _is_left_out(relative: Path) -> bool:
    if CLUTTER & set(relative.parts) or relative.name.endswith((".egg-info", ".db", ".pyc")):
        return True
    return any(relative.is_relative_to(excluded) for excluded in EXCLUDED)
