"""What a student's folder holds: which file is which notebook, and which files are safe."""

import difflib
import importlib.util
import os
import stat
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from coursegrader.judge.assignment import Assignment
from coursegrader.judge.submission import Unreadable, read_regular_file, read_submission

MAX_FILES = 500
MAX_FILE_BYTES = 20 << 20
MAX_TOTAL_BYTES = 60 << 20
_PACKED = (".zip", ".gz", ".tgz", ".tar", ".rar", ".7z")
_CONFIGURATION = ("ipython_config.py", "ipython_kernel_config.py", "sitecustomize.py")


@dataclass
class Folder:
    """A student's folder, examined.

    Attributes:
        root: the folder.
        notebooks: the file for each of the assignment's notebooks, by name.
        reasons: a sentence for a notebook that is missing or goes by another name.
        files: other files that are safe to copy.
        notes: what else was found.
    """

    root: Path
    notebooks: dict[str, Path] = field(default_factory=dict)
    reasons: dict[str, str] = field(default_factory=dict)
    files: list[Path] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def data(self) -> dict[str, bytes]:
        """The other files, by path within the folder."""
        found = {}
        for path in self.files:
            try:
                data = read_regular_file(path, MAX_FILE_BYTES)
            except Unreadable as error:
                self.notes.append(str(error))
                continue
            found[path.relative_to(self.root).as_posix()] = data
        return found


def look_into(root: Path, assignment: Assignment) -> Folder:
    """Examine a student's folder without following a link out of it."""
    folder = Folder(root)
    names = [notebook.name for notebook in assignment.notebooks]
    if root.is_symlink() or root.parent.is_symlink():
        folder.reasons = dict.fromkeys(names, "The folder is a link to another folder.")
        return folder
    if not root.is_dir():
        folder.reasons = dict.fromkeys(names, f"{root.name} is not a folder.")
        return folder
    files = _regular_files(root, folder.notes)
    candidates = [path for path in files if _is_notebook(path) and path.parent == root]
    odd = [path for path in _entries(root) if _is_notebook(path) and path not in candidates]
    for name in names:
        _find(name, folder, candidates, odd, assignment)
    if packed := [path.name for path in files if path.suffix.lower() in _PACKED]:
        for name in folder.reasons.keys() - folder.notebooks.keys():
            folder.reasons[name] += f" What is inside of {packed[0]} was not looked at."
    if nested := [path for path in files if _is_notebook(path) and path.parent != root]:
        for name in folder.reasons.keys() - folder.notebooks.keys():
            where = nested[0].relative_to(root)
            folder.reasons[name] += f" {where} was not looked at: it is in a folder of its own."
    others = [path for path in files if not _is_notebook(path)]
    folder.files = _safe_files(root, others)
    folder.notes += [_why_unsafe(root, path) for path in others if path not in folder.files]
    return folder


def _is_notebook(path: Path) -> bool:
    return path.suffix.lower() == ".ipynb"


def _entries(folder: Path) -> list[Path]:
    """What a folder holds; nothing if it cannot be read."""
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []


def _find(
    name: str, folder: Folder, candidates: list[Path], odd: list[Path], assignment: Assignment
) -> None:
    """Find the file of one notebook, by its name or else by its content."""
    for path in [*candidates, *odd]:
        if path.stem == name:
            folder.notebooks[name] = path
            return
    others = [path for path in candidates if path.stem not in assignment.contents]
    near = _nearest(name, others)
    if near is None:
        found = f" The nearest file is {others[0].name}." if others else ""
        folder.reasons[name] = f"There is no notebook {name}.ipynb in the submission.{found}"
        return
    if not _belongs(near, name, assignment):
        folder.reasons[name] = (
            f"There is no notebook {name}.ipynb in the submission; the nearest is {near.name}, "
            "which is not made from this assignment."
        )
        return
    folder.notebooks[name] = near
    folder.reasons[name] = f"{near.name} was graded, as there is no {name}.ipynb."
    folder.notes.append(folder.reasons[name])


def _nearest(name: str, others: list[Path]) -> Path | None:
    by_name = {path.stem: path for path in others}
    near = difflib.get_close_matches(name, by_name, n=1, cutoff=0.4)
    if near:
        return by_name[near[0]]
    return others[0] if len(others) == 1 else None


def _belongs(path: Path, name: str, assignment: Assignment) -> bool:
    """Whether a notebook has a cell of the assignment's notebook `name`."""
    try:
        submission = read_submission(path)
    except Unreadable:
        return False
    source = next(notebook for notebook in assignment.notebooks if notebook.name == name)
    known = {cell.grade_id for cell in source.cells if cell.grade_id}
    return any(cell.grade_id in known for cell in submission.cells)


def _regular_files(root: Path, notes: list[str]) -> list[Path]:
    """All regular files below a folder; anything else is noted."""
    found: list[Path] = []
    waiting = [root]
    while waiting and len(found) < MAX_FILES:
        for path in _entries(waiting.pop()):
            mode = path.lstat().st_mode
            relative = path.relative_to(root)
            if stat.S_ISDIR(mode):
                if not os.access(path, os.R_OK | os.X_OK):
                    notes.append(f"{relative} is a folder that cannot be read.")
                elif not path.name.startswith(".") and path.name != "__pycache__":
                    waiting.append(path)
            elif stat.S_ISREG(mode):
                found.append(path)
            elif stat.S_ISLNK(mode):
                notes.append(f"{relative} is a link to another file; it was not followed.")
            elif stat.S_ISFIFO(mode):
                notes.append(f"{relative} is a named pipe; it was not read.")
            else:
                notes.append(f"{relative} is a device or socket; it was not read.")
    if len(found) >= MAX_FILES:
        notes.append(f"Only the first {MAX_FILES} files of the submission were looked at.")
    return found[:MAX_FILES]


def _safe_files(root: Path, paths: Iterable[Path]) -> list[Path]:
    """Files that may be copied: not too large, and hiding no module of Python's."""
    kept, total = [], 0
    for path in paths:
        size = path.stat().st_size
        if size <= MAX_FILE_BYTES and total + size <= MAX_TOTAL_BYTES and not _hides(root, path):
            total += size
            kept.append(path)
    return kept


def _hides(root: Path, path: Path) -> bool:
    """Whether a file would be taken for part of an installed module, or for a configuration."""
    if path.name in _CONFIGURATION:
        return True
    if path.suffix not in (".py", ".pyc", ".so", ".pyd"):
        return path.name.startswith(".")
    module = path.relative_to(root).parts[0].partition(".")[0]
    if module in sys.stdlib_module_names or module == "usercustomize":
        return True
    return importlib.util.find_spec(module) is not None if module.isidentifier() else False


def _why_unsafe(root: Path, path: Path) -> str:
    name = path.relative_to(root)
    if _hides(root, path):
        return f"{name} would replace a module or a setting of Python; it was left out."
    return f"{name} is too large; it was left out."
