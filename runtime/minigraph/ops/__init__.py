"""The ops, each declared once. Importing this package installs operators and gradient rules."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from minigraph.ops import control_flow_gradients as control_flow_gradients
from minigraph.ops import elementwise_gradients as elementwise_gradients
from minigraph.ops import frame_gradients as frame_gradients
from minigraph.ops import operators as operators
from minigraph.ops import reduction_gradients as reduction_gradients
from minigraph.ops import tensor_array_gradients as tensor_array_gradients
from minigraph.ops import tensor_list_gradients as tensor_list_gradients


@cache
def declare_all() -> None:
    """Imports every module of ops, so that graphs from outside find all op types."""
    for module in pkgutil.iter_modules(__path__):
        importlib.import_module(f"{__name__}.{module.name}")
