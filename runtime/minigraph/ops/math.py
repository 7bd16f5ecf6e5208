"""Arithmetic, element by element and over axes."""

from __future__ import annotations

from typing import Any

import numpy as np

from minigraph.opdef import OpDef, register
from minigraph.ops import shape_rules
from minigraph.registry import NUMERIC, OpBuilder


def binary(name: str, kernel: Any, types: Any = NUMERIC, **declaration: Any) -> OpBuilder:
    """Declares an element-wise op of two inputs of one dtype that broadcast."""
    return OpBuilder(
        register(
            OpDef(
                name,
                "x: T, y: T -> z: T",
                kernel,
                types={"T": types},
                shape=shape_rules.broadcast,
                **declaration,
            )
        )
    )


_add = binary("AddV2", np.add)
_mul = binary("Mul", np.multiply)
