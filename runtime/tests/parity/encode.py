"""Turns what a piece of code returned or raised into plain data that survives a pipe.

A value becomes a nested list that starts with a tag: `["scalar", "float32", 1.5]`,
`["array", "int32", [2], [1, 2]]`, `["tuple", [...]]`. What is not data is kept as its `repr`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

Tree = list[Any]
Outcome = dict[str, Any]


def encode(value: object) -> Tree:
    """The tagged tree of one value."""
    if type(value) in (type(None), bool, int, float, str):
        return [type(value).__name__, value]
    if isinstance(value, bytes):
        return ["bytes", value.decode("latin1")]
    if isinstance(value, np.generic):
        return ["scalar", value.dtype.name, _plain(value.item())]
    if isinstance(value, np.ndarray) and value.dtype.fields is not None:
        return ["handle"]  # a resource fetched: bytes that name something in the process
    if isinstance(value, np.ndarray):
        return ["array", value.dtype.name, list(value.shape), _elements(value)]
    if isinstance(value, (list, tuple, dict, set, frozenset)):
        return _encode_container(value)
    if isinstance(value, type):
        return ["object", repr(value)]
    if isinstance(value, BaseException):
        return ["error", type(value).__name__, message_of(value)]
    if hasattr(value, "SerializeToString") and hasattr(value, "DESCRIPTOR"):
        return ["proto", type(value).__name__, str(value)]
    if dtype := getattr(value, "as_numpy_dtype", None):
        return ["dtype", repr(value), np.dtype(dtype).name]
    return ["object", repr(value)]


def outcome_of_error(error: BaseException) -> Outcome:
    """What is compared of a raised exception: type, message and the fields of an OpError."""
    outcome: Outcome = {
        "kind": "error",
        "type": type(error).__name__,
        "bases": [base.__name__ for base in type(error).__mro__[1:-2]],
        "message": message_of(error),
    }
    if hasattr(error, "error_code") and hasattr(error, "node_def"):
        outcome["code"] = error.error_code
        outcome["op"] = getattr(error.op, "name", None)
        outcome["node"] = getattr(error.node_def, "name", None)
    return outcome


def message_of(error: BaseException) -> str:
    """The message of an exception; an OpError's own, without the stack trace `str` adds."""
    if hasattr(error, "error_code") and isinstance(message := getattr(error, "message", None), str):
        return message
    return str(error)


def _encode_container(value: Any) -> Tree:
    name = type(value).__name__
    if isinstance(value, dict):
        items = [[encode(key), encode(item)] for key, item in value.items()]
        return ["dict", "dict" if type(value) is dict else name, items]
    if isinstance(value, (set, frozenset)):
        return [name, sorted((encode(item) for item in value), key=repr)]
    if hasattr(value, "_fields"):
        return ["namedtuple", name, list(value._fields), [encode(item) for item in value]]
    return [name, [encode(item) for item in value]]


def _elements(array: np.ndarray) -> list[Any]:
    if array.dtype == object:
        return [encode(item) for item in array.ravel()]
    return [_plain(item) for item in array.ravel().tolist()]


def _plain(item: Any) -> Any:
    """A Python scalar that JSON can carry; JSON here knows nan and inf."""
    if isinstance(item, complex):
        return [item.real, item.imag]
    if isinstance(item, bytes):
        return item.decode("latin1")
    return item if isinstance(item, (bool, int, float, str)) else repr(item)
