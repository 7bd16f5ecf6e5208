"""Place boxes of different sizes in layers, edges running downwards: one level of a picture.

The layers are filled up to a width, so that a wide graph grows down the page and not out of it. The
order in a layer is the Sugiyama layout of igraph, which keeps crossings few. Positions then follow from
least squares: every box tries to stand below and above the middle of its neighbours.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

GAP = 18.0
"""Free space between neighbours in a layer."""

TRUNK = 6.0
"""Width that an edge takes where it passes a layer."""

Point = tuple[float, float]


@dataclass(slots=True)
class Box:
    """A box to place; ``pin`` keeps a port of the surrounding scope at its ``top`` or ``bottom``."""

    width: float
    height: float
    pin: str = ""
    x: float = 0.0
    y: float = 0.0


@dataclass(slots=True)
class Link:
    """An edge between two boxes; ``start`` and ``end`` are offsets from their middles.

    Links with the same ``trunk`` share their way past layers.
    """

    source: int
    target: int
    trunk: str
    start: float = 0.0
    end: float = 0.0
    route: list[Point] = field(default_factory=list)


def place(boxes: Sequence[Box], links: Sequence[Link], limit: float) -> tuple[float, float]:
    """Set ``x`` (middle) and ``y`` (top) of the boxes and the routes of the links; return the size."""
    if not boxes:
        return 0.0, 0.0
    level = _Level(boxes, links, limit)
    return level.solve()


class _Level:
    """The working state of one level: rows of vertices, boxes first, then the bends of long links."""

    def __init__(self, boxes: Sequence[Box], links: Sequence[Link], limit: float) -> None:
        self.boxes, self.links, self.limit = boxes, links, limit
        self.ends = self._acyclic_ends()
        self.row_of = self._rows()
        self.widths = [box.width for box in boxes]
        self.chains = [self._chain(number) for number in range(len(links))]

    def solve(self) -> tuple[float, float]:
        self.steps = self._steps()
        self.rows = self._ordered_rows()
        self.x = self._positions()
        left = min(x - w / 2 for x, w in zip(self.x, self.widths, strict=True))
        self.x = [x - left for x in self.x]
        height = self._write_heights()
        for number in range(len(self.links)):
            self._write_route(number)
        return max(x + w / 2 for x, w in zip(self.x, self.widths, strict=True)), height

    def _acyclic_ends(self) -> list[tuple[int, int]]:
        """Upper and lower box of each link; in a cycle the box that comes first is the upper one."""
        pairs = [(link.source, link.target) for link in self.links]
        graph = _igraph().Graph(n=len(self.boxes), edges=pairs, directed=True)
        cycle = graph.connected_components(mode="strong").membership
        return [(min(p), max(p)) if cycle[p[0]] == cycle[p[1]] else p for p in pairs]

    def _rows(self) -> list[int]:
        """A row for each box: below what it needs, as high as there is room, sources near their use."""
        above, below = defaultdict(list), defaultdict(list)
        for upper, lower in self.ends:
            above[lower].append(upper)
            below[upper].append(lower)
        top = [i for i, box in enumerate(self.boxes) if box.pin == "top"]
        bottom = [i for i, box in enumerate(self.boxes) if box.pin == "bottom"]
        row_of = [0] * len(self.boxes)
        used: dict[int, float] = defaultdict(float)
        order = [i for i in _topological(len(self.boxes), above, below) if not self.boxes[i].pin]

        def put(box: int, rows: Sequence[int]) -> None:
            """Into the first of the rows with room, else the last."""
            need = self.boxes[box].width + GAP
            row_of[box] = next((r for r in rows if used[r] + need <= self.limit), rows[-1])
            used[row_of[box]] += need

        for box in order:
            first = max((row_of[i] for i in above[box]), default=0 if top else -1) + 1
            put(box, range(first, first + len(self.boxes) + 1))
        for box in reversed(order):
            inner = [row_of[i] for i in below[box] if self.boxes[i].pin != "bottom"]
            if inner and len(above[box]) <= len(below[box]) and min(inner) - 1 > row_of[box]:
                used[row_of[box]] -= self.boxes[box].width + GAP
                put(box, range(min(inner) - 1, row_of[box] - 1, -1))
        last = max((row_of[i] for i in order), default=0) + 1
        for box in bottom:
            row_of[box] = last
        return _without_gaps(row_of)

    def _chain(self, number: int) -> list[int]:
        """The vertices of a link from its upper to its lower end, with a bend in each row between."""
        upper, lower = self.ends[number]
        chain = [upper]
        for row in range(self.row_of[upper] + 1, self.row_of[lower]):
            chain.append(self._bend(self.links[number].trunk, upper, row))
        return [*chain, lower]

    def _bend(self, trunk: str, upper: int, row: int) -> int:
        if not hasattr(self, "_bends"):
            self._bends: dict[tuple[str, int, int], int] = {}
        key = (trunk, upper, row)
        if key not in self._bends:
            self._bends[key] = len(self.widths)
            self.widths.append(TRUNK)
            self.row_of.append(row)
        return self._bends[key]

    def _steps(self) -> dict[tuple[int, int], tuple[float, float]]:
        """Pairs of neighbouring vertices with the offsets of the line between them."""
        steps = {}
        for number, chain in enumerate(self.chains):
            start, end = self._offsets(number)
            for upper, lower in zip(chain, chain[1:], strict=False):
                steps[upper, lower] = (
                    start if upper == chain[0] else 0.0,
                    end if lower == chain[-1] else 0.0,
                )
        return steps

    def _offsets(self, number: int) -> tuple[float, float]:
        link = self.links[number]
        is_turned = self.ends[number][0] != link.source
        return (link.end, link.start) if is_turned else (link.start, link.end)

    def _ordered_rows(self) -> list[list[int]]:
        graph = _igraph().Graph(n=len(self.widths), edges=list(self.steps), directed=True)
        layout = graph.layout_sugiyama(layers=self.row_of, maxiter=60)
        rows: list[list[int]] = [[] for _ in range(max(self.row_of) + 1)]
        for vertex in range(len(self.widths)):
            rows[self.row_of[vertex]].append(vertex)
        return [sorted(row, key=lambda vertex: layout[vertex][0]) for row in rows]

    def _positions(self) -> list[float]:
        """The middles of all vertices: sweeps down and up, each row solved exactly."""
        boxes = len(self.boxes)
        up, down = defaultdict(list), defaultdict(list)
        for (upper, lower), (start, end) in self.steps.items():
            weight = (1.0, 2.0, 8.0)[(upper >= boxes) + (lower >= boxes)]
            up[lower].append((upper, start - end, weight))
            down[upper].append((lower, end - start, weight))
        x = [0.0] * len(self.widths)
        for row in self.rows:
            for vertex, place_ in zip(row, self._packed(row), strict=True):
                x[vertex] = place_
        for sweep in range(12):
            sides = (up,) if sweep % 2 == 0 else (down,)
            sides = (up, down) if sweep >= 8 else sides
            for row in self.rows if sweep % 2 == 0 else self.rows[::-1]:
                wishes = [self._wish(vertex, sides, x) for vertex in row]
                for vertex, place_ in zip(row, self._spread(row, wishes), strict=True):
                    x[vertex] = place_
        return x

    def _wish(self, vertex: int, sides: Sequence[Any], x: Sequence[float]) -> tuple[float, float]:
        near = [
            (x[other] + offset, weight) for side in sides for other, offset, weight in side[vertex]
        ]
        total = sum(weight for _, weight in near)
        if not near:
            return x[vertex], 0.05
        return sum(place_ * weight for place_, weight in near) / total, total

    def _packed(self, row: Sequence[int]) -> list[float]:
        """Middles of a row packed from the left, its middle at 0."""
        middles, edge = [], 0.0
        for vertex in row:
            middles.append(edge + self.widths[vertex] / 2)
            edge += self.widths[vertex] + self._gap(vertex)
        return [middle - edge / 2 for middle in middles]

    def _gap(self, vertex: int) -> float:
        return GAP if vertex < len(self.boxes) else TRUNK

    def _spread(self, row: Sequence[int], wishes: Sequence[tuple[float, float]]) -> list[float]:
        """The middles nearest to the wishes that keep order and distance (isotonic regression)."""
        packed = self._packed(row)
        blocks: list[tuple[float, float, int]] = []
        for (wish, weight), base in zip(wishes, packed, strict=True):
            blocks.append((wish - base, weight, 1))
            while len(blocks) > 1 and blocks[-2][0] > blocks[-1][0]:
                (a, wa, na), (b, wb, nb) = blocks[-2:]
                blocks[-2:] = [((a * wa + b * wb) / (wa + wb), wa + wb, na + nb)]
        room = max(0.0, self.limit + 2 * packed[0] - self.widths[row[0]]) / 2
        shifts = [shift for shift, _, count in blocks for _ in range(count)]
        return [
            base + min(max(shift, -room), room) for base, shift in zip(packed, shifts, strict=True)
        ]

    def _write_heights(self) -> float:
        """Set x and y of the boxes row by row; return the height of the level."""
        self.tops, self.bottoms, y = [], [], 0.0
        for row in self.rows:
            boxes = [vertex for vertex in row if vertex < len(self.boxes)]
            height = max((self.boxes[vertex].height for vertex in boxes), default=0.0)
            for vertex in boxes:
                box = self.boxes[vertex]
                box.x, box.y = self.x[vertex], y + (height - box.height) / 2
            self.tops.append(y)
            self.bottoms.append(y + height)
            y += height + self._row_gap(row)
        return self.bottoms[-1]

    def _row_gap(self, row: Sequence[int]) -> float:
        """More room below a row whose edges run far sideways, less below and above ports."""
        members = set(row)
        runs = [abs(self.x[a] - self.x[b]) for a, b in self.steps if a in members]
        return (6.0 if self._is_ports(row) else 20.0) + min(22.0, max(runs, default=0.0) / 14)

    def _write_route(self, number: int) -> None:
        link, chain = self.links[number], self.chains[number]
        start, end = self._offsets(number)
        first, last = chain[0], chain[-1]
        points = [(self.x[first] + start, self.boxes[first].y + self.boxes[first].height)]
        for bend in chain[1:-1]:
            row = self.row_of[bend]
            points += [(self.x[bend], self.tops[row]), (self.x[bend], self.bottoms[row])]
        points.append((self.x[last] + end, self.boxes[last].y))
        link.route = points if first == link.source else points[::-1]


def _topological(count: int, above: Any, below: Any) -> list[int]:
    """Boxes after what they need; of those that are ready the earliest made comes first."""
    missing = [len(above[box]) for box in range(count)]
    ready = [box for box in range(count) if not missing[box]]
    order = []
    while ready:
        box = heapq.heappop(ready)
        order.append(box)
        for other in below[box]:
            missing[other] -= 1
            if not missing[other]:
                heapq.heappush(ready, other)
    return order


def _without_gaps(rows: Sequence[int]) -> list[int]:
    number = {row: index for index, row in enumerate(sorted(set(rows)))}
    return [number[row] for row in rows]


def _igraph() -> Any:
    try:
        import igraph
    except ImportError:
        message = "draw needs igraph for its layout; install it with: pip install 'minigraph[show]'"
        raise ModuleNotFoundError(message, name="igraph") from None
    return igraph
