"""The graph-and-session API: what `tensorflow.compat.v1` of TensorFlow 2.21 offers, in miniature.

Names are grouped by the module they come from. A name that is not here raises an AttributeError
that says which name comes nearest.
"""

from __future__ import annotations

from typing import Any

from minigraph import errors as errors
from minigraph.composite import IndexedSlices as IndexedSlices
from minigraph.composite import SparseTensor as SparseTensor
from minigraph.composite import SparseTensorValue as SparseTensorValue
from minigraph.context import (
    disable_control_flow_v2 as disable_control_flow_v2,
)
from minigraph.context import (
    disable_eager_execution as disable_eager_execution,
)
from minigraph.context import (
    disable_resource_variables as disable_resource_variables,
)
from minigraph.context import (
    disable_tensor_equality as disable_tensor_equality,
)
from minigraph.context import (
    disable_v2_behavior as disable_v2_behavior,
)
from minigraph.context import (
    enable_control_flow_v2 as enable_control_flow_v2,
)
from minigraph.context import (
    enable_eager_execution as enable_eager_execution,
)
from minigraph.context import (
    enable_resource_variables as enable_resource_variables,
)
from minigraph.context import (
    enable_tensor_equality as enable_tensor_equality,
)
from minigraph.context import (
    enable_v2_behavior as enable_v2_behavior,
)
from minigraph.context import (
    executing_eagerly as executing_eagerly,
)
from minigraph.context import (
    get_default_graph as get_default_graph,
)
from minigraph.context import (
    get_default_session as get_default_session,
)
from minigraph.context import (
    reset_default_graph as reset_default_graph,
)
from minigraph.context import (
    resource_variables_enabled as resource_variables_enabled,
)
from minigraph.convert import constant as constant
from minigraph.convert import convert_to_tensor as convert_to_tensor
from minigraph.convert import (
    register_tensor_conversion_function as register_tensor_conversion_function,
)
from minigraph.dtypes import DType as DType
from minigraph.dtypes import as_dtype as as_dtype
from minigraph.graph import Graph as Graph
from minigraph.operation import Operation as Operation
from minigraph.ops.array import identity as identity
from minigraph.ops.array import no_op as no_op
from minigraph.ops.array import placeholder as placeholder
from minigraph.ops.array import placeholder_with_default as placeholder_with_default
from minigraph.session import InteractiveSession as InteractiveSession
from minigraph.session import Session as Session
from minigraph.shapes import TensorShape as TensorShape
from minigraph.tensor import Tensor as Tensor


def __getattr__(name: str) -> Any:
    raise AttributeError(f"module 'minigraph.compat.v1' has no attribute {name!r}")
