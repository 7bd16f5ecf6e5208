"""Readers: the records of files whose names wait in a queue (tf.TextLineReader, ...)."""

from __future__ import annotations

import os
import threading
from collections import namedtuple
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from minigraph import context, dtypes, errors, waiting
from minigraph.opdef import REQUIRED, Attr, Node, OpDef, register
from minigraph.ops import shape_rules
from minigraph.ops.files import contents
from minigraph.ops.queues import find_resource
from minigraph.ops.refusal import refusal
from minigraph.ops.strings import as_bytes, scalar, shown
from minigraph.registry import OpBuilder
from minigraph.storage.records import TFRecordOptions, numbered_records, opened
from minigraph.tensor import Tensor

Record = tuple[bytes, bytes]  # key and value


class ReaderResource:
    """Where a session is in its work: a reader takes a name from a queue when it needs one.

    content: function of a name (a unit of work) and the reader's attributes.
    """

    def __init__(self, node: Any, content: Callable[[bytes, Any], Iterator[Record]]) -> None:
        self.title = f"{node.type.removesuffix('V2')} '{node.name}'"
        self.serializable = node.type.startswith(("WholeFile", "Identity"))
        self._attrs, self._make = node.attrs, content
        self._condition, self._busy = threading.Condition(), False
        self.reset()

    def reset(self) -> None:
        """Forgets what was read."""
        self.produced = self.started = self.finished = 0
        self.work = b""
        self._records: Iterator[Record] = iter(())

    @contextmanager
    def alone(self) -> Iterator[None]:
        """One run at a time, also while it waits for a name."""

        def free() -> bool:
            return not self._busy

        with self._condition:
            wait = self._condition.wait_for
            what = f"the run that reads with {self.title}"
            waiting.until(free, lambda: what, lambda left: wait(free, left), None, self._condition)
            self._busy = True
        try:
            yield
        finally:
            with self._condition:
                self._busy = False
                self._condition.notify_all()

    def next_record(self, queue: Any, cancellation: Any, may_wait: bool = True) -> Record | None:
        """The next record; None where it takes another unit of work and may not wait for one."""
        while True:
            if self.started > self.finished:
                for found in self._records:
                    self.produced += 1
                    self.finished += self.serializable  # its units have one record each
                    return found
                self.finished = self.started
            if not may_wait:
                return None
            element = queue.dequeue(1, cancellation)[0]
            if len(element) != 1:
                raise refusal("Expected single component queue")
            if queue.component_types[0] is not dtypes.string:
                raise refusal("Expected queue with single string component")
            work = np.asarray(element[0], object)
            if work.size != 1:
                raise refusal("Expected to dequeue a one-element string tensor")
            self.started += 1
            self.work = as_bytes(work.item())
            self._records = self._make(self.work, self._attrs)

    def state(self) -> Any:
        """What is saved of it, as a ReaderBaseState."""
        from minigraph import protos

        return protos.ReaderBaseState(
            work_started=self.started,
            work_finished=self.finished,
            num_records_produced=self.produced,
            current_work=self.work,
        )

    def restore(self, data: bytes) -> None:
        """Goes to a state; for bytes that are none it is reset, with an InvalidArgumentError."""
        from google.protobuf.message import DecodeError

        from minigraph import protos

        self.reset()
        try:
            state = protos.ReaderBaseState.FromString(data)
        except DecodeError:
            raise refusal(f"Could not parse state for {self.title}: {shown(data)}") from None
        begun, done = state.work_started, state.work_finished
        if begun not in (done, done + 1) or min(done, state.num_records_produced) < 0:
            raise refusal(
                f"Inconsistent work started vs. finished when restoring in {self.title}: {state}"
            )
        self.started, self.finished = begun, done
        self.produced, self.work = state.num_records_produced, state.current_work
        self._records = self._make(self.work, self._attrs) if begun > done else iter(())


# What is in a unit of work


def lines(path: bytes, skip_header_lines: int = 0, compression: str = "") -> Iterator[Record]:
    """The lines of a file without their ends; keys are `file:number`."""
    with opened(path, compression) as file:
        for number, line in enumerate(file, 1):
            if number > skip_header_lines:
                text = line.removesuffix(b"\n")
                yield b"%s:%d" % (path, number), text.removesuffix(b"\r") if text != line else text


def fixed_length(
    path: bytes, size: int, header: int = 0, footer: int = 0, hop: int = 0, compression: str = ""
) -> Iterator[Record]:
    """Pieces of `size` bytes of a file, each `hop` after the other; keys are `file:number`."""
    with opened(path, compression) as file:
        end = file.seek(0, os.SEEK_END) - footer
        for number, start in enumerate(range(header, end - size + 1, hop or size)):
            file.seek(start)
            yield b"%s:%d" % (path, number), file.read(size)


