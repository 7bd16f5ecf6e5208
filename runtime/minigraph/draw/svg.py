"""A picture as SVG text: shapes, lines, colours for both themes, words for screen readers.

Colours are those of Okabe and Ito, which colour-blind readers can tell apart, and nothing is said by
colour alone. They are CSS variables: JupyterLab says on its body whether the theme is light, elsewhere
the reader's preference decides.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from minigraph.draw.layers import Point
from minigraph.draw.model import Report
from minigraph.draw.picture import HEAD, Line, Picture
from minigraph.draw.shapes import TEXT_CHAR, Shape

MARGIN = 14.0

_LIGHT = {
    "paper": "var(--jp-layout-color0, #ffffff)",
    "ink": "#1b1f24",
    "soft": "#59636e",
    "line": "#59636e",
    "dead": "#b4bac1",
    "frame": "#f4f6f8",
    "plain": "#f0f3f6",
    "plain-edge": "#6e7781",
    "runs": "#ddf0fb",
    "runs-edge": "#0072b2",
    "fetched": "#0072b2",
    "fetched-ink": "#ffffff",
    "fed": "#fdebc8",
    "fed-edge": "#a86500",
    "unfed": "#fde0d2",
    "unfed-edge": "#c24e00",
    "folded": "#f7e3ef",
    "folded-edge": "#a64d86",
}
_DARK = {
    "paper": "var(--jp-layout-color0, #111111)",
    "ink": "#eceff2",
    "soft": "#a9b2bb",
    "line": "#a9b2bb",
    "dead": "#59616a",
    "frame": "#1d2126",
    "plain": "#282e34",
    "plain-edge": "#8b949e",
    "runs": "#0e3450",
    "runs-edge": "#56b4e9",
    "fetched": "#56b4e9",
    "fetched-ink": "#06141f",
    "fed": "#47330d",
    "fed-edge": "#e69f00",
    "unfed": "#4d2411",
    "unfed-edge": "#ff8f52",
    "folded": "#43253a",
    "folded-edge": "#dd8cba",
}

_RULES = """
.mg-draw{max-width:100%;height:auto;font-family:var(--jp-ui-font-family,system-ui,sans-serif)}
.mg-draw text{fill:var(--mg-ink);font-size:12px;text-anchor:middle;stroke:none}
.mg-draw .name{font-family:var(--jp-code-font-family,monospace);font-weight:600}
.mg-draw .note,.mg-draw .value{font-size:11px;fill:var(--mg-soft)}
.mg-draw .value,.mg-draw .head{stroke:var(--mg-paper);stroke-width:4px;paint-order:stroke}
.mg-draw .paper{fill:var(--mg-paper)}
.mg-draw .open rect{fill:var(--mg-frame);stroke:var(--mg-dead)}
.mg-draw .head{text-anchor:start;stroke:var(--mg-frame);fill:var(--mg-soft)}
.mg-draw .inside .value{stroke:var(--mg-frame)}
.mg-draw .line{fill:none;stroke:var(--mg-line);stroke-width:1.4}
.mg-draw .tip{fill:var(--mg-line)}
.mg-draw .dead .line{stroke:var(--mg-dead)}
.mg-draw .dead .tip{fill:var(--mg-dead)}
.mg-draw .control .line{stroke-dasharray:2 4;stroke-linecap:round}
.mg-draw .box{fill:var(--mg-plain);stroke:var(--mg-plain-edge);stroke-width:1.4}
.mg-draw .tag{font-size:10px;font-weight:600;fill:var(--mg-paper)}
.mg-draw .legend text{text-anchor:start;fill:var(--mg-soft)}
.mg-draw .runs .box{fill:var(--mg-runs);stroke:var(--mg-runs-edge)}
.mg-draw .runs .mark{fill:var(--mg-runs-edge)}
.mg-draw .fetched .box{fill:var(--mg-fetched);stroke:var(--mg-fetched)}
.mg-draw .fetched .name,.mg-draw .fetched .note{fill:var(--mg-fetched-ink)}
.mg-draw .fetched .mark{fill:var(--mg-paper);stroke:var(--mg-fetched);stroke-width:1.4}
.mg-draw .fetched .tag{fill:var(--mg-ink)}
.mg-draw .fed .box{fill:var(--mg-fed);stroke:var(--mg-fed-edge);stroke-width:2}
.mg-draw .fed .mark{fill:var(--mg-fed-edge)}
.mg-draw .unfed .box{fill:var(--mg-unfed);stroke:var(--mg-unfed-edge);stroke-width:2}
.mg-draw .unfed .mark{fill:var(--mg-unfed-edge)}
.mg-draw .folded .box,.mg-draw .merged .box{fill:var(--mg-folded);stroke:var(--mg-folded-edge)}
.mg-draw .folded .mark,.mg-draw .merged .mark{fill:var(--mg-folded-edge)}
.mg-draw .merged .box{stroke-dasharray:6 3}
.mg-draw .pruned .box{fill:none;stroke:var(--mg-plain-edge);stroke-dasharray:4 3;stroke-width:1.1}
.mg-draw .pruned .name{fill:var(--mg-soft);font-weight:400}
"""

LEGEND = {
    "runs": "runs; the number says when",
    "fetched": "fetched: runs, and its value comes back",
    "fed": "fed: your value is used, the operation does not run",
    "unfed": "not fed: has no value, the run would fail here",
    "folded": "folded: computed once, when the plan is made",
    "merged": "merged: shares the value of an equal operation",
    "pruned": "pruned: the fetch does not need it, it does not run",
    "control": "control dependency: comes first, passes no value",
}


def style() -> str:
    """The style sheet: light, dark by preference, and what JupyterLab's theme says on top."""
    light, dark = (
        "".join(f"--mg-{name}:{value};" for name, value in colours.items())
        for colours in (_LIGHT, _DARK)
    )
    return (
        f".mg-draw{{{light}}}"
        f"@media (prefers-color-scheme:dark){{.mg-draw{{{dark}}}}}"
        f'[data-jp-theme-light="true"] .mg-draw{{{light}}}'
        f'[data-jp-theme-light="false"] .mg-draw{{{dark}}}' + _RULES.replace("\n", "")
    )


