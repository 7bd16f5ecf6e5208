"""The TensorFlow 2 API: what the top level of `tensorflow` offers, in miniature.

Most functions are those of `compat.v1`; where TensorFlow 2 takes other arguments, they are
reordered here.
"""

from __future__ import annotations

import importlib
import sys
from types import ModuleType
from typing import Any

from minigraph.compat.v2.reordering import reordered
from minigraph.convert import constant_v2 as constant
from minigraph.device_spec import DeviceSpecV2 as DeviceSpec
from minigraph.eager_tensor import EagerTensor
from minigraph.ops.comparison import where_v2 as where
from minigraph.variables.base import Variable, is_tensor as is_tensor

# The names that TensorFlow 2 has as TensorFlow 1 has them.
_SAME = """
    AggregationMethod Assert DType Graph IndexedSlices Operation RegisterGradient SparseTensor
    Tensor TensorArray TensorShape UnconnectedGradients VariableAggregation VariableSynchronization
    abs acos add add_n as_dtype as_string asin atan atan2 bfloat16 bool broadcast_to case cast
    clip_by_global_norm clip_by_norm clip_by_value complex complex128 complex64 concat
    constant_initializer control_dependencies cos cosh cumsum custom_gradient device divide double
    dynamic_stitch einsum ensure_shape equal executing_eagerly exp eye fill float16 float32 float64
    floor foldl foldr get_logger get_static_value grad_pass_through gradients greater greater_equal
    group half hessians identity identity_n import_graph_def init_scope int16 int32 int64 int8 less
    less_equal linspace logical_and logical_not logical_or map_fn matmul maximum meshgrid minimum
    multiply negative newaxis no_gradient no_op not_equal numpy_function one_hot ones
    ones_initializer pow print py_function qint16 qint32 qint8 quint16 quint8
    random_normal_initializer random_uniform_initializer range rank realdiv
    register_tensor_conversion_function reshape resource reverse round saturate_cast scalar_mul scan
    scatter_nd sequence_mask shape_n sigmoid sign sin sinh slice split sqrt square stack
    stop_gradient strided_slice string subtract switch_case tan tanh tensordot tile truediv
    truncatediv truncatemod tuple uint16 uint32 uint64 uint8 unique unstack variable_creator_scope
    variant zeros zeros_initializer
"""

v1: Any = importlib.import_module("minigraph.compat.v1")
globals().update({_name: getattr(v1, _name) for _name in _SAME.split()})

__version__ = v1.VERSION

argmax = reordered(v1.argmax, "input axis output_type name")
argmin = reordered(v1.argmin, "input axis output_type name")
boolean_mask = reordered(v1.boolean_mask, "tensor mask axis name")
cond = reordered(v1.cond, "pred true_fn false_fn name")
convert_to_tensor = reordered(v1.convert_to_tensor, "value dtype dtype_hint name")
expand_dims = reordered(v1.expand_dims, "input axis name")
gather = reordered(v1.gather, "params indices validate_indices axis batch_dims name")
gather_nd = reordered(v1.gather_nd, "params indices batch_dims name")
norm = reordered(v1.norm, "tensor ord axis keepdims name")
ones_like = reordered(v1.ones_like, "input=tensor dtype name")
pad = reordered(v1.pad, "tensor paddings mode constant_values name")
shape = reordered(v1.shape, "input out_type name")
size = reordered(v1.size, "input out_type name")
squeeze = reordered(v1.squeeze, "input axis name")
transpose = reordered(v1.transpose, "a perm conjugate name")
while_loop = reordered(
    v1.while_loop,
    "cond body loop_vars shape_invariants parallel_iterations back_prop swap_memory "
    "maximum_iterations name",
    return_same_structure=True,
)
zeros_like = reordered(v1.zeros_like, "input=tensor dtype name")
for _name in ("all", "any", "logsumexp", "max", "mean", "min", "prod", "sum"):
    _reduce = getattr(v1, f"reduce_{_name}")
    globals()[f"reduce_{_name}"] = reordered(_reduce, "input_tensor axis keepdims name")
_ASSERTED = "x y message summarize name"
assert_equal = reordered(v1.assert_equal, _ASSERTED)
assert_greater = reordered(v1.assert_greater, _ASSERTED)
assert_less = reordered(v1.assert_less, _ASSERTED)
assert_rank = reordered(v1.assert_rank, "x rank message name")


def name_scope(name: str) -> Any:
    """Puts what is made inside a `with` block under a name (tf.name_scope)."""
    if not isinstance(name, str):
        raise ValueError("name for name_scope must be a string.")
    return v1.name_scope(name)


def is_symbolic_tensor(tensor: Any) -> Any:
    """Whether `tensor` is a tensor of a graph (tf.is_symbolic_tensor)."""
    return isinstance(tensor, v1.Tensor) and not isinstance(tensor, EagerTensor)


# Loaded at first use: name -> module and the name in it.
_LAZY = {
    "GradientTape": "tape",
    "Module": "module",
    "RaggedTensor": "ragged",
    "TensorSpec": "tensor_spec",
    "TypeSpec": "tensor_spec",
    "function": "polymorphic",
    "inside_function": "polymorphic",
    "recompute_grad": "tape",
}
_MODULES = {
    "config": "minigraph.config",
    "data": "minigraph.compat.v1.data",
    "errors": "minigraph.errors",
    "keras": "minigraph.keras",
    "nest": "minigraph.nest",
    "ragged": "minigraph.ragged",
}
_NAMESPACES = (
    "debugging",
    "dtypes",
    "initializers",
    "io",
    "linalg",
    "math",
    "nn",
    "random",
    "saved_model",
    "strings",
    "train",
    "version",
)


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        value = getattr(importlib.import_module(f"minigraph.{_LAZY[name]}"), name)
    elif name in _MODULES:
        value = importlib.import_module(_MODULES[name])
    elif name in _NAMESPACES:
        value = importlib.import_module("minigraph.compat.v2.namespaces").namespace(name)
    elif name == "compat":
        value = importlib.import_module("minigraph.compat")
    elif name == "optimizers":
        value = importlib.import_module("minigraph.keras").optimizers
    else:
        raise _missing(name)
    globals()[name] = value
    return value


def _missing(name: str) -> AttributeError:
    """TensorFlow's error, with a note that says what there is."""
    package = sys.modules["minigraph"]
    called = "tensorflow" if sys.modules.get("tensorflow") is package else "minigraph"
    # Without obj, or Python suggests a name of its own.
    error = AttributeError(f"module {called!r} has no attribute {name!r}", name=name)
    if hasattr(v1, name):
        error.add_note(f"TensorFlow 2 does not have it: write tf.compat.v1.{name}.")
    elif not name.startswith("__"):
        import difflib

        offered = __dir__()
        for near in difflib.get_close_matches(name, {*offered, *dir(v1)}, 1, 0.75):
            place = "" if near in offered else "tf.compat.v1."
            error.add_note(f"The nearest name that minigraph has is '{place}{near}'.")
    return error


def __dir__() -> list[str]:
    names = [name for name, value in globals().items() if not isinstance(value, ModuleType)]
    return sorted({*names, *_LAZY, *_MODULES, *_NAMESPACES})
