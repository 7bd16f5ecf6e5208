"""Placement: which operation of a session's graph runs on which of its devices.

TensorFlow's rules: the whole graph is placed when it runs (only what a request needs with
place_pruned_graph); operations that are colocated, or share a reference or resource, go together; a
GPU comes first where all of them can use one; what takes no input goes where its only reader is.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from minigraph import dtypes, errors
from minigraph.device_spec import DeviceSpecV2
from minigraph.devices import LOCAL_TASK, Device, fits, list_for, visible_gpus
from minigraph.graph import Graph
from minigraph.operation import Operation


class Group:
    """Operations that run on one device, and what was asked of it."""

    def __init__(self, op: Operation) -> None:
        self.members = [op]
        self.wanted = DeviceSpecV2.from_string(op._device)
        self.device: str | None = None


class Placement:
    """Where the operations of one session's graph run; worked out as the graph grows."""

    def __init__(
        self, config: Any, task: str = LOCAL_TASK, devices: Sequence[Device] | None = None
    ) -> None:
        """devices: those of a cluster, `task` first; by default those of the configuration."""
        self.devices = list_for(config, task) if devices is None else list(devices)
        pools = visible_gpus(config)
        self.pools = {f"{task}/device:GPU:{index}": pool for index, pool in enumerate(pools)}
        for pool in pools:
            pool.configure(config.gpu_options if config is not None else None)
        self._soft = config is not None and config.allow_soft_placement
        self._log = config is not None and config.log_device_placement
        # A GPU is the better device where operations can use it.
        names = sorted((device.name for device in self.devices), key=lambda name: "GPU" not in name)
        self._specs = [(name, DeviceSpecV2.from_string(name)) for name in names]
        # What variables occupy of the simulated GPUs, until the session ends.
        self.variables: dict[Any, Any] = {}
        self._placed: dict[Operation, str] = {}
        self._next = 0
        self._lock = threading.Lock()
        if self._log and self.pools:
            print("Device mapping:")
            for name, pool in self.pools.items():
                print(f"{name} -> device: {pool.index}, name: simulated by minigraph")

    def update(self, graph: Graph) -> None:
        """Places the operations made since the last call.

        Raises InvalidArgumentError for an operation whose device the session does not have, or that
        is colocated with one of another device.
        """
        with self._lock:
            if graph._next_id == self._next:
                return
            new = newest(graph, self._next)
            before = set(self._placed)
            self._place(new)
            self._next = graph._next_id
        if self._log:
            self._print(graph.get_operations(), before, [])

    def update_part(
        self, ops: Sequence[Operation], feeds: Iterable[Any], fetches: Iterable[Any]
    ) -> None:
        """Places what one request needs; `feeds` and `fetches` are its tensors."""
        with self._lock:
            before = set(self._placed)
            self._place([op for op in ops if op not in self._placed])
        if self._log:
            ends = [
                f"{start}_{tensor.op.name}_{tensor.value_index}_{index}: ({kind})"
                for start, kind, tensors in (
                    ("_arg", "_Arg", feeds),
                    ("_retval", "_Retval", fetches),
                )
                for index, tensor in enumerate(sorted(set(tensors), key=lambda tensor: tensor.name))
            ]
            self._print(ops, before, ends)

    def device_of(self, op: Operation) -> str:
        """The full name of the device that runs `op`."""
        found = self._placed.get(op)
        return found or self._choose(Group(op), op)

    def release(self) -> None:
        """Gives back what the session's variables occupy."""
        while self.variables:
            self.variables.popitem()[1].release()

    def _place(self, new: Sequence[Operation]) -> None:
        if not self.pools and new and not new[0].graph._asks_for_devices:
            self._placed.update(dict.fromkeys(new, self.devices[0].name))
            return
        placed = self._placed.copy()
        groups = self._grouped(new)
        for op in sorted(new, key=is_generator):
            if op not in placed:
                device = groups[op].device or self._choose(groups[op], op)
                placed.update(dict.fromkeys(groups[op].members, device))
        for op in new:
            if len(groups[op].members) == 1 and not op._device:
                self._move_to_reader(op, placed)
        self._placed = placed

    def _grouped(self, new: Sequence[Operation]) -> dict[Operation, Group]:
        groups = {op: Group(op) for op in new}
        for op in new:
            for other, forced in partners(op):
                mine = groups[op]
                theirs = groups.get(other)
                if theirs is mine:
                    continue
                if forced and not self._soft:
                    self._check_merge(mine.wanted, other, op)
                if theirs is None:
                    mine.device = self._placed.get(other, mine.device)
                else:
                    self._merge(mine, theirs)
                    groups.update(dict.fromkeys(mine.members, theirs))
        return groups

    def _check_merge(self, wanted: DeviceSpecV2, other: Operation, op: Operation) -> None:
        conflict = _conflict(wanted, DeviceSpecV2.from_string(other._device))
        if conflict:
            raise errors.InvalidArgumentError(
                op.node_def,
                op,
                f"Cannot colocate nodes {{{{colocation_node {op.name}}}}} and {{{{colocation_node "
                f"{other.name}}}}}: Cannot merge devices with incompatible {conflict}: "
                f"'{op.device}' and '{other.device}'\n\t [[{{{{node {op.name}}}}}]]",
            )

    def _merge(self, mine: Group, theirs: Group) -> None:
        """Adds one group to another, whose wishes come first."""
        theirs.wanted = mine.wanted.make_merged_spec(theirs.wanted)
        theirs.device = theirs.device or mine.device
        theirs.members += mine.members

    def _choose(self, group: Group, op: Operation) -> str:
        """The device of the group of `op`; with soft placement the nearest that there is."""
        on_gpu = all(map(runs_on_gpu, group.members))
        usable = [item for item in self._specs if on_gpu or item[1].device_type != "GPU"]
        chosen = next((name for name, spec in usable if fits(group.wanted, spec)), None)
        if chosen is None and self._soft:
            anywhere = group.wanted.replace(device_type=None, device_index=None)
            chosen = next((name for name, spec in usable if fits(anywhere, spec)), None)
        if chosen is None:
            raise self._refusal(group, op)
        return chosen

    def _refusal(self, group: Group, op: Operation) -> errors.OpError:
        wanted = op.device or group.wanted.to_string()
        start = f"Cannot assign a device for operation {op.name}: "
        if any(fits(group.wanted, spec) for _, spec in self._specs):
            unable = next((m for m in group.members if not runs_on_gpu(m)), op)
            return errors.InvalidArgumentError(
                unable.node_def,
                unable,
                f"{start}Could not satisfy explicit device specification '{wanted}' because no "
                f"supported kernel for GPU devices is available.\n\t [[{{{{node {op.name}}}}}]]",
            )
        names = ", ".join(sorted(device.name for device in self.devices))
        hint = ""
        if group.wanted.device_type == "GPU" and not self.pools:
            hint = " The requested device appears to be a GPU, but CUDA is not enabled."
        return errors.InvalidArgumentError(
            None,
            None,
            f"{start}{{{{node {op.name}}}}} was explicitly assigned to {wanted} but available "
            f"devices are [ {names} ]. Make sure the device specification refers to a valid "
            f"device.{hint}\n\t [[{op.name}]]",
        )

    def _move_to_reader(self, op: Operation, placed: dict[Operation, str]) -> None:
        """What has no input goes to its only reader, what looks at a shape to whose shape it is."""
        near = None
        if is_generator(op) and len(op.outputs[0].consumers()) == 1:
            near = placed.get(op.outputs[0].consumers()[0])
        elif op.op_def.of_shape:
            near = placed.get(op.inputs[0].op)
        if near is not None and (runs_on_gpu(op) or near not in self.pools):
            placed[op] = near

    def _print(self, ops: Sequence[Operation], before: set[Operation], ends: Sequence[str]) -> None:
        """The placement log, on Python's standard output so that a notebook shows it.

        TensorFlow lists what has no input last, but for state that it has placed before.
        """
        last = [op for op in ops if is_generator(op) and not (op.op_def.stateful and op in before)]
        first = [op for op in ops if op not in set(last)]
        lines = [f"{op.name}: ({op.type}): {self._placed[op]}" for op in first]
        lines += [f"{end}: {self.devices[0].name}" for end in ends]
        lines += [f"{op.name}: ({op.type}): {self._placed[op]}" for op in last]
        print("\n".join(lines))


