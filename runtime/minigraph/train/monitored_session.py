"""Monitored sessions: initialized, watched by hooks, made anew after a preemption."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from minigraph import context, default_graph, errors
from minigraph.graph_keys import GraphKeys
from minigraph.log import logger
from minigraph.train.coordinator import Coordinator
from minigraph.train.hooks import (
    SessionRunArgs,
    SessionRunContext,
    SessionRunHook,
    SessionRunValues,
    StepCounterHook,
)
from minigraph.train.queue_runner import start_queue_runners
from minigraph.train.saving_hooks import CheckpointSaverHook, SummarySaverHook
from minigraph.train.scaffold import ChiefSessionCreator, Scaffold, WorkerSessionCreator

_PREEMPTIONS = (errors.AbortedError, errors.UnavailableError)
_OPTIONS = (
    "trace_level",
    "timeout_in_ms",
    "inter_op_thread_pool",
    "output_partition_graphs",
    "report_tensor_allocations_upon_oom",
)


class StepContext:
    """What a step function gets: the session, with and without hooks."""

    def __init__(self, session: Any, run_with_hooks: Callable[..., Any]) -> None:
        self.session = session
        self.run_with_hooks = run_with_hooks

    def request_stop(self) -> None:
        """Ends the training loop."""
        raise StopIteration("step_fn has requested the iterations to stop.")


class _HookedSession:
    """A session with its hooks and threads: what a preemption ends."""

    def __init__(self, creator: Any, hooks: Sequence[SessionRunHook], grace_secs: float) -> None:
        self.session = creator.create_session()
        self._hooks, self._grace_secs = hooks, grace_secs
        self._stop_requested = False
        self._coord = Coordinator(clean_stop_exception_types=())
        if default_graph.get_collection(GraphKeys.QUEUE_RUNNERS):
            start_queue_runners(self.session, self._coord)
        for hook in hooks:
            hook.after_create_session(self.session, self._coord)

    def should_stop(self) -> bool:
        self._coord.raise_requested_exception()
        return self._coord.should_stop() or self._stop_requested

    def close(self) -> None:
        self._coord.request_stop()
        try:
            self._coord.join(stop_grace_period_secs=self._grace_secs, ignore_live_threads=True)
        except _PREEMPTIONS as error:
            logger.error("An error occurred when attempting to close the session: %s", error)
        finally:
            with suppress(*_PREEMPTIONS):  # of a session that its server has lost
                self.session.close()

    def run(
        self, fetches: Any, feed_dict: Any = None, options: Any = None, run_metadata: Any = None
    ) -> Any:
        try:
            return self._run(fetches, feed_dict, options, run_metadata)
        except _PREEMPTIONS:
            raise
        except Exception:
            # What failed here may be what a preemption of another thread led to.
            try:
                self._coord.raise_requested_exception()
            except _PREEMPTIONS:
                raise
            except Exception:
                pass
            raise

    def _run(self, fetches: Any, feed_dict: Any, options: Any, run_metadata: Any) -> Any:
        from minigraph import protos

        if self._stop_requested:
            raise RuntimeError("Run called even after should_stop requested.")
        options = options or protos.RunOptions()
        run_metadata = run_metadata or protos.RunMetadata()
        run_context = SessionRunContext(SessionRunArgs(fetches, feed_dict), self.session)
        wanted: dict[Any, Any] = {"caller": fetches}
        feeds = self._ask_hooks(run_context, wanted, feed_dict or {}, options)
        values = self.session.run(wanted, feeds, options, run_metadata)
        for hook in self._hooks:
            results = SessionRunValues(values.get(hook), options, run_metadata)
            hook.after_run(run_context, results)
        self._stop_requested = self._stop_requested or run_context.stop_requested
        return values["caller"]

    def _ask_hooks(
        self, run_context: SessionRunContext, wanted: Any, user_feeds: Any, options: Any
    ) -> dict[Any, Any]:
        feeds: dict[Any, Any] = {}
        for hook in self._hooks:
            request = hook.before_run(run_context)
            if request is None:
                continue
            if request.fetches is not None:
                wanted[hook] = request.fetches
            if request.feed_dict:
                _check_disjoint(feeds, request.feed_dict, "Same tensor is fed by two hooks.")
                feeds.update(request.feed_dict)
            if request.options:
                for field in _OPTIONS:
                    value = max(getattr(options, field), getattr(request.options, field))
                    setattr(options, field, value)
                watched = request.options.debug_options.debug_tensor_watch_opts
                options.debug_options.debug_tensor_watch_opts.extend(watched)
        if feeds and user_feeds:
            text = "Same tensor is fed by a SessionRunHook and user."
            _check_disjoint(user_feeds, feeds, text)
        return {**feeds, **user_feeds}


def _check_disjoint(feeds: Any, others: Any, text: str) -> None:
    both = set(feeds) & set(others)
    if both:
        raise RuntimeError(f"{text} Conflict(s): {list(both)}")


class _MonitoredSession:
    """What both kinds of monitored sessions share."""

    StepContext = StepContext

    @errors.hinted
    def __init__(self, creator: Any, hooks: Any, grace_secs: float) -> None:
        self._graph_was_finalized = context.get_default_graph().finalized
        self._hooks = hooks or []
        for hook in self._hooks:
            hook.begin()
        self._parts = (creator, self._hooks, grace_secs)
        self._live: Any = self._create()

    def _create(self) -> _HookedSession:
        return _HookedSession(*self._parts)

    def _attempt(self, action: Callable[[Any], Any]) -> Any:
        return action(self._live)

    def _raw_session(self) -> Any:
        return self._live and self._live.session

    @property
    def graph(self) -> Any:
        """The graph of the session, None once it is closed."""
        return self._live and self._live.session.graph

    @errors.hinted
    def run(
        self, fetches: Any, feed_dict: Any = None, options: Any = None, run_metadata: Any = None
    ) -> Any:
        """As Session.run, with hooks.

        Raises RuntimeError after a stop was requested or where hooks and caller feed the same.
        """
        return self._attempt(lambda live: live.run(fetches, feed_dict, options, run_metadata))

    def run_step_fn(self, step_fn: Callable[..., Any]) -> Any:
        """Calls `step_fn(step_context)`; ValueError where its parameter has another name."""
        parameters = inspect.signature(step_fn).parameters.values()
        names = tuple(p.name for p in parameters if p.kind is p.POSITIONAL_OR_KEYWORD)
        if names not in (("step_context",), ("self", "step_context")):
            raise ValueError(
                "`step_fn` may either have one `step_context` argument, or `self` and "
                f"`step_context` arguments if it's an instance method. Got {names} instead."
            )
        return self._attempt(lambda live: step_fn(StepContext(live.session, live.run)))

    def should_stop(self) -> bool:
        """Whether a hook or a thread asked for the end, or the session is closed."""
        return self._live is None or self._live.should_stop()

    def close(self) -> None:
        """Calls the hooks' `end` and closes the session; RuntimeError where it is closed."""
        self._close(call_hooks=True)

    def _close(self, call_hooks: bool) -> None:
        try:
            if call_hooks:
                for hook in self._hooks:
                    hook.end(self._raw_session())
        finally:
            live, self._live = self._live, None
            if not self._graph_was_finalized:
                context.get_default_graph()._unsafe_unfinalize()
            if live is None:
                raise RuntimeError("Session is already closed.")
            live.close()

    def __enter__(self) -> Any:
        return self

    def __exit__(self, kind: Any, error: Any, traceback: Any) -> bool:
        ended = kind in (None, errors.OutOfRangeError, StopIteration)
        self._close(call_hooks=ended)
        return ended


