"""Place boxes of different sizes in rows, edges running downwards: one level of a picture.

Rows are filled up to a width, so that a wide graph grows down the page and not out of it. The order
in a row is that of igraph's Sugiyama layout, which keeps crossings few. Positions then follow from
least squares: every box tries to stand in the middle of its neighbours above and below.
"""

from __future__ import annotations

import heapq
import itertools
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

GAP = 24.0
"""Free space between neighbours in a row."""

TRUNK = 6.0
"""Width of an edge where it passes a row, and its distance from the next; less in a crowd."""

Point = tuple[float, float]


@dataclass(slots=True)
class Box:
    """A box to place; ``pin`` keeps a port of the scope around it at the ``top`` or ``bottom``."""

    width: float
    height: float
    pin: str = ""
    x: float = 0.0
    y: float = 0.0


@dataclass(slots=True)
class Link:
    """An edge between two boxes; ``start`` and ``end`` are offsets from their middles.

    Links from one box with the same ``trunk`` share their way past rows. One that leads ``back``
    hands on to the next turn of a loop, and goes up.
    """

    source: int
    target: int
    trunk: str
    start: float = 0.0
    end: float = 0.0
    back: bool = False
    route: list[Point] = field(default_factory=list)


def place(boxes: Sequence[Box], links: Sequence[Link], limit: float) -> tuple[float, float]:
    """Set ``x`` (middle) and ``y`` (top) of boxes, and the routes of links; return the size."""
    if not boxes:
        return 0.0, 0.0
    ends = _downward(len(boxes), links)
    level = _Level(boxes, links, ends, _rows(boxes, ends, limit), limit)
    if level.width > limit:
        # The edges that pass the full rows need room beside the boxes.
        level = _Level(boxes, links, ends, _rows(boxes, ends, 0.6 * limit), limit)
    return level.write()


def _downward(count: int, links: Sequence[Link]) -> list[tuple[int, int]]:
    """Upper and lower box of each link; in a cycle the box that was made first is the upper one."""
    pairs = [
        (link.target, link.source) if link.back else (link.source, link.target) for link in links
    ]
    graph = _igraph().Graph(n=count, edges=pairs, directed=True)
    cycle = graph.connected_components(mode="strong").membership
    return [(min(p), max(p)) if cycle[p[0]] == cycle[p[1]] else p for p in pairs]


def _rows(boxes: Sequence[Box], ends: Sequence[tuple[int, int]], limit: float) -> list[int]:
    """A row for each box: below what it needs, as high as there is room, sources near their use."""
    above, below = defaultdict(list), defaultdict(list)
    for upper, lower in ends:
        above[lower].append(upper)
        below[upper].append(lower)
    first_row = int(any(box.pin == "top" for box in boxes))
    order = [i for i in _topological(len(boxes), above, below) if not boxes[i].pin]
    row_of = [0] * len(boxes)
    used: dict[int, float] = defaultdict(float)

    def put(box: int, rows: Sequence[int]) -> None:
        """Into the first of the rows with room, else into the last."""
        need = boxes[box].width + GAP
        row_of[box] = next((row for row in rows if used[row] + need <= limit + GAP), rows[-1])
        used[row_of[box]] += need

    for box in order:
        first = max((row_of[other] + 1 for other in above[box]), default=first_row)
        put(box, range(first, first + len(boxes) + 1))
    for box in reversed(order):
        inner = [row_of[other] for other in below[box] if boxes[other].pin != "bottom"]
        if len(above[box]) <= len(below[box]) and min(inner, default=0) - 1 > row_of[box]:
            used[row_of[box]] -= boxes[box].width + GAP
            put(box, range(min(inner) - 1, row_of[box] - 1, -1))
    last_row = max((row_of[box] for box in order), default=0) + 1
    row_of = [last_row if box.pin == "bottom" else row_of[i] for i, box in enumerate(boxes)]
    number = {row: index for index, row in enumerate(sorted(set(row_of)))}
    return [number[row] for row in row_of]


