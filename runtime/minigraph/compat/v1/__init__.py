"""The graph-and-session API: what `tensorflow.compat.v1` of TensorFlow 2.21 offers, in miniature.

Names are grouped by the module they come from. A name that is not here raises an AttributeError
that says which name comes nearest, or that TensorFlow has it (`names.txt`).
"""

from __future__ import annotations

from functools import cache as _cache
from typing import Any

# fmt: off
from minigraph import errors
from minigraph.composite import IndexedSlices, SparseTensor, SparseTensorValue
from minigraph.context import (
    control_flow_v2_enabled, disable_control_flow_v2, disable_eager_execution,
    disable_resource_variables, disable_tensor_equality, disable_v2_behavior,
    enable_control_flow_v2,
    enable_eager_execution, enable_resource_variables, enable_tensor_equality,
    enable_v2_behavior, executing_eagerly, executing_eagerly_outside_functions, get_default_graph,
    get_default_session, reset_default_graph, resource_variables_enabled,
)
from minigraph.convert import constant, convert_to_tensor, register_tensor_conversion_function
from minigraph.custom_gradient import custom_gradient, grad_pass_through, hessians
from minigraph.default_graph import (
    add_to_collection, add_to_collections, colocate_with, container, control_dependencies, device,
    get_collection, get_collection_ref, name_scope, op_scope,
)
from minigraph.device_spec import DeviceSpecV1 as DeviceSpec
from minigraph.dimension import Dimension
from minigraph.dtypes import (
    DType, QUANTIZED_DTYPES, as_dtype, bfloat16, bool, complex64, complex128, double, float16,
    float32, float64, half, int8, int16, int32, int64, qint8, qint16, qint32, quint8, quint16,
    resource, string, uint8, uint16, uint32, uint64, variant,
)
from minigraph.errors import OpError
from minigraph.gradient_registry import (
    RegisterGradient, not_differentiable as NoGradient, not_differentiable as NotDifferentiable,
    not_differentiable as no_gradient,
)
from minigraph.gradient_values import AggregationMethod
from minigraph.gradients import UnconnectedGradients, gradients
from minigraph.graph import Graph
from minigraph.graph_keys import GraphKeys
from minigraph.graph_def import import_graph_def
from minigraph.inference import static_value as get_static_value
from minigraph.log import get_logger
from minigraph.operation import Operation
from minigraph.ops.activations import log_sigmoid
from minigraph.ops.arithmetic import (
    abs, accumulate_n, add, add_n, atan2, div, div_no_nan, divide, floordiv, pow, round,
    scalar_mul, sign, truediv,
)
from minigraph.ops.assignment import (
    assign, assign_add, assign_sub, count_up_to, is_variable_initialized,
)
from minigraph.ops.array import (
    fill, identity, identity_n, no_op, ones, ones_like, placeholder, placeholder_with_default, rank,
    shape, shape_n, size, stop_gradient, zeros, zeros_like,
)
from minigraph.ops.casting import cast, saturate_cast, to_double, to_float, to_int32, to_int64
from minigraph.ops.clipping import (
    clip_by_average_norm, clip_by_global_norm, clip_by_norm, clip_by_value, global_norm,
)
from minigraph.ops.checks import (
    assert_equal, assert_greater, assert_greater_equal, assert_less, assert_less_equal,
    assert_near, assert_negative, assert_non_negative, assert_non_positive, assert_none_equal,
    assert_positive, is_non_decreasing, is_strictly_increasing,
)
from minigraph.ops.comparison import (
    equal, greater, greater_equal, less, less_equal, logical_and, logical_not, logical_or,
    logical_xor, not_equal, where, where_v2,
)
from minigraph.ops.complex_numbers import complex, conj, imag, real
from minigraph.ops.confusion import confusion_matrix
from minigraph.ops.contraction import einsum
from minigraph.ops.control_flow import case, cond
from minigraph.ops.debug import (
    Assert, Print, add_check_numerics_ops, check_numerics, print_v2 as print,
    verify_tensor_all_finite,
)
from minigraph.ops.decompositions import (
    cholesky, matrix_determinant, matrix_solve, matrix_triangular_solve,
)
from minigraph.ops.diagonals import (
    diag, diag_part, eye, matrix_band_part, matrix_diag, matrix_diag_part, trace,
)
from minigraph.ops.elementwise import (
    acos, asin, atan, ceil, cos, cosh, erf, exp, expm1, floor, floor_div, floormod, is_finite,
    is_inf, is_nan, log, log1p, maximum, minimum, mod, multiply, negative, realdiv, reciprocal,
    rint, rsqrt, sigmoid, sin, sinh, sqrt, square, squared_difference, subtract, tan, tanh,
    truncatediv, truncatemod,
)
from minigraph.ops.examples import (
    FixedLenFeature, FixedLenSequenceFeature, VarLenFeature, parse_example, parse_single_example,
)
from minigraph.ops.files import matching_files, read_file, write_file
from minigraph.ops.functional import foldl, foldr, map_fn, scan
from minigraph.ops.gathering import (
    boolean_mask, gather, gather_nd, one_hot, scatter_nd, unsorted_segment_sum,
)
from minigraph.ops.grouping import group, tuple
from minigraph.ops.linalg import matmul, matrix_inverse, matrix_transpose, norm, tensordot
from minigraph.ops.loops import while_loop
from minigraph.ops.packing import stack, unstack
from minigraph.ops.parsing import decode_csv, decode_raw
from minigraph.ops.python_functions import numpy_function, py_func, py_function
from minigraph.ops.random import (
    multinomial, random_normal, random_shuffle, random_uniform, truncated_normal,
)
from minigraph.ops.queues import FIFOQueue, PaddingFIFOQueue, QueueBase, RandomShuffleQueue
from minigraph.ops.readers import (
    FixedLengthRecordReader, IdentityReader, ReaderBase, TFRecordReader, TextLineReader,
    WholeFileReader,
)
from minigraph.ops.reductions import (
    arg_max, arg_min, argmax, argmin, count_nonzero, cumprod, cumsum, reduce_all, reduce_any,
    reduce_logsumexp, reduce_max, reduce_mean, reduce_min, reduce_prod, reduce_sum,
)
from minigraph.ops.scattering import (
    batch_scatter_update, scatter_add, scatter_div, scatter_max, scatter_min, scatter_mul,
    scatter_nd_add, scatter_nd_sub, scatter_nd_update, scatter_sub, scatter_update,
)
from minigraph.ops.segments import segment_sum
from minigraph.ops.sequences import lin_space, linspace, range
from minigraph.ops.sequences import sequence_mask
from minigraph.ops.stitching import dynamic_stitch, setdiff1d
from minigraph.ops.repeating import (
    broadcast_to, meshgrid, pad, reverse, reverse as reverse_v2, split, tile,
)
from minigraph.ops.shaping import (
    concat, expand_dims, invert_permutation, reshape, squeeze, transpose,
)
from minigraph.ops.shape_checks import (
    assert_integer, assert_proper_iterable, assert_rank, assert_rank_at_least, assert_rank_in,
    assert_same_float_dtype, assert_scalar, assert_type, ensure_shape, is_numeric_tensor,
)
from minigraph.ops.slicing import slice, strided_slice
from minigraph.ops.unique import unique
from minigraph.ops.string_parts import regex_replace, string_split, string_strip, substr
from minigraph.ops.strings import as_string, reduce_join, string_join, string_to_number
from minigraph.ops.tensor_array import TensorArray
from minigraph.random_seed import get_seed, set_random_seed
from minigraph.ops.switch_case import switch_case
from minigraph.ops.session_tensors import (
    delete_session_tensor, get_session_handle, get_session_tensor,
)
from minigraph.ops.sparse import sparse_placeholder, sparse_tensor_to_dense, sparse_to_dense
from minigraph.interactive_session import InteractiveSession
from minigraph.session import Session
from minigraph.shapes import (
    TensorShape, dimension_at_index, dimension_value, disable_v2_tensorshape,
    enable_v2_tensorshape,
)
from minigraph.tensor import Tensor
from minigraph.variables.base import (
    VariableAggregation, VariableSynchronization, is_tensor, variable_creator_scope,
)
from minigraph.variables.initialization import (
    all_variables, assert_variables_initialized, global_variables, global_variables_initializer,
    initialize_all_variables, initialize_local_variables, initialize_variables, local_variables,
    local_variables_initializer, model_variables, moving_average_variables,
    report_uninitialized_variables, tables_initializer,
    tables_initializer as initialize_all_tables, trainable_variables, variables_initializer,
)
from minigraph.variables.initializers import (
    Constant as constant_initializer, GlorotNormal as glorot_normal_initializer,
    GlorotUniform as glorot_uniform_initializer, Ones as ones_initializer,
    Orthogonal as orthogonal_initializer,
    RandomNormal as random_normal_initializer, RandomUniform as random_uniform_initializer,
    TruncatedNormal as truncated_normal_initializer,
    UniformUnitScaling as uniform_unit_scaling_initializer,
    VarianceScaling as variance_scaling_initializer, Zeros as zeros_initializer,
)
from minigraph.variables.lifting import init_scope
from minigraph.variables.partitioned import (
    fixed_size_partitioner, min_max_variable_partitioner, variable_axis_size_partitioner,
)
from minigraph.variables.reference import VariableV1 as Variable
from minigraph.variables.scope import (
    create_partitioned_variables, get_local_variable, get_variable, get_variable_scope,
    no_regularizer, variable_op_scope, variable_scope,
)
from minigraph.variables.template import make_template
from minigraph.variables.scope_stack import AUTO_REUSE, VariableScope
# fmt: on

