"""Timelines: the steps of a traced run as a Chrome trace and as a picture.

    metadata = tf.RunMetadata()
    options = tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE)
    session.run(fetches, options=options, run_metadata=metadata)
    Timeline(metadata.step_stats).generate_chrome_trace_format()

The JSON is that of TensorFlow's `tensorflow.python.client.timeline`; open it in chrome://tracing.
"""

from __future__ import annotations

import io
import itertools
import json
import re
from collections.abc import Iterator
from html import escape
from typing import Any, NamedTuple

INK = "#010203"
"""Stands for the colour of text, which the notebook decides."""

COLOURS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00")
"""Of Okabe and Ito, which colour-blind readers can tell apart."""

MOST_NAMED = 16
"""Steps of a timeline that have rows of their own."""

_LABEL = re.compile(r"(.*) = (.*)\((.*)\)")


class AllocationMaximum(NamedTuple):
    """The most that an allocator had given out: when (in microseconds), how much, for what."""

    timestamp: int
    num_bytes: int
    tensors: set[str]


class StepStatsAnalysis(NamedTuple):
    """The events of a run, and an AllocationMaximum for each allocator."""

    chrome_trace: ChromeTrace
    allocator_maximums: dict[str, AllocationMaximum]


class ChromeTrace:
    """Events in the Chrome trace format."""

    def __init__(self) -> None:
        self._processes: list[dict[str, Any]] = []
        self._events: list[dict[str, Any]] = []

    def add_process(self, name: str) -> int:
        """A row of the picture; returns its number."""
        pid = len(self._processes)
        self._processes.append(
            {"name": "process_name", "ph": "M", "pid": pid, "args": {"name": name}}
        )
        return pid

    def add(self, ph: str, cat: str, name: str, pid: int, tid: int, ts: int, **more: Any) -> None:
        """An event of kind `ph` at `ts` microseconds."""
        event = {"ph": ph, "cat": cat, "name": name, "pid": pid, "tid": tid, "ts": ts}
        self._events.append({**event, **more})

    def format_to_string(self, pretty: bool = False) -> str:
        """The JSON text."""
        trace = {"traceEvents": self._processes + self._events}
        if pretty:
            return json.dumps(trace, indent=4, separators=(",", ": "))
        return json.dumps(trace, separators=(",", ":"))


class _Tensor:
    """A value that a step made, and until when others needed it."""

    def __init__(self, number: int, pid: int, start: int, end: int, description: Any) -> None:
        self.number, self.pid, self.start, self.end = number, pid, start, end
        self.allocator = description.allocation_description.allocator_name
        self.num_bytes = description.allocation_description.requested_bytes


class Timeline:
    """The timeline of one run (TensorFlow: tensorflow.python.client.timeline.Timeline).

    step_stats: of RunMetadata; graph: accepted as by TensorFlow, which does not use it either.
    """

    def __init__(self, step_stats: Any, graph: Any = None) -> None:
        self._step_stats = step_stats

    def analyze_step_stats(
        self, show_dataflow: bool = True, show_memory: bool = True, op_time: str = "schedule"
    ) -> StepStatsAnalysis:
        """The events of the run, and what its allocators gave out at most.

        show_dataflow: with arrows between steps; show_memory: with tensors and memory counters;
        op_time: "schedule", "gpu" or "all", which differ only for traces of GPU streams.
        """
        return _Analysis(self._step_stats).run(show_dataflow, show_memory)

    def generate_chrome_trace_format(
        self, show_dataflow: bool = True, show_memory: bool = False, op_time: str = "schedule"
    ) -> str:
        """The run in the Chrome trace format, as JSON; see `analyze_step_stats`."""
        analysis = self.analyze_step_stats(show_dataflow, show_memory, op_time)
        return analysis.chrome_trace.format_to_string(pretty=True)

    def plot(self) -> Plot:
        """A picture of the run: a row for each step, in the order of their starts, coloured by
        device. Of many steps the longest have rows, and all others share the last one.
        """
        from minigraph.draw.shapes import short

        devices = [stats.device.rpartition("device:")[2] for stats in self._step_stats.dev_stats]
        steps = [
            (node.all_start_nanos, node.all_end_rel_nanos, short(node.node_name), colour)
            for stats, colour in zip(self._step_stats.dev_stats, itertools.cycle(COLOURS))
            for node in stats.node_stats
        ]
        named = sorted(sorted(steps, key=lambda step: -step[1])[:MOST_NAMED])
        others = len(steps) - len(named)
        labels = [step[2] for step in named] + [f"{others} others"] * bool(others)
        figure, axes = _figure(1.0 + 0.22 * len(labels))
        begin = min((step[0] for step in steps), default=0)
        least = (max((step[0] + step[1] for step in steps), default=0) - begin) / 300
        for step in steps:
            row = named.index(step) if step in named else len(named)
            left, width = (step[0] - begin) / 1000, max(step[1], least) / 1000
            axes.barh(row, width, left=left, color=step[3])
        for device, colour in zip(devices, COLOURS):
            axes.barh(0, 0, color=colour, label=device)
        axes.set_yticks(range(len(labels)), labels, fontsize=8)
        axes.invert_yaxis()
        axes.set_xlabel("microseconds since the run began")
        place = {"loc": "lower left", "bbox_to_anchor": (0, 1), "ncols": len(COLOURS)}
        axes.legend(fontsize=8, labelcolor=INK, frameon=False, **place)
        told = f"Timeline of {len(steps)} steps on {', '.join(devices) or 'no device'}"
        return Plot(figure, told)


