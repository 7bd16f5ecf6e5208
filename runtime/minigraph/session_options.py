"""What ConfigProto and RunOptions mean for a session of this runtime."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

from minigraph import context, devices, errors
from minigraph.dataflow import Pools
from minigraph.graph import Graph
from minigraph.plan_options import MAX_FOLDED_BYTES, PlanOptions

OFF = 2  # RewriterConfig.Toggle.OFF
LEVEL_0 = -1  # OptimizerOptions.L0
MIN_GRAPH_NODES = 4  # what TensorFlow rewrites, unless the configuration says otherwise


def is_config(config: Any) -> bool:
    """Whether `config` is a ConfigProto message of this package."""
    descriptor = getattr(type(config), "DESCRIPTOR", None)
    return descriptor is not None and descriptor.full_name == "minigraph.ConfigProto"


def check_arguments(target: Any, graph: Any, config: Any) -> None:
    """Raises TypeError for arguments of a session that are of the wrong types."""
    for name, value, fits, kind in (
        ("graph", graph, graph is None or isinstance(graph, Graph), "tf.Graph"),
        ("target", target, isinstance(target, (str, bytes, type(None))), "string"),
        ("config", config, config is None or is_config(config), "tf.ConfigProto"),
    ):
        if not fits:
            text = f'Argument `{name}` must be a {kind}, but got "{type(value).__name__}"'
            if name == "target" and is_config(value):
                text += '. Did you do "Session(config)" instead of "Session(config=config)"?'
            raise TypeError(text)


def read_config(config: Any) -> Any:
    """A copy of a configuration: what is done to the message later means nothing to the session.

    None is what `tf.config` has set, with soft placement where it has not and operations run at
    once. Raises the OpErrors that TensorFlow raises when a session is made.
    """
    if config is None:
        from minigraph import protos

        soft = context.session_defaults.get("allow_soft_placement", context.executing_eagerly())
        chosen = {**context.session_defaults, "allow_soft_placement": soft}
        return protos.ConfigProto(**chosen) if any(chosen.values()) else None
    config = type(config).FromString(config.SerializeToString())
    devices.list_for(config)
    metadata = config.experimental.session_metadata
    if metadata.version < 0:
        raise errors.InvalidArgumentError(
            None, None, f"Session version shouldn't be negative: \n{metadata}"
        )
    return config


def check_executor(config: Any) -> None:
    """Raises NotFoundError for an executor that TensorFlow does not have."""
    kind = "" if config is None else config.experimental.executor_type
    if kind not in ("", "DEFAULT", "SINGLE_THREADED_EXECUTOR"):
        raise errors.NotFoundError(
            None,
            None,
            f"No executor factory registered for the given executor type: {kind} Registered "
            "factories are {DEFAULT, , SINGLE_THREADED_EXECUTOR}.",
        )


def plan_options(config: Any) -> PlanOptions:
    """Which optimisations ConfigProto.graph_options leaves on."""
    if config is None:
        return _DEFAULTS
    graph_options = config.graph_options
    otherwise = _plan_options(graph_options, False)
    if graph_options.rewrite_options.disable_meta_optimizer:
        return otherwise
    least = graph_options.rewrite_options.min_graph_nodes or MIN_GRAPH_NODES
    return _plan_options(graph_options, True)._replace(least=least, otherwise=otherwise)


def _plan_options(graph_options: Any, rewrites: bool) -> PlanOptions:
    """The options with or without the rewriters.

    TensorFlow folds and merges in two places, which are switched off one by one: the rewriters
    (RewriterConfig), which also leave out idle and idle-handing nodes, and the older optimizer
    (OptimizerOptions).
    """
    rewrite, older = graph_options.rewrite_options, graph_options.optimizer_options
    rewriters = frozenset(rewrite.optimizers)

    def rewritten(name: str, *switches: int) -> bool:
        return rewrites and OFF not in switches and (not rewriters or name in rewriters)

    older_level = older.opt_level != LEVEL_0
    arithmetic = rewrite.arithmetic_optimization
    commutes = rewritten(
        "common_subgraph_elimination", arithmetic, rewrite.common_subgraph_elimination
    )
    prunes = rewritten("dependency", rewrite.dependency_optimization)
    folds = rewritten("constfold", rewrite.constant_folding)
    most = older.max_folded_constant_in_bytes
    return PlanOptions(
        fold=folds or older_level or older.do_constant_folding,
        merge=commutes or older_level or older.do_common_subexpression_elimination,
        commute=commutes,
        rewrites=folds,
        prune=prunes,
        forward=prunes
        or rewritten("arithmetic", arithmetic)
        or rewritten("pruning", OFF if rewrite.disable_model_pruning else 0),
        max_folded_bytes=most if most and not folds else MAX_FOLDED_BYTES,
    )


_DEFAULTS = PlanOptions(
    commute=True,
    least=MIN_GRAPH_NODES,
    otherwise=PlanOptions(rewrites=False, prune=False, forward=False),
)


def thread_pools(config: Any) -> list[ThreadPoolExecutor | None]:
    """The pools of a session: the process's own unless the session asks for others.

    None where operations run in the thread that calls `run`.
    """
    if config is None:
        return [Pools.shared(0)]
    threads = config.inter_op_parallelism_threads
    if config.session_inter_op_thread_pool:
        return [
            Pools.named(pool.global_name, pool.num_threads or threads)
            for pool in config.session_inter_op_thread_pool
        ]
    if threads < 0:
        return [None]
    return [Pools.own(threads) if config.use_per_session_threads else Pools.shared(threads)]


class RunRequest(NamedTuple):
    """What RunOptions ask of one run.

    timeout: seconds, or None; pool: which of the session's pools, -1 for the calling thread;
    report_allocations: whether a full GPU lists what occupies it.
    """

    timeout: float | None = None
    pool: int = 0
    trace: bool = False
    partition_graphs: bool = False
    report_allocations: bool = False
    costs: bool = False


def watches_every_run(config: Any) -> bool:
    """Whether all runs of a session are timed or counted."""
    if config is None:
        return False
    return config.operation_timeout_in_ms > 0 or config.graph_options.build_cost_model > 0  # type: ignore[no-any-return]


def _measures(config: Any, runs: int) -> bool:
    """Whether a run fills RunMetadata.cost_graph, and step_stats with it."""
    every = 0 if config is None else config.graph_options.build_cost_model
    measured = runs - config.graph_options.build_cost_model_after if every > 0 else -1
    return measured >= 0 and (measured + 1) % every == 0


def run_request(config: Any, options: Any, runs: int = 0) -> RunRequest:
    """Reads RunOptions (a message, or None).

    runs: how often the same was run before.

    Raises AttributeError where `options` is no message, InvalidArgumentError for what the session
    does not have.
    """
    timeout_ms = 0 if config is None else config.operation_timeout_in_ms
    costs = _measures(config, runs)
    if options is None:
        timeout = timeout_ms / 1000 if timeout_ms > 0 else None
        return RunRequest(timeout, trace=costs, costs=costs)
    options.SerializeToString()
    pools = 1 if config is None else max(1, len(config.session_inter_op_thread_pool))
    if not -1 <= options.inter_op_thread_pool < pools:
        raise errors.InvalidArgumentError(
            None, None, f"Invalid inter_op_thread_pool: {options.inter_op_thread_pool}"
        )
    if options.output_partition_graphs and config is not None:
        if config.experimental.disable_output_partition_graphs:
            raise errors.InvalidArgumentError(
                None,
                None,
                "RunOptions.output_partition_graphs() is not supported when "
                "disable_output_partition_graphs is true.",
            )
    timeout_ms = options.timeout_in_ms or timeout_ms
    return RunRequest(
        timeout_ms / 1000 if timeout_ms > 0 else None,
        options.inter_op_thread_pool,
        options.trace_level != 0 or costs,
        options.output_partition_graphs,
        options.report_tensor_allocations_upon_oom,
        costs,
    )
