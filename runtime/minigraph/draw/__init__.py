"""``draw``: a graph, and what one run makes of it, as a picture in the notebook."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from os import PathLike
from typing import Any

SMALL, MOST_BOXES = 80, 40
"""Operations of a graph that is drawn whole, and boxes of one that is not."""

PAGE_WIDTH = 760.0
"""Pixels of a notebook's text column that a picture fills at most."""


class GraphPicture:
    """A drawn graph, which shows itself in a notebook; ``description`` says the same in words."""

    def __init__(self, svg: str, title: str, description: str, html: str) -> None:
        self.svg, self.title, self.description = svg, title, description
        self._html = html

    def save(self, path: str | PathLike[str]) -> None:
        """Write the picture to an SVG file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.svg)

    def _repr_svg_(self) -> str:
        return self.svg

    def _repr_html_(self) -> str:
        return self._html

    def __repr__(self) -> str:
        return f"<{self.title}. {self.description}".rstrip() + ">"


def draw(
    graph: Any = None,
    fetches: Any = None,
    feeds: Mapping[Any, Any] | Iterable[Any] | None = None,
    *,
    boxes: int | None = None,
    fold: Collection[str] = (),
    unfold: Collection[str] = (),
    session: Any = None,
) -> GraphPicture:
    """Draw a graph of minigraph or of TensorFlow, data flowing down the page.

    With ``fetches``, and ``feeds`` (a feed_dict or its keys), the picture shows one run: what is
    fed, what runs and in which order, what is pruned. ``graph`` may then be left out; without both
    it is the default graph. Scopes are opened as long as at most ``boxes`` boxes show: all of a
    graph that is small enough, 40 of a larger one. ``fold`` names scopes that stay closed,
    ``unfold`` those that are open in any case; in a notebook a click opens a closed one where it
    stands, and folds an open one. ``session`` (of minigraph) adds what its plan folds and merges.
    Raises TypeError for any other session, which has no plan to show.
    """
    from minigraph.draw import model

    graph = graph or getattr(session, "graph", None) or _graph_of(fetches)
    operations = graph.get_operations()
    keys = model.leaves(list(feeds or ()))
    fed = [graph.as_graph_element(key, allow_operation=False) for key in keys]
    report = model.trace(graph, fetches, fed)
    if session is not None:
        report = model.planned(report, _plan_report(session, fetches, fed))
    return picture_of(operations, report, boxes, fold, unfold)


def picture_of(
    operations: Sequence[Any],
    report: Any,
    boxes: int | None = None,
    fold: Collection[str] = (),
    unfold: Collection[str] = (),
) -> GraphPicture:
    """The picture of operations and what a run makes of them."""
    from minigraph.draw import inside, model, picture, svg, words

    if boxes is None:
        boxes = SMALL if len(operations) <= SMALL else MOST_BOXES
    root = model.scope_tree(operations, boxes)
    collectors = model.collectors(root, operations) if len(operations) > SMALL else {}
    model.open_scopes(root, report, boxes, fold, unfold, collectors)
    composed = picture.compose(operations, root, report, PAGE_WIDTH, collectors)
    title, description = words.title(operations, report), words.description(operations, report)
    drawn = svg.render(composed, title, description)
    page = svg.on_page(drawn, f"{title}. {description}")
    page = inside.page(page, operations, root, report)
    return GraphPicture(drawn, title, description, page)


def _plan_report(session: Any, fetches: Any, fed: Sequence[Any]) -> Any:
    from minigraph.session import BaseSession

    if not isinstance(session, BaseSession):
        raise TypeError(f"draw can show the plan of a minigraph session only, not of {session!r}")
    return session._prepare(fetches, tuple(fed))[1].report


def _graph_of(fetches: Any) -> Any:
    """The graph of the first tensor or operation among the fetches, else the default graph."""
    from minigraph.context import get_default_graph
    from minigraph.draw import model

    for leaf in model.leaves(fetches):
        if hasattr(leaf, "graph"):
            return leaf.graph
    return get_default_graph()
