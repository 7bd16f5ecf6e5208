"""``draw``: a graph, and what one run makes of it, as a picture in the notebook."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from minigraph.draw.model import Report

PAGE_WIDTH = 760.0
"""Pixels of a notebook's text column that a picture fills at most."""


class GraphPicture:
    """A drawn graph: shows itself in a notebook; ``svg`` is the text, ``description`` the words."""

    def __init__(self, svg: str, title: str, description: str) -> None:
        self.svg, self.title, self.description = svg, title, description

    def save(self, path: str | Path) -> None:
        """Write the picture to an SVG file."""
        Path(path).write_text(self.svg, encoding="utf-8")

    def _repr_svg_(self) -> str:
        return self.svg

    def _repr_html_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<{self.title}. {self.description}>"


def draw(
    graph: Any = None,
    fetches: Any = None,
    feeds: Mapping[Any, Any] | Iterable[Any] | None = None,
    *,
    boxes: int = 80,
    fold: Collection[str] = (),
    report: Report | None = None,
) -> GraphPicture:
    """Draw a graph of minigraph or of TensorFlow, data flowing down the page.

    With ``fetches``, and ``feeds`` (a feed_dict or its keys), the picture shows what one run does: what
    is fed, what runs and in which order, what is pruned. ``graph`` may then be left out; without both it
    is the default graph. Scopes are shown opened while there are at most ``boxes`` boxes; ``fold`` names
    scopes that stay closed. ``report`` replaces what draw finds
    out by itself with what a session's plan says.
    """
    from minigraph.draw import model, picture, svg, words

    graph = _graph_of(fetches) if graph is None else graph
    operations = graph.get_operations()
    report = report or model.trace(graph, fetches, () if feeds is None else feeds)
    root = model.scope_tree(operations)
    if len(root.operations) + len(root.scopes) > model.SERIES_LIMIT:
        model.close_series(root)
    model.open_scopes(root, report, boxes, fold)
    composed = picture.compose(root, report, PAGE_WIDTH)
    title, description = words.title(operations, report), words.description(operations, report)
    return GraphPicture(svg.render(composed, report, title, description), title, description)


def _graph_of(fetches: Any) -> Any:
    """The graph of the first tensor or operation among the fetches, else the default graph."""
    from minigraph.draw import model

    for leaf in model.leaves(fetches):
        if hasattr(leaf, "graph"):
            return leaf.graph
    import minigraph.compat.v1 as tf

    return tf.get_default_graph()
