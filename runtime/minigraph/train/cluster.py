"""Clusters: jobs and tasks, and which of them operations are placed on."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

from minigraph.device_spec import DeviceSpecV2

_PS_OPS = ("VariableV2", "VarHandleOp")


class ClusterSpec:
    """The tasks of a cluster by job: {job: [address, ...] or {index: address}}.

    cluster: also a ClusterDef or another ClusterSpec. TensorFlow: tf.train.ClusterSpec.
    Raises TypeError for anything else.
    """

    def __init__(self, cluster: Any) -> None:
        from minigraph import protos

        if isinstance(cluster, ClusterSpec):
            cluster = cluster.as_cluster_def()
        if isinstance(cluster, protos.ClusterDef):
            cluster = {job.name: dict(job.tasks) for job in cluster.job}
        if not isinstance(cluster, dict):
            raise TypeError(
                "`cluster` must be a dictionary mapping one or more job names to lists of network "
                "addresses, or a `ClusterDef` protocol buffer"
            )
        self._jobs = {job: _tasks(job, tasks) for job, tasks in cluster.items()}

    def __bool__(self) -> bool:
        return bool(self._jobs)

    def __eq__(self, other: Any) -> bool:
        return self._jobs == (other._jobs if isinstance(other, ClusterSpec) else other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        items = (f"{job!r}: {tasks!r}" for job, tasks in sorted(self.as_dict().items()))
        return f"ClusterSpec({{{', '.join(items)}}})"

    @property
    def jobs(self) -> list[str]:
        """The names of the jobs."""
        return list(self._jobs)

    def as_dict(self) -> dict[str, Any]:
        """The addresses by job: a list where no index is left out, else a dict."""
        return {
            job: self.job_tasks(job)
            if tasks and max(tasks) + 1 == len(tasks)
            else {index: tasks[index] for index in sorted(tasks)}
            for job, tasks in self._jobs.items()
        }

    def as_cluster_def(self) -> Any:
        """The cluster as a ClusterDef message."""
        from minigraph import protos

        result = protos.ClusterDef()
        for job, tasks in sorted(self._jobs.items()):
            result.job.add(name=job, tasks=tasks)
        return result

    def num_tasks(self, job_name: str) -> int:
        """How many tasks a job has; ValueError for an unknown job."""
        return len(self._job(job_name))

    def task_indices(self, job_name: str) -> list[int]:
        """The indices of a job's tasks; ValueError for an unknown job."""
        return sorted(self._job(job_name))

    def task_address(self, job_name: str, task_index: int) -> str:
        """The address of a task; ValueError for an unknown job or index."""
        job = self._job(job_name)
        if task_index not in job:
            raise ValueError(f"No task with index {task_index!r} in job {job_name!r}")
        return job[task_index]

    def job_tasks(self, job_name: str) -> list[str | None]:
        """The addresses of a job's tasks by index, None where there is no task."""
        job = self._job(job_name)
        return [job.get(index) for index in range(max(job) + 1)]

    def _job(self, name: str) -> dict[int, str]:
        if name not in self._jobs:
            raise ValueError(f"No such job in cluster: {name!r}")
        return self._jobs[name]


def _tasks(job: Any, tasks: Any) -> dict[int, str]:
    if not isinstance(tasks, (list, tuple, dict)):
        raise TypeError(
            f"The tasks for job {job!r} must be a list or a dictionary from integers to strings."
        )
    if not isinstance(job, (str, bytes)):
        raise TypeError(f"Job name {job!r} must be bytes or unicode")
    pairs = tasks.items() if isinstance(tasks, dict) else enumerate(tasks)
    result = {int(index): address for index, address in pairs}
    for address in result.values():
        if not isinstance(address, (str, bytes)):
            raise TypeError(f"Task address {address!r} must be bytes or unicode")
    return result


def replica_device_setter(
    ps_tasks: int = 0,
    ps_device: str = "/job:ps",
    worker_device: str = "/job:worker",
    merge_devices: bool = True,
    cluster: Any = None,
    ps_ops: Any = None,
    ps_strategy: Callable[[Any], int] | None = None,
) -> Callable[[Any], str] | None:
    """A device function: variables on parameter servers in turn, all else on the worker.

    cluster: ClusterSpec or what makes one, in place of `ps_tasks`. None where there is no server.
    TensorFlow: tf.train.replica_device_setter.
    """
    if cluster is not None:
        tasks = ClusterSpec(cluster).as_dict().get(DeviceSpecV2.from_string(ps_device).job or "")
        ps_tasks = len(tasks or ())
    if ps_tasks == 0:
        return None
    if ps_strategy is not None and not callable(ps_strategy):
        raise TypeError("ps_strategy must be callable")
    turns = itertools.cycle(range(ps_tasks))
    next_task = ps_strategy or (lambda op: next(turns))
    variables = _PS_OPS if ps_ops is None else ps_ops

    def device_of(op: Any) -> str:
        if not merge_devices and op.device:
            return op.device  # type: ignore[no-any-return]
        asked = DeviceSpecV2.from_string(op.device or "")
        if not (ps_device and op.type in variables):
            worker = DeviceSpecV2.from_string(worker_device or "")
            return worker.make_merged_spec(asked).to_string()
        server = DeviceSpecV2.from_string(ps_device)
        if server.job and asked.job in (None, server.job):
            server = server.replace(task=next_task(op))
        return server.make_merged_spec(asked).to_string()

    return device_of
