"""The servers of this process: tasks of clusters, what they own and how sessions reach it.

All tasks of such a cluster live in this one process; there is no network. A session that is
connected to one task sees the devices of all of them, and an operation finds its variables and
queues in the task that it is placed on. These outlive sessions.
"""

from __future__ import annotations

import itertools
import re
import secrets
import threading
import weakref
from collections.abc import Callable
from typing import Any

from minigraph import devices, errors, waiting
from minigraph.device_spec import DeviceSpecV2
from minigraph.placement import Placement
from minigraph.resources import ResourceManager

IN_PROCESS = (
    "Servers of minigraph are part of the process that made them: a target reaches only a server "
    "of the same process. For several machines use TensorFlow's servers."
)
_tasks: dict[str, Task] = {}
_changed = threading.Condition()
_ports = itertools.count(40_001)


class Task:
    """One task of a cluster. addresses: of all tasks, by name (/job:worker/replica:0/task:0)."""

    def __init__(self, job: str, index: int, addresses: dict[str, str], config: Any) -> None:
        self.name = task_name(job, index)
        self.devices = devices.list_for(config, self.name)
        self.resources = ResourceManager(job)
        self.connections: weakref.WeakSet[Connection] = weakref.WeakSet()
        self.started = False
        with _changed:
            self.address = _with_port(addresses[self.name])
            if self.address in _tasks:
                error = errors.UnknownError(None, None, "Could not start gRPC server")
                error.add_note(f"This process has a server at {self.address} until it ends.")
                raise error
            self.addresses = {**addresses, self.name: self.address}
            _tasks[self.address] = self

    def start(self) -> None:
        """Lets sessions in."""
        with _changed:
            self.started = True
            _changed.notify_all()

    def cluster(self, filters: Any, timeout: float | None = None) -> list[Task]:
        """This task and those of the cluster that a session may use, once all are started.

        filters: of device names. Raises DeadlineExceededError where it takes longer.
        """
        specs = [DeviceSpecV2.from_string(text) for text in filters]
        names = [name for name in self.addresses if _admitted(name, specs)]

        def missing() -> list[str]:
            found = {name: _tasks.get(self.addresses[name]) for name in names}
            return [name for name, task in found.items() if not (task and task.started)]

        def reason() -> str:
            where = ", ".join(f"{name} ({self.addresses[name]})" for name in missing())
            return f"a server of this process to start: {where}"

        def wait(left: float | None) -> None:
            _changed.wait_for(lambda: not missing(), left)

        with _changed:
            if not waiting.until(lambda: not missing(), reason, wait, timeout, _changed):
                raise errors.DeadlineExceededError(None, None, "Deadline Exceeded")
        others = [_tasks[self.addresses[name]] for name in sorted(names) if name != self.name]
        return [self, *others]

    def reset(self, containers: Any) -> None:
        """Empties containers, by default all, in all tasks, and aborts the sessions of this one."""
        for address in self.addresses.values():
            if address in _tasks:
                _tasks[address].resources.clear(containers or None)
        for connection in list(self.connections):
            connection.lost = True
            connection.cancel_runs()


