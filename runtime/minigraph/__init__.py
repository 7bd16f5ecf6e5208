"""minigraph: a mini graph runtime over NumPy that behaves like TensorFlow and shows what it does.

`import minigraph.compat.v1 as tf` is the graph-and-session API of `tensorflow.compat.v1`.
Everything here loads when it is first used, so that `import minigraph` stays cheap.
"""

from __future__ import annotations

import importlib
from typing import Any

# Name -> the module that holds it, for names that live elsewhere under the same name.
_LAZY = {
    "draw": "minigraph.draw",
}


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        return getattr(importlib.import_module(_LAZY[name]), name)
    if name == "compat":
        return importlib.import_module("minigraph.compat")
    raise AttributeError(f"module 'minigraph' has no attribute {name!r}")