class _Analysis:
    def __init__(self, step_stats: Any) -> None:
        self._stats = step_stats
        self._trace = ChromeTrace()
        self._allocators = self._trace.add_process("Allocators")
        self._rows = [
            tuple(
                self._trace.add_process(f"{stats.device} {kind}") for kind in ("Compute", "Tensors")
            )
            for stats in step_stats.dev_stats
        ]
        self._lanes = [list(_lanes(stats)) for stats in step_stats.dev_stats]
        self._tensors: dict[str, _Tensor] = {}
        self._sources: dict[str, tuple[int, int, int]] = {}
        self._flows = 0

    def run(self, show_dataflow: bool, show_memory: bool) -> StepStatsAnalysis:
        for row, lanes, stats in zip(self._rows, self._lanes, self._stats.dev_stats, strict=True):
            for lane, node in zip(lanes, stats.node_stats, strict=True):
                self._add_tensors(node, row, lane, show_memory)
        for row, lanes, stats in zip(self._rows, self._lanes, self._stats.dev_stats, strict=True):
            for lane, node in zip(lanes, stats.node_stats, strict=True):
                self._add_step(node, row[0], lane, show_dataflow)
        return StepStatsAnalysis(self._trace, self._add_memory() if show_memory else {})

    def _add_tensors(self, node: Any, row: tuple[int, ...], lane: int, show: bool) -> None:
        compute, tensors = row
        start, end = _span(node)
        for index, output in enumerate(node.output):
            name = f"{node.node_name}:{index}" if index else node.node_name
            description = output.tensor_description
            tensor = _Tensor(len(self._tensors), tensors, start, end, description)
            self._tensors[name] = tensor
            self._sources[name] = (end, compute, lane)
            if show:
                self._trace.add("N", "Tensor", name, tensors, lane, start, id=tensor.number)
                shown = {"snapshot": {"tensor_description": str(description).replace('"', "")}}
                self._trace.add(
                    "O", "Tensor", name, tensors, lane, end - 1, id=tensor.number, args=shown
                )

    def _add_step(self, node: Any, pid: int, lane: int, show_dataflow: bool) -> None:
        start, end = _span(node)
        found = _LABEL.match(node.timeline_label)
        kind = found[2] if found else "unknown"
        if node.node_name == "RecvTensor":  # of another task, which labels it otherwise
            found, kind = None, node.node_name
        inputs = found[3].split(", ") if found and found[3] else []
        args = {"name": node.node_name, "op": kind}
        args.update({f"input{index}": name for index, name in enumerate(inputs)})
        self._trace.add("X", "Op", kind, pid, lane, start, dur=node.all_end_rel_micros, args=args)
        for text in inputs:
            # A received value, y/_1, is known by the name of the node that sent it.
            sender = text.rpartition("/_")[0]
            name = text if text in self._tensors or not sender else sender
            if name not in self._tensors:
                continue
            self._tensors[name].end = max(self._tensors[name].end, end - 1)
            created, source_pid, source_lane = self._sources[name]
            if show_dataflow and (source_pid, source_lane) != (pid, lane):
                ends = (("s", source_pid, source_lane, created), ("t", pid, lane, start))
                for ph, flow_pid, flow_lane, time in ends:
                    self._trace.add(ph, "DataFlow", name, flow_pid, flow_lane, time, id=self._flows)
                self._flows += 1

    def _add_memory(self) -> dict[str, AllocationMaximum]:
        """A counter for each allocator, and its maximum."""
        changes: dict[str, list[tuple[int, int, str]]] = {}
        for name, tensor in self._tensors.items():
            self._trace.add("D", "Tensor", name, tensor.pid, 0, tensor.end, id=tensor.number)
            changes.setdefault(tensor.allocator, []).extend(
                [(tensor.start, tensor.num_bytes, name), (tensor.end, -tensor.num_bytes, name)]
            )
        maximums = {}
        for allocator, list_of_changes in changes.items():
            total, held = 0, set[str]()
            most = AllocationMaximum(0, 0, set())
            for time, size, name in sorted(list_of_changes):
                total += size
                held = held - {name} if size < 0 else held | {name}
                if total > most.num_bytes:
                    most = AllocationMaximum(time, total, held)
                counter = {allocator: total}
                self._trace.add("C", "Memory", allocator, self._allocators, 0, time, args=counter)
            maximums[allocator] = most
        return maximums


