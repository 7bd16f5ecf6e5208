"""The namespaces of TensorFlow 2 (tf.math, tf.nn, ...): those of TensorFlow 1 with other parts."""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import Any

from minigraph import context, dtypes, random_seed
from minigraph.compat.v2.reordering import reordered
from minigraph.ops import checks, comparison, diagonals, nn, reductions, shape_checks

v1: Any = importlib.import_module("minigraph.compat.v1")

_PAIR, _ONE = "x y message summarize name", "x message summarize name"


def _debugging() -> dict[str, Any]:
    from minigraph import config

    pairs = ("equal", "greater", "greater_equal", "less", "less_equal", "none_equal")
    ones = ("negative", "non_negative", "non_positive", "positive")
    return {
        **{f"assert_{kind}": reordered(getattr(checks, f"assert_{kind}"), _PAIR) for kind in pairs},
        **{f"assert_{kind}": reordered(getattr(checks, f"assert_{kind}"), _ONE) for kind in ones},
        "assert_near": reordered(checks.assert_near, "x y rtol atol message summarize name"),
        "assert_rank": reordered(shape_checks.assert_rank, "x rank message name"),
        "set_log_device_placement": config.set_log_device_placement,
        "get_log_device_placement": config.get_log_device_placement,
    }


def _math() -> dict[str, Any]:
    import minigraph.compat.v2 as tf

    return {
        "argmax": tf.argmax,
        "argmin": tf.argmin,
        "confusion_matrix": reordered(
            v1.confusion_matrix, "labels predictions num_classes weights dtype name"
        ),
        "count_nonzero": reordered(reductions.count_nonzero, "input axis keepdims dtype name"),
        "is_non_decreasing": checks.is_non_decreasing,
        "is_strictly_increasing": checks.is_strictly_increasing,
    }


def _nn() -> dict[str, Any]:
    return {
        "avg_pool": reordered(v1.nn.avg_pool, "input ksize strides padding data_format name"),
        "conv2d": reordered(
            v1.nn.conv2d, "input filters strides padding data_format dilations name"
        ),
        "conv2d_transpose": reordered(
            v1.nn.conv2d_transpose,
            "input filters output_shape strides padding data_format dilations name",
        ),
        "crelu": reordered(v1.nn.crelu, "features axis name"),
        "dropout": reordered(nn.dropout, "x rate noise_shape seed name"),
        "max_pool": reordered(v1.nn.max_pool, "input ksize strides padding data_format name"),
        "moments": reordered(nn.moments, "x axes shift keepdims name"),
        "softmax_cross_entropy_with_logits": reordered(
            v1.nn.softmax_cross_entropy_with_logits_v2, "labels logits axis name"
        ),
        "sparse_softmax_cross_entropy_with_logits": reordered(
            v1.nn.sparse_softmax_cross_entropy_with_logits, "labels logits name"
        ),
        "sigmoid_cross_entropy_with_logits": reordered(
            v1.nn.sigmoid_cross_entropy_with_logits, "labels logits name"
        ),
        "embedding_lookup": reordered(v1.nn.embedding_lookup, "params ids max_norm name"),
    }


def _overrides(name: str) -> dict[str, Any]:
    if name == "debugging":
        return _debugging()
    if name == "saved_model":
        return _saved_model()
    if name == "math":
        return _math()
    if name == "nn":
        return _nn()
    if name == "random":
        return {"set_seed": random_seed.set_global_seed}
    if name == "linalg":
        return {"norm": reordered(v1.linalg.norm, "tensor ord axis keepdims name")}
    if name == "dtypes":
        return {
            **{key: value for key, value in vars(v1).items() if isinstance(value, dtypes.DType)},
            "DType": dtypes.DType,
            "as_dtype": dtypes.as_dtype,
            "cast": v1.cast,
            "complex": v1.complex,
            "saturate_cast": v1.saturate_cast,
        }
    if name == "version":
        least = {f"GRAPH_DEF_VERSION_MIN_{who}": 0 for who in ("CONSUMER", "PRODUCER")}
        return {"VERSION": "2.21.0", "GRAPH_DEF_VERSION": 2474, **least}
    return {}


def _saved_model() -> dict[str, Any]:
    from minigraph.saved_model import restoring, saving

    return {"load": restoring.load, "save": saving.save}


# What of a namespace of TensorFlow 1 the one of TensorFlow 2 has, where that is a small part.
_KEPT = {
    "saved_model": "ASSETS_DIRECTORY ASSETS_KEY CLASSIFY_INPUTS CLASSIFY_METHOD_NAME "
    "CLASSIFY_OUTPUT_CLASSES CLASSIFY_OUTPUT_SCORES DEBUG_DIRECTORY DEBUG_INFO_FILENAME_PB "
    "DEFAULT_SERVING_SIGNATURE_DEF_KEY GPU PREDICT_INPUTS PREDICT_METHOD_NAME PREDICT_OUTPUTS "
    "REGRESS_INPUTS REGRESS_METHOD_NAME REGRESS_OUTPUTS SAVED_MODEL_FILENAME_PB "
    "SAVED_MODEL_FILENAME_PBTXT SAVED_MODEL_SCHEMA_VERSION SERVING TPU TRAINING "
    "VARIABLES_DIRECTORY VARIABLES_FILENAME contains_saved_model",
    "train": "BytesList ClusterDef ClusterSpec Coordinator Example ExponentialMovingAverage "
    "Feature FeatureList FeatureLists Features FloatList Int64List JobDef SequenceExample "
    "ServerDef checkpoints_iterator get_checkpoint_state latest_checkpoint list_variables "
    "load_checkpoint load_variable",
}


def namespace(name: str) -> ModuleType:
    """The module tf.`name` of TensorFlow 2."""
    module = ModuleType(f"minigraph.compat.v2.{name}", f"The namespace tf.{name}.")
    base = getattr(v1, name, None)
    own = dict(vars(base)) if base else {}
    own = {k: v for k, v in own.items() if k[0] != "_" and not isinstance(v, ModuleType)}
    if name in _KEPT:
        own = {key: value for key, value in own.items() if key in _KEPT[name].split()}

    def missing(key: str) -> Any:
        error = AttributeError(f"module {module.__name__!r} has no attribute {key!r}", name=key)
        if hasattr(base, key):
            error.add_note(f"TensorFlow 2 does not have it: write tf.compat.v1.{name}.{key}.")
        raise error

    module.__dict__.update({**own, **_overrides(name), "__getattr__": missing})
    return module