class Connection(ResourceManager):
    """What a session of a server has: streams of its own, and the resources of all tasks.

    cancel_runs: cancels the runs of the session; lost: whether the server was reset.
    """

    def __init__(self, task: Task | None, config: Any, cancel_runs: Callable[[], None]) -> None:
        super().__init__()
        self.cancel_runs, self.lost = cancel_runs, False
        self._task, self._config = task, config
        self._id = secrets.token_hex(8)
        self._placement: Any = None
        self._managers: dict[str, ResourceManager] = {}

    def open(self) -> Placement:
        """Connects, when the cluster is complete; the placement on the devices of all tasks."""
        config = self._config
        timeout_ms = 0 if config is None else config.operation_timeout_in_ms
        timeout = timeout_ms / 1000 if timeout_ms > 0 else None
        if self._task is None:
            raise unreachable(timeout)
        members = self._members(self._task, timeout)
        isolated = config is not None and (config.isolate_session_state or config.cluster_def.job)
        self._managers = {
            name: ResourceManager(task.resources.name) if isolated else task.resources
            for name, task in members.items()
        }
        found = [
            device._replace(name=name + device.name.removeprefix(task.name))
            for name, task in members.items()
            for device in task.devices
        ]
        own = next(name for name, task in members.items() if task is self._task)
        placement = self._placement = Placement(config, own, found)
        self._task.connections.add(self)
        return placement

    def _members(self, task: Task, timeout: float | None) -> dict[str, Task]:
        """The tasks by name: of the server's cluster, or of the one that the ConfigProto defines.

        Raises InvalidArgumentError where that one leaves out the server.
        """
        config = self._config
        if config is None or not config.cluster_def.job:
            filters = () if config is None else config.device_filters
            return {member.name: member for member in task.cluster(filters, timeout)}
        addresses = {
            task_name(job.name, index): address
            for job in config.cluster_def.job
            for index, address in sorted(job.tasks.items())
        }
        if task.address not in addresses.values():
            raise errors.InvalidArgumentError(
                None,
                None,
                "The master (current machine) is not included in the provided cluster_def. \n"
                f"{config.cluster_def}",
            )
        found = {name: _tasks[address] for name, address in addresses.items() if address in _tasks}
        if len(found) < len(addresses):
            raise unreachable(timeout)
        return dict(sorted(found.items(), key=lambda item: item[1] is not task))

    def check(self) -> None:
        """Raises AbortedError after the server was reset."""
        if self.lost:
            raise errors.AbortedError(None, None, f"Session {self._id} is not found.")

    def close(self) -> None:
        """Raises AbortedError after the server was reset."""
        if self.lost:
            text = f"Session {self._id} is not found. Possibly, this master has restarted."
            raise errors.AbortedError(None, None, text)

    def translate(self, error: errors.OpError, closed: bool) -> errors.OpError:
        """An error as a server reports it: it says which task it comes from."""
        if isinstance(error, errors.CancelledError) and (closed or self.lost):
            text = "Step was cancelled by an explicit call to `Session::Close()`."
            return errors.CancelledError(None, None, text)
        if isinstance(error, errors.DeadlineExceededError) and "waiting for not" in error.message:
            return errors.DeadlineExceededError(None, None, "Operation timed out.")
        if error.op is not None or "[[{{node" in str(error.message):
            error._message = f"From {self._task_of(error.op)}:\n{error.message}"
        return error

    def _task_of(self, op: Any) -> str:
        device = (
            self._placement.device_of(op) if op is not None else self._placement.devices[0].name
        )
        return device.rpartition("/device:")[0]  # type: ignore[no-any-return]

    # As of every resource manager; what belongs to an operation is kept by its task.

    def get_or_create(
        self, container: str, name: str, make: Callable[[], Any], op: Any = None
    ) -> Any:
        """The resource called `name` of the task of `op`, of the session itself without one."""
        if op is None:
            return super().get_or_create(container, name, make)
        return self._managers[self._task_of(op)].get_or_create(container, name, make)

    def lookup(self, container: str, name: str, op: Any = None) -> Any:
        """The resource called `name`, or None."""
        if op is None:
            return super().lookup(container, name)
        return self._managers[self._task_of(op)].lookup(container, name)

    def neighbours(self, resource: Any) -> tuple[str, list[Any]]:
        """The container of a resource and what is in it."""
        for manager in self._managers.values():
            if any(other is resource for _, other in manager.items()):
                return manager.neighbours(resource)
        return super().neighbours(resource)


def connect(target: str, config: Any, cancel_runs: Callable[[], None]) -> Connection:
    """The connection of a session; NotFoundError for a target that is no server's."""
    return Connection(_find(target, config), config, cancel_runs)


def reset(target: str, containers: Any, config: Any) -> None:
    """Resets a server; NotFoundError for a target that is no server's of this process."""
    task = _find(target, config)
    if task is None:
        timeout_ms = 0 if config is None else config.operation_timeout_in_ms
        raise unreachable(timeout_ms / 1000 if timeout_ms > 0 else None)
    task.reset(containers)


def _find(target: str, config: Any) -> Task | None:
    """The task at a target; None where the process has none there."""
    if not target.startswith("grpc://"):
        raise errors.NotFoundError(
            None,
            None,
            f'No session factory registered for the given session options: {{target: "{target}" '
            'config: device_count { key: "CPU" value: 1 } device_count { key: "GPU" value: 0 } '
            "gpu_options { experimental { } } experimental { disable_optimize_for_static_graph: "
            "true } pluggable_device_options { experimental { } }} Registered factories are "
            "{GRPC_SESSION, DIRECT_SESSION}.",
        )
    address = target.removeprefix("grpc://")
    if not re.fullmatch(r".+:\d+", address):
        text = f'Could not interpret "{address}" as a host-port pair.'
        raise errors.InvalidArgumentError(None, None, text)
    return _tasks.get(address)


def unreachable(timeout: float | None) -> errors.OpError:
    """What a session without a server raises, after `timeout` seconds if there is one.

    TensorFlow waits for ever without one.
    """
    if timeout is not None:
        waiting.sleep(timeout, lambda: "a server")
        return errors.DeadlineExceededError(None, None, "Deadline Exceeded")
    return errors.NotFoundError(None, None, f"There is no server at the target. {IN_PROCESS}")


def task_name(job: str, index: int) -> str:
    """The name of a task as devices have it."""
    return f"/job:{job}/replica:0/task:{index}"


def _with_port(address: str) -> str:
    """An address whose port is not 0; InvalidArgumentError where it has none."""
    host, _, port = address.rpartition(":")
    if not host or not port.isdigit():
        text = f'Could not parse port for local server from "{address}".'
        raise errors.InvalidArgumentError(None, None, text)
    free = (f"{host}:{number}" for number in _ports)
    return address if int(port) else next(name for name in free if name not in _tasks)


def _admitted(name: str, filters: list[DeviceSpecV2]) -> bool:
    task = DeviceSpecV2.from_string(name)
    alike = (spec.replace(device_type=None, device_index=None) for spec in filters)
    return not filters or any(devices.fits(spec, task) for spec in alike)
