"""tf.compat: texts as bytes and back, and the types that programs ask for."""

from __future__ import annotations

import numbers
import os
from typing import Any

import numpy as np

from minigraph.shapes import dimension_at_index as dimension_at_index
from minigraph.shapes import dimension_value as dimension_value

bytes_or_text_types = (bytes, str)
complex_types = (numbers.Complex, np.number)
integral_types = (numbers.Integral, np.integer)
real_types = (numbers.Real, np.integer, np.floating)


def as_bytes(bytes_or_text: Any, encoding: str = "utf-8") -> bytes:
    """A text in an encoding, bytes as they are (tf.compat.as_bytes); TypeError for the rest."""
    if isinstance(bytes_or_text, (bytearray, bytes)):
        return bytes(bytes_or_text)
    if isinstance(bytes_or_text, str):
        return bytes_or_text.encode(encoding)
    raise TypeError(f"Expected binary or unicode string, got {bytes_or_text!r}")


def as_text(bytes_or_text: Any, encoding: str = "utf-8") -> str:
    """Bytes read in an encoding, a text as it is (tf.compat.as_text); TypeError for the rest."""
    if isinstance(bytes_or_text, str):
        return bytes_or_text
    if isinstance(bytes_or_text, bytes):
        return bytes_or_text.decode(encoding)
    raise TypeError(f"Expected binary or unicode string, got {bytes_or_text!r}")


as_str = as_text


def as_str_any(value: Any, encoding: str = "utf-8") -> str:
    """The text of bytes, or Python's str of anything else (tf.compat.as_str_any)."""
    return as_text(value, encoding) if isinstance(value, bytes) else str(value)


def path_to_str(path: Any) -> Any:
    """A path object as a text, anything else as it is (tf.compat.path_to_str)."""
    return os.fsdecode(path) if hasattr(path, "__fspath__") else path


def __getattr__(name: str) -> Any:
    if name in ("v1", "v2"):
        import importlib

        return importlib.import_module(f"minigraph.compat.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
