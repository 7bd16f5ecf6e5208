"""Outputs as the notebook format wants them, whatever a process claims to have output."""

from collections.abc import Mapping
from typing import Any

from coursegrader.judge.outputs import MESSAGE_LIMIT, TRACE_LIMIT, Output

_STREAMS = ("stdout", "stderr")
_DATA_LIMIT = 8 << 20


def clean_output(output: Mapping[str, Any]) -> Output:
    """An output record with the fields of its type, texts only; an empty stream if it has none."""
    kind = output.get("output_type")
    if kind == "error":
        trace = output.get("traceback")
        lines = trace if isinstance(trace, list) else []
        return {
            "output_type": "error",
            "ename": _text(output.get("ename"), MESSAGE_LIMIT),
            "evalue": _text(output.get("evalue"), MESSAGE_LIMIT),
            "traceback": _text("\n".join(map(str, lines)), TRACE_LIMIT).split("\n"),
        }
    if kind in ("display_data", "execute_result"):
        data = output.get("data")
        pairs = data.items() if isinstance(data, dict) else ()
        return {
            "output_type": "display_data",
            "data": {
                key: _text(value, _DATA_LIMIT) for key, value in pairs if isinstance(value, str)
            },
            "metadata": {},
        }
    name = output.get("name")
    return {
        "output_type": "stream",
        "name": name if name in _STREAMS else "stdout",
        "text": _text(output.get("text", ""), _DATA_LIMIT),
    }


def _text(value: Any, limit: int) -> str:
    """A text that can be stored as UTF-8."""
    text = value if isinstance(value, str) else str(value)
    return text[:limit].encode("utf-8", "backslashreplace").decode()
