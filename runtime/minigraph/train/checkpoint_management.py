"""The file `checkpoint`, which names the checkpoints of a directory, and finding and removing them.

TensorFlow: tf.train.latest_checkpoint and its like.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import Any

from minigraph.log import logger
from minigraph.storage.files import os_errors, replace_file
from minigraph.storage.tensor_slices import matching_files

_V2 = 2  # SaverDef.V2, whose checkpoints are tensor bundles


def generate_checkpoint_state_proto(
    save_dir: str,
    model_checkpoint_path: str,
    all_model_checkpoint_paths: Sequence[str] | None = None,
    all_model_checkpoint_timestamps: Sequence[float] | None = None,
    last_preserved_timestamp: float | None = None,
) -> Any:
    """The CheckpointState of a directory; paths become relative to a relative `save_dir`.

    all_model_checkpoint_paths: oldest first; the latest is added where it is not the last of them.
    Raises ValueError where paths and timestamps (seconds since the epoch) differ in number.
    """
    from minigraph import protos

    paths = list(all_model_checkpoint_paths or ())
    if paths[-1:] != [model_checkpoint_path]:
        logger.info(
            "%s is not in all_model_checkpoint_paths. Manually adding it.", model_checkpoint_path
        )
        paths.append(model_checkpoint_path)
    times = all_model_checkpoint_timestamps
    if times and len(times) != len(paths):
        raise ValueError(
            "Checkpoint timestamps, if provided, must match checkpoint paths (got paths "
            f"{paths} and timestamps {times})"
        )
    if not os.path.isabs(save_dir):
        paths = [_relative(path, save_dir, not os.path.isabs(path)) for path in paths]
        is_relative = not os.path.isabs(model_checkpoint_path)
        model_checkpoint_path = _relative(model_checkpoint_path, save_dir, is_relative)
    return protos.CheckpointState(
        model_checkpoint_path=model_checkpoint_path,
        all_model_checkpoint_paths=paths,
        all_model_checkpoint_timestamps=times,
        last_preserved_timestamp=last_preserved_timestamp,
    )


def _relative(path: str, directory: str, wanted: bool) -> str:
    return os.path.relpath(path, directory) if wanted else path


def update_checkpoint_state(
    save_dir: str,
    model_checkpoint_path: str,
    all_model_checkpoint_paths: Sequence[str] | None = None,
    latest_filename: str | None = None,
    all_model_checkpoint_timestamps: Sequence[float] | None = None,
    last_preserved_timestamp: float | None = None,
    *,
    save_relative_paths: bool = False,
) -> None:
    """Writes the file `checkpoint`, or the one called `latest_filename`, of a directory.

    Raises RuntimeError where a checkpoint would have the name of this file.
    """
    from google.protobuf import text_format

    if save_relative_paths:
        all_model_checkpoint_paths = [
            _relative(path, save_dir, os.path.isabs(path))
            for path in all_model_checkpoint_paths or ()
        ]
        is_absolute = os.path.isabs(model_checkpoint_path)
        model_checkpoint_path = _relative(model_checkpoint_path, save_dir, is_absolute)
    state = generate_checkpoint_state_proto(
        save_dir,
        model_checkpoint_path,
        all_model_checkpoint_paths,
        all_model_checkpoint_timestamps,
        last_preserved_timestamp,
    )
    path = _state_path(save_dir, latest_filename)
    if path == state.model_checkpoint_path:
        raise RuntimeError(
            f"Save path '{model_checkpoint_path}' conflicts with path used for checkpoint state.  "
            "Please use a different save path."
        )
    with os_errors(path):
        replace_file(path, text_format.MessageToString(state).encode())


def _state_path(directory: str, latest_filename: str | None) -> str:
    return os.path.join(directory, latest_filename or "checkpoint")


def get_checkpoint_state(
    checkpoint_dir: str | os.PathLike[str], latest_filename: str | None = None
) -> Any:
    """The CheckpointState of a directory with complete paths; None where there is none.

    A file that cannot be read counts as none, with a warning in the log.
    Raises ValueError where it names no latest checkpoint.
    """
    from google.protobuf import text_format

    from minigraph import protos

    directory = os.fspath(checkpoint_dir)
    path = _state_path(directory, latest_filename)
    if not os.path.exists(path):
        return None
    state = protos.CheckpointState()
    try:
        with open(path, encoding="utf-8") as file:
            text_format.Merge(file.read(), state)
    except (OSError, UnicodeDecodeError, text_format.ParseError) as error:
        logger.warning("%s: %s", type(error).__name__, error)
        logger.warning("%s: Checkpoint ignored", path)
        return None
    if not state.model_checkpoint_path:
        raise ValueError(f"Invalid checkpoint state loaded from {directory}")
    state.model_checkpoint_path = os.path.join(directory, state.model_checkpoint_path)
    paths = state.all_model_checkpoint_paths
    paths[:] = [os.path.join(directory, path) for path in paths]
    return state


def latest_checkpoint(
    checkpoint_dir: str | os.PathLike[str], latest_filename: str | None = None
) -> str | None:
    """The prefix of the latest checkpoint of a directory, None where there is none."""
    state = get_checkpoint_state(checkpoint_dir, latest_filename)
    if state is None:
        return None
    prefix: str = state.model_checkpoint_path
    if checkpoint_exists(prefix):
        return prefix
    logger.error("Couldn't match files for checkpoint %s", prefix)
    return None


def _files_of(prefix: str) -> list[str]:
    """The file that says that there is a checkpoint: of a tensor bundle, or in the old format."""
    return matching_files(f"{prefix}.index") or matching_files(prefix)


def checkpoint_exists(checkpoint_prefix: str) -> bool:
    """Whether there is a checkpoint of this prefix."""
    return bool(_files_of(checkpoint_prefix))


def get_checkpoint_mtimes(checkpoint_prefixes: Sequence[str]) -> list[float]:
    """When checkpoints were written, in seconds since the epoch; those that exist."""
    found = (_files_of(prefix) for prefix in checkpoint_prefixes)
    return [os.stat(files[0]).st_mtime for files in found if files]


def remove_checkpoint(
    checkpoint_prefix: str,
    checkpoint_format_version: int = _V2,
    meta_graph_suffix: str = "meta",
) -> None:
    """Removes the files of a checkpoint, its MetaGraphDef included."""
    patterns = [meta_graph_filename(checkpoint_prefix, meta_graph_suffix)]
    if checkpoint_format_version == _V2:
        patterns += [f"{checkpoint_prefix}.index", f"{checkpoint_prefix}.data-?????-of-?????"]
    else:
        patterns.append(checkpoint_prefix)
    for pattern in patterns:
        for path in matching_files(pattern):
            try:
                os.remove(path)
            except FileNotFoundError:
                logger.warning("'%s' was deleted by another process or thread", path)


def meta_graph_filename(checkpoint_filename: str, meta_graph_suffix: str = "meta") -> str:
    """The file of the MetaGraphDef beside a checkpoint."""
    return re.sub(r"-[\d\?]+-of-\d+$", "", checkpoint_filename) + f".{meta_graph_suffix}"