def records(path: bytes, compression: str = "") -> Iterator[Record]:
    """The records of a TFRecord file; keys are `file:offset`."""
    for offset, data in numbered_records(opened(path, compression)):
        yield b"%s:%d" % (path, offset), data


# The ops


def _reader_op(name: str, content: Any, attrs: dict[str, Any]) -> OpBuilder:
    def kernel(ctx: Any, *, node: Node) -> Any:
        for attr in ("header_bytes", "record_bytes", "footer_bytes", "hop_bytes"):
            if node.attrs.get(attr, 0) < 0:
                raise refusal(f"{attr} must be >= 0 not {node.attrs[attr]}")
        return find_resource(ctx, node, lambda _: ReaderResource(node, content))

    signature, shape = "-> reader_handle: resource", shape_rules.scalar
    return OpBuilder(
        register(OpDef(name, signature, kernel, attrs=attrs, shape=shape, stateful=True))
    )


_NAMES = {"container": "", "shared_name": ""}
_SIZES = {"header_bytes": 0, "record_bytes": Attr("record_bytes", "int", REQUIRED)}
_text_line_reader = _reader_op(
    "TextLineReaderV2",
    lambda path, attrs: lines(path, attrs["skip_header_lines"]),
    {"skip_header_lines": 0, **_NAMES},
)
_whole_file_reader = _reader_op(
    "WholeFileReaderV2", lambda path, attrs: iter([(path, contents(path))]), _NAMES
)
_fixed_length_reader = _reader_op(
    "FixedLengthRecordReaderV2",
    lambda path, attrs: fixed_length(
        path,
        attrs["record_bytes"],
        attrs["header_bytes"],
        attrs["footer_bytes"],
        attrs["hop_bytes"],
        attrs["encoding"].decode(),
    ),
    {**_SIZES, "footer_bytes": 0, "hop_bytes": 0, **_NAMES, "encoding": b""},
)
_record_reader = _reader_op(
    "TFRecordReaderV2",
    lambda path, attrs: records(path, attrs["compression_type"].decode()),
    {**_NAMES, "compression_type": b""},
)
_identity_reader = _reader_op("IdentityReaderV2", lambda work, attrs: iter([(work, work)]), _NAMES)


def _use(name: str, rest: str, kernel: Any, shape: Any, wait: str = "") -> OpBuilder:
    signature = f"reader_handle: resource{rest}"
    return OpBuilder(
        register(OpDef(name, signature, kernel, shape=shape, stateful=True, blocking=wait))
    )


def _read_kernel(ctx: Any, reader: ReaderResource, queue: Any) -> Any:
    with reader.alone():
        return reader.next_record(queue, ctx.cancellation)


def _read_up_to_kernel(ctx: Any, reader: ReaderResource, queue: Any, num_records: Any) -> Any:
    found: list[Record] = []
    with reader.alone():
        while len(found) < num_records:
            # It waits for a unit of work only as long as it has nothing to give.
            record = reader.next_record(queue, ctx.cancellation, may_wait=not found)
            if record is None:
                break
            found.append(record)
    return [np.array([record[part] for record in found], object) for part in (0, 1)]


def _not_serializable(reader: ReaderResource, what: str) -> None:
    if not reader.serializable:
        raise errors.UnimplementedError(None, None, f"Reader {what}")


def _serialize_kernel(ctx: Any, reader: ReaderResource) -> Any:
    _not_serializable(reader, "SerializeState")
    with reader.alone():
        return reader.state().SerializeToString()


def _restore_kernel(ctx: Any, reader: ReaderResource, state: Any) -> Any:
    _not_serializable(reader, "RestoreState")
    with reader.alone():
        reader.restore(scalar(state))
    return ()


def _reset_kernel(ctx: Any, reader: ReaderResource) -> Any:
    with reader.alone():
        reader.reset()
    return ()


