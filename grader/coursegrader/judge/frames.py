"""Length-prefixed frames: the only thing that passes between grader, student and judge.

    kind (1 byte)  id (4 bytes)  length (4 bytes)  payload (JSON, UTF-8)

The grader reads kind, id and length and passes payloads on without parsing them; they are parsed
inside a sandbox. Nothing here, or built on this, ever unpickles.
"""

import enum
import json
import select
import socket
import struct
import time
from typing import Any, NamedTuple

_HEADER = struct.Struct("!BII")
_RECEIVE_BYTES = 1 << 20


class ProtocolError(Exception):
    """The other side sent what the protocol does not allow."""


class TooLarge(ProtocolError):
    """A frame exceeds the limit."""


class Closed(Exception):
    """The other side has closed the connection: its process ended or closed the descriptor."""


class Expired(Exception):
    """The deadline passed before a whole frame had arrived."""


class Kind(enum.IntEnum):
    """What a frame is."""

    RUN = 1  # grader: run this cell
    DONE = 2  # the cell that was to be run is finished
    OUTPUT = 3  # a cell produced output
    ASK = 4  # one of student and judge asks the other
    ANSWER = 5  # the answer to the ASK of the same id
    FILE = 6  # grader: put this file into your folder


class Frame(NamedTuple):
    """One message; `payload` is JSON text that has not been looked at."""

    kind: Kind
    id: int
    payload: bytes

    def json(self) -> dict[str, Any]:
        """The payload, which must be a JSON object.

        Raises:
            ProtocolError: it is not.
        """
        return parse(self.payload)


def parse(payload: bytes) -> dict[str, Any]:
    """A payload as an object.

    Raises:
        ProtocolError: it is not JSON, is nested too deeply, or is no object.
    """
    try:
        value = json.loads(payload)
    except (ValueError, RecursionError) as error:
        raise ProtocolError(f"a frame is not JSON: {error}") from None
    if not isinstance(value, dict):
        raise ProtocolError("a frame is not a JSON object")
    return value


def pack(kind: Kind, number: int, message: dict[str, Any]) -> Frame:
    """A frame for a message."""
    return Frame(kind, number, json.dumps(message).encode())


class Channel:
    """Sends and receives frames on a socket; a frame's payload has at most `limit` bytes."""

    def __init__(self, connection: socket.socket, limit: int) -> None:
        self._socket = connection
        self._limit = limit
        self._buffer = bytearray()

    def fileno(self) -> int:
        """The descriptor, to wait for."""
        return self._socket.fileno()

    def close(self) -> None:
        """Take no part in the conversation any more."""
        self._socket.close()

    def send(self, frame: Frame, deadline: float | None = None) -> None:
        """Send a frame.

        Raises:
            TooLarge: the frame is larger than the limit.
            Expired: the receiver did not take it in time.
            Closed: there is no receiver any more.
        """
        if len(frame.payload) > self._limit:
            raise TooLarge(_too_large(len(frame.payload), self._limit))
        data = _HEADER.pack(frame.kind, frame.id, len(frame.payload)) + frame.payload
        try:
            self._socket.settimeout(_seconds_until(deadline))
            self._socket.sendall(data)
        except TimeoutError:
            raise Expired from None
        except OSError:
            raise Closed from None

    def receive(self, deadline: float | None = None) -> Frame:
        """The next frame.

        Raises:
            ProtocolError: what arrived is no frame, or larger than the limit.
            Expired: no whole frame arrived before the deadline.
            Closed: the connection ended.
        """
        while (frame := self.take()) is None:
            seconds = _seconds_until(deadline)
            try:
                ready, _, _ = select.select([self._socket], [], [], seconds)
                if not ready:
                    raise Expired
            except (OSError, ValueError):
                raise Closed from None
            self.fill()
        return frame

    def fill(self) -> None:
        """Read what has arrived; call it when the socket is readable.

        Raises:
            Closed: the connection ended.
        """
        try:
            self._socket.settimeout(None)
            data = self._socket.recv(_RECEIVE_BYTES)
        except OSError:
            raise Closed from None
        if not data:
            raise Closed
        self._buffer += data

    def take(self) -> Frame | None:
        """The next frame if all of it has arrived.

        Raises:
            ProtocolError: what arrived is no frame, or larger than the limit.
        """
        if len(self._buffer) < _HEADER.size:
            return None
        kind, number, length = _HEADER.unpack_from(self._buffer)
        if length > self._limit:
            raise TooLarge(_too_large(length, self._limit))
        try:
            known = Kind(kind)
        except ValueError:
            raise ProtocolError(f"{kind} is no kind of frame") from None
        end = _HEADER.size + length
        if len(self._buffer) < end:
            return None
        payload = bytes(self._buffer[_HEADER.size : end])
        del self._buffer[:end]
        return Frame(known, number, payload)


def _seconds_until(deadline: float | None) -> float | None:
    return None if deadline is None else max(0.001, deadline - time.monotonic())


def _too_large(length: int, limit: int) -> str:
    return (
        f"a value of {length / 1e6:.0f} MB is more than the {limit / 1e6:.0f} MB that can be sent"
    )
