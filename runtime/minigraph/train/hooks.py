"""Hooks: what happens before and after each run of a monitored session."""

from __future__ import annotations

import time
from typing import Any, NamedTuple

import numpy as np

from minigraph import context
from minigraph.log import logger
from minigraph.train import global_step as steps


class SessionRunArgs(NamedTuple):
    """What a hook adds to a run: fetches, feeds, RunOptions (tf.train.SessionRunArgs)."""

    fetches: Any
    feed_dict: Any = None
    options: Any = None


class SessionRunValues(NamedTuple):
    """What a hook gets after a run: its values, RunOptions, RunMetadata."""

    results: Any
    options: Any
    run_metadata: Any


class SessionRunContext:
    """The run that a hook is called for (tf.train.SessionRunContext).

    original_args: the SessionRunArgs of the caller; session: the session that runs;
    stop_requested: whether a hook asked for the end.
    """

    def __init__(self, original_args: SessionRunArgs, session: Any) -> None:
        self.original_args = original_args
        self.session = session
        self.stop_requested = False

    def request_stop(self) -> None:
        """Has the session's `should_stop` answer True after this run."""
        self.stop_requested = True


class SessionRunHook:
    """A part of the training loop that can be put to others (tf.train.SessionRunHook)."""

    def begin(self) -> None:
        """Called before the session is made: the graph can still grow."""

    def after_create_session(self, session: Any, coord: Any) -> None:
        """Called when a session has been made, after a preemption again."""

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs | None:
        """Called before each run; what it returns is run as well."""
        return None

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        """Called after each run that did not fail."""

    def end(self, session: Any) -> None:
        """Called at the end, but not where an exception ended the loop."""


class SecondOrStepTimer:
    """When to do what is done every few seconds or steps (tf.train.SecondOrStepTimer).

    Raises ValueError where not exactly one of both is given.
    """

    def __init__(self, every_secs: float | None = None, every_steps: int | None = None) -> None:
        if every_secs is None and every_steps is None:
            raise ValueError("Either every_secs or every_steps should be provided.")
        if every_secs is not None and every_steps is not None:
            raise ValueError("Can not provide both every_secs and every_steps.")
        self._secs, self._steps = every_secs, every_steps
        self.reset()

    def reset(self) -> None:
        """Forgets the last time."""
        self._last: tuple[float, int] | None = None

    def should_trigger_for_step(self, step: int) -> bool:
        """Whether it is time again at `step`; always True at first."""
        if self._last is None:
            return True
        last_time, last_step = self._last
        if step == last_step:
            return False
        if self._secs is not None:
            return time.time() >= last_time + self._secs
        return step >= last_step + (self._steps or 0)

    def update_last_triggered_step(self, step: int) -> tuple[float | None, int | None]:
        """Notes that it was done at `step`; the seconds and steps since the last time, or None."""
        last, self._last = self._last, (time.time(), step)
        return (None, None) if last is None else (self._last[0] - last[0], step - last[1])

    def last_triggered_step(self) -> int | None:
        """The step at which it was done last."""
        return None if self._last is None else self._last[1]


class _GlobalStepHook(SessionRunHook):
    """A hook that reads the global step in each run."""

    def begin(self) -> None:
        """Raises RuntimeError where the graph has no global step."""
        self._step = steps._get_or_create_global_step_read()
        if self._step is None:
            name = type(self).__name__
            raise RuntimeError(f"Global step should be created to use {name}.")

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs | None:
        """Asks for the step before the run: the value after it is known when it has ended."""
        return SessionRunArgs(self._step)


class StopAtStepHook(_GlobalStepHook):
    """Stops after `num_steps` steps from here, or at `last_step` (tf.train.StopAtStepHook)."""

    def __init__(self, num_steps: int | None = None, last_step: int | None = None) -> None:
        if num_steps is None and last_step is None:
            raise ValueError("One of num_steps or last_step must be specified.")
        if num_steps is not None and last_step is not None:
            raise ValueError("Only one of num_steps or last_step can be specified.")
        self._num_steps, self._last_step = num_steps, last_step

    def after_create_session(self, session: Any, coord: Any) -> None:
        """Finds the last step, once: a recovered session goes on to the same."""
        if self._last_step is None:
            self._last_step = session.run(self._step) + self._num_steps

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        """Reads the step again where it may have been reached, and requests a stop if it was."""
        last = self._last_step
        if run_values.results + 1 >= last and run_context.session.run(self._step) >= last:
            run_context.request_stop()


