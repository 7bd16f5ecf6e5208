"""interleave: runs threads and unordered operations in every order that they may have."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from html import escape
from typing import Any, NamedTuple

import numpy as np

from minigraph import nest
from minigraph.schedule import Choice, Execution
from minigraph.states import States
from minigraph.touches import Touches, clashes

MOST_SHOWN = 20  # steps


class Outcome(NamedTuple):
    """One way in which a program may end.

    value: what it gives, see `interleave`; errors: what threads raised, by name; blocked: who waits
    for what for ever, a line each; order: the steps that lead there; orders: how many orders do.
    """

    value: Any
    errors: dict[str, BaseException]
    blocked: tuple[str, ...]
    order: tuple[str, ...]
    orders: int = 1

    def __str__(self) -> str:
        return f"{self.end}\n    {self._steps()}"

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"

    def _steps(self) -> str:
        """The order in words; of a long one the beginning."""
        more = f" … {len(self.order)} steps in all" if len(self.order) > MOST_SHOWN else ""
        return ", ".join(self.order[:MOST_SHOWN]) + more

    @property
    def end(self) -> str:
        """The end in words, which tells it from others."""
        errors = [f"{name} raises {_plain(error)}" for name, error in self.errors.items()]
        waits = [f"blocked for ever: {'; '.join(self.blocked)}"] if self.blocked else []
        value = [] if (errors or waits) and self.value is None else [repr(_plain(self.value))]
        return "; ".join([*value, *errors, *waits])


class Interleavings:
    """What `interleave` found. Iterates over the outcomes.

    outcomes: the different ends, each with an order that leads to it; orders: how many orders were
    run; complete: whether these are all.
    """

    def __init__(self, outcomes: Sequence[Outcome], orders: int, complete: bool) -> None:
        self.outcomes, self.orders, self.complete = tuple(outcomes), orders, complete

    def __iter__(self) -> Iterator[Outcome]:
        return iter(self.outcomes)

    def __len__(self) -> int:
        return len(self.outcomes)

    @property
    def values(self) -> list[Any]:
        """The values of the outcomes."""
        return [outcome.value for outcome in self.outcomes]

    @property
    def deadlocks(self) -> list[Outcome]:
        """The outcomes in which something is blocked for ever."""
        return [outcome for outcome in self.outcomes if outcome.blocked]

    def _title(self) -> str:
        ends = f"{len(self)} outcome{'s' * (len(self) != 1)}"
        more = "" if self.complete else ", and there are more orders"
        return f"{ends} of {self.orders} order{'s' * (self.orders != 1)}{more}"

    def __str__(self) -> str:
        rows = [
            f"{outcome.end}   in {outcome.orders}, such as\n    {outcome._steps()}"
            for outcome in self
        ]
        return "\n".join([self._title(), *rows])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        left = "<td style='text-align:left'>"
        rows = "".join(
            f"<tr>{left}{escape(outcome.end)}</td><td>{outcome.orders}</td>"
            f"{left}{escape(outcome._steps())}</td></tr>"
            for outcome in self
        )
        head = "<tr><th>outcome</th><th>orders</th><th>one of them</th></tr>"
        return f"<table><caption>{escape(self._title())}</caption>{head}{rows}</table>"


def interleave(
    *programs: Callable[[], Any],
    result: Callable[[], Any] | None = None,
    seed: int | None = None,
    order: Sequence[str] | None = None,
    limit: int = 1000,
) -> Any:
    """Runs programs as threads, in every order that TensorFlow may choose: an Interleavings.

    programs: functions without arguments, each the body of one thread, named after the functions.
    result: called when all have ended, for what the order decides; without it the outcome is what
    the program returns, of several a tuple.
    seed: runs one order, the same for the same seed, and returns its Outcome; order: one that an
    Outcome names; limit: run so many orders at most.
    Variables, queues and random streams of all open sessions and servers start as they are in each
    order and are put back at the end. Lists and other objects of Python are not.

    Which orders are legal? TensorFlow promises about operations of one run only that each starts
    when its inputs and control inputs are there; neither the order in the list of fetches nor that
    of construction counts. Operations of other threads may come between any two. An operation
    itself counts as one step (with reference variables and use_locking=False TensorFlow promises
    less), and so does a branch or a loop. Steps that touch no common state commute, so their orders
    count as one; computations without state are no steps. Queues serve who came first. Python code
    between two runs belongs to the step before it, and time passes only when nothing else can go
    on, so sleeping workers take none. Threads that a program starts itself are left to the
    operating system, but for those of QueueRunner and LooperThread.

    Example: `interleave(lambda: sess.run([assign, read]))` shows both answers of `read`.
    Raises ValueError without a program or where `order` is none, RuntimeError where a thread is
    blocked outside of minigraph.
    """
    if not programs:
        raise ValueError("interleave needs a function that runs something.")
    with States() as states:
        if seed is not None:
            choose = random.Random(seed).choice
            return _outcome(programs, result, states, lambda choices: choose(choices))
        if order is not None:
            return _outcome(programs, result, states, _Given(order).choose)
        return _explore(programs, result, states, limit)


def follow(programs: Sequence[Any], order: Any, seed: int, run_step: Any) -> Outcome:
    """Runs one order as `interleave` does, each step by `run_step(step, slots, name of thread)`."""
    choose = _Given(order).choose if order is not None else random.Random(seed).choice
    with States() as states:
        outcome = _outcome(programs, None, states, choose, run_step)
    assert outcome is not None
    return outcome


def _outcome(
    programs: Sequence[Any],
    result: Any,
    states: States,
    choose: Callable[[list[Choice]], Any],
    run_step: Any = None,
) -> Outcome | None:
    """Runs one order; None where `choose` gave up."""
    execution = Execution(programs, choose, states.adopt, run_step)
    finished = execution.run()
    try:
        if not finished:
            return None
        roots = execution.roots
        values = tuple(fiber.value for fiber in roots)
        value = values[0] if len(values) == 1 else values
        failed = [fiber for fiber in roots if fiber.error is not None]
        if execution.blocked or len(failed) == len(roots):
            value = None
        if result is not None and not execution.blocked:
            value = result()
        errors = {fiber.name: fiber.error for fiber in failed if fiber.error is not None}
        return Outcome(value, errors, tuple(execution.blocked), tuple(execution.order))
    finally:
        states.restore()


class _Given:
    """Chooses the steps that an order names."""

    def __init__(self, order: Sequence[str]) -> None:
        self._left = list(order)

    def choose(self, choices: list[Choice]) -> Choice:
        name = self._left.pop(0).removesuffix(" (waits)") if self._left else "the end"
        found = next((choice for choice in choices if choice.label == name), None)
        if found is None:
            possible = ", ".join(choice.label for choice in choices)
            raise ValueError(f"The order goes on with {name!r}, but the next step is: {possible}.")
        return found


class _Node:
    """A point where the order was decided.

    touches: what the choices touch; todo: which of them to try; asleep: those whose orders have
    been tried already.
    """

    def __init__(self, choices: list[Choice], asleep: dict[Any, Touches]) -> None:
        self.touches = {choice.key: choice.touches() for choice in choices}
        self.asleep = dict(asleep)
        self.todo = {next((key for key in self.touches if key not in asleep), None)}
        self.current = self.next()

    def next(self) -> Any:
        return next((k for k in self.touches if k in self.todo and k not in self.asleep), None)

    def inherited(self) -> dict[Any, Touches]:
        """What stays asleep after the current choice: what that does not touch."""
        mine = self.touches[self.current]
        return {key: other for key, other in self.asleep.items() if not clashes(mine, other)}


def _explore(programs: Sequence[Any], result: Any, states: States, limit: int) -> Interleavings:
    """Depth-first search with dynamic partial-order reduction and sleep sets.

    Where two steps of an order touch the same, the other order of both is tried as well.
    """
    path: list[_Node] = []
    found: dict[str, Outcome] = {}
    orders = 0
    while orders < limit:
        depth = iter(range(2**31))

        def choose(choices: list[Choice], depth: Iterator[int] = depth) -> Choice | None:
            here = next(depth)
            if here == len(path):
                path.append(_Node(choices, path[-1].inherited() if path else {}))
            key = path[here].current
            return next((choice for choice in choices if choice.key == key), None)

        outcome = _outcome(programs, result, states, choose)
        if outcome is not None:
            orders += 1
            known = found.setdefault(outcome.end, outcome._replace(orders=0))
            found[outcome.end] = known._replace(orders=known.orders + 1)
        _note_races(path)
        if not _advance(path):
            return Interleavings(list(found.values()), orders, True)
    return Interleavings(list(found.values()), orders, False)


def _note_races(path: list[_Node]) -> None:
    """Has the other order of each two clashing steps tried, where there is one."""
    for later, node in enumerate(path):
        # What was left over at the end would have been a step as well.
        keys = list(node.touches) if later == len(path) - 1 else [node.current]
        for key in keys:
            _note_race(path[:later], key, node.touches.get(key))


def _note_race(before: list[_Node], key: Any, touches: Touches | None) -> None:
    for place in range(len(before) - 1, -1, -1):
        node = before[place]
        if touches is None or not clashes(node.touches[node.current], touches):
            continue
        # What made the step possible comes before it in any order: then that is the rival.
        end = len(before)
        while key not in node.touches:
            cause = max(i for i in range(place, end) if key not in before[i].touches)
            if cause == place:
                break
            key, end = before[cause].current, cause
        else:
            node.todo.add(key)
            return


def _advance(path: list[_Node]) -> bool:
    """Makes the next decision at the last point that has one left; False where none has."""
    while path:
        node = path[-1]
        if node.current is not None:
            node.asleep[node.current] = node.touches[node.current]
        node.current = node.next()
        if node.current is not None:
            return True
        path.pop()
    return False


def _plain(value: Any) -> Any:
    """A value as it is shown: arrays as lists, errors in one line."""
    if isinstance(value, BaseException):
        message = str(getattr(value, "message", value)).splitlines()
        return f"{type(value).__name__}: {message[0] if message else ''}"
    if isinstance(value, (list, tuple, dict)):
        return nest.map_structure(_plain, value)
    return value.tolist() if isinstance(value, (np.ndarray, np.generic)) else value
