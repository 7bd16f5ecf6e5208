"""Says in what two outcomes differ, and shows outcomes as a person would write them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from .encode import Outcome
from .normalise import normalise

# Relative tolerance of the elements of floating-point scalars and arrays, by dtype.
_TOLERANCE = {
    "float16": 2e-3,
    "bfloat16": 2e-2,
    "float32": 1e-5,
    "complex64": 1e-5,
    "float64": 1e-10,
    "complex128": 1e-10,
}
_FIELDS = ("kind", "type", "bases", "message", "code", "op", "node", "value", "status")


def differing_fields(expected: Outcome, actual: Outcome) -> list[str]:
    """The fields in which `actual` is not what `expected` says, empty where both agree."""
    fields = ["stderr"] if actual.get("stderr") else []
    expected, actual = normalise(expected), normalise(actual)
    return fields + [
        field
        for field in (*_FIELDS, *sorted({*expected, *actual} - {*_FIELDS, "stderr"}))
        if not equal(expected.get(field), actual.get(field))
    ]


def equal(expected: Any, actual: Any, tolerance: float = 0.0) -> bool:
    """Compares two trees; numbers of floating dtypes within the tolerance of the dtype."""
    if isinstance(expected, list) and isinstance(actual, list):
        if len(expected) != len(actual):
            return False
        if expected and expected[0] in ("scalar", "array") and expected[:2] == actual[:2]:
            tolerance = _TOLERANCE.get(expected[1], 0.0)
        return all(equal(*pair, tolerance) for pair in zip(expected, actual, strict=True))
    if isinstance(expected, dict) and isinstance(actual, dict):
        return expected.keys() == actual.keys() and all(
            equal(item, actual[key], tolerance) for key, item in expected.items()
        )
    if isinstance(expected, float) and isinstance(actual, float):
        if math.isnan(expected) or math.isnan(actual):
            return math.isnan(expected) and math.isnan(actual)
        return math.isclose(expected, actual, rel_tol=tolerance, abs_tol=tolerance / 10)
    return type(expected) is type(actual) and expected == actual


def show(outcome: Outcome | None, fields: Sequence[str] = ()) -> str:
    """An outcome in one short piece of text; of an op, the `fields` that differ."""
    if outcome is None:
        return "(nothing)"
    outcome = normalise(outcome)
    stderr = f"\n  and on stderr: {outcome['stderr']}" if outcome.get("stderr") else ""
    if outcome["kind"] == "value":
        return show_tree(outcome["value"]) + stderr
    if outcome["kind"] == "error":
        op = f"  [op {outcome['op']}, code {outcome['code']}]" if "code" in outcome else ""
        return f"{outcome['type']}: {outcome['message']}{op}{stderr}"
    facts = {key: item for key, item in outcome.items() if key in fields or not fields}
    return "".join(f"\n    {key}: {_show_fact(item)}" for key, item in facts.items()) + stderr


def _show_fact(fact: Any) -> str:
    """An error, a tagged tree or plain data."""
    if isinstance(fact, dict):
        return show(fact)
    if isinstance(fact, list) and fact and fact[0] in ("list", "tuple", "array", "scalar"):
        return show_tree(fact)
    return repr(fact)


def show_tree(tree: Any) -> str:
    """A tagged tree as Python-like text."""
    tag, *rest = tree
    if tag == "scalar":
        return f"np.{rest[0]}({rest[1]!r})"
    if tag == "array":
        dtype, shape, elements = rest
        parts = [show_tree(item) if isinstance(item, list) else repr(item) for item in elements]
        return f"array({', '.join(parts)}; {dtype} {shape})"
    if tag == "namedtuple":
        name, fields, items = rest
        pairs = zip(fields, items, strict=True)
        return f"{name}({', '.join(f'{field}={show_tree(item)}' for field, item in pairs)})"
    if tag == "dict":
        name, items = rest
        text = ", ".join(f"{show_tree(key)}: {show_tree(item)}" for key, item in items)
        return f"{{{text}}}" if name == "dict" else f"{name}({{{text}}})"
    if tag in ("list", "tuple", "set", "frozenset"):
        text = ", ".join(map(show_tree, rest[0]))
        return {"list": f"[{text}]", "tuple": f"({text})"}.get(tag, f"{tag}({text})")
    if tag in ("object", "dtype"):
        return str(rest[0])
    if tag in ("NoneType", "bool", "int", "float", "str", "bytes"):
        return ("b" if tag == "bytes" else "") + repr(rest[0])
    return f"{tag}{tuple(rest)}"
