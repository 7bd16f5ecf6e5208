"""The APIs of earlier TensorFlow versions: `compat.v1`."""

from __future__ import annotations

import importlib
from typing import Any


def __getattr__(name: str) -> Any:
    if name in ("v1", "v2"):
        return importlib.import_module(f"minigraph.compat.{name}")
    helpers = vars(importlib.import_module("minigraph.compat.v1.compat"))
    if name in helpers and not name.startswith("_"):
        return helpers[name]
    raise AttributeError(f"module 'minigraph.compat' has no attribute {name!r}")
