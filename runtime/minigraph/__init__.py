"""minigraph: a mini graph runtime over NumPy that behaves like TensorFlow and shows what it does.

`import minigraph.compat.v1 as tf` is the graph-and-session API of `tensorflow.compat.v1`.
Everything here loads what it needs when it is first used, so that `import minigraph` stays cheap.
"""

from __future__ import annotations

import importlib
from typing import Any

# Here and not in __getattr__: function and module share the name, and importing the module later
# would put it in the function's place.
from minigraph.draw import draw as draw

_HOMES = {
    "gpu_memory": "devices",
    "interleave": "interleaving",
    "simulate_gpu": "devices",
    "stepper": "stepping",
    "watchdog": "waiting",
    "why": "hints",
}


def __getattr__(name: str) -> Any:
    if name == "compat":
        return importlib.import_module("minigraph.compat")
    if name in _HOMES:
        return getattr(importlib.import_module(f"minigraph.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'minigraph' has no attribute {name!r}")
