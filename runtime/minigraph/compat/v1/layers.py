"""tf.layers: what TensorFlow 2.21 has left of it, an error."""

from __future__ import annotations

from typing import Any


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    raise AttributeError(f"`{name}` is not available with Keras 3.")


__getattr__.says_nearest = True  # type: ignore[attr-defined]  # it says what there is to say
