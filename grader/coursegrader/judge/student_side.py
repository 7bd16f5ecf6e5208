"""The student's process: runs the student's cells and answers the test's questions about them.

Nothing here is trusted by the judge: student code shares the process and can change all of it.
"""

import contextlib
import gc
import os
import socket
import sys
from typing import Any

from coursegrader.judge import known
from coursegrader.judge.files import take, write_file
from coursegrader.judge.frames import Channel, Closed, Kind
from coursegrader.judge.handles import OPERATIONS, Handles
from coursegrader.judge.mirror.mirror import Mirror
from coursegrader.judge.mirror.warm_up import warm_up
from coursegrader.judge.observed import Observed
from coursegrader.judge.outputs import OutputSender, TextStream
from coursegrader.judge.peer import Message, Peer
from coursegrader.judge.proxies import JudgeObject, stand_in
from coursegrader.judge.values import CannotCross, Codec
from coursegrader.sandbox import limits as sandbox_limits
from coursegrader.sandbox.limits import MEGABYTE, Limits
from coursegrader.scoring.shell import RecordingShell, make_shell

_CELL_FILES = "<ipython-input-"
_RESERVE = 96 * MEGABYTE


def preload() -> None:
    """Load everything that a submission uses, once, before processes are forked."""
    shell = make_shell()
    shell.run("raise AssertionError", record=False)
    shell.recorder.take()
    warm_up()


def serve(channel: socket.socket, limits: Limits) -> None:
    """Serve one submission until the grader closes the connection."""
    with contextlib.suppress(Closed):
        StudentSide(Channel(channel, limits.frame_mb * MEGABYTE), limits).run()


class StudentSide:
    """The shell of one submission and its end of the conversation."""

    def __init__(self, channel: Channel, limits: Limits) -> None:
        self._channel = channel
        self._peer = Peer(channel, self._answer, self._refuse)
        self._codec = Codec()
        known.register(self._codec, _CELL_FILES)
        self._handles = Handles(
            self._codec, lambda number, message: stand_in(JudgeObject, self._ask, number, message)
        )
        self._handles.install(JudgeObject)
        self._mirror = Mirror("s", self._codec, self._forward)
        self._sender = OutputSender(self._peer.output, limits.output_kb << 10)
        self._shell: RecordingShell = make_shell()
        self._shell.recorder = self._sender  # type: ignore[assignment]
        self._streams = {
            name: TextStream(name, self._sender, descriptor)
            for descriptor, name in enumerate(("stdout", "stderr"), start=1)
        }
        vars(sys).update({f"__{name}__": stream for name, stream in self._streams.items()})
        sys.path.insert(0, "")
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._leave)
        self._observed = Observed()
        self._observed.install()
        gc.unfreeze()

    def run(self) -> None:
        """Serve until the connection closes."""
        self._peer.loop({Kind.RUN: self._run_cell, Kind.FILE: write_file})

    def _leave(self) -> None:
        """A child of the student's code has no part in the conversation; what it prints is raw."""
        self._channel.close()
        self._sender.send_raw()

    def _run_cell(self, message: Message) -> Message:
        vars(sys).update(self._streams)  # the cell before may have replaced or closed them
        self._sender.begin()
        result = self._shell.run_cell(message["source"], store_history=True)  # type: ignore[no-untyped-call]
        self._sender.drain()
        _keep_reserve()
        error = result.error_before_exec or result.error_in_exec
        self._observed.failed(error)
        self._observed.note_tensorflow(self._mirror.tensorflow.install_if_imported())
        return {"ok": error is None, "observed": self._observed.take()}

    def _refuse(self, why: str) -> Message:
        self._mirror.give_up(why)
        self._observed.refused()
        answer = {"error": self._codec.encode(TypeError(why)), "printed": ["", ""]}
        return self._mirror.put_beside(answer)

    def _answer(self, question: Message) -> Message:
        """Answer a question of the test: a value or an error, and what was printed."""
        self._sender.capture()
        try:
            with self._mirror.take(question).entered():
                found = self._perform(question)
                with self._handles.lending():
                    answer = {"value": self._codec.encode(found)}
        except CannotCross as error:
            if self._mirror.graphs.given_up:
                self._observed.refused()
            answer = {"error": self._codec.encode(TypeError(str(error)))}
        except BaseException as error:  # SystemExit too is the answer, not the end
            self._observed.failed(error)
            answer = {"error": self._codec.encode(error)}
        answer["printed"] = self._sender.captured()
        answer["observed"] = self._observed.take()
        _keep_reserve()
        return self._mirror.put_beside(answer)

    def _perform(self, question: Message) -> Any:
        operation = question["op"]
        if operation == "sync":
            return None
        arguments = [self._codec.decode(item) for item in question.get("args", [])]
        if operation == "name":
            return self._named(*arguments)
        if operation in ("bind", "forget"):
            return self._rebind(*arguments)
        if operation == "file":
            return take(*arguments)
        keywords = {k: self._codec.decode(v) for k, v in question.get("kwargs", {}).items()}
        return OPERATIONS[operation](self._handles.lent(question["on"]), *arguments, **keywords)

    def _named(self, name: str) -> Any:
        hidden = self._shell.user_ns_hidden
        namespace = self._shell.user_ns
        if name not in namespace or (name in hidden and namespace[name] is hidden[name]):
            raise NameError(f"name {name!r} is not defined", name=name)
        return namespace[name]

    def _rebind(self, name: str, *value: Any) -> None:
        """Bind a name that a test has taken away, or take it away."""
        if value:
            self._shell.user_ns[name] = value[0]
        else:
            self._named(name)
            del self._shell.user_ns[name]

    def _ask(self, operation: str, number: int | str, *args: Any, **kwargs: Any) -> Any:
        """Ask the judge to do something with an object that it lent."""
        question = {
            "op": operation,
            "on": number,
            "args": [self._codec.encode(item) for item in args],
            "kwargs": {name: self._codec.encode(item) for name, item in kwargs.items()},
        }
        answer = self._peer.ask(self._mirror.put_beside(question))
        self._mirror.take(answer)
        if "error" in answer:
            error = self._codec.decode(answer["error"])
            raise error
        return self._codec.decode(answer["value"])

    def _forward(self, number: str, method: str, *args: Any) -> Any:
        """Have the judge do something with a session of its own."""
        return self._ask("session", number, method, *args)


def _keep_reserve() -> None:
    """Make room for answers when the student's data fill the memory."""
    if sys.platform != "linux":
        return
    import resource

    soft = resource.getrlimit(resource.RLIMIT_AS)[0]
    with contextlib.suppress(OSError):
        with open("/proc/self/statm") as file:
            used = int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
        if soft != resource.RLIM_INFINITY and used > soft - _RESERVE:
            sandbox_limits.open_reserve()