class StepCounterHook(_GlobalStepHook):
    """Logs how many steps a second are made (tf.train.StepCounterHook).

    It writes them as well: to a FileWriter `summary_writer` or to the one of `output_dir`.
    """

    def __init__(
        self,
        every_n_steps: int | None = 100,
        every_n_secs: float | None = None,
        output_dir: str | None = None,
        summary_writer: Any = None,
    ) -> None:
        if (every_n_steps is None) == (every_n_secs is None):
            raise ValueError("exactly one of every_n_steps and every_n_secs should be provided.")
        self._timer = SecondOrStepTimer(every_n_secs, every_n_steps)
        self._writer, self._directory = summary_writer, output_dir
        self._last_step: Any = None
        self._warnings_left = 5

    def begin(self) -> None:
        """Raises RuntimeError where the graph has no global step."""
        if self._writer is None and self._directory:
            from minigraph.train.event_files import FileWriterCache

            self._writer = FileWriterCache.get(self._directory)
        super().begin()
        self._tag = f"{steps.get_global_step().op.name}/sec"

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        """Logs and writes where it is time; warns where the step stays as it was."""
        self._record(run_context, run_values)
        step = run_values.results
        if step == self._last_step and self._warnings_left:
            self._warnings_left -= 1
            logger.warning(
                "It seems that global step (tf.train.get_global_step) has not been increased. "
                "Current value (could be stable): %s vs previous value: %s. You could increase the "
                "global step by passing tf.train.get_global_step() to Optimizer.apply_gradients or "
                "Optimizer.minimize.",
                step,
                step,
            )
        self._last_step = step

    def _record(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        if not self._timer.should_trigger_for_step(run_values.results + 1):
            return
        step = run_context.session.run(self._step)
        if self._timer.should_trigger_for_step(step):
            elapsed, count = self._timer.update_last_triggered_step(step)
            if elapsed is not None and count is not None:
                self._log_and_record(count, elapsed, step)

    def _log_and_record(self, elapsed_steps: float, elapsed_time: float, global_step: int) -> None:
        from minigraph import protos

        rate = elapsed_steps / elapsed_time
        if self._writer is not None:
            value = protos.Summary.Value(tag=self._tag, simple_value=rate)
            self._writer.add_summary(protos.Summary(value=[value]), global_step)
        logger.info("%s: %g", self._tag, rate)


class LoggingTensorHook(SessionRunHook):
    """Logs the values of tensors (tf.train.LoggingTensorHook).

    tensors: tensors or names, in a list or by tag.
    Raises ValueError where it is not said when to log.
    """

    def __init__(
        self,
        tensors: Any,
        every_n_iter: int | None = None,
        every_n_secs: float | None = None,
        at_end: bool = False,
        formatter: Any = None,
    ) -> None:
        never = every_n_iter is None and every_n_secs is None
        if (every_n_iter is None) == (every_n_secs is None) and not (at_end and never):
            raise ValueError(
                "either at_end and/or exactly one of every_n_iter and every_n_secs must be "
                "provided."
            )
        if every_n_iter is not None and every_n_iter <= 0:
            raise ValueError(f"invalid every_n_iter={every_n_iter}.")
        by_tag = isinstance(tensors, dict)
        self._tags = sorted(tensors) if by_tag else tensors
        self._given = tensors if by_tag else {tensor: tensor for tensor in tensors}
        self._timer = None if never else SecondOrStepTimer(every_n_secs, every_n_iter)
        self._at_end, self._formatter = at_end, formatter

    def begin(self) -> None:
        """Finds the tensors in the graph."""
        self._count = 0
        if self._timer:
            self._timer.reset()
        self._tensors = {tag: _single_tensor(tensor) for tag, tensor in self._given.items()}

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs | None:
        """Asks for the tensors where it is time."""
        self._due = self._timer is not None and self._timer.should_trigger_for_step(self._count)
        return SessionRunArgs(self._tensors) if self._due else None

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        """Logs the values that were asked for."""
        if self._due:
            self._log(run_values.results)
        self._count += 1

    def end(self, session: Any) -> None:
        """Logs the last values."""
        if self._at_end:
            self._log(session.run(self._tensors))

    def _log(self, values: Any) -> None:
        elapsed = self._timer and self._timer.update_last_triggered_step(self._count)[0]
        with np.printoptions(suppress=True):
            if self._formatter:
                text = self._formatter(values)
            else:
                text = ", ".join(f"{tag} = {values[tag]!s}" for tag in self._tags)
                text += "" if elapsed is None else f" ({elapsed:.3f} sec)"
        logger.info("%s", text)


def _single_tensor(given: Any) -> Any:
    """A tensor of the default graph; of a name without output number, the only output."""
    graph = context.get_default_graph()
    if not isinstance(given, str):
        if getattr(given, "graph", None) is not graph:
            raise ValueError(
                f"Passed {given} should have graph attribute that is equal to current graph "
                f"{graph}."
            )
        return given
    if ":" in given:
        return graph.as_graph_element(given)
    tensor = graph.as_graph_element(f"{given}:0")
    if len(tensor.op.outputs) > 1:
        raise ValueError(
            f"Name {given} is ambiguous, as this `Operation` has multiple outputs (at least 2)."
        )
    return tensor


class NanLossDuringTrainingError(RuntimeError):
    """The loss became NaN (tf.train.NanLossDuringTrainingError)."""

    def __str__(self) -> str:
        return "NaN loss during training."


class NanTensorHook(SessionRunHook):
    """Fails, or stops, when a loss becomes NaN (tf.train.NanTensorHook)."""

    def __init__(self, loss_tensor: Any, fail_on_nan_loss: bool = True) -> None:
        self._loss, self._fail = loss_tensor, fail_on_nan_loss

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs | None:
        """Asks for the loss."""
        return SessionRunArgs(self._loss)

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        """Raises NanLossDuringTrainingError or requests a stop where the loss is NaN."""
        if not np.isnan(run_values.results):
            return
        text = "Model diverged with loss = NaN."
        if self._fail:
            logger.error(text)
            raise NanLossDuringTrainingError
        logger.warning(text)
        run_context.request_stop()


class FinalOpsHook(SessionRunHook):
    """Runs something at the end; its values are `final_ops_values` (tf.train.FinalOpsHook)."""

    def __init__(self, final_ops: Any, final_ops_feed_dict: Any = None) -> None:
        self._final_ops, self._feeds = final_ops, final_ops_feed_dict
        self.final_ops_values: Any = None

    def end(self, session: Any) -> None:
        """Runs them."""
        if self._final_ops is not None:
            self.final_ops_values = session.run(self._final_ops, self._feeds)


class FeedFnHook(SessionRunHook):
    """Feeds each run what a function returns (tf.train.FeedFnHook)."""

    def __init__(self, feed_fn: Any) -> None:
        self.feed_fn = feed_fn

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs | None:
        """Calls the function."""
        return SessionRunArgs(None, self.feed_fn())