class SingularMonitoredSession(_MonitoredSession):
    """A session with hooks that a preemption ends (tf.train.SingularMonitoredSession).

    checkpoint_dir, checkpoint_filename_with_path: as for ChiefSessionCreator.
    """

    def __init__(
        self,
        hooks: Sequence[SessionRunHook] | None = None,
        scaffold: Scaffold | None = None,
        master: str = "",
        config: Any = None,
        checkpoint_dir: str | None = None,
        stop_grace_period_secs: float = 120,
        checkpoint_filename_with_path: str | None = None,
    ) -> None:
        creator = ChiefSessionCreator(
            scaffold, master, config, checkpoint_dir, checkpoint_filename_with_path
        )
        super().__init__(creator, hooks, stop_grace_period_secs)

    def raw_session(self) -> Any:
        """The Session inside, None once it is closed."""
        return self._raw_session()


class MonitoredSession(_MonitoredSession):
    """A session with hooks, made anew after AbortedError and UnavailableError.

    TensorFlow: tf.train.MonitoredSession.
    """

    def __init__(
        self,
        session_creator: Any = None,
        hooks: Sequence[SessionRunHook] | None = None,
        stop_grace_period_secs: float = 120,
    ) -> None:
        super().__init__(session_creator or ChiefSessionCreator(), hooks, stop_grace_period_secs)

    def _create(self) -> _HookedSession:
        while True:
            try:
                return super()._create()
            except _PREEMPTIONS as error:
                logger.info("A session could not be made, it is tried again. Error: %s", error)

    def _attempt(self, action: Callable[[Any], Any]) -> Any:
        while True:
            try:
                return action(self._live)
            except _PREEMPTIONS as error:
                self._recover(error)

    def _recover(self, error: Exception) -> None:
        logger.info("The session was lost, another one is made. Error: %s", error)
        self._live.close()
        self._live = self._create()

    def should_stop(self) -> bool:
        """As of every monitored session; True as well where a thread failed."""
        try:
            return super().should_stop()
        except _PREEMPTIONS as error:
            self._recover(error)
            return False
        except Exception:
            return True


