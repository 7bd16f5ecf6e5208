"""Datasets of what is in files: lines and records (tf.data.TextLineDataset, ...)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from minigraph import dtypes
from minigraph.arrays import to_array
from minigraph.data import Dataset
from minigraph.dataset_combining import UNKNOWN_CARDINALITY
from minigraph.eager_tensor import EagerTensor
from minigraph.ops.readers import fixed_length, lines, records
from minigraph.ops.strings import as_bytes
from minigraph.tensor import Tensor
from minigraph.tensor_spec import TensorSpec

_Content = Callable[[bytes], Iterator[tuple[bytes, bytes]]]


class _FileDataset(Dataset):
    def __init__(self, filenames: Any, content: _Content) -> None:
        def parts(values: Any) -> Iterator[list[Any]]:
            for name in _names(filenames, values):
                for _, value in content(name):
                    yield [value]

        sources = filenames._sources if isinstance(filenames, Dataset) else []
        if isinstance(filenames, Tensor) and not isinstance(filenames, EagerTensor):
            sources = [filenames]
        super().__init__(parts, TensorSpec([], dtypes.string), UNKNOWN_CARDINALITY, sources)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}V2 element_spec={self.element_spec!r}>"


def _names(filenames: Any, values: Any) -> Iterator[bytes]:
    if isinstance(filenames, Dataset):
        return (as_bytes(name) for (name,) in filenames._parts(values))
    given = filenames
    if isinstance(filenames, Tensor):
        given = filenames._constant if isinstance(filenames, EagerTensor) else values[id(filenames)]
    return (as_bytes(name) for name in np.ravel(np.asarray(to_array(given), object)))


class TextLineDataset(_FileDataset):
    """The lines of files, without their ends (tf.data.TextLineDataset).

    filenames: a string, several, or a dataset of them; compression_type: "GZIP", "ZLIB" or "".
    The other arguments are accepted without effect. A NotFoundError where an element is taken.
    """

    def __init__(
        self,
        filenames: Any,
        compression_type: str | None = None,
        buffer_size: int | None = None,
        num_parallel_reads: int | None = None,
        name: str | None = None,
    ) -> None:

        def content(path: bytes) -> Iterator[tuple[bytes, bytes]]:
            found = lines(path, compression=compression_type or "")
            return ((key, line.replace(b"\r", b"")) for key, line in found)

        super().__init__(filenames, content)


class TFRecordDataset(_FileDataset):
    """The records of TFRecord files (tf.data.TFRecordDataset); arguments as of TextLineDataset."""

    def __init__(
        self,
        filenames: Any,
        compression_type: str | None = None,
        buffer_size: int | None = None,
        num_parallel_reads: int | None = None,
        name: str | None = None,
    ) -> None:
        super().__init__(filenames, lambda path: records(path, compression_type or ""))


class FixedLengthRecordDataset(_FileDataset):
    """Pieces of `record_bytes` of files (tf.data.FixedLengthRecordDataset)."""

    def __init__(
        self,
        filenames: Any,
        record_bytes: int,
        header_bytes: int | None = None,
        footer_bytes: int | None = None,
        buffer_size: int | None = None,
        compression_type: str | None = None,
        num_parallel_reads: int | None = None,
        name: str | None = None,
    ) -> None:
        sizes = (record_bytes, header_bytes or 0, footer_bytes or 0)
        super().__init__(
            filenames, lambda path: fixed_length(path, *sizes, compression=compression_type or "")
        )
