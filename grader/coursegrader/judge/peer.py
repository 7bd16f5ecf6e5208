"""One end of the conversation between student and judge, inside its sandbox.

Both ends ask and answer. While one waits for an answer it serves the questions that the other
asks meanwhile, so a student's function may call back a function of the test, and so on. The grader
stands between the two ends and passes frames on.
"""

import itertools
import threading
from collections.abc import Callable
from typing import Any

from coursegrader.judge.frames import Channel, Frame, Kind, ProtocolError, TooLarge, pack

Message = dict[str, Any]
MAX_DEPTH = 40


class Peer:
    """Asks the other end and answers it.

    Args:
        channel: the connection to the grader.
        answer: turns a question of the other end into an answer.
        refuse: the answer that says why there is none.
    """

    def __init__(
        self,
        channel: Channel,
        answer: Callable[[Message], Message],
        refuse: Callable[[str], Message],
    ) -> None:
        self._channel = channel
        self._answer = answer
        self._refuse = refuse
        self._numbers = itertools.count(1)
        self._turn = threading.RLock()
        self._busy = False
        self._depth = 0

    def ask(self, question: Message) -> Message:
        """Send a question and wait for its answer, serving questions meanwhile.

        Raises:
            RuntimeError: nothing is being run, so that nobody listens at the other end.
        """
        with self._turn:
            if not self._busy:
                raise RuntimeError("the other side is reachable only while a cell or a call runs")
            number = next(self._numbers)
            self._channel.send(pack(Kind.ASK, number, question))
            while True:
                frame = self._channel.receive()
                if frame.kind is Kind.ANSWER and frame.id == number:
                    return frame.json()
                self._serve(frame)

    def output(self, message: Message) -> None:
        """Send a piece of output of the running cell."""
        with self._turn:
            self._channel.send(pack(Kind.OUTPUT, 0, message))

    def loop(self, handlers: dict[Kind, Callable[[Message], Message]]) -> None:
        """Serve the grader's orders and the other end's questions until the connection closes."""
        while True:
            frame = self._channel.receive()
            self._busy = True
            try:
                if frame.kind in handlers:
                    result = handlers[frame.kind](frame.json())
                    self._channel.send(pack(Kind.DONE, frame.id, result))
                else:
                    self._serve(frame)
            finally:
                self._busy = False

    def _serve(self, frame: Frame) -> None:
        if frame.kind is Kind.ANSWER:
            return  # to a question that nobody here waits for
        if frame.kind is not Kind.ASK:
            raise ProtocolError(f"{frame.kind.name} is not expected here")
        if self._depth >= MAX_DEPTH:
            raise ProtocolError("student and test call each other without end")
        self._depth += 1
        try:
            answer = self._answer(frame.json())
        finally:
            self._depth -= 1
        try:
            self._channel.send(pack(Kind.ANSWER, frame.id, answer))
        except TooLarge as error:
            self._channel.send(pack(Kind.ANSWER, frame.id, self._refuse(str(error))))