_USE_DEFAULT: Any = object()


def MonitoredTrainingSession(
    master: str = "",
    is_chief: bool = True,
    checkpoint_dir: str | None = None,
    scaffold: Scaffold | None = None,
    hooks: Sequence[SessionRunHook] | None = None,
    chief_only_hooks: Sequence[SessionRunHook] | None = None,
    save_checkpoint_secs: Any = _USE_DEFAULT,
    save_summaries_steps: Any = _USE_DEFAULT,
    save_summaries_secs: Any = _USE_DEFAULT,
    config: Any = None,
    stop_grace_period_secs: float = 120,
    log_step_count_steps: int | None = 100,
    max_wait_secs: float = 7200,
    save_checkpoint_steps: Any = _USE_DEFAULT,
    summary_dir: str | None = None,
    save_graph_def: bool = True,
) -> MonitoredSession:
    """The session of a chief, or of a worker who waits for one (tf.train.MonitoredTrainingSession).

    checkpoint_dir: from which the chief restores, and to which it saves checkpoints, every
    `save_checkpoint_secs` (600 unless given) or `save_checkpoint_steps`.
    summary_dir, checkpoint_dir unless given: to which it writes summaries, every
    `save_summaries_steps` (100 unless given) or `save_summaries_secs`, and the steps a second.
    None or 0 switches off.
    """
    scaffold = scaffold or Scaffold()
    if not is_chief:
        worker = WorkerSessionCreator(scaffold, master, config, max_wait_secs)
        return MonitoredSession(worker, hooks, stop_grace_period_secs)
    creator = ChiefSessionCreator(scaffold, master, config, checkpoint_dir)
    all_hooks = [*(chief_only_hooks or ())]
    summary_dir = summary_dir or checkpoint_dir
    if summary_dir and log_step_count_steps:
        all_hooks.append(StepCounterHook(log_step_count_steps, output_dir=summary_dir))
    steps, secs = _interval(save_summaries_steps, save_summaries_secs, (100, None))
    if summary_dir and (steps or secs):
        all_hooks.append(SummarySaverHook(steps, secs, output_dir=summary_dir, scaffold=scaffold))
    steps, secs = _interval(save_checkpoint_steps, save_checkpoint_secs, (None, 600))
    if checkpoint_dir and (steps or secs):
        all_hooks.append(
            CheckpointSaverHook(
                checkpoint_dir, secs, steps, scaffold=scaffold, save_graph_def=save_graph_def
            )
        )
    return MonitoredSession(creator, [*all_hooks, *(hooks or ())], stop_grace_period_secs)


def _interval(steps: Any, secs: Any, default: tuple[Any, Any]) -> tuple[Any, Any]:
    """Steps and seconds between two times; a default where neither is given."""
    if steps is _USE_DEFAULT and secs is _USE_DEFAULT:
        return default
    return None if steps is _USE_DEFAULT else steps, None if secs is _USE_DEFAULT else secs