def _topological(
    count: int, above: Mapping[int, list[int]], below: Mapping[int, list[int]]
) -> list[int]:
    """Boxes after what they need; of those that are ready the one made first comes first."""
    missing = [len(above.get(box, ())) for box in range(count)]
    ready = [box for box in range(count) if not missing[box]]
    order = []
    while ready:
        box = heapq.heappop(ready)
        order.append(box)
        for other in below.get(box, ()):
            missing[other] -= 1
            if not missing[other]:
                heapq.heappush(ready, other)
    return order


class _Level:
    """The vertices of one level: the boxes, then a bend for every row that a link passes."""

    def __init__(
        self,
        boxes: Sequence[Box],
        links: Sequence[Link],
        ends: Sequence[tuple[int, int]],
        row_of: list[int],
        limit: float,
    ) -> None:
        self.boxes, self.links, self.ends, self.limit = boxes, links, ends, limit
        self.row_of = row_of
        self.bends: dict[tuple[str, int, int], int] = {}
        self.chains = [self._chain(number) for number in range(len(links))]
        bends = Counter(self.row_of[len(boxes) :])
        self.trunk = min(TRUNK, 0.2 * limit / max(bends.values(), default=1))
        self.widths = [box.width for box in boxes] + [self.trunk] * bends.total()
        self.steps = self._steps()
        self.rows = self._ordered_rows()
        self.x = self._positions()
        self.width = max(x + width / 2 for x, width in zip(self.x, self.widths, strict=True))

    def _chain(self, number: int) -> list[int]:
        """The vertices of a link from its upper to its lower end."""
        upper, lower = self.ends[number]
        rows = range(self.row_of[upper] + 1, self.row_of[lower])
        trunk = self.links[number].trunk
        return [upper, *(self._bend(trunk, upper, row) for row in rows), lower]

    def _bend(self, trunk: str, upper: int, row: int) -> int:
        key = (trunk, upper, row)
        if key not in self.bends:
            self.bends[key] = len(self.row_of)
            self.row_of.append(row)
        return self.bends[key]

    def _offsets(self, number: int) -> tuple[float, float]:
        """Offsets at the upper and the lower end of a link."""
        link = self.links[number]
        is_turned = self.ends[number][0] != link.source
        return (link.end, link.start) if is_turned else (link.start, link.end)

    def _steps(self) -> dict[tuple[int, int], tuple[float, float]]:
        """Neighbours in a chain with the offsets of the line between them."""
        steps = {}
        for number, chain in enumerate(self.chains):
            start, end = self._offsets(number)
            for upper, lower in itertools.pairwise(chain):
                offsets = start if upper == chain[0] else 0.0, end if lower == chain[-1] else 0.0
                steps[upper, lower] = offsets
        return steps

    def _ordered_rows(self) -> list[list[int]]:
        graph = _igraph().Graph(n=len(self.widths), edges=list(self.steps), directed=True)
        layout = graph.layout_sugiyama(layers=self.row_of, maxiter=60)
        rows: list[list[int]] = [[] for _ in range(max(self.row_of) + 1)]
        for vertex, row in enumerate(self.row_of):
            rows[row].append(vertex)
        return [sorted(row, key=lambda vertex: layout[vertex][0]) for row in rows]

    def _positions(self) -> list[float]:
        """The middles of all vertices: sweeps down and up, each row solved exactly."""
        up, down = defaultdict(list), defaultdict(list)
        for (upper, lower), (start, end) in self.steps.items():
            bends = (upper >= len(self.boxes)) + (lower >= len(self.boxes))
            weight = (1.0, 2.0, 8.0)[bends]
            up[lower].append((upper, start - end, weight))
            down[upper].append((lower, end - start, weight))
        x = [0.0] * len(self.widths)
        for row in self.rows:
            for vertex, middle in zip(row, self._packed(row), strict=True):
                x[vertex] = middle
        for sweep in range(12):
            sides = (up, down) if sweep >= 8 else (down if sweep % 2 else up,)
            for row in self.rows[::-1] if sweep % 2 else self.rows:
                wishes = [_wish(vertex, sides, x) for vertex in row]
                for vertex, middle in zip(row, self._spread(row, wishes), strict=True):
                    x[vertex] = middle
        left = min(middle - width / 2 for middle, width in zip(x, self.widths, strict=True))
        return [middle - left for middle in x]

    def _packed(self, row: Sequence[int]) -> list[float]:
        """Middles of a row packed as closely as allowed, around 0."""
        middles, edge = [], 0.0
        for vertex in row:
            middles.append(edge + self.widths[vertex] / 2)
            edge += self.widths[vertex] + (GAP if vertex < len(self.boxes) else self.trunk)
        return [middle - edge / 2 for middle in middles]

    def _spread(self, row: Sequence[int], wishes: Sequence[tuple[float, float]]) -> list[float]:
        """The middles nearest to the wishes that keep order and distance (isotonic regression)."""
        packed = self._packed(row)
        blocks: list[tuple[float, float, int]] = []
        for (wish, weight), base in zip(wishes, packed, strict=True):
            blocks.append((wish - base, weight, 1))
            while len(blocks) > 1 and blocks[-2][0] > blocks[-1][0]:
                (a, weight_a, count_a), (b, weight_b, count_b) = blocks[-2:]
                total = weight_a + weight_b
                blocks[-2:] = [((a * weight_a + b * weight_b) / total, total, count_a + count_b)]
        room = max(0.0, self.limit / 2 + packed[0] - self.widths[row[0]] / 2)
        shifts = [shift for shift, _, count in blocks for _ in range(count)]
        return [at + min(max(shift, -room), room) for at, shift in zip(packed, shifts, strict=True)]

    def write(self) -> tuple[float, float]:
        """Set the places of the boxes and the routes of the links; return width and height."""
        tops, bottoms, y = [], [], 0.0
        for number, row in enumerate(self.rows):
            boxes = [vertex for vertex in row if vertex < len(self.boxes)]
            height = max((self.boxes[vertex].height for vertex in boxes), default=0.0)
            for vertex in boxes:
                box = self.boxes[vertex]
                box.x, box.y = self.x[vertex], y + (height - box.height) / 2
            tops.append(y)
            bottoms.append(y + height)
            y += height + self._space_below(number)
        for number in range(len(self.links)):
            self._write_route(number, tops, bottoms)
        return self.width, bottoms[-1]

    def _space_below(self, number: int) -> float:
        """More room where edges run far sideways, less where they meet the frame."""
        row = set(self.rows[number])
        runs = [abs(self.x[a] - self.x[b]) for a, b in self.steps if a in row]
        around = self.rows[number : number + 2]
        pins = [self.boxes[v].pin for row in around for v in row if v < len(self.boxes)]
        return (8.0 if any(pins) else 15.0) + min(18.0, max(runs, default=0.0) / 16)

    def _write_route(self, number: int, tops: Sequence[float], bottoms: Sequence[float]) -> None:
        link, chain = self.links[number], self.chains[number]
        start, end = self._offsets(number)
        upper, lower = self.boxes[chain[0]], self.boxes[chain[-1]]
        points = [(upper.x + start, upper.y + upper.height)]
        for bend in chain[1:-1]:
            row = self.row_of[bend]
            points += [(self.x[bend], tops[row]), (self.x[bend], bottoms[row])]
        points.append((lower.x + end, lower.y))
        link.route = points if chain[0] == link.source else points[::-1]


def _wish(vertex: int, sides: Sequence[Any], x: Sequence[float]) -> tuple[float, float]:
    """Where a vertex would stand for its neighbours' sake, and how strongly."""
    near = [(x[other] + offset, weight) for side in sides for other, offset, weight in side[vertex]]
    total = sum(weight for _, weight in near)
    if not near:
        return x[vertex], 0.05
    return sum(middle * weight for middle, weight in near) / total, total


def _igraph() -> Any:
    try:
        import igraph
    except ImportError:
        message = "draw needs igraph for its layout; install it with: pip install 'minigraph[show]'"
        raise ModuleNotFoundError(message, name="igraph") from None
    return igraph
