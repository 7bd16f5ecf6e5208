"""Hooks that write: checkpoints (CheckpointSaverHook) and summaries (SummarySaverHook)."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from minigraph import context
from minigraph.graph_def import from_graph
from minigraph.graph_files import write_graph
from minigraph.graph_keys import GraphKeys
from minigraph.log import logger
from minigraph.meta_graph import create_meta_graph_def
from minigraph.train.event_files import FileWriterCache
from minigraph.train.hooks import (
    SecondOrStepTimer,
    SessionRunArgs,
    SessionRunContext,
    SessionRunValues,
    _GlobalStepHook,
)

# How far a step may have gone since it was read: the exact step is read where it may be time.
_STEPS_PER_RUN = 1_000_000


class CheckpointSaverListener:
    """What is called around each save of a CheckpointSaverHook; a base class."""

    def begin(self) -> None:
        """Called before the session is made."""

    def before_save(self, session: Any, global_step_value: int) -> None:
        """Called before a checkpoint is written."""

    def after_save(self, session: Any, global_step_value: int) -> Any:
        """Called after it; a true result requests a stop."""

    def end(self, session: Any, global_step_value: int) -> None:
        """Called at the end."""


class CheckpointSaverHook(_GlobalStepHook):
    """Saves checkpoints at the start, every few steps or seconds, and at the end.

    saver or scaffold: whose Saver; the one in the collection SAVERS unless given.
    TensorFlow: tf.train.CheckpointSaverHook. Raises ValueError for both, and where not exactly one
    of `save_secs` and `save_steps` is given.
    """

    def __init__(
        self,
        checkpoint_dir: str,
        save_secs: float | None = None,
        save_steps: int | None = None,
        saver: Any = None,
        checkpoint_basename: str = "model.ckpt",
        scaffold: Any = None,
        listeners: Sequence[CheckpointSaverListener] | None = None,
        save_graph_def: bool = True,
    ) -> None:
        if saver is not None and scaffold is not None:
            raise ValueError("You cannot provide both saver and scaffold.")
        self._saver, self._scaffold = saver, scaffold
        self._directory = checkpoint_dir
        self._path = os.path.join(checkpoint_dir, checkpoint_basename)
        self._timer = SecondOrStepTimer(save_secs, save_steps)
        self._listeners = listeners or ()
        self._save_graph_def = save_graph_def

    def begin(self) -> None:
        """Raises RuntimeError where the graph has no global step."""
        self._writer = FileWriterCache.get(self._directory)
        super().begin()
        for listener in self._listeners:
            listener.begin()

    def after_create_session(self, session: Any, coord: Any) -> None:
        """Writes the graph and the first checkpoint."""
        graph, step = context.get_default_graph(), session.run(self._step)
        graph_def = from_graph(graph, add_shapes=True)
        if self._save_graph_def:
            write_graph(graph_def, self._directory, "graph.pbtxt")
        saver = self._find_saver()
        self._writer.add_graph(graph)
        self._writer.add_meta_graph(
            create_meta_graph_def(graph_def=graph_def, saver_def=saver and saver.saver_def)
        )
        self._save(session, step)
        self._timer.update_last_triggered_step(step)

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        """Saves where it is time."""
        if not self._timer.should_trigger_for_step(run_values.results + _STEPS_PER_RUN):
            return
        step = run_context.session.run(self._step)
        if self._timer.should_trigger_for_step(step):
            self._timer.update_last_triggered_step(step)
            if self._save(run_context.session, step):
                run_context.request_stop()

    def end(self, session: Any) -> None:
        """Saves the last step."""
        step = session.run(self._step)
        if step != self._timer.last_triggered_step():
            self._save(session, step)
        for listener in self._listeners:
            listener.end(session, step)

    def _save(self, session: Any, step: Any) -> bool:
        """Writes a checkpoint; whether a listener requests a stop."""
        from minigraph import protos

        for listener in self._listeners:
            listener.before_save(session, step)
        logger.info("Saving checkpoints for %d into %s.", step, self._path)
        self._find_saver().save(
            session, self._path, global_step=step, write_meta_graph=self._save_graph_def
        )
        status = protos.SessionLog.CHECKPOINT
        log = protos.SessionLog(status=status, checkpoint_path=self._path)
        self._writer.add_session_log(log, step)
        answers = [listener.after_save(session, step) for listener in self._listeners]
        return any(answers)

    def _find_saver(self) -> Any:
        if self._saver is None and self._scaffold is not None:
            return self._scaffold.saver
        if self._saver is None:
            key = GraphKeys.SAVERS
            savers = context.get_default_graph().get_collection(key)
            if not savers:
                raise RuntimeError(
                    f"No items in collection {key}. Please add a saver to the collection or "
                    "provide a saver or scaffold."
                )
            if len(savers) > 1:
                raise RuntimeError(
                    f"More than one item in collection {key}. Please indicate which one to use by "
                    "passing it to the constructor."
                )
            self._saver = savers[0]
        return self._saver


class SummarySaverHook(_GlobalStepHook):
    """Writes summaries every few steps or seconds (tf.train.SummarySaverHook).

    summary_op, or a Scaffold that has one: what is written, to `summary_writer` or to `output_dir`.
    Raises ValueError where not exactly one of these, or of `save_steps` and `save_secs`, is given.
    """

    def __init__(
        self,
        save_steps: int | None = None,
        save_secs: float | None = None,
        output_dir: str | None = None,
        summary_writer: Any = None,
        scaffold: Any = None,
        summary_op: Any = None,
    ) -> None:
        if (scaffold is None) == (summary_op is None):
            raise ValueError("Exactly one of scaffold or summary_op must be provided.")
        self._summary_op, self._scaffold = summary_op, scaffold
        self._writer, self._directory = summary_writer, output_dir
        self._timer = SecondOrStepTimer(save_secs, save_steps)

    def begin(self) -> None:
        """Raises RuntimeError where the graph has no global step."""
        if self._writer is None and self._directory:
            self._writer = FileWriterCache.get(self._directory)
        self._next_step: Any = None
        super().begin()

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs | None:
        """Asks for the step, and for the summaries where it is time."""
        self._due = self._next_step is None or self._timer.should_trigger_for_step(self._next_step)
        wanted = {"global_step": self._step}
        summaries = self._scaffold.summary_op if self._summary_op is None else self._summary_op
        if self._due and summaries is not None:
            wanted["summary"] = summaries if isinstance(summaries, list) else [summaries]
        return SessionRunArgs(wanted)

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        """Writes what was asked for."""
        from minigraph import protos

        if not self._writer:
            return
        step = run_values.results["global_step"] + 1
        if self._due:
            step = run_context.session.run(self._step)
        if self._next_step is None:
            self._writer.add_session_log(protos.SessionLog(status=protos.SessionLog.START), step)
        if self._due:
            self._timer.update_last_triggered_step(step)
            for summary in run_values.results.get("summary", ()):
                self._writer.add_summary(summary, step)
        self._next_step = step + 1

    def end(self, session: Any = None) -> None:
        """Has all in the file."""
        if self._writer:
            self._writer.flush()
