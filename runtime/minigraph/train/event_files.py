"""Event files, which TensorBoard shows: writing (tf.summary.FileWriter) and reading them."""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Iterator
from typing import IO, Any

from minigraph import context, errors
from minigraph.graph import Graph
from minigraph.graph_def import from_graph
from minigraph.log import logger
from minigraph.meta_graph import create_meta_graph_def
from minigraph.storage.files import make_directories
from minigraph.storage.records import read_records, record


class FileWriter:
    """Writes summaries and other events to a file in `logdir` (tf.summary.FileWriter).

    graph: written at once; flush_secs: after so many seconds what was added is in the file;
    filename_suffix: ends the name of the file. max_queue is accepted without effect: events are
    written when they are added.
    Raises RuntimeError in eager mode.
    """

    def __init__(
        self,
        logdir: str | os.PathLike[str],
        graph: Any = None,
        max_queue: int = 10,
        flush_secs: float = 120,
        graph_def: Any = None,
        filename_suffix: str | None = None,
    ) -> None:
        if context.executing_eagerly():
            raise RuntimeError(
                "v1.summary.FileWriter is not compatible with eager execution. Use "
                "`tf.summary.create_file_writer`,or a `with v1.Graph().as_default():` context"
            )
        self._logdir, self._suffix = str(logdir), filename_suffix or ""
        self._flush_secs, self._next_flush = flush_secs, 0.0
        self._file: IO[bytes] | None = None
        self._lock = threading.Lock()
        self._closed = False
        self._run_tags: set[str] = set()
        self._tags_with_metadata: set[str] = set()
        make_directories(self._logdir)
        if graph is not None or graph_def is not None:
            self.add_graph(graph, graph_def=graph_def)
            message = from_graph(graph, add_shapes=True) if isinstance(graph, Graph) else graph
            self.add_meta_graph(create_meta_graph_def(graph_def=graph_def or message))

    def __enter__(self) -> FileWriter:
        return self

    def __exit__(self, *exception: Any) -> None:
        self.close()

    def get_logdir(self) -> str:
        """The directory."""
        return self._logdir

    # Adding events

    def add_summary(self, summary: Any, global_step: Any = None) -> None:
        """Adds a Summary, or the value of a summary operation."""
        from minigraph import protos

        if isinstance(summary, bytes):
            summary = protos.Summary.FromString(summary)
        for value in summary.value:
            # Metadata of a tag are written once.
            if value.tag in self._tags_with_metadata:
                value.ClearField("metadata")
            self._tags_with_metadata.add(value.tag)
        self._add({"summary": summary}, global_step)

    def add_session_log(self, session_log: Any, global_step: Any = None) -> None:
        """Adds a SessionLog."""
        self._add({"session_log": session_log}, global_step)

    def add_graph(self, graph: Any, global_step: Any = None, graph_def: Any = None) -> None:
        """Adds a Graph or a GraphDef; TypeError for anything else, ValueError for both."""
        from minigraph import protos

        if graph is not None and graph_def is not None:
            raise ValueError("Please pass only graph, or graph_def (deprecated), but not both.")
        graph = graph_def if graph is None else graph
        if isinstance(graph, Graph):
            graph = from_graph(graph, add_shapes=True)
        elif not isinstance(graph, protos.GraphDef):
            raise TypeError(
                "The passed graph must be an instance of `Graph` or the deprecated `GraphDef`"
            )
        self._add({"graph_def": graph.SerializeToString()}, global_step)

    def add_meta_graph(self, meta_graph_def: Any, global_step: Any = None) -> None:
        """Adds a MetaGraphDef; TypeError for anything else."""
        from minigraph import protos

        if not isinstance(meta_graph_def, protos.MetaGraphDef):
            raise TypeError(
                f"meta_graph_def must be type MetaGraphDef, saw type: {type(meta_graph_def)}"
            )
        self._add({"meta_graph_def": meta_graph_def.SerializeToString()}, global_step)

    def add_run_metadata(self, run_metadata: Any, tag: str, global_step: Any = None) -> None:
        """Adds the RunMetadata of a run; ValueError for a tag that was used before."""
        if tag in self._run_tags:
            raise ValueError("The provided tag was already used for this event type")
        self._run_tags.add(tag)
        tagged = {"tag": tag, "run_metadata": run_metadata.SerializeToString()}
        self._add({"tagged_run_metadata": tagged}, global_step)

    def _add(self, content: dict[str, Any], step: Any) -> None:
        from minigraph import protos

        event = protos.Event(wall_time=time.time(), **content)
        if step is not None:
            event.step = int(step)
        self.add_event(event)

    def add_event(self, event: Any) -> None:
        """Adds an Event; nothing, with a warning in the log, once the writer is closed."""
        with self._lock:
            if self._is_open():
                self._write(event)

    def _is_open(self) -> bool:
        if self._closed:
            logger.warning(
                "Attempting to use a closed FileWriter. The operation will be a noop unless the "
                "FileWriter is explicitly reopened."
            )
        return not self._closed

    def _write(self, event: Any) -> None:
        if self._file is None:
            self._file = self._new_file()
        self._file.write(record(event.SerializeToString()))
        if time.time() > self._next_flush:
            self._file.flush()
            self._next_flush = time.time() + self._flush_secs

    def _new_file(self) -> IO[bytes]:
        from minigraph import protos

        second = int(time.time())
        while True:
            name = f"events.out.tfevents.{second:010d}.{socket.gethostname()}{self._suffix}"
            try:
                file = open(os.path.join(self._logdir, name), "xb")  # noqa: SIM115
                break
            except FileExistsError:
                second += 1
        first = protos.Event(
            wall_time=time.time(),
            file_version="brain.Event:2",
            source_metadata={"writer": "tensorflow.core.util.events_writer"},
        )
        file.write(record(first.SerializeToString()))
        return file

    # The file

    def flush(self) -> None:
        """Has all that was added in the file."""
        with self._lock:
            if self._is_open() and self._file is not None:
                self._file.flush()

    def close(self) -> None:
        """Flushes and closes the file; `reopen` begins another."""
        with self._lock:
            if self._file is not None:
                self._file.close()
            self._file, self._closed = None, True

    def reopen(self) -> None:
        """Lets a closed writer go on, in another file."""
        self._closed = False


class FileWriterCache:
    """One FileWriter for each directory (tf.summary.FileWriterCache)."""

    _cache: dict[str, FileWriter] = {}  # noqa: RUF012  # shared on purpose
    _lock = threading.RLock()

    @staticmethod
    def get(logdir: str) -> FileWriter:
        """The writer of a directory; it has written the graph that was the default at first."""
        with FileWriterCache._lock:
            if logdir not in FileWriterCache._cache:
                graph = context.get_default_graph()
                FileWriterCache._cache[logdir] = FileWriter(logdir, graph=graph)
            return FileWriterCache._cache[logdir]

    @staticmethod
    def clear() -> None:
        """Closes and forgets all writers."""
        with FileWriterCache._lock:
            for writer in FileWriterCache._cache.values():
                writer.close()
            FileWriterCache._cache.clear()


def summary_iterator(path: str | os.PathLike[str]) -> Iterator[Any]:
    """The Events of a file (tf.train.summary_iterator).

    Raises NotFoundError where there is none, DataLossError where it was altered.
    """
    from google.protobuf.message import DecodeError

    from minigraph import protos

    for data in read_records(path):
        try:
            yield protos.Event.FromString(data)
        except DecodeError:
            text = f"{os.fspath(path)} has a record that is no Event"
            raise errors.DataLossError(None, None, text) from None