def newest(graph: Graph, start: int) -> list[Operation]:
    """The operations of a graph from number `start` on, in the order they were made."""
    found = []
    for op in reversed(graph._operations.values()):
        if op._id < start:
            break
        found.append(op)
    return found[::-1]


class Partner(NamedTuple):
    """An operation that shares a device. forced: whether it is an error to ask for another."""

    op: Operation
    forced: bool


def partners(op: Operation) -> list[Partner]:
    """The operations that `op` shares its device with."""
    named = [group[5:].decode() for group in op.attrs.get("_class", ())]
    found = [op.graph._operations.get(name) for name in named if name != op.name]
    result = [Partner(other, True) for other in found if other is not None]
    for arg, tensor in zip(op.op_def.inputs, op.inputs):
        if arg.is_ref:
            result.append(Partner(tensor.op, True))
        elif arg.dtype is dtypes.resource:
            result.append(Partner(tensor.op, False))
    return result


def is_generator(op: Operation) -> bool:
    """Whether `op` makes one value from nothing."""
    outputs = op.outputs
    return not op.inputs and len(outputs) == 1 and not outputs[0].dtype._is_ref_dtype


def runs_on_gpu(op: Operation) -> bool:
    """Whether TensorFlow has a GPU kernel for `op`: not for text, queues and Python functions."""
    if op.op_def.blocking:
        return False
    tensors = (*op.inputs, *op.outputs)
    return all(tensor.dtype.base_dtype is not dtypes.string for tensor in tensors)


def _conflict(a: DeviceSpecV2, b: DeviceSpecV2) -> str:
    """In which part two requests contradict each other; empty where they do not."""
    names = (("device_type", "types"), ("device_index", "ids"), ("job", "jobs"))
    for field, word in (*names, ("replica", "replicas"), ("task", "tasks")):
        one, other = getattr(a, field), getattr(b, field)
        if one is not None and other is not None and one != other:
            return word
    return ""
