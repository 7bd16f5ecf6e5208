"""minigraph under TensorFlow's module names, so that programs run as they stand."""

from __future__ import annotations

import importlib
import sys
from types import ModuleType
from typing import Any

_V1 = (
    "app debugging flags gfile graph_util initializers io linalg logging losses math metrics nn "
    "random saved_model strings summary train"
)
_V2 = (
    "config data debugging dtypes errors io keras linalg math nest nn ragged random saved_model "
    "strings train version"
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
    v1 = importlib.import_module("minigraph.compat.v1")
    names: dict[str, ModuleType] = {"": package, ".compat.v1": v1, ".compat.v2": v2}
    names[".compat"] = importlib.import_module("minigraph.compat")
    names.update({f".compat.v1.{name}": getattr(v1, name) for name in _V1.split()})
    for name in _V2.split():
        names[f".{name}"] = names[f".compat.v2.{name}"] = getattr(v2, name)
    names[".keras.optimizers"] = v2.keras.optimizers
    names.update(_client())
    package.__dict__["python"] = names[".python"]  # `import tensorflow.python.client...` looks here
    for module in names.values():
        vars(module).setdefault("__path__", [])  # or Python says that it is not a package
    sys.modules.update({f"tensorflow{name}": module for name, module in names.items()})
    sys.meta_path.insert(0, _Refusing())


class _Refusing:
    """Says of every other module of TensorFlow that it is not offered."""

    def find_spec(self, name: str, *_: Any) -> None:
        """Raises ModuleNotFoundError for a module below `tensorflow`."""
        if name.startswith("tensorflow."):
            raise ModuleNotFoundError(
                f"minigraph stands for TensorFlow in this process and has no module {name!r}. "
                "What it offers is listed in runtime/README.md.",
                name=name,
            )


def _client() -> dict[str, ModuleType]:
    """What programs import from `tensorflow.python.client`, since it has no public name."""
    python, client = ModuleType("tensorflow.python"), ModuleType("tensorflow.python.client")
    session = ModuleType("tensorflow.python.client.session")
    fetches = importlib.import_module("minigraph.fetches")
    v1: Any = importlib.import_module("minigraph.compat.v1")
    session.register_session_run_conversion_functions = (  # type: ignore[attr-defined]
        fetches.register_session_run_conversion_functions
    )
    session.Session, session.InteractiveSession = v1.Session, v1.InteractiveSession  # type: ignore[attr-defined]
    client.session = session  # type: ignore[attr-defined]
    client.timeline = importlib.import_module("minigraph.timeline")  # type: ignore[attr-defined]
    python.client = client  # type: ignore[attr-defined]
    return {
        ".python": python,
        ".python.client": client,
        ".python.client.session": session,
        ".python.client.timeline": client.timeline,
    }
