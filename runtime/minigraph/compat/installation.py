"""minigraph under TensorFlow's module names, so that programs run as they stand."""

from __future__ import annotations

import importlib
import sys
from types import ModuleType

_V1 = (
    "debugging graph_util initializers io linalg losses math metrics nn random saved_model strings "
    "summary train"
)
_V2 = (
    "config data debugging dtypes errors io keras linalg math nest nn random saved_model strings "
    "train version"
)


def install_as_tensorflow() -> None:
    """Lets `import tensorflow` and `import tensorflow.compat.v1` find minigraph.

    Raises RuntimeError where TensorFlow itself is imported already.
    """
    package = importlib.import_module("minigraph")
    present = sys.modules.get("tensorflow")
    if present is not None and present is not package:
        raise RuntimeError(
            "TensorFlow is imported already, so minigraph cannot take its name. Call "
            "install_as_tensorflow() in a fresh process, before anything imports tensorflow."
        )
    v2 = importlib.import_module("minigraph.compat.v2")
    names: dict[str, ModuleType] = {"": package, ".compat.v2": v2}
    for name in ("compat", "compat.v1", *(f"compat.v1.{part}" for part in _V1.split())):
        names[f".{name}"] = importlib.import_module(f"minigraph.{name}")
    for name in _V2.split():
        names[f".{name}"] = names[f".compat.v2.{name}"] = getattr(v2, name)
    names[".keras.optimizers"] = v2.keras.optimizers
    sys.modules.update({f"tensorflow{name}": module for name, module in names.items()})
