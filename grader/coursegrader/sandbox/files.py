"""Copies of folders without what is dangerous to follow or to wait for."""

import shutil
import stat
from pathlib import Path

MAX_BYTES = 60 << 20


def copy_regular_files(source: Path, target: Path, limit: int = MAX_BYTES) -> int:
    """Copy the regular files of a folder: no links, pipes or hidden files.

    Returns:
        How many bytes were copied; files with which it would be more than `limit` are left out.
    """
    total = 0
    for path in sorted(source.iterdir()):
        mode = path.lstat().st_mode
        if path.name.startswith("."):
            continue
        if stat.S_ISDIR(mode):
            (target / path.name).mkdir()
            total += copy_regular_files(path, target / path.name, limit - total)
        elif stat.S_ISREG(mode) and total + path.stat().st_size <= limit:
            shutil.copyfile(path, target / path.name)
            total += path.stat().st_size
    return total