newaxis = None
__version__ = VERSION = "2.21.0"
GRAPH_DEF_VERSION = 2474
GRAPH_DEF_VERSION_MIN_CONSUMER = GRAPH_DEF_VERSION_MIN_PRODUCER = 0

# Loaded at first use: protobuf messages, and what is built on the session.
_MESSAGES = frozenset((
    "AttrValue", "ConfigProto", "Event", "GPUOptions", "GraphDef", "GraphOptions", "HistogramProto",
    "LogMessage", "MetaGraphDef", "NameAttrList", "NodeDef", "OptimizerOptions", "RunMetadata",
    "RunOptions", "SessionLog", "Summary", "SummaryMetadata", "TensorInfo",
))  # fmt: skip
# What TensorFlow 2 brought and compat.v1 has as well.
_OF_BOTH_VERSIONS = frozenset(
    (
        "GradientTape", "Module", "RaggedTensor", "TensorSpec", "TypeSpec", "config", "function",
        "keras", "nest", "ragged", "recompute_grad",
    )
)  # fmt: skip
# Submodules of this package.
_MODULES = frozenset((
    "app", "compat", "data", "debugging", "flags", "gfile", "graph_util", "initializers", "io",
    "layers", "linalg", "logging", "losses", "math", "metrics", "nn", "python_io", "random",
    "saved_model", "sparse", "strings", "summary", "test", "train",
))  # fmt: skip


