"""MNIST in its full size: 70,000 digits of 28 x 28 pixels, by Y. LeCun, C. Cortes and C. Burges.

The file is the one that Keras uses, and is kept where Keras keeps it (`$KERAS_HOME` or `~/.keras`),
so that each of the two finds what the other has downloaded. Without it there are the digits of the
course, which lie beside this module.
"""

from __future__ import annotations

import hashlib
import http.client
import os
import urllib.error
import urllib.request
from pathlib import Path

import numpy as np

Digits = tuple[np.ndarray, np.ndarray]

URL = "https://storage.googleapis.com/tensorflow/tf-keras-datasets/mnist.npz"
SHA256 = "731c5ac602752760c8e48fbffcf8c3b850d9dc2a2aedcf2cc48468fc17b673d1"
TRAINING_DIGITS = 1400
"""Of the 1,797 digits of the course; the others are for the test."""


def load(download: bool = False) -> tuple[Digits, Digits]:
    """MNIST from Keras's cache or, if `download`, from the network; else the digits of the course.

    Returns (train, test), each (pixels, digits): float32 from 0 to 1 of shape [n, 784], or [n, 64]
    for the digits of the course, and int64 of shape [n]. Prints which digits these are, and why.
    """
    path = cache()
    try:
        find(path, download)
    except (OSError, http.client.HTTPException) as error:
        print(f"No MNIST: {error}. These are the 1,797 digits of the course.")
        return course_digits()
    print(f"MNIST, from {path}.")
    with np.load(path, allow_pickle=False) as arrays:
        train, test = ((arrays[f"x_{part}"], arrays[f"y_{part}"]) for part in ("train", "test"))
        return scaled(*train), scaled(*test)


def cache() -> Path:
    """Where Keras keeps the file."""
    home = os.environ.get("KERAS_HOME") or Path.home() / ".keras"
    return Path(home) / "datasets" / "mnist.npz"


def find(path: Path, download: bool) -> None:
    """Raises OSError, with a reason to print, if the right file is not there and does not come."""
    if path.exists() and is_mnist(path):
        return
    if not download:
        state = "is not the file that Keras knows" if path.exists() else "does not exist"
        raise OSError(f"{path} {state}, and no download was asked for")
    try:
        fetch(URL, path)
    except urllib.error.URLError as error:
        raise OSError(f"{URL} cannot be reached ({error.reason})") from error


def is_mnist(path: Path) -> bool:
    """Whether the file is the one that Keras knows, by its SHA-256."""
    return hashlib.sha256(path.read_bytes()).hexdigest() == SHA256


def fetch(url: str, path: Path) -> None:
    """Download a file with a progress bar; where that fails, what was there before stays."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        with urllib.request.urlopen(url, timeout=20) as answer, part.open("wb") as file:
            size, done = int(answer.headers.get("Content-Length") or 0), 0
            while piece := answer.read(1 << 18):
                done += file.write(piece)
                print("\r" + progress(done, size), end="", flush=True)
        print()
        if not is_mnist(part):
            raise OSError(f"what {url} sent is not MNIST: its SHA-256 is another")
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def progress(done: int, size: int) -> str:
    """A bar of 40 characters, and the megabytes."""
    filled = "#" * (40 * done // size) if size else ""
    return f"[{filled:40}] {done / 1e6:.1f} of {size / 1e6:.1f} MB"


def scaled(images: np.ndarray, digits: np.ndarray) -> Digits:
    """Rows of pixels from 0 to 1, and the digits."""
    return images.reshape(len(images), -1).astype(np.float32) / 255, digits.astype(np.int64)


def course_digits() -> tuple[Digits, Digits]:
    """The digits of `digits.csv.gz`, in the same form."""
    table = np.loadtxt(Path(__file__).with_name("digits.csv.gz"), delimiter=",", dtype=np.float32)
    pixels, digits = table[:, :64] / 16, table[:, 64].astype(np.int64)
    cut = TRAINING_DIGITS
    return (pixels[:cut], digits[:cut]), (pixels[cut:], digits[cut:])
