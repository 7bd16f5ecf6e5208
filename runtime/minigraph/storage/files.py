"""Files that appear complete or not at all, and TensorFlow's errors for what the system refuses."""

from __future__ import annotations

import errno
import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

from minigraph import errors

_KINDS: dict[int | None, type[errors.OpError]] = {
    errno.ENOENT: errors.NotFoundError,
    errno.EACCES: errors.PermissionDeniedError,
    errno.EPERM: errors.PermissionDeniedError,
    errno.EROFS: errors.PermissionDeniedError,
    errno.EISDIR: errors.FailedPreconditionError,
    errno.ENOTDIR: errors.FailedPreconditionError,
    errno.EEXIST: errors.AlreadyExistsError,
    errno.ENAMETOOLONG: errors.InvalidArgumentError,
    errno.ENOSPC: errors.ResourceExhaustedError,
    errno.EDQUOT: errors.ResourceExhaustedError,
}


@contextmanager
def os_errors(path: str) -> Iterator[None]:
    """What the system refuses here is an OpError about `path`."""
    if "\0" in path:
        raise errors.InvalidArgumentError(None, None, f"{path!r} is no path: it has a zero byte")
    try:
        yield
    except OSError as error:
        kind = _KINDS.get(error.errno, errors.UnknownError)
        raise kind(None, None, f"{path}; {error.strerror or error}") from None


def make_directories(path: Any) -> None:
    """Makes a directory and those it is in, where they are not there; an OpError if it cannot."""
    try:
        os.makedirs(path, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        while not os.path.exists(path):
            path = os.path.dirname(path)
        raise errors.FailedPreconditionError(None, None, f"{path} is not a directory") from None
    except OSError as error:
        with os_errors(os.fspath(error.filename)):
            raise


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
