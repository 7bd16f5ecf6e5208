"""The judge's process: runs the locked test cells against what crosses from the student's process.

It knows the test cells of one assignment and nothing else of the course. Code of the student never
runs here; what the student's process sends is decoded as data.
"""

import ast
import contextlib
import dataclasses
import socket
import sys
from typing import Any

from coursegrader.checks import files
from coursegrader.judge import known
from coursegrader.judge.files import put_fetched, write_file
from coursegrader.judge.frames import Channel, Closed, Kind, ProtocolError
from coursegrader.judge.handles import OPERATIONS, Handles
from coursegrader.judge.hushing import hush_checks
from coursegrader.judge.lending import may_do, may_lend
from coursegrader.judge.mirror.mirror import Mirror
from coursegrader.judge.mirror.shared_sessions import call_session
from coursegrader.judge.mirror.warm_up import warm_up
from coursegrader.judge.namespace import (
    JudgeNamespace,
    definitions,
    judge_part_of_setup,
)
from coursegrader.judge.observed import sentences
from coursegrader.judge.outputs import OutputSender, TextStream
from coursegrader.judge.peer import Message, Peer
from coursegrader.judge.proxies import StudentObject, stand_in
from coursegrader.judge.test_cell import TestCell
from coursegrader.judge.values import CannotCross, Codec, Ungradable
from coursegrader.judge.verdicts import StudentLost, Verdict, verdict_of
from coursegrader.sandbox.limits import MEGABYTE, Limits
from coursegrader.scoring.shell import RecordingShell, make_shell


def preload() -> None:
    """Load everything that test cells use, once, before processes are forked."""
    make_shell()
    warm_up()


def serve(channel: socket.socket, limits: Limits) -> None:
    """Judge one submission until the grader closes the connection."""
    with contextlib.suppress(Closed):
        JudgeSide(Channel(channel, limits.frame_mb * MEGABYTE), limits).run()


