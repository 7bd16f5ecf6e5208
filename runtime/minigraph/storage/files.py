"""Files that appear complete or not at all."""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO


def unfinished_name(path: str) -> str:
    """A name beside `path` for what is to become it."""
    return f"{path}.tempstate{uuid.uuid4().int % 10**20}"


@contextmanager
def replacing(path: str) -> Iterator[IO[bytes]]:
    """A file to write into, which takes the place of `path` at the end; not after an exception."""
    unfinished = unfinished_name(path)
    try:
        with open(unfinished, "wb") as file:
            yield file
        os.replace(unfinished, path)
    except BaseException:
        if os.path.exists(unfinished):
            os.remove(unfinished)
        raise


def replace_file(path: str, content: bytes) -> None:
    """Gives a file this content."""
    with replacing(path) as file:
        file.write(content)
