"""A class of twelve: what each hands in, and what it must be worth."""

from dataclasses import dataclass, field

POINTS = {"q1": 10, "q2": 20, "q3": 15, "q4": 15, "q5": 15, "q6": 15}
TOPIC = "lazy_execution"
ESSAY = f"{TOPIC}_q7"


@dataclass(frozen=True)
class Student:
    """One submission.

    Attributes:
      name: the student's id.
      answers: the text of answer cells, by question; a stored answer by its file's name in quotes.
      scores: the points of each question that is not full marks.
      rest: what the other questions hold: "solution" or "handout".
      essay: whether the essay was written.
    """

    name: str
    answers: dict[str, str] = field(default_factory=dict)
    scores: dict[str, float] = field(default_factory=dict)
    rest: str = "solution"
    essay: bool = True

    def expected(self, question: str) -> float:
        """The points of an autograded question."""
        full = POINTS[question] if self.rest == "solution" else 0
        return self.scores.get(question, full)

    @property
    def total(self) -> float:
        """The points of all autograded questions."""
        return sum(self.expected(question) for question in POINTS)


ENDLESS = "def evaluate(session, x, y, points):\n    while True:\n        pass"
ENDLESS_CELL = "import time\nwhile True:\n    time.sleep(0.1)"
SYNTAX_ERROR = "def polynomial(:\n    return None"
WARNS = """import sys


def needed(tensor):
    print("walking", file=sys.stderr)
    found, waiting = set(), [tensor.op]
    while waiting:
        operation = waiting.pop()
        found.add(operation.name)
        waiting.extend(source.op for source in operation.inputs)
    return found
"""
PRINTS = """def needed(tensor):
    print("walking from", tensor.name)
    found = {tensor.op.name}
    for operation in reversed(tensor.graph.get_operations()):
        if operation.name in found:
            found.update(source.op.name for source in operation.inputs)
    return found
"""
EXITS = "import sys\n\n\ndef experiment():\n    sys.exit()\n\n\nclaim_is_true = False"

CLASS = (
    Student("ada"),
    Student("bela", essay=False),
    Student("chen", {"q1": "wrong/q1_python_number_is_no_operation"}, {"q1": 6}),
    Student(
        "dora",
        {"q2": "wrong/q2_line_through_the_two_points", "q5": "wrong/q5_wrong_verdict"},
        {"q2": 0, "q5": 0},
    ),
    Student(
        "emre",
        {"q2": "right/q2_horner", "q3": "right/q3_eval", "q6": "right/q6_breadth_first_by_layers"},
    ),
    Student("femi", {"q3": "wrong/q3_builds_in_the_loop"}, {"q3": 0}),
    Student("gita", rest="handout", essay=False),
    Student("hugo", {"q3": ENDLESS}, {"q3": 0}),
    Student("iris", {"q2": SYNTAX_ERROR}, {"q2": 0}),
    Student("jan", {"q6": WARNS, "q4": "wrong/q4_session_left_open"}, {"q4": 0}),
    Student("kim", {"q6": PRINTS, "q5": EXITS}, {"q5": 0}),
    Student("lena", {"q4": ENDLESS_CELL}, {"q4": 0}),
)
