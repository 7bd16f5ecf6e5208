"""Cards: what a notebook shows of graphs, sessions, tensors, operations and configurations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from html import escape
from typing import Any

from minigraph.draw import draw
from minigraph.draw.model import tensor_text
from minigraph.graph import Graph
from minigraph.graph_keys import GraphKeys
from minigraph.hints.failure import listed, maker
from minigraph.operation import Operation
from minigraph.resources import VariableResource
from minigraph.session import BaseSession
from minigraph.tensor import SymbolicTensor

MOST_DRAWN = 60
"""Operations of a graph whose card has its picture."""

STYLE = (
    "color: var(--jp-ui-font-color1, inherit); font-family: var(--jp-ui-font-family, sans-serif)"
)

Row = tuple[str, str]


def card(shown: Any) -> str:
    """A few lines of HTML about a graph, session, tensor, operation or configuration."""
    for kind, describe in _CARDS.items():
        if isinstance(shown, kind):
            return _html(*describe(shown))
    return _html(type(shown).__name__, _set_fields(shown))


def _html(title: str, rows: Iterable[Row], more: str = "") -> str:
    lines = "".join(
        f'<tr><th scope="row" style="text-align: left; vertical-align: top">{escape(head)}</th>'
        f'<td style="text-align: left">{escape(text)}</td></tr>'
        for head, text in rows
        if text
    )
    return f'<div style="{STYLE}"><b>{escape(title)}</b><table>{lines}</table>{more}</div>'


def _graph(graph: Graph) -> tuple[str, Iterable[Row], str]:
    operations = graph.get_operations()
    kinds = Counter(operation.type for operation in operations)
    made = graph.get_collection(GraphKeys.GLOBAL_VARIABLES)
    placeholders = [op for op in operations if op.type == "Placeholder"]
    rows = [
        ("placeholders", listed(f"{op.name} {tensor_text(op.outputs[0])}" for op in placeholders)),
        (
            "variables",
            listed(f"{v.op.name} {v.dtype.base_dtype.name} {v.shape}" for v in made),
        ),
        ("types", ", ".join(f"{kind} × {count}" for kind, count in kinds.most_common(12))),
    ]
    state = ", finalized" if graph.finalized else ""
    number = f"{len(operations)} operation{'' if len(operations) == 1 else 's'}"
    return f"Graph of {number}{state}", rows, _picture(graph)


def _picture(graph: Graph) -> str:
    if not 0 < len(graph.get_operations()) <= MOST_DRAWN:
        return "minigraph.draw(graph) draws it." if graph.get_operations() else ""
    try:
        return f"<details><summary>picture</summary>{draw(graph)._repr_html_()}</details>"
    except ModuleNotFoundError:
        return ""  # The picture needs an extra; a card does not.


def _session(session: BaseSession) -> tuple[str, Iterable[Row]]:
    resources = session._resources._resources.values()
    held = [r for r in resources if isinstance(r, VariableResource) and r.value is not None]
    variables = listed(f"{r.name} {r.value.dtype} {r.value.shape}" for r in held)
    number = len(session.graph.get_operations())
    rows = [
        ("graph", f"{number} operations"),
        ("variables with a value", variables or "none"),
        ("is the default", "yes" if _is_default(session) else ""),
    ]
    state = "closed" if session._closed else "open"
    return f"{type(session).__name__}, {state}", rows if state == "open" else rows[:1]


def _is_default(session: BaseSession) -> bool:
    from minigraph import context

    return context.get_default_session() is session


def _tensor(tensor: SymbolicTensor) -> tuple[str, Iterable[Row]]:
    op = tensor.op
    rows = [
        ("value", "none: it is computed when a session runs it"),
        ("made by", f"{op.name} = {op.type}({', '.join(t.name for t in op.inputs)})"),
        ("in the line", maker(op).strip("`")),
        ("taken by", listed(consumer.name for consumer in tensor.consumers())),
    ]
    return repr(tensor), rows


def _operation(op: Operation) -> tuple[str, Iterable[Row]]:
    attributes = [f"{name} = {_short(value)}" for name, value in op.attrs.items() if name[0] != "_"]
    rows = [
        ("takes", listed(f"{t.name} {tensor_text(t)}" for t in op.inputs)),
        ("gives", listed(f"{t.name} {tensor_text(t)}" for t in op.outputs)),
        ("runs after", listed(before.name for before in op.control_inputs)),
        ("attributes", listed(attributes)),
        ("device", op.device),
        ("in the line", maker(op).strip("`")),
    ]
    return repr(op), rows


def _short(value: Any) -> str:
    text = " ".join(str(getattr(value, "name", value)).split())
    return text if len(text) <= 40 else text[:39] + "…"


def _set_fields(message: Any, prefix: str = "") -> Iterator[Row]:
    """The fields of a message that are set, those of inner messages by their path."""
    for field, value in message.ListFields():
        name = prefix + field.name
        if hasattr(value, "ListFields"):
            yield from _set_fields(value, name + ".")
        else:
            enum: Any = getattr(field, "enum_type", None)
            is_name = enum is not None and isinstance(value, int)
            yield name, enum.values_by_number[value].name if is_name else _short(value)
    if not prefix and not message.ListFields():
        yield "nothing is set", "every option has its default"


_CARDS: dict[type, Any] = {
    Graph: _graph,
    BaseSession: _session,
    SymbolicTensor: _tensor,
    Operation: _operation,
}
