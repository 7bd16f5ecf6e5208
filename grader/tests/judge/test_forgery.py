"""Whatever the student's process sends, the judge lives and no point is won."""

import base64
import json
import time
from collections import deque
from typing import Any, NoReturn

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coursegrader.judge.conversation import Conversation
from coursegrader.judge.frames import Frame, Kind
from coursegrader.judge.side import Lost, Side
from grader.tests.judge.running import AMPLE, check, run, sandboxes, student
from grader.tests.judge.test_values import JSON

pytestmark = pytest.mark.sandbox

ORDER = {
    "role": "test",
    "source": "assert f(2) == 16\nassert f(3) == [1.5, 'x']\nassert f(4) is None and f(5) == 25",
    "grade_id": "q_test",
    "hidden": [],
    "judge": [],
    "student": [],
    "show_hidden": False,
}
STILL = {
    "switches": {},
    "outermost": [],
    "graph": None,
    "scope": "",
    "session": None,
    "graphs": [],
    "sessions": [],
    "variables": {},
}
LEND = {"t": "handle", "id": 1, "kind": "function", "type": "f", "bases": [], "features": ["call"]}


def as_base64(data: bytes) -> str:
    return base64.b64encode(data).decode()


class Forger:
    """A student's process that sends what it is told to, the right handle first."""

    def __init__(self, frames: list[tuple[Kind, int | None, bytes]]) -> None:
        self._frames = deque(frames)
        self._asked = 0
        self.lost = ""

    def send(self, frame: Frame, deadline: float) -> None:
        if frame.kind is Kind.ASK:
            self._asked = frame.id
            operation = json.loads(frame.payload)["op"]
            if operation in ("name", "sync"):
                value = LEND if operation == "name" else None
                answer = {"value": value, "printed": ["", ""], "state": STILL}
                self._frames.appendleft((Kind.ANSWER, None, json.dumps(answer).encode()))

    def receive(self, deadline: float, too_late: str) -> Frame:
        if not self._frames:
            raise Lost(too_late)
        kind, number, payload = self._frames.popleft()
        return Frame(kind, self._asked if number is None else number, payload)

    def refuse(self, why: str) -> NoReturn:
        raise Lost(why)


CHANGE = st.fixed_dictionaries(
    {"graph": st.sampled_from(["s0", "s1", "j0", 1, None])},
    optional={
        "nodes": st.text(max_size=8) | st.binary(max_size=40).map(as_base64) | JSON,
        "changed": st.binary(max_size=40).map(as_base64),
        "names": JSON,
        "collections": JSON,
        "rest": JSON | st.just([None, False, [], []]),
    },
)
STATE = st.fixed_dictionaries(
    {
        "switches": st.just({}) | JSON,
        "outermost": st.just([]) | st.just(["s0"]) | JSON,
        "graph": st.sampled_from([None, "s0", "j1"]) | JSON,
        "scope": st.sampled_from(["", "a", "/"]) | JSON,
        "session": st.none() | st.just(["s0", "s0"]) | JSON,
        "graphs": st.lists(CHANGE, max_size=2) | JSON,
        "sessions": st.just([]) | JSON,
    }
)
ANSWERS = st.fixed_dictionaries(
    {}, optional={"value": JSON, "error": JSON, "printed": JSON, "lost": JSON, "state": STATE}
)
QUESTIONS = st.fixed_dictionaries(
    {},
    optional={
        "op": JSON | st.sampled_from(["call", "get", "set", "name"]),
        "on": JSON,
        "args": JSON,
        "kwargs": JSON,
        "state": STATE,
    },
)
PAYLOADS = (ANSWERS | QUESTIONS).map(lambda m: json.dumps(m).encode()) | st.binary(max_size=30)
FRAMES = st.lists(
    st.tuples(
        st.sampled_from([Kind.ANSWER, Kind.ANSWER, Kind.ASK, Kind.DONE, Kind.OUTPUT, Kind.RUN]),
        st.none() | st.integers(0, 5),
        PAYLOADS,
    ),
    max_size=6,
)


@pytest.fixture(scope="module")
def judge():
    side = Side(sandboxes().judge, AMPLE)
    yield side
    side.end()


@settings(max_examples=150)
@given(frames=FRAMES)
def test_fuzzed_frames_neither_end_the_judge_nor_win_a_point(judge: Side, frames: Any):
    forger: Any = Forger(frames)
    deadline = time.monotonic() + 300
    result = Conversation(forger, judge, AMPLE, None, deadline).run(ORDER)
    assert not result.verdict.ok
    assert result.verdict.reason


RAW = """
import os, struct, json
def send(kind, number, message):
    data = message if isinstance(message, bytes) else json.dumps(message).encode()
    os.write(1000, struct.pack("!BII", kind, number, len(data)) + data)
"""
FORGED = {
    "a verdict": "send(2, 0, {'ok': True, 'points': 5, 'reason': '', 'error': ''})",
    "answers before they are asked": "[send(5, n, {'value': 16}) for n in range(50)]",
    "garbage": "os.write(1000, os.urandom(4096))",
    "an endless frame": "os.write(1000, struct.pack('!BII', 5, 1, 2**32 - 1))",
    "deep JSON": "send(5, 1, b'[' * 100000)",
    "a question about the tests": "send(4, 9, {'op': 'get', 'on': 1, 'args': ['__globals__']})",
    "wrong JSON": "send(5, 1, b'[1, 2')",
    "an order to the judge": "send(1, 0, {'role': 'test', 'source': 'pass'})",
    "unknown kinds": "send(77, 0, {})",
}


@pytest.mark.parametrize("what", FORGED)
@pytest.mark.parametrize("where", ["in the cell", "in the call"])
def test_forged_frames_win_nothing_and_other_questions_keep_their_points(what: str, where: str):
    deed = FORGED[what]
    in_cell = f"{deed}\ndef f(x): return 0"
    in_call = f"def f(x):\n    {deed}\n    return 0"
    outcomes = run(
        student(RAW),
        student(in_cell if where == "in the cell" else in_call),
        check("assert f(2) == 16"),
        student("y = 2"),
        check("assert y == 2"),
    )
    assert outcomes[2].verdict is not None
    assert not outcomes[2].verdict.ok
    assert outcomes[2].verdict.reason
    assert outcomes[4].ok
