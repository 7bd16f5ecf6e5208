"""`stepper`: one run, recorded step by step, to walk through forwards and backwards."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from html import escape
from importlib.resources import files
from typing import Any, NamedTuple

import numpy as np

from minigraph import errors, executor, interleaving
from minigraph.devices import readable
from minigraph.draw import GraphPicture, model, picture_of
from minigraph.draw.svg import on_page
from minigraph.feeds import check_feeds
from minigraph.fetches import Fetches
from minigraph.plan import build_plan
from minigraph.queue_resource import QueueResource
from minigraph.resources import VariableResource
from minigraph.session import BaseSession
from minigraph.steps import CONTEXT_SLOT, Step, is_read, step_inputs

PATIENCE = 5.0
"""Seconds that a step waits for a queue before the run is given up."""

MOST_TEXT = 240
"""Characters of a value that are shown."""


class Moment(NamedTuple):
    """What one step did, as text. memory: bytes of the values that are still needed after it.

    `kind` is the type of the operation, or `fed`, `read`, `returned`, `failed`.
    """

    name: str
    kind: str
    takes: Sequence[str]
    gives: Sequence[str]
    memory: int


class Steps:
    """A recorded run. It shows itself in a notebook; `moments` has what it shows."""

    def __init__(self, title: str, moments: Sequence[Moment], picture: Any) -> None:
        self.title, self.moments, self.picture = title, moments, picture

    def __len__(self) -> int:
        return len(self.moments)

    def __repr__(self) -> str:
        lines = [f"{number}: {_spoken(moment)}" for number, moment in enumerate(self.moments)]
        return "\n".join([self.title, *lines])

    def _repr_html_(self) -> str:
        rows = "".join(_row(number, moment) for number, moment in enumerate(self.moments))
        heads = "".join(f"<th scope='col'>{head}</th>" for head in HEADS)
        page = files("minigraph.stepping").joinpath("stepper.html").read_text(encoding="utf-8")
        for mark, text in (
            ("TITLE", escape(self.title)),
            ("LAST", str(len(self.moments) - 1)),
            ("PICTURE", on_page(self.picture.svg, "")),
            ("HEADS", heads),
            ("ROWS", rows),
        ):
            page = page.replace(f"@{mark}@", text)
        return page


NO_OPERATION = ("fed", "read", "returned")
"""Kinds of moments that are not the step of an operation."""

HEADS = ("step", "operation", "takes", "gives", "memory")


def stepper(
    session: Any = None,
    fetches: Any = None,
    feed_dict: Mapping[Any, Any] | None = None,
    *,
    calls: Sequence[tuple[Any, Mapping[Any, Any] | None]] = (),
    programs: Sequence[Callable[[], Any]] = (),
    order: Sequence[str] | None = None,
    seed: int = 0,
) -> Steps:
    """Runs `fetches` once and records each step: its inputs, its values, the memory in use.

    The run is a real one: variables change and queues lose elements. A step that fails ends the
    record with its error. calls: in place of fetches and feed_dict, the (fetches, feed_dict) of the
    calls of one partial run. programs: in place of all that, functions that run as threads, as for
    `interleave`: in the `order` that one of its outcomes has, or in one that `seed` decides; there
    nothing changes for good. Raises as `Session.run` does for fetches and feeds that do not fit,
    TypeError for a session of another library.
    """
    if programs:
        return _interleaved(programs, order, seed)
    if not isinstance(session, BaseSession):
        raise TypeError(f"stepper can follow a minigraph session only, not {session!r}")
    record = _Record(session)
    everything = [part for part, _ in calls] if calls else fetches
    keys = [key for _, feeds in calls for key in feeds or ()] if calls else list(feed_dict or ())
    if calls:
        record.partial_run(everything, keys, calls)
    else:
        record.run(fetches, feed_dict or {})
    picture = _picture(session.graph, everything, keys, record)
    last = len(record.moments) - 1
    counted = f"{last} step{'' if last == 1 else 's'}"
    return Steps(f"{picture.title.partition(':')[0]} in {counted}", record.moments, picture)


def _interleaved(programs: Sequence[Any], order: Any, seed: int) -> Steps:
    """One order of the steps of several threads."""
    record, graphs = _Record(None), dict[Any, None]()

    def run_step(step: Step, slots: list[Any], thread: str) -> None:
        graphs[step.op.graph] = None
        record.step(step, slots, len(record.moments), thread=thread)

    outcome = interleaving.follow(programs, order, seed, run_step)
    record.moments.append(Moment("end", "returned", (), [outcome.end], 0))
    operations = [op for graph in graphs for op in graph.get_operations()]
    numbers = _numbers(record.moments)
    traces = [model.trace(g, [n for n in numbers if n in g._operations], ()) for g in graphs]
    needed = {name for traced in traces for name in traced.order}
    report = model.Report(
        order=list(numbers),
        numbers=numbers,
        fed={name for traced in traces for name in traced.unfed},
        folded=needed - numbers.keys(),
        pruned={name for traced in traces for name in traced.pruned},
    )
    picture = picture_of(operations, report)
    threads = f"{len(programs)} thread{'' if len(programs) == 1 else 's'}"
    return Steps(f"Run of {threads} in {len(record.moments)} steps", record.moments, picture)


def _numbers(moments: Sequence[Moment]) -> dict[str, int]:
    """The first step of each operation."""
    steps = reversed(list(enumerate(moments)))
    return {m.name: number for number, m in steps if m.kind not in NO_OPERATION}


def _picture(graph: Any, fetches: Any, keys: Sequence[Any], record: _Record) -> GraphPicture:
    """The graph with the numbers of the steps."""
    fed = [graph.as_graph_element(key, allow_operation=False) for key in keys]
    report = model.planned(model.trace(graph, fetches, fed), record.plan.report)
    report = replace(report, numbers=_numbers(record.moments))
    return picture_of(graph.get_operations(), report)


class _Record:
    """Runs steps and notes what they did."""

    def __init__(self, session: Any) -> None:
        self.session = session
        self.plan: Any = None
        self.moments: list[Moment] = []
        self.needed: dict[int, int] = {}
        """The last step that reads a slot."""

    def run(self, fetches: Any, feed_dict: Mapping[Any, Any]) -> None:
        """One run of the session, its steps in the order of the plan."""
        session, cancellation = self.session, executor.Cancellation()
        feeds, values = check_feeds(session.graph, feed_dict) if feed_dict else ((), ())
        wanted = Fetches(session.graph, fetches)
        options = session._options._replace(reuse_slots=False)
        plan = build_plan(session.graph, wanted.tensors, wanted.targets, feeds, options)
        self.plan = plan
        slots = plan.template.copy()
        slots[CONTEXT_SLOT] = executor.StepContext(session, session._resources, cancellation)
        for slot, value in zip(plan.feed_slots, values, strict=True):
            slots[slot] = value
        for index, step in enumerate(plan.steps):
            self.needed |= dict.fromkeys(step_inputs(step), index)
        self.needed |= dict.fromkeys((slot for slot, _ in plan.outputs), len(plan.steps))
        self._note("feed_dict", "fed", (), _named(feeds, values), self._memory(-1, slots))
        timer = threading.Timer(PATIENCE, cancellation.cancel)
        timer.daemon = True
        timer.start()
        try:
            for index, step in enumerate(plan.steps):
                self.step(step, slots, index)
            results, in_use = (
                executor.collect(plan, slots),
                self._memory(len(plan.steps) - 1, slots),
            )
            self._note("fetches", "returned", (), _named(wanted.tensors, results), in_use)
        except errors.OpError as error:
            self._failed(error, fetches, feed_dict)
        finally:
            timer.cancel()

    def partial_run(self, fetches: Any, feeds: Sequence[Any], calls: Sequence[Any]) -> None:
        """The calls of one partial run."""
        handle = self.session.partial_run_setup(fetches, feeds)
        state = self.session._partial_runs.get(handle)
        self.plan = state.plan
        state._run_step = lambda step: self.step(step, state._slots, len(self.moments), state)
        for number, (wanted, given) in enumerate(calls, start=1):
            fed = check_feeds(self.session.graph, given) if given else ((), ())
            self._note(f"call {number}", "fed", (), _named(*fed), self._memory(0, state._slots))
            try:
                results = self.session.partial_run(handle, wanted, given)
            except errors.OpError as error:
                self._failed(error, wanted, given)
                return
            tensors = Fetches(self.session.graph, wanted).tensors
            results = results if isinstance(results, (list, tuple)) else [results]
            named = _named(tensors, results) if len(tensors) == len(results) else [_text(results)]
            self._note(f"call {number}", "returned", (), named, self._memory(0, state._slots))

    def step(
        self, step: Step, slots: list[Any], index: int, state: Any = None, thread: str = ""
    ) -> None:
        """Runs one step over the slots, and notes it."""
        read = [slot for slot in step_inputs(step) if slot != CONTEXT_SLOT]
        before = [slots[slot] for slot in read]
        takes = [f"{t.name} = {_text(v)}" for t, v in zip(step.op.inputs, before)]
        begun = len(self.moments)
        with np.errstate(all="ignore"):
            type(state)._run_step(state, step) if state else executor.run_step(step, slots)
        made = step.out if isinstance(step.out, tuple) else (step.out,)
        values = [slots[slot] for slot in made]
        held = [value for value in before if isinstance(value, VariableResource)]
        if is_read(step):
            gives = [f"{held[0].name} = {_described(values[0])}"]
            self._note(held[0].name, "read", (), gives, self._memory(index, slots))
            return
        gives = [f"{variable.name} is now {_text(variable)}" for variable in held]
        if not held or not isinstance(values[0], VariableResource):
            gives = [*_named(step.op.outputs, values), *gives]
        wait = " after a wait" if len(self.moments) > begun else ""
        kind = f"{step.op.type} in {thread}{wait}" if thread else step.op.type
        self._note(step.op.name, kind, takes, gives, self._memory(index, slots))

    def _memory(self, index: int, slots: Sequence[Any]) -> int:
        """Bytes of the values that somebody needs after a step."""
        alive = {
            id(value): value.nbytes
            for slot, value in enumerate(slots)
            if isinstance(value, (np.ndarray, np.generic))
            and self.needed.get(slot, index + 1) > index
        }
        return sum(alive.values())

    def _note(self, *parts: Any) -> None:
        self.moments.append(Moment(*parts))

    def _failed(self, error: errors.OpError, fetches: Any, feed_dict: Any) -> None:
        errors.add_hint(error, owner=self.session, fetches=fetches, feed_dict=feed_dict)
        told = [f"{type(error).__name__}: {error.message}", *getattr(error, "__notes__", ())]
        self._note(error.op.name if error.op else "run", "failed", (), told, 0)


def _named(tensors: Sequence[Any], values: Sequence[Any]) -> list[str]:
    return [f"{t.name} = {_described(v)}" for t, v in zip(tensors, values, strict=False)]


def _described(value: Any) -> str:
    array = isinstance(value, (np.ndarray, np.generic)) and value.dtype != object
    return f"{_text(value)}  {value.dtype} {value.shape}" if array else _text(value)


def _text(value: Any) -> str:
    if isinstance(value, VariableResource):
        return "no value yet" if value.value is None else _text(value.value)
    if isinstance(value, QueueResource):
        return f"{value.kind} with {len(value)} inside"
    if isinstance(value, np.ndarray) and value.ndim:
        value = np.array2string(value, threshold=12, precision=4, edgeitems=2, separator=", ")
    text = " ".join(str(value).split())
    return text if len(text) <= MOST_TEXT else text[: MOST_TEXT - 1] + "…"


def _spoken(moment: Moment) -> str:
    """One sentence for a screen reader."""
    verb = {"fed": "feeds", "returned": "returns", "failed": "fails:", "read": "is read:"}
    kind = "" if moment.kind in verb else f", {moment.kind},"
    takes = f" takes {'; '.join(moment.takes)} and" if moment.takes else ""
    gives = "; ".join(moment.gives) or "nothing"
    return f"{moment.name}{kind}{takes} {verb.get(moment.kind, 'gives')} {gives}"


def _row(number: int, moment: Moment) -> str:
    cells = "".join(_cells(moment))
    name, spoken = escape(moment.name), escape(_spoken(moment))
    marks = f'class="{escape(moment.kind)}" data-name="{name}" data-say="{spoken}"'
    return f'<tr {marks}><th scope="row">{number}</th>{cells}</tr>'


def _cells(moment: Moment) -> Iterator[str]:
    yield f"<td><b>{escape(moment.name)}</b><br><small>{escape(moment.kind)}</small></td>"
    for texts in (moment.takes, moment.gives):
        yield "<td>" + "<br>".join(f"<code>{escape(text)}</code>" for text in texts) + "</td>"
    yield f"<td>{readable(moment.memory)}</td>"