def __getattr__(name: str) -> Any:
    import importlib

    if name in _MESSAGES:
        return getattr(importlib.import_module("minigraph.protos"), name)
    if name in ("make_ndarray", "make_tensor_proto"):
        module = importlib.import_module("minigraph.tensor_proto")
        return getattr(module, name.replace("make_ndarray", "MakeNdarray"))
    if name in _MODULES:
        return _offering(importlib.import_module(f"minigraph.compat.v1.{name}"))
    if name in _OF_BOTH_VERSIONS:
        return getattr(importlib.import_module("minigraph.compat.v2"), name)
    raise _missing("minigraph.compat.v1", name, [*globals(), *_MESSAGES, *_MODULES])


def _offering(module: Any) -> Any:
    """A submodule that says which of its names comes nearest to one that it does not have."""
    own = vars(module).get("__getattr__")
    if not hasattr(own, "says_nearest"):

        def look_up(name: str) -> Any:
            try:
                return own(name) if own else getattr(object(), name)
            except AttributeError:
                raise _missing(module.__name__, name, vars(module)) from None

        look_up.says_nearest = True  # type: ignore[attr-defined]
        module.__getattr__ = look_up
    return module


def _missing(module: str, name: str, offered: Any) -> AttributeError:
    """The error for a name that `module` does not have; it says which comes nearest.

    Where the name is one of TensorFlow's it says so, as no other name is what was meant.
    """
    text = f"module {module!r} has no attribute {name!r}"
    if name.startswith("__"):
        pass  # Python asks for these by itself
    elif name in _theirs().get(module, ()):
        text += ". TensorFlow has it, minigraph does not"
    else:
        import difflib

        for near in difflib.get_close_matches(name, offered, 1, 0.7):
            text += f". The nearest name it has is {near!r}"
    return AttributeError(text, name=name)  # without obj, or Python suggests a name of its own


@_cache
def _theirs() -> dict[str, frozenset[str]]:
    """The public names of TensorFlow's compat.v1, by the module of minigraph that offers some."""
    from importlib.resources import files

    lines = files(__name__).joinpath("names.txt").read_text(encoding="utf-8").splitlines()
    return {
        module: frozenset(names.split()) for module, names in [line.split(":") for line in lines]
    }


def __dir__() -> list[str]:
    return sorted({*globals(), *_MESSAGES, *_OF_BOTH_VERSIONS, *_MODULES})