def render(picture: Picture, report: Report, title: str, description: str) -> str:
    """The complete SVG document."""
    entries = list(_legend_entries(picture, report))
    legend_width = max((len(LEGEND[entry]) * TEXT_CHAR + 44 for entry in entries), default=0.0)
    width = max(picture.width, legend_width, 120.0) + 2 * MARGIN
    height = picture.height + 2 * MARGIN + (len(entries) * 20 + 10 if entries else 0)
    shift = (width - picture.width) / 2
    body = [
        *(_frame(shape) for shape in picture.shapes if shape.kind == "open"),
        *_lines(picture.lines),
        *(_box(shape) for shape in picture.shapes if shape.kind != "open"),
    ]
    legend = [_legend_row(entry, 20.0 * row) for row, entry in enumerate(entries)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="mg-draw" role="img" '
        f'aria-label="{escape(f"{title}. {description}")}" width="{width:.0f}" '
        f'height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}">'
        f"<title>{escape(title)}</title><desc>{escape(description)}</desc>"
        f"<style>{style()}</style>"
        f'<rect class="paper" width="{width:.0f}" height="{height:.0f}"/>'
        f'<g transform="translate({shift:.1f} {MARGIN:.1f})">{"".join(body)}</g>'
        f'<g class="legend" transform="translate({MARGIN:.1f} '
        f'{picture.height + 2 * MARGIN + 6:.1f})">{"".join(legend)}</g></svg>'
    )


def _frame(shape: Shape) -> str:
    return (
        f'<g class="open"><title>{escape(shape.title)}</title>{_rect(shape, 8)}'
        f'<text class="name head" x="{shape.x + 10:.1f}" y="{shape.y + HEAD - 8:.1f}">'
        f"{escape(shape.label)}</text></g>"
    )


def _box(shape: Shape) -> str:
    middle = shape.x + shape.width / 2
    parts = [f"<title>{escape(shape.title)}</title>"]
    if shape.kind in ("closed", "variable"):
        parts.append(_rect(shape, 6, grow=3.0))
    parts.append(_rect(shape, shape.height / 2 if shape.kind == "const" else 6))
    name_y = shape.y + (18 if shape.note else shape.height / 2 + 4)
    parts.append(_text("name", middle, name_y, shape.label))
    if shape.note:
        parts.append(_text("note", middle, shape.y + 33, shape.note))
    bottom = shape.y + shape.height + 13
    parts += [_text("value", middle + x, bottom, text) for _, text, x in shape.outputs if text]
    if shape.number:
        parts.append(_mark(shape.x, shape.y, str(shape.number)))
    if shape.tag:
        width = len(shape.tag) * TEXT_CHAR + 10
        parts.append(_mark(shape.x + shape.width - width / 2 + 6, shape.y, shape.tag, width))
    inside = " inside" if shape.inside else ""
    return f'<g class="{shape.state} {shape.kind}{inside}">{"".join(parts)}</g>'


def _rect(shape: Shape, radius: float, grow: float = 0.0) -> str:
    return (
        f'<rect class="box" x="{shape.x - grow:.1f}" y="{shape.y - grow:.1f}" '
        f'width="{shape.width + 2 * grow:.1f}" height="{shape.height + 2 * grow:.1f}" '
        f'rx="{radius + grow:.0f}"/>'
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


def _lines(lines: list[Line]) -> Iterator[str]:
    """Lines that lead nowhere first, so that the others lie on top; shared stretches once."""
    drawn: set[str] = set()
    for line in sorted(lines, key=lambda line: line.live):
        stretches = [_curve(a, b) for a, b in zip(line.points, line.points[1:], strict=False)]
        fresh = [path for path in stretches if path + str(line.live) not in drawn]
        drawn.update(path + str(line.live) for path in fresh)
        kind = ("control " if line.control else "") + ("" if line.live else "dead")
        tip = _tip(line.points[-1]) if line.arrow else ""
        yield (
            f'<g class="{kind.strip()}"><title>{escape(line.title)}</title>'
            f'<path class="line" d="{"".join(fresh)}"/>{tip}</g>'
        )


def _curve(start: Point, end: Point) -> str:
    (x, y), (to_x, to_y) = start, end
    if abs(x - to_x) < 0.5:
        return f"M{x:.1f} {y:.1f}V{to_y:.1f}"
    half = (y + to_y) / 2
    return f"M{x:.1f} {y:.1f}C{x:.1f} {half:.1f} {to_x:.1f} {half:.1f} {to_x:.1f} {to_y:.1f}"


def _tip(point: Point) -> str:
    x, y = point
    return f'<path class="tip" d="M{x:.1f} {y:.1f}l-4 -8h8z"/>'


def _legend_entries(picture: Picture, report: Report) -> Iterator[str]:
    states = {shape.state for shape in picture.shapes if shape.kind != "open"}
    yield from (state for state in LEGEND if state in states)
    if any(line.control for line in picture.lines):
        yield "control"


def _legend_row(entry: str, y: float) -> str:
    words = _text("", 36, y + 4, LEGEND[entry])
    if entry == "control":
        return f'<g class="control"><path class="line" d="M2 {y:.0f}h24"/>{words}</g>'
    return f'<g class="{entry}"><rect class="box" x="2" y="{y - 7:.0f}" width="24" height="14" rx="4"/>{words}</g>'
