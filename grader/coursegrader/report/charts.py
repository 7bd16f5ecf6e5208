"""Bar charts as SVG text, for a page that loads nothing."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

_HEIGHT, _BASE, _LEFT = 150, 120, 8


def bars(values: Sequence[float], labels: Sequence[str], title: str, *, width: int = 640) -> str:
    """A chart with a bar for each value, which is written above it.

    Args:
        values: heights, none below 0.
        labels: what stands below each bar; an empty one leaves the place free.
        title: what the chart shows, for those who do not see it.
        width: in pixels.
    """
    step = (width - 2 * _LEFT) / max(1, len(values))
    most = max([*values, 1e-9])
    shown = escape(title)
    size = f'width="{width}" height="{_HEIGHT}" viewBox="0 0 {width} {_HEIGHT}"'
    parts = [f'<svg role="img" aria-label="{shown}" {size}><title>{shown}</title>']
    for index, (value, label) in enumerate(zip(values, labels, strict=True)):
        height = (_BASE - 20) * value / most
        x, middle = _LEFT + index * step, _LEFT + (index + 0.5) * step
        parts.append(
            f'<rect class="bar" x="{x + 1:.1f}" y="{_BASE - height:.1f}" '
            f'width="{max(1.0, step - 2):.1f}" height="{height:.1f}"/>'
        )
        if value:
            parts.append(f'<text x="{middle:.1f}" y="{_BASE - height - 4:.1f}">{value:g}</text>')
        parts.append(f'<text x="{middle:.1f}" y="{_BASE + 16}">{escape(label)}</text>')
    parts.append(f'<path class="axis" d="M {_LEFT} {_BASE} H {width - _LEFT}"/></svg>')
    return "".join(parts)


def histogram(values: Sequence[float], low: float, high: float, count: int) -> list[int]:
    """How many values lie in each of `count` equal intervals; the last one is closed above."""
    found = [0] * count
    for value in values:
        place = int((value - low) / (high - low) * count) if high > low else 0
        found[min(max(place, 0), count - 1)] += 1
    return found