class JudgeSide:
    """The namespace of the test cells of one submission and its end of the conversation."""

    def __init__(self, channel: Channel, limits: Limits) -> None:
        self._peer = Peer(channel, self._answer, self._refuse)
        self._codec = Codec()
        known.register(self._codec)
        self._handles = Handles(
            self._codec,
            lambda number, message: stand_in(StudentObject, self._ask, number, message),
            may_lend,
        )
        self._handles.install(StudentObject)
        self._mirror = Mirror("j", self._codec)
        self._namespace = JudgeNamespace(self._ask_for)
        self._looked_up: dict[str, Any] = {}
        self._cell: TestCell | None = None
        self._failed_inside: Exception | None = None
        self._observed: tuple[str, ...] = ()
        self._sender = OutputSender(self._peer.output, limits.output_kb << 10)
        self._sender.silent = lambda: self._cell is None or self._cell.in_hidden_lines()
        hush_checks(lambda: self._cell)
        files._elsewhere = self._fetch
        self._shell: RecordingShell = make_shell()
        self._shell.recorder = self._sender  # type: ignore[assignment]
        sys.stdout = TextStream("stdout", self._sender, 1)
        sys.stderr = TextStream("stderr", self._sender, 2)

    def run(self) -> None:
        """Judge until the connection closes."""
        self._peer.loop({Kind.RUN: self._run, Kind.FILE: write_file})

    def _run(self, message: Message) -> Message:
        if message["role"] == "setup":
            self._run_setup(message["source"])
            return {"ok": True}
        self._observed = ()
        verdict = self._run_test(TestCell(message))
        return dataclasses.replace(verdict, observed=self._observed).as_json()

    def _run_setup(self, source: str) -> None:
        """Run what is the judge's of a set-up cell; its failures show in the student's process."""
        for statement in judge_part_of_setup(source):
            with contextlib.suppress(Exception):
                code = compile(ast.Module([statement], []), "<set-up>", "exec")
                exec(code, self._namespace)

    def _run_test(self, cell: TestCell) -> Verdict:
        self._sender.begin()
        self._shell.execution_count += 1
        self._namespace.enter(cell.owners)
        self._cell, self._failed_inside = cell, None
        try:
            self._request({"op": "sync", "args": []})
            points = cell.execute(self._namespace)
            self._sender.drain()
            if self._failed_inside is None:
                return Verdict(ok=True, points=points)
            return verdict_of(self._failed_inside, cell)
        except BaseException as error:  # whatever ends a test cell, SystemExit too, is its failure
            self._sender.drain()
            return verdict_of(error, cell)
        finally:
            self._define_the_rest(cell)
            with contextlib.suppress(Exception):
                self._request({"op": "sync", "args": []})
            self._cell = None

    def _define_the_rest(self, cell: TestCell) -> None:
        """Define what a failed cell would have defined for the cells after it."""
        for statement in definitions(cell.not_reached):
            with contextlib.suppress(Exception):
                exec(compile(ast.Module([statement], []), cell.file, "exec"), self._namespace)

    def _ask_for(self, operation: str, name: str, *value: Any) -> Any:
        """The student's value of a name, asked for once until the student's code runs again.

        Or delete it, or bind it.
        """
        if operation != "name":
            return self._request({"op": operation, "args": [name, *value]})
        if name not in self._looked_up:
            self._looked_up[name] = self._request({"op": "name", "args": [name]})
        return self._looked_up[name]

    def _fetch(self, path: str) -> str:
        """Copy what the student's code has written at a path to the same path here."""
        found = self._request({"op": "file", "args": [path]})
        put_fetched(path, found)
        if self._mirror.execution is not None:
            self._mirror.execution.suspect_imports()
        return path

    def _ask(self, operation: str, number: int, *args: Any, **kwargs: Any) -> Any:
        """Ask the student's process to do something with an object of its own."""
        return self._request({"op": operation, "on": number, "args": args, "kwargs": kwargs})

    def _request(self, question: Message) -> Any:
        if question["op"] != "name":
            self._looked_up.clear()
        on = question.get("on")
        question["about"] = self._handles.name_of(on) if on else ""
        question["args"] = [self._codec.encode(item) for item in question["args"]]
        keywords = question.get("kwargs", {})
        question["kwargs"] = {name: self._codec.encode(item) for name, item in keywords.items()}
        answer = self._peer.ask(self._mirror.put_beside(question))
        if "lost" in answer:
            raise StudentLost(answer["lost"])
        self._mirror.take(answer)
        if more := sentences(answer.get("observed")):
            self._observed = sentences(list(dict.fromkeys([*self._observed, *more])))
        printed = answer.get("printed", ["", ""])
        if not isinstance(printed, list) or not all(isinstance(text, str) for text in printed):
            raise ProtocolError("what was printed is text")
        for stream, text in zip((sys.stdout, sys.stderr), printed, strict=False):
            stream.write(text)
        if "error" in answer:
            error = self._codec.decode(answer["error"])
            if not isinstance(error, BaseException):
                raise ProtocolError("an error is an exception")
            raise error
        return self._codec.decode(answer.get("value"))

    def _refuse(self, why: str) -> Message:
        self._mirror.give_up(why)
        return self._mirror.put_beside({"error": self._codec.encode(TypeError(why))})

    def _answer(self, question: Message) -> Message:
        """Do for the student's process what may be done with an object of the test."""
        try:
            with self._mirror.take(question).entered():
                answer = {"value": self._codec.encode(self._perform(question))}
        except AssertionError as error:
            self._failed_inside = self._failed_inside or error
            answer = {"error": self._codec.encode(AssertionError("the test failed"))}
        except (CannotCross, ProtocolError) as error:
            answer = {"error": self._codec.encode(TypeError(str(error)))}
        except Ungradable as error:
            self._failed_inside = self._failed_inside or error
            answer = {"error": self._codec.encode(RuntimeError(str(error)))}
        except BaseException as error:
            answer = {"error": self._codec.encode(error)}
        return self._mirror.put_beside(answer)

    def _perform(self, question: Message) -> Any:
        operation, on = question.get("op"), question.get("on")
        arguments = [self._codec.decode(item) for item in question.get("args", [])]
        if operation == "session":
            method, *rest = arguments or [None]
            return call_session(self._mirror.sessions.session(on), method, rest)
        value = self._handles.lent(on)
        keywords = {k: self._codec.decode(v) for k, v in question.get("kwargs", {}).items()}
        may_do(operation, value, arguments)
        return OPERATIONS[str(operation)](value, *arguments, **keywords)
