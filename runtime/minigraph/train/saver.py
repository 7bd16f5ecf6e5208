"""Saver: variables to checkpoints and back, and the MetaGraphDefs beside them (tf.train.Saver)."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from minigraph import collection_defs, context, errors, meta_graph
from minigraph.graph_def import from_graph
from minigraph.graph_keys import GraphKeys
from minigraph.log import logger
from minigraph.scopes import prepend_scope, strip_scope
from minigraph.session import BaseSession
from minigraph.storage.bundle_writer import write_bundle
from minigraph.storage.tensor_slices import open_checkpoint, write_tensor_slices
from minigraph.train import checkpoint_management, saveables
from minigraph.train.global_step import global_step as value_of_global_step
from minigraph.train.saver_builder import OLD_FORMAT, V2, SaverBuilder

_NAMES = ("filename_tensor_name", "save_tensor_name", "restore_op_name")


class Saver:
    """Saves variables to checkpoints, keeps the latest of these and restores (tf.train.Saver).

    var_list: variables in a list, or by the names that they have in the checkpoint; all global
    variables and saveable objects unless given.
    reshape: a checkpoint may hold other shapes of as many elements.
    sharded: each device writes its variables to a file of its own.
    max_to_keep: older checkpoints are deleted; None or 0 keeps all.
    keep_checkpoint_every_n_hours: of these, one is kept for each such time.
    saver_def: the SaverDef of nodes that the graph has already.
    write_version: SaverDef.V2, or V1 for the format before it; both are restored.
    defer_build: `build` is called later; allow_empty: without variables it does nothing.

    Raises ValueError without variables, TypeError or ValueError for those that cannot be saved.
    """

    @errors.hinted
    def __init__(
        self,
        var_list: Any = None,
        reshape: bool = False,
        sharded: bool = False,
        max_to_keep: int | None = 5,
        keep_checkpoint_every_n_hours: float = 10000.0,
        name: str | None = None,
        restore_sequentially: bool = False,
        saver_def: Any = None,
        builder: Any = None,
        defer_build: bool = False,
        allow_empty: bool = False,
        write_version: int = V2,
        pad_step_number: bool = False,
        save_relative_paths: bool = False,
        filename: str | None = None,
    ) -> None:
        if defer_build and var_list:
            raise ValueError(
                "If `var_list` is provided then build cannot be deferred. Either set "
                "defer_build=False or var_list=None."
            )
        if context.executing_eagerly():
            if var_list is None:
                raise RuntimeError(
                    "When eager execution is enabled, `var_list` must specify a list or dict of "
                    "variables to save"
                )
        self._write_version = write_version
        self._var_list, self._name, self.saver_def = var_list, name, saver_def
        self._options: dict[str, Any] = {
            "reshape": reshape,
            "sharded": sharded,
            "max_to_keep": max_to_keep,
            "keep_checkpoint_every_n_hours": keep_checkpoint_every_n_hours,
            "restore_sequentially": restore_sequentially,
            "filename": filename,
        }
        self._sharded, self._builder, self._allow_empty = sharded, builder, allow_empty
        self._pad_step_number, self._save_relative_paths = pad_step_number, save_relative_paths
        self._is_built, self._is_empty = False, False
        self._last_checkpoints: list[tuple[str, float]] = []
        self._to_delete: list[tuple[str, float]] = []
        self._eager_variables: dict[str, Any] = {}
        if context.executing_eagerly():
            self._build_eagerly()
        elif not defer_build:
            self.build()
        if self.saver_def:
            _check(self.saver_def)
            self._write_version = self.saver_def.version

    def build(self) -> None:
        """Adds the nodes to the graph, once; only needed where it was deferred."""
        if self._is_built:
            return
        self._is_built = True
        if not self.saver_def:
            if self._var_list is None:
                self._var_list = saveables.all_saveable_objects()
            if not self._var_list:
                if not self._allow_empty:
                    raise ValueError("No variables to save")
                self._is_empty = True
                return
            builder = self._builder or SaverBuilder(self._write_version)
            self.saver_def = builder.build(self._var_list, name=self._name, **self._options)
        elif self._name:
            # The name is the scope into which the nodes were imported.
            for field in _NAMES:
                name = prepend_scope(getattr(self.saver_def, field), self._name)
                setattr(self.saver_def, field, name)
        _check(self.saver_def)
        self._next_to_keep = time.time() + self._seconds_between_kept()

    def _build_eagerly(self) -> None:
        """Notes the variables: there is no graph that could get nodes."""
        from minigraph import protos

        found, options = self._var_list, self._options
        named = found if isinstance(found, Mapping) else {v._shared_name: v for v in found}
        self._eager_variables, self._is_built = dict(sorted(named.items())), True
        self.saver_def = self.saver_def or protos.SaverDef(
            filename_tensor_name="filename",
            save_tensor_name="save",
            restore_op_name="restore",
            max_to_keep=options["max_to_keep"] or 0,
            keep_checkpoint_every_n_hours=options["keep_checkpoint_every_n_hours"],
            version=self._write_version,
        )
        self._next_to_keep = time.time() + self._seconds_between_kept()

    def _seconds_between_kept(self) -> float:
        hours: float = self.saver_def.keep_checkpoint_every_n_hours
        return hours * 3600

    # As data

    def as_saver_def(self) -> Any:
        """The SaverDef that names the nodes."""
        return self.saver_def

    def to_proto(self, export_scope: str | None = None) -> Any:
        """The SaverDef, its names without `export_scope`; None where they are not in it."""
        if export_scope is None:
            return self.saver_def
        if not all(getattr(self.saver_def, field).startswith(export_scope) for field in _NAMES):
            return None
        message = type(self.saver_def)()
        message.CopyFrom(self.saver_def)
        for field in _NAMES:
            setattr(message, field, strip_scope(getattr(message, field), export_scope))
        return message

    @staticmethod
    def from_proto(saver_def: Any, import_scope: str | None = None) -> Saver:
        """The Saver of nodes that the graph has, below `import_scope`."""
        return Saver(saver_def=saver_def, name=import_scope)

    def export_meta_graph(
        self,
        filename: str | None = None,
        collection_list: Any = None,
        as_text: bool = False,
        export_scope: str | None = None,
        clear_devices: bool = False,
        clear_extraneous_savers: bool = False,
        strip_default_attrs: bool = False,
        save_debug_info: bool = False,
    ) -> Any:
        """The MetaGraphDef of the default graph with this Saver's SaverDef."""
        return meta_graph.export_meta_graph(
            filename=filename,
            graph_def=from_graph(context.get_default_graph(), add_shapes=True),
            saver_def=self.saver_def,
            collection_list=collection_list,
            as_text=as_text,
            export_scope=export_scope,
            clear_devices=clear_devices,
            clear_extraneous_savers=clear_extraneous_savers,
            strip_default_attrs=strip_default_attrs,
            save_debug_info=save_debug_info,
        )

    # The checkpoints that are kept

    @property
    def last_checkpoints(self) -> list[str]:
        """The prefixes of the checkpoints that it keeps, oldest first."""
        return [path for path, _ in self._last_checkpoints]

    def set_last_checkpoints(self, last_checkpoints: list[str]) -> None:
        """Has it keep these checkpoints, given by prefix; AssertionError for other than a list."""
        assert isinstance(last_checkpoints, list)
        self._last_checkpoints = [(path, float("inf")) for path in last_checkpoints]

    def set_last_checkpoints_with_time(
        self, last_checkpoints_with_time: list[tuple[str, float]]
    ) -> None:
        """Has it keep these checkpoints, given by prefix and time in seconds since the epoch."""
        assert isinstance(last_checkpoints_with_time, list)
        self._last_checkpoints = last_checkpoints_with_time

    def recover_last_checkpoints(self, checkpoint_paths: Sequence[str]) -> None:
        """Has it keep those of these checkpoints that exist, as after a crash."""
        times = [
            (path, checkpoint_management.get_checkpoint_mtimes([path])) for path in checkpoint_paths
        ]
        self.set_last_checkpoints_with_time([(path, time[0]) for path, time in times if time])

    def _record(self, path: str) -> None:
        limit = self.saver_def.max_to_keep
        if not limit:
            return
        kept = [item for item in self._last_checkpoints if item[0] != path]
        self._last_checkpoints[:] = [*kept, (path, time.time())]
        if len(self._last_checkpoints) > limit:
            self._to_delete.append(self._last_checkpoints.pop(0))

    def _delete_oldest(self, meta_graph_suffix: str) -> None:
        if not self._to_delete:
            return
        path, written = self._to_delete.pop(0)
        if written > self._next_to_keep:
            self._next_to_keep += self._seconds_between_kept()
            return
        try:
            checkpoint_management.remove_checkpoint(path, self.saver_def.version, meta_graph_suffix)
        except Exception as error:
            logger.warning("Ignoring: %s", error)

    # Saving and restoring

    def save(
        self,
        sess: Any,
        save_path: str,
        global_step: Any = None,
        latest_filename: str | None = None,
        meta_graph_suffix: str = "meta",
        write_meta_graph: bool = True,
        write_state: bool = True,
        strip_default_attrs: bool = False,
        save_debug_info: bool = False,
    ) -> str | None:
        """Writes a checkpoint and returns its prefix, None where there is nothing to save.

        global_step: a number, tensor or tensor name that is added to the prefix `save_path`.
        Beside it the MetaGraphDef is written, and the file `checkpoint` or `latest_filename`.
        Raises TypeError for `sess` that is no Session, ValueError for a path that does not fit or
        a directory that does not exist, RuntimeError before `build`.
        """
        if not self._is_built:
            raise RuntimeError("`build()` should be called before save if defer_build==True")
        latest_filename = latest_filename or "checkpoint"
        if self._write_version != V2:
            for line in OLD_FORMAT:
                logger.warning(line)
        if os.path.split(latest_filename)[0]:
            raise ValueError("'latest_filename' must not contain path components")
        save_path = _as_text(save_path)
        path = self._numbered(sess, save_path, global_step)
        if global_step is None and not self._sharded:
            if os.path.basename(save_path) == latest_filename:
                raise ValueError(
                    f"'latest_filename' collides with 'save_path': '{latest_filename}' and "
                    f"'{save_path}'"
                )
        if not isinstance(sess, BaseSession) and not self._eager_variables:
            raise TypeError(f"'sess' must be a Session; {sess}")
        written = None
        if not self._is_empty:
            written = self._write(sess, path, save_path)
            if write_state:
                self._update_state(written, os.path.dirname(save_path), latest_filename)
                self._delete_oldest(meta_graph_suffix)
        if write_meta_graph and not self._eager_variables:
            meta_path = checkpoint_management.meta_graph_filename(path, meta_graph_suffix)
            with sess.graph.as_default():
                self.export_meta_graph(meta_path, strip_default_attrs=strip_default_attrs)
        return written

    def _numbered(self, sess: Any, save_path: str, global_step: Any) -> str:
        if global_step is None:
            return save_path
        if not hasattr(global_step, "__index__") or hasattr(global_step, "graph"):
            global_step = value_of_global_step(sess, global_step)
        return f"{save_path}-{global_step:{'08d' if self._pad_step_number else 'd'}}"

    def _write(self, sess: Any, path: str, save_path: str) -> str:
        saver_def = self.saver_def
        if self._eager_variables:
            rows = self._eager_variables.items()
            write = write_bundle if self._write_version == V2 else write_tensor_slices
            write(path, [(name, v.dtype, np.asarray(v.numpy()), None) for name, v in rows])
            return path
        try:
            written = sess.run(saver_def.save_tensor_name, {saver_def.filename_tensor_name: path})
        except (errors.FailedPreconditionError, errors.NotFoundError):
            if os.path.isdir(os.path.dirname(save_path)):
                raise
            raise ValueError(
                f"Parent directory of {save_path} doesn't exist, can't save."
            ) from None
        return os.fsdecode(written if isinstance(written, (bytes, str)) else written.item())

    def _update_state(self, path: str, directory: str, latest_filename: str) -> None:
        self._record(path)
        checkpoint_management.update_checkpoint_state(
            directory,
            path,
            self.last_checkpoints,
            latest_filename,
            save_relative_paths=self._save_relative_paths,
        )

    @errors.hinted
    def restore(self, sess: Any, save_path: str | None) -> None:
        """Sets the variables in `sess` to their values in a checkpoint, given by its prefix.

        Raises ValueError where there is no checkpoint, NotFoundError where it lacks a variable,
        InvalidArgumentError where one has another dtype or shape, DataLossError where it was
        altered.
        """
        if self._is_empty:
            return
        if save_path is None:
            raise ValueError("Can't load save_path when it is None.")
        prefix = _as_text(save_path)
        if not checkpoint_management.checkpoint_exists(prefix):
            raise ValueError(f"The passed save_path is not a valid checkpoint: {prefix}")
        logger.info("Restoring parameters from %s", prefix)
        saver_def = self.saver_def
        try:
            for name, variable in self._eager_variables.items():
                variable.assign(open_checkpoint(prefix).read(name))
            if self._eager_variables:
                return
            sess.run(saver_def.restore_op_name, {saver_def.filename_tensor_name: prefix})
        except errors.NotFoundError as error:
            raise _explained(error, "a Variable name or other graph key that is missing") from None
        except errors.InvalidArgumentError as error:
            raise _explained(error, "a mismatch between the current graph and the graph") from None


