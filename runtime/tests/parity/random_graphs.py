"""Programs that build random graphs of 5 to 60 ops, as text that both backends run.

`programs()` is a hypothesis strategy. A program feeds two placeholders, chains ops of many kinds on
what exists so far, and ends in all values, their static shapes, and the gradients of their sum with
respect to placeholders and variable. Elements stay between -2 and 2, and away from the points where
a function jumps, so that both libraries compute the same within the tolerance of float64.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from .environment import Job

PROGRAMS = 60

Shape = tuple[int, ...]
FEWEST_OPS, MOST_OPS = 5, 60

HEAD = """\
random = np.random.RandomState({seed})
a = tf.placeholder(tf.float64, [None, 3], name="a")
b = tf.placeholder(tf.float64, [3, 2], name="b")
v = tf.Variable(random.uniform(-1, 1, [2, 3]), name="v")
feeds = {{a: random.uniform(-1, 1, [2, 3]), b: random.uniform(-1, 1, [3, 2])}}
t = [a, b, tf.identity(v)]
"""
TAIL = """\
total = tf.add_n([tf.reduce_sum(x) for x in t[3:]])
grads = tf.gradients(total, [a, b, v])
s.run(v.initializer)
known = [x for x in grads if x is not None]
[x.shape.as_list() for x in t], [x is None for x in grads], s.run([t, known], feeds)
"""

# Functions of one tensor that keep its shape and its bounds.
UNARY = [
    "tf.tanh({x})",
    "tf.sin({x})",
    "tf.cos({x})",
    "tf.sigmoid({x})",
    "tf.nn.softmax({x})",
    "-{x}",
    "tf.square({x}) / 2",
    "tf.exp({x} - 2)",
    "tf.log({x} * {x} + 1)",
    "tf.sqrt({x} * {x} + 0.5)",
    "tf.rsqrt({x} * {x} + 1)",
    "1 / (1 + {x} * {x})",
    "tf.nn.elu({x})",
    "tf.nn.softplus({x}) / 2",
    "tf.clip_by_value({x}, -0.503, 0.497)",
    "tf.where({x} > 0.123, {x}, tf.zeros_like({x}))",
    "tf.stop_gradient({x})",
    "tf.identity({x})",
    "tf.cumsum({x}, axis=0) / 4",
    "tf.reverse({x}, [0])",
    "tf.pow({x}, 3) / 4",
    "tf.atan({x})",
    "tf.erf({x})",
    "tf.cond(tf.reduce_sum({x}) > 0.111, lambda: {x} / 2, lambda: -{x})",
    "tf.while_loop(lambda i, y: i < 2, lambda i, y: (i + 1, tf.tanh(y)), (0, {x}))[1]",
]
# Functions of two tensors of one shape.
BINARY = [
    "({x} + {y}) / 2",
    "({x} - {y}) / 2",
    "{x} * {y} / 2",
    "{x} / (2 + {y} * {y})",
    "tf.maximum({x}, {y} + 0.0127)",
    "tf.minimum({x}, {y} + 0.0127)",
    "tf.where({x} > {y} + 0.0127, {x}, {y})",
    "tf.squared_difference({x}, {y}) / 8",
    "tf.add_n([{x}, {y}, {x}]) / 3",
    "tf.atan2({x}, {y} * {y} + 1)",
]
REDUCTIONS = ["mean", "max", "min", "logsumexp"]


@dataclass
class Builder:
    """The lines of a program so far, with the shape of each tensor `t[i]`."""

    draw: Callable[..., object]
    shapes: list[Shape] = field(default_factory=lambda: [(2, 3), (3, 2), (2, 3)])
    lines: list[str] = field(default_factory=list)

    def pick(self, *options: object) -> object:
        return self.draw(st.sampled_from(options))

    def operand(self, at_least: int = 1) -> tuple[str, Shape]:
        """A tensor of at least that rank, and its shape; late ones are as likely as early ones."""
        found = [i for i, shape in enumerate(self.shapes) if len(shape) >= at_least]
        index = self.pick(*found)
        return f"t[{index}]", self.shapes[index]

    def append(self, text: str, shape: Shape) -> None:
        self.lines.append(f"t.append({text})")
        self.shapes.append(shape)

    def unary(self) -> None:
        x, shape = self.operand()
        self.append(str(self.pick(*UNARY)).format(x=x), shape)

    def binary(self) -> None:
        x, shape = self.operand()
        alike = [i for i, other in enumerate(self.shapes) if other == shape]
        self.append(str(self.pick(*BINARY)).format(x=x, y=f"t[{self.pick(*alike)}]"), shape)

    def broadcast(self) -> None:
        """A tensor and its own mean, or a constant row."""
        x, shape = self.operand()
        axis = self.pick(*range(len(shape)))
        self.append(f"{x} - tf.reduce_mean({x}, {axis}, keepdims=True)", shape)

    def matmul(self) -> None:
        x, shape = self.operand(2)
        fitting = [
            (i, turned)
            for i, other in enumerate(self.shapes)
            if len(other) == len(shape) == 2
            for turned in (False, True)
            if other[turned] == shape[1]
        ]
        if not fitting:
            return self.unary()
        index, turned = self.pick(*fitting)
        columns = self.shapes[index][not turned]
        text = f"tf.matmul({x}, t[{index}], transpose_b={turned}) / {2 * shape[1]}"
        return self.append(text, (shape[0], columns))

    def reduction(self) -> None:
        x, shape = self.operand(2)
        axis = int(self.pick(*range(len(shape))))
        name = self.pick(*REDUCTIONS)
        keep = bool(self.pick(False, True))
        rest = shape[:axis] + ((1,) if keep else ()) + shape[axis + 1 :]
        scale = " / 4" if name == "logsumexp" else ""
        self.append(f"tf.reduce_{name}({x}, axis={axis}, keepdims={keep}){scale}", rest)

    def reshape(self) -> None:
        x, shape = self.operand()
        size = 1
        for length in shape:
            size *= length
        rows = int(self.pick(*(n for n in range(1, size + 1) if size % n == 0)))
        self.append(f"tf.reshape({x}, [{rows}, -1])", (rows, size // rows))

    def transpose(self) -> None:
        x, shape = self.operand()
        self.append(f"tf.transpose({x})", shape[::-1])

    def slice(self) -> None:
        x, shape = self.operand()
        start = int(self.pick(*range(shape[0])))
        self.append(f"{x}[{start}:]", (shape[0] - start, *shape[1:]))

    def gather(self) -> None:
        x, shape = self.operand()
        rows = [int(self.pick(*range(shape[0]))) for _ in range(2)]
        self.append(f"tf.gather({x}, {rows})", (2, *shape[1:]))

    def concat(self) -> None:
        x, shape = self.operand()
        if shape[0] > 6:
            return self.slice()
        return self.append(f"tf.concat([{x}, {x} / 2], axis=0)", (2 * shape[0], *shape[1:]))

    def row(self) -> None:
        x, shape = self.operand(2)
        self.append(f"{x}[-1]", shape[1:])

    def pad(self) -> None:
        x, shape = self.operand(2)
        if shape[0] > 6 or len(shape) != 2:
            return self.transpose()
        return self.append(f"tf.pad({x}, [[1, 0], [0, 0]])", (shape[0] + 1, shape[1]))


KINDS = [
    Builder.unary,
    Builder.unary,
    Builder.binary,
    Builder.binary,
    Builder.broadcast,
    Builder.matmul,
    Builder.reduction,
    Builder.reshape,
    Builder.transpose,
    Builder.slice,
    Builder.row,
    Builder.gather,
    Builder.concat,
    Builder.pad,
]


@st.composite
def programs(draw: Callable[..., object]) -> str:
    """The text of a program; see the module."""
    builder = Builder(draw)
    for _ in range(int(draw(st.integers(FEWEST_OPS, MOST_OPS)))):
        draw(st.sampled_from(KINDS))(builder)
    seed = draw(st.integers(0, 2**16))
    return HEAD.format(seed=seed) + "\n".join(builder.lines) + "\n" + TAIL


def jobs() -> list[Job]:
    """The same programs each time."""
    drawn: dict[str, None] = {}

    @settings(
        max_examples=PROGRAMS,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(programs())
    def draw(program: str) -> None:
        drawn[program] = None

    draw()
    return [
        {
            "id": f"v1 random graphs: {number}",
            "kind": "snippet",
            "group": "random graphs",
            "batch": f"random graphs {number // 20}",
            "mode": "v1",
            "source": program,
        }
        for number, program in enumerate(drawn)
    ]
