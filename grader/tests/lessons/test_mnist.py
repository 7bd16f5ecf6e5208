"""MNIST comes from Keras's cache or by a checked download, else there are the course's digits."""

import hashlib
import importlib.util
import io
import re
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import numpy as np
import pytest

from grader.tests.lessons import course

NOBODY = "http://127.0.0.1:9"
"""The port that discards what it is sent: nobody listens there."""


@pytest.fixture
def mnist(monkeypatch, tmp_path):
    """The module of the course in a home of its own, with an address at which nobody answers."""
    file = course.ROOT / "course" / "data" / "mnist.py"
    spec = importlib.util.spec_from_file_location("course_mnist", file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.delenv("KERAS_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("USERPROFILE", str(tmp_path / "home"))
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setattr(module, "URL", f"{NOBODY}/mnist.npz")
    return module


@pytest.fixture
def small(mnist, monkeypatch) -> bytes:
    """A file in MNIST's form with five digits, which the module takes for the right one."""
    written = io.BytesIO()
    images = np.arange(5 * 28 * 28).reshape(5, 28, 28).astype(np.uint8)
    digits = np.arange(5, dtype=np.uint8)
    np.savez(written, x_train=images[:3], y_train=digits[:3], x_test=images[3:], y_test=digits[3:])
    monkeypatch.setattr(mnist, "SHA256", hashlib.sha256(written.getvalue()).hexdigest())
    return written.getvalue()


@pytest.fixture
def served(mnist, monkeypatch, tmp_path) -> Iterator[Path]:
    """The file that a server on this machine hands out at the module's address."""
    folder = tmp_path / "served"
    folder.mkdir()

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_):
            """Nothing goes to stderr."""

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder)) as server:
        threading.Thread(target=server.serve_forever).start()
        monkeypatch.setattr(mnist, "URL", f"http://127.0.0.1:{server.server_port}/mnist.npz")
        yield folder / "mnist.npz"
        server.shutdown()


def cached(home: Path) -> Path:
    return home / "home" / ".keras" / "datasets" / "mnist.npz"


def is_of_the_course(found) -> bool:
    (images, digits), (_, others) = found
    return images.shape == (1400, 64) and len(digits) + len(others) == 1797


@pytest.mark.tensorflow
def test_the_address_and_the_checksum_are_those_of_keras():
    keras = importlib.util.find_spec("keras")
    theirs = (Path(keras.origin).parent / "src" / "datasets" / "mnist.py").read_text("utf-8")
    ours = (course.ROOT / "course" / "data" / "mnist.py").read_text("utf-8")
    for name in ("URL", "SHA256"):
        (value,) = re.findall(rf'(?m)^{name} = "(.*)"$', ours)
        assert value.removesuffix("mnist.npz") in theirs


def test_the_cache_of_keras_is_used(mnist, small, tmp_path, capsys):
    cached(tmp_path).parent.mkdir(parents=True)
    cached(tmp_path).write_bytes(small)
    (images, digits), (others, rest) = mnist.load(download=True)
    assert images.shape == (3, 784)
    assert others.shape == (2, 784)
    assert images.dtype == np.float32
    assert 0 <= images.min() <= images.max() <= 1
    assert digits.dtype == np.int64
    assert [*digits, *rest] == [0, 1, 2, 3, 4]
    assert capsys.readouterr().out == f"MNIST, from {cached(tmp_path)}.\n"


def test_a_download_shows_its_progress_and_is_kept_for_keras(
    mnist, small, served, tmp_path, capsys
):
    served.write_bytes(small)
    (images, _), _ = mnist.load(download=True)
    assert images.shape == (3, 784)
    assert cached(tmp_path).read_bytes() == small
    assert f"\r[{'#' * 40}] 0.0 of 0.0 MB\n" in capsys.readouterr().out
    served.unlink()
    assert mnist.load()[0][0].shape == (3, 784)


def test_a_bar_is_as_long_as_what_has_come(mnist):
    assert mnist.progress(5_500_000, 11_000_000) == f"[{'#' * 20:40}] 5.5 of 11.0 MB"


def test_a_file_with_another_checksum_is_not_taken(mnist, small, served, tmp_path, capsys):
    served.write_bytes(small + b"!")
    assert is_of_the_course(mnist.load(download=True))
    assert "is not MNIST: its SHA-256 is another" in capsys.readouterr().out
    assert list(cached(tmp_path).parent.iterdir()) == []


def test_a_damaged_cache_is_replaced_by_a_download_and_by_nothing_else(
    mnist, small, served, tmp_path, capsys
):
    cached(tmp_path).parent.mkdir(parents=True)
    cached(tmp_path).write_bytes(b"half of it")
    assert is_of_the_course(mnist.load())
    assert "is not the file that Keras knows" in capsys.readouterr().out
    served.write_bytes(small)
    mnist.load(download=True)
    assert cached(tmp_path).read_bytes() == small


@pytest.mark.parametrize("download", [False, True])
def test_without_file_and_network_one_sentence_says_so(mnist, small, download, tmp_path, capsys):
    assert is_of_the_course(mnist.load(download))
    told = capsys.readouterr().out
    why = f"{mnist.URL} cannot be reached" if download else f"{cached(tmp_path)} does not exist"
    assert told.startswith(f"No MNIST: {why}")
    assert told.endswith("These are the 1,797 digits of the course.\n")
    assert told.count("\n") == 1


def test_a_server_without_the_file_is_a_sentence_too(mnist, small, served, capsys):
    assert is_of_the_course(mnist.load(download=True))
    assert "cannot be reached (File not found)" in capsys.readouterr().out