def _as_text(path: Any) -> str:
    if not isinstance(path, (str, bytes, os.PathLike)):
        raise TypeError(f"Expected binary or unicode string, got {path!r}")
    return os.fsdecode(path)


def _check(saver_def: Any) -> None:
    from minigraph import protos

    if not isinstance(saver_def, protos.SaverDef):
        raise ValueError(f"saver_def must be a saver_pb2.SaverDef: {saver_def}")
    for field in ("save_tensor_name", "restore_op_name"):
        if not getattr(saver_def, field):
            raise ValueError(f"saver_def must specify the {field}: {saver_def}")


def _explained(error: errors.OpError, cause: str) -> errors.OpError:
    text = (
        f"Restoring from checkpoint failed. This is most likely due to {cause} from the "
        "checkpoint. Please ensure that you have not altered the graph expected based on the "
        f"checkpoint. Original error:\n\n{error.message}"
    )
    return type(error)(error.node_def, error.op, text)


def get_saver_or_default() -> Saver:
    """The Saver in the collection SAVERS, made and added where there is none.

    Raises RuntimeError where there are several.
    """
    graph = context.get_default_graph()
    savers = graph.get_collection(GraphKeys.SAVERS)
    if len(savers) > 1:
        raise RuntimeError(
            f"More than one item in collection {GraphKeys.SAVERS}. Please indicate which one to "
            "use by passing it to the constructor."
        )
    if savers:
        return savers[0]  # type: ignore[no-any-return]
    saver = Saver(sharded=True, allow_empty=True)
    graph.add_to_collection(GraphKeys.SAVERS, saver)
    return saver


collection_defs.register_proto_function(
    GraphKeys.SAVERS, "SaverDef", Saver.to_proto, Saver.from_proto
)
