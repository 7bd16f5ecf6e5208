"""SessionManager: sessions whose variables are initialized, here or by the chief."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from minigraph import context, errors, waiting
from minigraph.log import logger
from minigraph.session import Session
from minigraph.train.checkpoint_management import get_checkpoint_state


class SessionManager:
    """Makes sessions that are ready to train (tf.train.SessionManager).

    ready_op, ready_for_local_init_op: tensors of the names of what is not initialized yet.
    Raises ValueError for ready_for_local_init_op without local_init_op.
    """

    def __init__(
        self,
        local_init_op: Any = None,
        ready_op: Any = None,
        ready_for_local_init_op: Any = None,
        graph: Any = None,
        recovery_wait_secs: float = 30,
        local_init_run_options: Any = None,
        local_init_feed_dict: Any = None,
    ) -> None:
        if ready_for_local_init_op is not None and local_init_op is None:
            raise ValueError(
                "If you pass a ready_for_local_init_op you must also pass a local_init_op , "
                f"ready_for_local_init_op [{ready_for_local_init_op}]"
            )
        self._graph = context.get_default_graph() if graph is None else graph
        self._local_init = (local_init_op, local_init_feed_dict, local_init_run_options)
        self._ready_op, self._ready_for_local = ready_op, ready_for_local_init_op
        self._wait_secs = recovery_wait_secs

    @errors.hinted
    def prepare_session(
        self,
        master: str,
        init_op: Any = None,
        saver: Any = None,
        checkpoint_dir: str | None = None,
        checkpoint_filename_with_path: str | None = None,
        wait_for_checkpoint: bool = False,
        max_wait_secs: float = 7200,
        config: Any = None,
        init_feed_dict: Any = None,
        init_fn: Any = None,
    ) -> Session:
        """The chief's session: restored by `saver` from a checkpoint, else initialized.

        checkpoint_dir: whose latest checkpoint is restored, if there is one or comes in time;
        checkpoint_filename_with_path: the checkpoint that is restored.
        Without a checkpoint it runs `init_op` and `init_fn(session)`; then the local init op.
        Raises RuntimeError where there is nothing to initialize with or it was not enough,
        ValueError where both kinds of checkpoints are given.
        """
        session, restored = self._restored(
            Session(master, graph=self._graph, config=config),
            saver,
            checkpoint_dir,
            checkpoint_filename_with_path,
            max_wait_secs if wait_for_checkpoint else 0.0,
        )
        local_init_op = self._local_init[0]
        if not restored:
            if init_op is None and not init_fn and local_init_op is None:
                raise RuntimeError(
                    "Model is not initialized and no init_op or init_fn or local_init_op was given"
                )
            if init_op is not None:
                session.run(init_op, feed_dict=init_feed_dict)
            if init_fn:
                init_fn(session)
        name = getattr(init_op, "name", "None" if init_op is None else None)
        name = f"<no name for {type(init_op)}>" if name is None else name
        missing = self._init_locally(session)
        if missing:
            raise RuntimeError(
                "Init operations did not make model ready for local_init.  "
                f"Init op: {name}, init fn: {init_fn}, error: {missing}"
            )
        missing = _missing(self._ready_op, session, "Model not ready")
        if missing:
            raise RuntimeError(
                f"Init operations did not make model ready.  Init op: {name}, init fn: {init_fn}, "
                f"local_init_op: {local_init_op}, error: {missing}"
            )
        return session

    def recover_session(
        self,
        master: str,
        saver: Any = None,
        checkpoint_dir: str | None = None,
        checkpoint_filename_with_path: str | None = None,
        wait_for_checkpoint: bool = False,
        max_wait_secs: float = 7200,
        config: Any = None,
    ) -> tuple[Session, bool]:
        """A session, and whether all of it was restored from a checkpoint.

        Arguments as for `prepare_session`.
        """
        session, restored = self._restored(
            Session(master, graph=self._graph, config=config),
            saver,
            checkpoint_dir,
            checkpoint_filename_with_path,
            max_wait_secs if wait_for_checkpoint else 0.0,
        )
        missing, stage = self._init_locally(session), "ready for local init"
        if restored and not missing:
            missing, stage = _missing(self._ready_op, session, "Model not ready"), "ready"
        if restored and missing:
            source = checkpoint_dir or checkpoint_filename_with_path
            logger.info("Restoring model from %s did not make model %s: %s", source, stage, missing)
        return session, restored and not missing

    def _restored(
        self, session: Session, saver: Any, directory: Any, path: Any, max_wait_secs: float
    ) -> tuple[Session, bool]:
        """The session, and whether its variables were restored."""
        if directory and path:
            raise ValueError(
                "Can not provide both checkpoint_dir and checkpoint_filename_with_path."
            )
        if not saver or not (directory or path):
            return session, False
        if path:
            saver.restore(session, path)
            return session, True
        start = waiting.now()
        while (state := get_checkpoint_state(directory)) is None:
            waited = waiting.now() - start
            if waited >= max_wait_secs:
                return session, False
            logger.info("Waiting for checkpoint to be available.")
            waiting.sleep(self._wait_secs, lambda: f"a checkpoint in {directory}", waited)
        saver.restore(session, state.model_checkpoint_path)
        saver.recover_last_checkpoints(state.all_model_checkpoint_paths)
        return session, True

    @errors.hinted
    def wait_for_session(
        self, master: str, config: Any = None, max_wait_secs: float | None = None
    ) -> Session:
        """A worker's session, when the chief has initialized the variables.

        Looks every `recovery_wait_secs` seconds; DeadlineExceededError where the next look would
        come after `max_wait_secs`.
        """
        limit = float("inf") if max_wait_secs is None else max_wait_secs
        start = waiting.now()
        while True:
            session = Session(master, graph=self._graph, config=config)
            missing = self._init_locally(session)
            missing = missing or _missing(self._ready_op, session, "Model not ready")
            if not missing:
                return session
            session.close()
            waited = waiting.now() - start
            if max(0.0, limit - waited) < self._wait_secs:
                raise errors.DeadlineExceededError(
                    None, None, f"Session was not ready after waiting {limit:.0f} secs."
                )
            logger.info("Waiting for model to be ready: %s", missing)
            waiting.sleep(self._wait_secs, partial("the chief: {}".format, missing), waited)

    def _init_locally(self, session: Session) -> str | None:
        """Runs the local init op once what it needs is ready; else what is missing."""
        local_init_op, feed_dict, options = self._local_init
        if local_init_op is None:
            return None
        missing = _missing(self._ready_for_local, session, "Model not ready for local init")
        if not missing:
            session.run(local_init_op, feed_dict=feed_dict, options=options)
        return missing


def _missing(ready_op: Any, session: Session, what: str) -> str | None:
    """What `ready_op` says is not initialized, None where everything is."""
    if ready_op is None:
        return None
    try:
        names = session.run(ready_op)
    except errors.FailedPreconditionError as error:
        if "uninitialized" not in str(error):
            logger.warning("%s : error [%s]", what, error)
            raise
        return str(error)
    if names is None or names.dtype == np.int32 or names.size == 0:
        return None
    return "Variables not initialized: " + ", ".join(name.decode() for name in names)
