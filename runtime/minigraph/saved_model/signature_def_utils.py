"""Signatures: what a graph computes, by names of inputs and outputs (SignatureDef)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from minigraph import dtypes
from minigraph.saved_model import signature_constants as names
from minigraph.saved_model.utils import build_tensor_info
from minigraph.tensor import Tensor

_STRING, _FLOAT = dtypes.string.as_datatype_enum, dtypes.float32.as_datatype_enum


def build_signature_def(
    inputs: Mapping[str, Any] | None = None,
    outputs: Mapping[str, Any] | None = None,
    method_name: str | None = None,
) -> Any:
    """A SignatureDef of TensorInfos by name."""
    from minigraph import protos

    signature = protos.SignatureDef(method_name=method_name)
    for field, infos in ((signature.inputs, inputs), (signature.outputs, outputs)):
        for name, info in (infos or {}).items():
            field[name].CopyFrom(info)
    return signature


def predict_signature_def(inputs: Mapping[str, Any], outputs: Mapping[str, Any]) -> Any:
    """The SignatureDef of a prediction from tensors by name; ValueError without one of both."""
    for given, what in ((inputs, "inputs"), (outputs, "outputs")):
        if not given:
            raise ValueError(f"Prediction `{what}` cannot be None or empty.")
    return build_signature_def(
        {name: build_tensor_info(tensor) for name, tensor in inputs.items()},
        {name: build_tensor_info(tensor) for name, tensor in outputs.items()},
        names.PREDICT_METHOD_NAME,
    )


def regression_signature_def(examples: Any, predictions: Any) -> Any:
    """The SignatureDef of a regression: strings to float32; ValueError for other tensors."""
    if predictions is None and examples is not None:
        raise ValueError("Regression `predictions` cannot be None.")
    info = _examples_info(examples, "Regression", "to be of type Tensor. Found `examples`")
    if info.dtype != _STRING:
        raise ValueError(
            "Regression input tensors must be of type string. Found tensors with type "
            f"{info.dtype}."
        )
    result = build_tensor_info(predictions)
    if result.dtype != _FLOAT:
        raise ValueError(
            "Regression output tensors must be of type float. Found tensors with type "
            f"{result.dtype}."
        )
    return build_signature_def(
        {names.REGRESS_INPUTS: info}, {names.REGRESS_OUTPUTS: result}, names.REGRESS_METHOD_NAME
    )


def _examples_info(examples: Any, kind: str, wanted: str) -> Any:
    if examples is None:
        raise ValueError(f"{kind} `examples` cannot be None.")
    if not isinstance(examples, Tensor):
        verb = "Expected regression `examples`" if kind == "Regression" else f"{kind} `examples`"
        raise ValueError(f"{verb} {wanted} of type {type(examples)}.")
    return build_tensor_info(examples)


def classification_signature_def(examples: Any, classes: Any, scores: Any) -> Any:
    """The SignatureDef of a classification: strings to classes (string) and scores (float32).

    Raises ValueError for other tensors and where both results are missing.
    """
    if examples is not None and classes is None and scores is None:
        raise ValueError("Classification `classes` and `scores` cannot both be None.")
    wanted = "must be a string Tensor. Found `examples`"
    info = _examples_info(examples, "Classification", wanted)
    if info.dtype != _STRING:
        raise ValueError(
            "Classification input tensors must be of type string. Found tensors of type "
            f"{info.dtype}"
        )
    outputs = {}
    if classes is not None:
        outputs[names.CLASSIFY_OUTPUT_CLASSES] = found = build_tensor_info(classes)
        if found.dtype != _STRING:
            raise ValueError(
                "Classification classes must be of type string Tensor. Found tensors of type "
                f"{found.dtype}.`"
            )
    if scores is not None:
        outputs[names.CLASSIFY_OUTPUT_SCORES] = found = build_tensor_info(scores)
        if found.dtype != _FLOAT:
            raise ValueError("Classification scores must be a float Tensor.")
    return build_signature_def({names.CLASSIFY_INPUTS: info}, outputs, names.CLASSIFY_METHOD_NAME)


def is_valid_signature(signature_def: Any) -> bool:
    """Whether TensorFlow Serving can answer a signature: predict, regress or classify."""
    if signature_def is None:
        return False
    inputs = {name: info.dtype for name, info in signature_def.inputs.items()}
    outputs = {name: info.dtype for name, info in signature_def.outputs.items()}
    method = signature_def.method_name
    if method == names.PREDICT_METHOD_NAME:
        return bool(inputs and outputs)
    if method == names.REGRESS_METHOD_NAME:
        wanted = {names.REGRESS_OUTPUTS: _FLOAT}
        return inputs == {names.REGRESS_INPUTS: _STRING} and outputs == wanted
    if method == names.CLASSIFY_METHOD_NAME:
        allowed = {
            (names.CLASSIFY_OUTPUT_CLASSES, _STRING),
            (names.CLASSIFY_OUTPUT_SCORES, _FLOAT),
        }
        fits = bool(outputs) and set(outputs.items()) <= allowed
        return fits and inputs == {names.CLASSIFY_INPUTS: _STRING}
    return False
