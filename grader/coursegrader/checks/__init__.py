"""What test cells import: checks of structure and value, result cards, partial credit, hints.

A check that fails raises an AssertionError which says what was found and what was expected, names
the mistake, and never the answer. All of them work on minigraph and on TensorFlow, through the
public attributes of graphs, operations, tensors and sessions only.
"""

from coursegrader.checks.card import Card, card, note
from coursegrader.checks.describe import plural
from coursegrader.checks.files import fetch
from coursegrader.checks.graphs import (
    ancestors,
    depends_on,
    device,
    does_not_grow,
    graph,
    operation_count,
    operation_types,
    placeholder,
    runs_after,
    same_graph,
    tensor,
    uses,
    uses_not,
)
from coursegrader.checks.hints import hint
from coursegrader.checks.partial import part, score
from coursegrader.checks.sessions import (
    Observation,
    closed,
    counting_runs,
    is_closed,
    observe,
    runs,
    sessions,
)
from coursegrader.checks.values import (
    container,
    digest,
    follows_feed,
    items,
    matches,
    number,
    running,
    value,
)

__all__ = [
    "Card",
    "Observation",
    "ancestors",
    "card",
    "closed",
    "container",
    "counting_runs",
    "depends_on",
    "device",
    "digest",
    "does_not_grow",
    "fetch",
    "follows_feed",
    "graph",
    "hint",
    "is_closed",
    "items",
    "matches",
    "note",
    "number",
    "observe",
    "operation_count",
    "operation_types",
    "part",
    "placeholder",
    "plural",
    "running",
    "runs",
    "runs_after",
    "same_graph",
    "score",
    "sessions",
    "tensor",
    "uses",
    "uses_not",
    "value",
]
