"""minigraph: a mini graph runtime over NumPy that behaves like TensorFlow and shows what it does.

`import minigraph as tf` is the TensorFlow 2 API; `import minigraph.compat.v1 as tf` is the
graph-and-session API of `tensorflow.compat.v1`. Everything here loads what it needs when it is
first used, so that `import minigraph` stays cheap.
"""

from __future__ import annotations

import importlib
import sys
from types import ModuleType
from typing import Any

from minigraph import context as _context

# Here and not in __getattr__: the cells of a lesson call it, and the module is small.
from minigraph.draw import draw as draw

_HOMES = {
    "gpu_memory": "devices",
    "install_as_tensorflow": "compat.installation",
    "interleave": "interleaving",
    "simulate_gpu": "devices",
    "stepper": "stepping",
    "watchdog": "waiting",
    "why": "hints",
}

_context.register_eager_runtime(lambda: importlib.import_module("minigraph.eager"))


class _Package(ModuleType):
    """Where a submodule and a function of TensorFlow share a name, the name is the function's."""

    def __setattr__(self, name: str, value: Any) -> None:
        hidden = ("custom_gradient", "draw", "gradients", "log", "saved_model", "train")
        if not (name in hidden and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package


def __getattr__(name: str) -> Any:
    if name == "compat":
        return importlib.import_module("minigraph.compat")
    if name in _HOMES:
        # Modules import each other in the order in which the API loads them.
        importlib.import_module("minigraph.compat.v1")
        return getattr(importlib.import_module(f"minigraph.{_HOMES[name]}"), name)
    if name.startswith("__") and name != "__version__":
        raise AttributeError(f"module 'minigraph' has no attribute {name!r}")
    return getattr(importlib.import_module("minigraph.compat.v2"), name)


def __dir__() -> list[str]:
    return [*dir(importlib.import_module("minigraph.compat.v2")), *_HOMES]
