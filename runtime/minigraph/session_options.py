"""What ConfigProto and RunOptions mean for a session of this runtime."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

from minigraph import errors
from minigraph.dataflow import Pools
from minigraph.plan import PlanOptions

OFF = 2  # RewriterConfig.Toggle.OFF
LEVEL_0 = -1  # OptimizerOptions.L0


def is_config(config: Any) -> bool:
    """Whether `config` is a ConfigProto message of this package."""
    descriptor = getattr(type(config), "DESCRIPTOR", None)
    return descriptor is not None and descriptor.full_name == "minigraph.ConfigProto"


def plan_options(config: Any) -> PlanOptions:
    """Which optimisations ConfigProto.graph_options leaves on."""
    if config is None:
        return PlanOptions()
    graph_options = config.graph_options
    rewrite = graph_options.rewrite_options
    optimize = graph_options.optimizer_options.opt_level != LEVEL_0
    optimize = optimize and not rewrite.disable_meta_optimizer
    return PlanOptions(
        fold=optimize and rewrite.constant_folding != OFF,
        merge=optimize and rewrite.common_subgraph_elimination != OFF,
        prune=optimize and rewrite.dependency_optimization != OFF,
    )


def thread_pool(config: Any) -> ThreadPoolExecutor | None:
    """The pool of a session: the process's own unless the session asks for one.

    None where the session's operations run in the thread that calls `run`.
    """
    threads = 0 if config is None else config.inter_op_parallelism_threads
    if threads < 0:
        return None
    if config is not None and config.use_per_session_threads:
        return Pools.own(threads)
    return Pools.shared(threads)


def check_target(target: str) -> None:
    """Raises NotFoundError for a target that no server of this process has."""
    raise errors.NotFoundError(
        None,
        None,
        f'No session factory registered for the given session options: {{target: "{target}" '
        'config: device_count { key: "CPU" value: 1 } device_count { key: "GPU" value: 0 } '
        "gpu_options { experimental { } } experimental { disable_optimize_for_static_graph: true } "
        "pluggable_device_options { experimental { } }} Registered factories are {GRPC_SESSION, "
        "DIRECT_SESSION}.",
    )


class RunRequest(NamedTuple):
    """What RunOptions ask of one run. timeout: seconds, or None."""

    timeout: float | None = None
    in_caller_thread: bool = False
    trace: bool = False
    partition_graphs: bool = False


def run_request(config: Any, options: Any) -> RunRequest:
    """Reads RunOptions (a message, or None).

    Raises AttributeError where `options` is no message, InvalidArgumentError for a thread pool
    that the session does not have.
    """
    timeout_ms = 0 if config is None else config.operation_timeout_in_ms
    if options is None:
        return RunRequest(timeout_ms / 1000 if timeout_ms > 0 else None)
    options.SerializeToString()
    pools = 1 if config is None else max(1, len(config.session_inter_op_thread_pool))
    if options.inter_op_thread_pool >= pools:
        raise errors.InvalidArgumentError(
            None, None, f"Invalid inter_op_thread_pool: {options.inter_op_thread_pool}"
        )
    timeout_ms = options.timeout_in_ms or timeout_ms
    return RunRequest(
        timeout_ms / 1000 if timeout_ms > 0 else None,
        options.inter_op_thread_pool < 0,
        options.trace_level != 0,
        options.output_partition_graphs,
    )
