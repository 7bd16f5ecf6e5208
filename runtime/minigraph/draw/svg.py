"""A picture as SVG text; colours are in ``draw.css``, and nothing is said by colour alone."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files

from minigraph.draw.layers import Point
from minigraph.draw.picture import HEAD, Line, Picture
from minigraph.draw.shapes import STRIP, TEXT_CHAR, Shape

MARGIN, LEGEND_ROW = 14.0, 20.0

LEGEND = {
    "runs": "runs; the number says when",
    "fetched": "fetched: runs, and its value comes back",
    "fed": "fed: your value is used, the operation does not run",
    "unfed": "not fed: has no value, so the run fails here",
    "folded": "in the plan: known before the run, not computed in it",
    "merged": "merged: shares the value of an equal operation",
    "forwarded": "passed on: hands its input on, takes no step of its own",
    "pruned": "pruned: the fetch does not need it, so it does not run",
    "control": "control dependency: runs first, passes no value",
}


def render(picture: Picture, title: str, description: str, in_page: bool = False) -> str:
    """The complete SVG document, with ``title`` and ``description`` for those who cannot see it.

    in_page: without colours and legend, which the page has.
    """
    entries = [] if in_page else list(_legend_entries(picture))
    legend_width = max((len(LEGEND[entry]) * TEXT_CHAR + 44 for entry in entries), default=0.0)
    legend_height = len(entries) * LEGEND_ROW + 10 if entries else 0.0
    width = max(picture.width, legend_width, 120.0) + 2 * MARGIN
    height = picture.height + 2 * MARGIN + legend_height
    size = f'width="{width:.0f}" height="{height:.0f}"'
    body = [
        *(_frame(shape) for shape in picture.shapes if shape.kind == "open"),
        *_lines(picture.lines),
        *(_box(shape) for shape in picture.shapes if shape.kind != "open"),
    ]
    if not picture.shapes:
        body = [_text("note", picture.width / 2, 4, "no operations yet")]
    legend = [_legend_row(entry, LEGEND_ROW * row) for row, entry in enumerate(entries)]
    style = "" if in_page else f"<style>{_style_sheet()}</style>"
    label = escape(f"{title}. {description}".rstrip())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="mg-draw" role="img" aria-label="{label}" '
        f'{size} viewBox="0 0 {width:.0f} {height:.0f}">'
        f"<title>{escape(title)}</title><desc>{escape(description)}</desc>"
        f'{style}<rect class="paper" {size}/>'
        f"{_group('', (width - picture.width) / 2, MARGIN, body)}"
        f"{_group('legend', MARGIN, picture.height + 2 * MARGIN + 6, legend)}</svg>"
    )


def on_page(drawn: str, words: str) -> str:
    """HTML that shows a picture, or words where styles and drawings are taken away.

    JupyterLab does so with the outputs of a notebook that it does not trust.
    """
    return (
        "<style>.mg-picture[hidden] { display: block !important; } .mg-words { display: none; }"
        f'</style><div class="mg-picture" hidden="hidden">{drawn}</div>'
        f'<p class="mg-words">{escape(words)}</p>'
    )


def _style_sheet() -> str:
    text = files("minigraph.draw").joinpath("draw.css").read_text(encoding="utf-8")
    return " ".join(text.partition("*/")[2].split())


def _group(kind: str, x: float, y: float, parts: Sequence[str]) -> str:
    return f'<g class="{kind}" transform="translate({x:.1f} {y:.1f})">{"".join(parts)}</g>'


def _frame(shape: Shape) -> str:
    heading = _text("name head", shape.x + 10, shape.y + HEAD - 8, shape.label)
    if shape.sides:
        heading += _text("side end", shape.x + shape.width - 10, shape.y + HEAD - 8, shape.sides)
    return f'<g class="open"><title>{escape(shape.title)}</title>{_rect(shape, 8)}{heading}</g>'


def _box(shape: Shape) -> str:
    middle = shape.x + shape.width / 2
    radius = shape.height / 2 if shape.kind == "const" else 6.0
    parts = [f"<title>{escape(shape.title)}</title>", _rect(shape, radius)]
    if shape.kind in ("closed", "variable"):
        parts.append(_rect(shape, radius - 2, inset=3.0))
    name_y = shape.y + (18 if shape.note else shape.height / 2 + 4)
    parts.append(_text("name", middle, name_y, shape.label))
    if shape.note:
        parts.append(_text("note", middle, shape.y + 33, shape.note))
    bottom = shape.y + shape.height + 13
    parts += [_text("value", middle + x, bottom, text) for _, text, x in shape.outputs]
    if shape.sides:
        parts.append(_text("side", middle, bottom + STRIP * bool(shape.outputs), shape.sides))
    if shape.number:
        parts.append(_mark(shape.x + 2, shape.y, str(shape.number)))
    if shape.tag:
        half = len(shape.tag) * TEXT_CHAR / 2 + 5
        parts.append(_mark(shape.x + shape.width - half + 12, shape.y, shape.tag, 2 * half))
    inside = " inside" if shape.inside else ""
    kinds = f"{shape.state} {shape.kind}{inside}"
    return f'<g class="{kinds}" data-name="{escape(shape.name)}">{"".join(parts)}</g>'


def _rect(shape: Shape, radius: float, inset: float = 0.0) -> str:
    return (
        f'<rect class="box" x="{shape.x + inset:.1f}" y="{shape.y + inset:.1f}" '
        f'width="{shape.width - 2 * inset:.1f}" height="{shape.height - 2 * inset:.1f}" '
        f'rx="{radius:.0f}"/>'
    )


def _text(kind: str, x: float, y: float, text: str) -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}">{escape(text)}</text>'


def _mark(x: float, y: float, text: str, width: float = 0.0) -> str:
    """A small label with round ends, centred on a corner of a box."""
    width = width or max(17.0, len(text) * TEXT_CHAR + 8)
    return (
        f'<rect class="mark" x="{x - width / 2:.1f}" y="{y - 8.5:.1f}" width="{width:.1f}" '
        f'height="17" rx="8.5"/>{_text("tag", x, y + 3.5, text)}'
    )


def _lines(lines: Sequence[Line]) -> Iterator[str]:
    """Lines into what does not run first, so that the others lie on top; shared stretches once."""
    drawn: set[tuple[str, bool]] = set()
    for line in sorted(lines, key=lambda line: line.live):
        stretches = {(_curve(*ends), line.live): None for ends in itertools.pairwise(line.points)}
        path = "".join(text for text, live in stretches if (text, live) not in drawn)
        drawn.update(stretches)
        kind = ("control " if line.control else "") + ("live" if line.live else "dead")
        tip = _tip(line.points[-1]) if line.arrow else ""
        yield (
            f'<g class="{kind}"><title>{escape(line.title)}</title>'
            f'<path class="line" d="{path}"/>{tip}</g>'
        )


def _curve(start: Point, end: Point) -> str:
    (x, y), (to_x, to_y) = start, end
    if abs(x - to_x) < 0.5:
        return f"M{x:.1f} {y:.1f}V{to_y:.1f}"
    half = (y + to_y) / 2
    return f"M{x:.1f} {y:.1f}C{x:.1f} {half:.1f} {to_x:.1f} {half:.1f} {to_x:.1f} {to_y:.1f}"


def _tip(point: Point) -> str:
    return f'<path class="tip" d="M{point[0]:.1f} {point[1]:.1f}l-4 -8h8z"/>'


def _legend_entries(picture: Picture) -> Iterator[str]:
    states = {shape.state for shape in picture.shapes if shape.kind != "open"}
    yield from (state for state in LEGEND if state in states)
    if any(line.control for line in picture.lines):
        yield "control"


def _legend_row(entry: str, y: float) -> str:
    sample = f'<rect class="box" x="2" y="{y - 7:.0f}" width="24" height="14" rx="4"/>'
    if entry == "control":
        sample = f'<path class="line" d="M2 {y:.0f}h24"/>'
    return f'<g class="{entry}">{sample}{_text("", 36, y + 4, LEGEND[entry])}</g>'