_SCALAR, _NONE = shape_rules.scalar, shape_rules.no_outputs
_QUEUE = ", queue_handle: resource"
_read = _use(
    "ReaderReadV2",
    f"{_QUEUE} -> key: string, value: string",
    _read_kernel,
    lambda c: ((), ()),
    "wait",
)
_read_up_to = _use(
    "ReaderReadUpToV2",
    f"{_QUEUE}, num_records: int64 -> keys: string, values: string",
    _read_up_to_kernel,
    lambda c: ((None,), (None,)),
    "wait",
)
_produced = _use(
    "ReaderNumRecordsProducedV2",
    " -> records_produced: int64",
    lambda ctx, reader: np.int64(reader.produced),
    _SCALAR,
)
_completed = _use(
    "ReaderNumWorkUnitsCompletedV2",
    " -> units_completed: int64",
    lambda ctx, reader: np.int64(reader.finished),
    _SCALAR,
)
_serialize = _use("ReaderSerializeStateV2", " -> state: string", _serialize_kernel, _SCALAR, "wait")
_restore = _use("ReaderRestoreStateV2", ", state: string ->", _restore_kernel, _NONE, "wait")
_reset = _use("ReaderResetV2", " ->", _reset_kernel, _NONE, "wait")

ReaderReadV2 = namedtuple("ReaderReadV2", ["key", "value"])
ReaderReadUpToV2 = namedtuple("ReaderReadUpToV2", ["keys", "values"])


class ReaderBase:
    """Turns the names in a queue into records, one a run (tf.ReaderBase); see the subclasses.

    Raises RuntimeError in eager mode.
    """

    def __init__(self, reader_ref: Any, supports_serialize: bool = False) -> None:
        if context.executing_eagerly():
            raise RuntimeError(
                "Readers are not supported when eager execution is enabled. Instead, please use "
                "tf.data to get data into your model."
            )
        self.reader_ref, self.supports_serialize = reader_ref, supports_serialize

    def read(self, queue: Any, name: str | None = None) -> Any:
        """(key, value) of the next record, string scalars; OutOfRangeError at the end."""
        return ReaderReadV2(*_read(self.reader_ref, _handle_of(queue), name=name))

    def read_up_to(self, queue: Any, num_records: Any, name: str | None = None) -> Any:
        """(keys, values) of the next records of one file, `num_records` at most."""
        return ReaderReadUpToV2(
            *_read_up_to(self.reader_ref, _handle_of(queue), num_records, name=name)
        )

    def num_records_produced(self, name: str | None = None) -> Any:
        """How many records were read."""
        return _produced(self.reader_ref, name=name)

    def num_work_units_completed(self, name: str | None = None) -> Any:
        """How many names, such as files, were read to the end."""
        return _completed(self.reader_ref, name=name)

    def serialize_state(self, name: str | None = None) -> Any:
        """The state as a string; UnimplementedError in the run for most readers."""
        return _serialize(self.reader_ref, name=name)

    def restore_state(self, state: Any, name: str | None = None) -> Any:
        """An operation that goes back to a state."""
        return _restore(self.reader_ref, state, name=name)

    def reset(self, name: str | None = None) -> Any:
        """An operation after which the reader begins with the next name."""
        return _reset(self.reader_ref, name=name)


def _handle_of(queue: Any) -> Any:
    return queue if isinstance(queue, Tensor) else queue.queue_ref


class TextLineReader(ReaderBase):
    """Lines without their ends; keys are `file:number` (tf.TextLineReader)."""

    def __init__(self, skip_header_lines: int | None = None, name: str | None = None) -> None:
        super().__init__(_text_line_reader(skip_header_lines=skip_header_lines or 0, name=name))


class WholeFileReader(ReaderBase):
    """The contents of each file under its name (tf.WholeFileReader)."""

    def __init__(self, name: str | None = None) -> None:
        super().__init__(_whole_file_reader(name=name), supports_serialize=True)


class FixedLengthRecordReader(ReaderBase):
    """Pieces of `record_bytes`, each `hop_bytes` after the other (tf.FixedLengthRecordReader)."""

    def __init__(
        self,
        record_bytes: int,
        header_bytes: int | None = None,
        footer_bytes: int | None = None,
        hop_bytes: int | None = None,
        name: str | None = None,
        encoding: str | None = None,
    ) -> None:
        super().__init__(
            _fixed_length_reader(
                record_bytes=record_bytes,
                header_bytes=header_bytes or 0,
                footer_bytes=footer_bytes or 0,
                hop_bytes=hop_bytes or 0,
                encoding=encoding or "",
                name=name,
            )
        )


class TFRecordReader(ReaderBase):
    """The records of TFRecord files; keys are `file:offset` (tf.TFRecordReader)."""

    def __init__(self, name: str | None = None, options: Any = None) -> None:
        kind = TFRecordOptions.get_compression_type_string(options)
        super().__init__(_record_reader(compression_type=kind, name=name))


class IdentityReader(ReaderBase):
    """What is in the queue, as key and as value (tf.IdentityReader)."""

    def __init__(self, name: str | None = None) -> None:
        super().__init__(_identity_reader(name=name), supports_serialize=True)
