"""Looking into checkpoints without a graph (tf.train.load_checkpoint and its like)."""

from __future__ import annotations

import os
from typing import Any

from minigraph import arrays, errors
from minigraph.dtypes import DType
from minigraph.storage.tensor_reader import debug_string, described
from minigraph.storage.tensor_slices import open_checkpoint
from minigraph.train.checkpoint_management import latest_checkpoint


class CheckpointReader:
    """The tensors of a checkpoint; see `NewCheckpointReader`."""

    def __init__(self, filepattern: str) -> None:
        self._reader = open_checkpoint(filepattern)

    def get_variable_to_shape_map(self) -> dict[str, list[int]]:
        """The shapes by name."""
        return {name: list(shape) for name, _, shape in described(self._reader)}

    def get_variable_to_dtype_map(self) -> dict[str, DType]:
        """The dtypes by name."""
        return {name: dtype for name, dtype, _ in described(self._reader)}

    def has_tensor(self, tensor_str: str) -> bool:
        """Whether there is a tensor of this name."""
        return tensor_str in self._reader

    def get_tensor(self, tensor_str: str) -> Any:
        """A tensor as an array, or a scalar as a NumPy scalar; NotFoundError without it."""
        if not self.has_tensor(tensor_str):
            raise errors.NotFoundError(None, None, self._reader.absent(tensor_str))
        return arrays.plain(self._reader.read(tensor_str))[()]

    def debug_string(self) -> bytes:
        """Name, dtype and shape of each tensor, one a line."""
        return debug_string(self._reader).encode()


def NewCheckpointReader(filepattern: str) -> CheckpointReader:
    """Opens the checkpoint of a prefix (tf.train.NewCheckpointReader).

    Raises NotFoundError where there is none, DataLossError where its index was altered.
    """
    return CheckpointReader(os.fspath(filepattern))


def load_checkpoint(ckpt_dir_or_file: str | os.PathLike[str]) -> CheckpointReader:
    """Opens a checkpoint, or the latest of a directory (tf.train.load_checkpoint).

    Raises ValueError for a directory without one.
    """
    path = os.fspath(ckpt_dir_or_file)
    found = latest_checkpoint(path) if os.path.isdir(path) else path
    if found is None:
        raise ValueError(
            f"Couldn't find 'checkpoint' file or checkpoints in given directory {path}"
        )
    return NewCheckpointReader(found)


def load_variable(ckpt_dir_or_file: str | os.PathLike[str], name: str) -> Any:
    """The value of a tensor in a checkpoint (tf.train.load_variable)."""
    return load_checkpoint(ckpt_dir_or_file).get_tensor(name.removesuffix(":0"))


def list_variables(ckpt_dir_or_file: str | os.PathLike[str]) -> list[tuple[str, list[int]]]:
    """The names and shapes in a checkpoint, sorted by name (tf.train.list_variables)."""
    shapes = load_checkpoint(ckpt_dir_or_file).get_variable_to_shape_map()
    return sorted(shapes.items())
