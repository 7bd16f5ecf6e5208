"""Frames arrive whole, in order, in time, or not at all."""

import socket
import time
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coursegrader.judge.frames import (
    Channel,
    Closed,
    Expired,
    Frame,
    Kind,
    ProtocolError,
    TooLarge,
    pack,
    parse,
)

LIMIT = 1000


@pytest.fixture
def pair() -> Iterator[tuple[socket.socket, Channel]]:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        yield theirs, Channel(ours, LIMIT)


def soon() -> float:
    return time.monotonic() + 0.05


def test_frames_arrive_as_they_were_sent(pair):
    theirs, channel = pair
    frames = [pack(Kind.ASK, number, {"op": "x", "n": number}) for number in range(3)]
    other = Channel(theirs, LIMIT)
    for frame in frames:
        other.send(frame)
    assert [channel.receive(soon()) for _ in frames] == frames


def test_half_a_frame_is_waited_for_no_longer_than_the_deadline(pair):
    theirs, channel = pair
    theirs.sendall(b"\x04\0\0\0\x01\0\0\0\x08{}")
    with pytest.raises(Expired):
        channel.receive(soon())


def test_a_frame_that_arrives_byte_by_byte_is_put_together(pair):
    theirs, channel = pair
    for byte in b"\x04\0\0\0\x07\0\0\0\x02{}":
        theirs.sendall(bytes([byte]))
        channel.fill()
    assert channel.take() == Frame(Kind.ASK, 7, b"{}")


@pytest.mark.parametrize("length", [LIMIT + 1, 2**32 - 1])
def test_a_frame_over_the_limit_is_refused_before_it_is_read(pair, length: int):
    theirs, channel = pair
    theirs.sendall(b"\x05\0\0\0\x01" + length.to_bytes(4))
    with pytest.raises(TooLarge, match="can be sent"):
        channel.receive(soon())


def test_a_frame_over_the_limit_is_not_sent(pair):
    with pytest.raises(TooLarge):
        pair[1].send(Frame(Kind.ANSWER, 1, bytes(LIMIT + 1)))


def test_an_unknown_kind_is_refused(pair):
    theirs, channel = pair
    theirs.sendall(b"\x63\0\0\0\x01\0\0\0\0")
    with pytest.raises(ProtocolError, match="99 is no kind of frame"):
        channel.receive(soon())


def test_the_end_of_the_connection_is_told(pair):
    theirs, channel = pair
    theirs.close()
    with pytest.raises(Closed):
        channel.receive(soon())


def test_a_receiver_that_does_not_read_is_not_waited_for(pair):
    channel = pair[1]
    frame = Frame(Kind.ASK, 1, bytes(LIMIT))

    def send_without_end() -> None:
        while True:
            channel.send(frame, soon())

    with pytest.raises(Expired):
        send_without_end()


@pytest.mark.parametrize("payload", [b"", b"[1]", b"\xff", b"{", b"[" * 900, b'{"a":' * 100_000])
def test_a_payload_that_is_no_object_is_refused(payload: bytes):
    with pytest.raises(ProtocolError):
        parse(payload)


@given(st.binary(max_size=60))
def test_any_bytes_are_frames_or_a_protocol_error(data: bytes):
    ours, theirs = socket.socketpair()
    with ours, theirs:
        channel = Channel(ours, LIMIT)
        theirs.sendall(data)
        theirs.shutdown(socket.SHUT_WR)
        try:
            while True:
                frame = channel.receive(soon())
                assert len(frame.payload) <= LIMIT
        except (ProtocolError, Closed):
            pass
