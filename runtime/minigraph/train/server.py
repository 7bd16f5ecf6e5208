"""Server: one task of a cluster that lives in this process."""

from __future__ import annotations

import threading
from typing import Any

from minigraph import errors, protos, servers, waiting
from minigraph.train.cluster import ClusterSpec


class Server:
    """One task of a cluster: devices, variables and queues that sessions share (tf.train.Server).

    It is in-process: there is no network, a target reaches only a server of the same process, and
    what tasks of several machines do is done by servers and threads of one program. Variables stay
    when sessions close, under their names; see `Session.reset`.
    server_or_cluster_def: a ServerDef, or what makes a ClusterSpec; config: which devices it has.
    Raises TypeError or ValueError where job or task are not said; InternalError where the cluster
    does not have them; InvalidArgumentError for an address without a port, UnknownError where
    another server is, NotFoundError for another protocol than "grpc".
    """

    def __init__(
        self,
        server_or_cluster_def: Any,
        job_name: str | None = None,
        task_index: int | None = None,
        protocol: str | None = None,
        config: Any = None,
        start: bool = True,
    ) -> None:
        given = {"job_name": job_name, "task_index": task_index, "protocol": protocol}
        self._server_def = _server_def(server_or_cluster_def, given)
        if config is not None:
            self._server_def.default_session_config.MergeFrom(config)
        self._task = _task(self._server_def)
        if start:
            self.start()

    def __repr__(self) -> str:
        return f"<minigraph.train.Server {self._task.name} at {self.target}, in this process only>"

    @property
    def server_def(self) -> Any:
        """The ServerDef message."""
        return self._server_def

    @property
    def target(self) -> str:
        """What `tf.Session(target)` takes to connect to this server, in the same process."""
        return f"grpc://{self._task.address}"

    def start(self) -> None:
        """Lets sessions in; those that wait for it go on."""
        self._task.start()

    def join(self) -> None:
        """Blocks for ever, as TensorFlow's does: a server ends with its process.

        Raises RuntimeError in the main thread, where nothing could ever go on.
        """
        if waiting.scheduler() is None and threading.current_thread() is threading.main_thread():
            raise RuntimeError(
                f"Server.join() of {self._task.name} never returns, and this is the main thread. "
                f"{servers.IN_PROCESS} So there is nothing to join: leave the call out, or make it "
                "in a daemon thread."
            )
        never = threading.Event()
        waiting.until(never.is_set, lambda: f"the end of the server {self._task.name}", never.wait)

    @staticmethod
    def create_local_server(config: Any = None, start: bool = True) -> Server:
        """The only server of a cluster with one task, in the job "localhost"."""
        return Server({"localhost": ["localhost:0"]}, protocol="grpc", config=config, start=start)


def _server_def(given: Any, fields: dict[str, Any]) -> Any:
    if isinstance(given, protos.ServerDef):
        merged = protos.ServerDef()
        merged.MergeFrom(given)
        for name, value in fields.items():
            if value is not None:
                setattr(merged, name, value)
        return merged
    try:
        spec = ClusterSpec(given)
    except TypeError:
        raise TypeError(
            "Could not convert `server_or_cluster_def` to a `tf.train.ServerDef` or "
            "`tf.train.ClusterSpec`."
        ) from None
    job, index = fields["job_name"], fields["task_index"]
    if job is None:
        job = _only(spec.jobs, "job_name")
    if index is None:
        index = _only(spec.task_indices(job), "task_index")
    return protos.ServerDef(
        cluster=spec.as_cluster_def(),
        job_name=job,
        task_index=index,
        protocol=fields["protocol"] or "grpc",
    )


def _only(choices: list[Any], name: str) -> Any:
    if len(choices) != 1:
        raise ValueError(f"Must specify an explicit `{name}`.")
    return choices[0]


def _task(server_def: Any) -> servers.Task:
    if server_def.protocol != "grpc":
        raise errors.NotFoundError(
            None,
            None,
            f"No server factory registered for the given ServerDef: \n{server_def}\nThe available "
            "server factories are: [ GRPC_SERVER ]",
        )
    job, index = server_def.job_name, server_def.task_index
    jobs = {entry.name: dict(entry.tasks) for entry in server_def.cluster.job}
    if job not in jobs:
        raise errors.InternalError(None, None, f'Job "{job}" was not defined in cluster')
    if index not in jobs[job]:
        text = f'Task {index} was not defined in job "{job}"'
        raise errors.InternalError(None, None, text)
    addresses = {
        servers.task_name(name, number): address
        for name, tasks in jobs.items()
        for number, address in tasks.items()
    }
    return servers.Task(job, index, addresses, server_def.default_session_config)
