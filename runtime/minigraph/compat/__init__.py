"""The APIs of earlier TensorFlow versions: `compat.v1`."""

from __future__ import annotations

import importlib
from typing import Any


def __getattr__(name: str) -> Any:
    if name in ("v1", "v2"):
        return importlib.import_module(f"minigraph.compat.{name}")
    if name in ("as_bytes", "as_text", "as_str", "dimension_value", "dimension_at_index"):
        return importlib.import_module("minigraph.compat.v1").compat.__dict__[name]
    raise AttributeError(f"module 'minigraph.compat' has no attribute {name!r}")
