"""How Moodle and Canvas name what students hand in, inside the zip that they let one download."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from pathlib import PurePosixPath

# Ada Lovelace_12345_assignsubmission_file_/ps1.ipynb, or without a folder ..._file_ps1.ipynb
_MOODLE = re.compile(r"(?P<name>.+?)_(?P<id>\d+)_assignsubmission_(?P<kind>[a-z]+)_?(?P<rest>.*)")
# lovelaceada_12345_67890_ps1.ipynb, or lovelaceada_LATE_12345_67890_ps1-1.ipynb
_CANVAS = re.compile(r"(?P<name>.+?)_(?:LATE_)?(?P<id>\d+)_\d+_(?P<rest>.+)")
_MARK = re.compile(r"_\d+_assignsubmission_")
_AGAIN = re.compile(r"-\d+$")
_ONLINE = re.compile(r".+(_assignsubmission_onlinetext_?.*|_\d+_(text|link)\.html)")


@dataclass(frozen=True)
class Handed:
    """What the name of a file in a downloaded zip says.

    Attributes:
        system: "moodle" or "canvas".
        name: the student's name as the system spells it in files.
        id: the student's number in that system: Moodle's participant, Canvas's user.
        path: the file within what the student handed in.
    """

    system: str
    name: str
    id: str
    path: PurePosixPath

    @property
    def student(self) -> str:
        """An id for a student of whom only this file's name is known."""
        return slug(f"{self.name}_{self.id}")


def parse(name: str) -> Handed | None:
    """What a file's name in the zip says; None if neither system names files like this."""
    first, *others = PurePosixPath(name).parts
    if len(_MARK.findall(first)) > 1:
        return None  # a student may call a file, or himself, like another student's submission
    if found := _MOODLE.fullmatch(first):
        inside = [found["rest"], *others] if found["rest"] else others
        if inside and found["kind"] == "file":
            return Handed("moodle", found["name"], found["id"], PurePosixPath(*inside))
        return None
    if not others and (found := _CANVAS.fullmatch(first)):
        return Handed("canvas", found["name"], found["id"], PurePosixPath(found["rest"]))
    return None


def is_online_text(name: str) -> bool:
    """Whether a file in the zip is what a student typed into a form, not a file."""
    return _ONLINE.fullmatch(PurePosixPath(name).parts[0]) is not None


def first_name(path: PurePosixPath, expected: set[str]) -> PurePosixPath:
    """A file's name as it was before Canvas or a browser numbered it: ps1-2.ipynb, ps1 (2).ipynb.

    Args:
        path: the file.
        expected: names that the assignment has.
    """
    if path.name in expected:
        return path
    for pattern in (_AGAIN, re.compile(r" ?\(\d+\)$")):
        name = pattern.sub("", path.stem) + path.suffix
        if name in expected:
            return path.with_name(name)
    return path


def slug(text: str) -> str:
    """A text as a student's id: letters, digits and `._-`, as a folder can be called."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[^A-Za-z0-9.-]+", "_", plain).strip("._-").lower() or "student"