def _span(node: Any) -> tuple[int, int]:
    """Start and end of a step, in microseconds."""
    start: int = node.all_start_micros
    return start, start + node.all_end_rel_micros


def _lanes(stats: Any) -> Iterator[int]:
    """For each step of a device a lane in which no other step is running."""
    busy_until = [0]
    for node in stats.node_stats:
        start, end = _span(node)
        free = (lane for lane, until in enumerate(busy_until) if start > until)
        lane = next(free, len(busy_until))
        busy_until[lane : lane + 1] = [end]
        yield lane


class Plot:
    """A picture that shows itself in a notebook, in its colours. figure: matplotlib's."""

    def __init__(self, figure: Any, description: str) -> None:
        self.figure, self.description = figure, description

    def __repr__(self) -> str:
        return f"<{self.description}>"

    def _repr_svg_(self) -> str:
        text = io.StringIO()
        self.figure.savefig(text, format="svg", bbox_inches="tight", transparent=True)
        words = escape(self.description)
        ink = "var(--jp-ui-font-color1, light-dark(#1b1f24, #eceff2))"
        opened = (
            f'<svg role="img" aria-label="{words}" style="color-scheme: light dark; color: {ink}"'
        )
        svg = text.getvalue().replace(INK, "currentColor")
        return svg[svg.index("<svg") :].replace("<svg", opened, 1)

    def _repr_html_(self) -> str:
        from minigraph.draw.svg import on_page

        return on_page(self._repr_svg_(), self.description)


def plot_memory(memory: Any) -> Plot:
    """A picture of the memory of a simulated GPU (see `minigraph.gpu_memory`), change by change."""
    figure, axes = _figure(3)
    reserved, in_use = zip(*memory.history, strict=True) if memory.history else ((), ())
    lines = ((reserved, "reserved by the process", "-"), (in_use, "in use by tensors", "--"))
    for (values, label, dashes), colour in zip(lines, COLOURS):
        heights = [value / 2**20 for value in values]
        axes.step(range(len(values)), heights, dashes, label=label, color=colour)
    axes.axhline(memory.limit / 2**20, color=INK, linestyle=":", label="limit")
    axes.set_title(f"simulated GPU {memory.index}")
    axes.set_xlabel("changes")
    axes.set_ylabel("MiB")
    axes.legend(fontsize=8, labelcolor=INK, frameon=False)
    return Plot(figure, f"Memory over time: {memory!r}")


def _figure(height: float) -> tuple[Any, Any]:
    import matplotlib as mpl
    from matplotlib.figure import Figure

    parts = "axes.edgecolor axes.labelcolor text.color xtick.color ytick.color"
    inks: Any = dict.fromkeys(parts.split(), INK)
    with mpl.rc_context(inks):
        figure = Figure(figsize=(8, height))
        return figure, figure.subplots()
