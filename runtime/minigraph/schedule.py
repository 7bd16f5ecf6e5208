"""Execution: one order of the steps of a program, decided step by step.

Threads of the program are real, but only one of them runs at a time: it goes on when it is chosen,
until its next step, its next wait or its end. What may be chosen are steps of runs whose inputs are
there, and threads whose wait is over.
"""

from __future__ import annotations

import sys
import threading
import traceback
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from minigraph import errors, executor, waiting
from minigraph.plan import Plan
from minigraph.steps import CONTEXT_SLOT, is_read, may_block
from minigraph.touches import PYTHON, Touches, touched

PATIENCE = 20.0  # seconds of real time until a thread counts as blocked outside
MOST_STEPS = 10_000
MOST_SECONDS = 10_000.0  # of its own time; workers wait for 7200 s unless told otherwise


class Choice:
    """Something that may go on. key: who it is, the same in each execution; label: as shown."""

    def __init__(self, key: Any, label: str, touches: Callable[[], Touches]) -> None:
        self.key, self.label, self.touches = key, label, touches

    def ready(self) -> bool:
        """Whether it may go on."""
        return True

    def go(self) -> None:
        """Goes on."""
        raise NotImplementedError


class Abandoned(BaseException):
    """Ends the threads of an execution that is over."""


class Fiber(Choice):
    """A thread that runs only when it is its turn."""

    def __init__(
        self, execution: Execution, key: Any, name: str, body: Callable[[], Any], touches: Any
    ) -> None:
        super().__init__(key, f"{name} starts", touches)
        self.name = name
        self.value: Any = None
        self.error: BaseException | None = None
        self.done = self.in_run = False
        self.runs = self.spawned = 0
        self.reason: waiting.Reason = lambda: "its turn"
        self._ready: Callable[[], Any] = lambda: True
        self.wakes = float("inf")
        self._execution, self._body = execution, body
        self._turn = threading.Semaphore(0)
        self.thread = threading.Thread(target=self._main, name=name, daemon=True)

    def ready(self) -> bool:
        """Whether its wait is over."""
        return self._execution.clock >= self.wakes or bool(self._ready())

    def go(self) -> None:
        """Lets the thread run to its next step, wait or end."""
        execution = self._execution
        previous, execution.current = execution.current, self
        self._turn.release() if self.thread.ident else self.thread.start()
        if not execution.returned.acquire(timeout=PATIENCE):
            frame = sys._current_frames().get(self.thread.ident or 0)
            where = traceback.format_stack(frame)[-1].strip() if frame else ""
            raise RuntimeError(f"{self.name} is blocked outside of minigraph: {where}")
        execution.current = previous

    def pause(
        self, ready: Callable[[], Any], reason: waiting.Reason, timeout: float | None
    ) -> bool:
        """Ends the turn of this thread until ready(); False where the timeout passed first."""
        execution = self._execution
        self._ready, self.reason = ready, reason
        self.wakes = float("inf") if timeout is None else execution.clock + timeout
        if self.label.endswith(" starts"):
            self.label = f"{self.name} goes on"
        execution.returned.release()
        self._turn.acquire()
        if execution.abandoned:
            raise Abandoned
        self.wakes = float("inf")
        return bool(ready())

    def _main(self) -> None:
        waiting.set_scheduler(self._execution)
        try:
            if not self._execution.abandoned:
                self.value = self._body()
        except Abandoned:
            pass
        except BaseException as error:
            self.error = error
        finally:
            self.done = True
            self._execution.returned.release()


class Request:
    """One run of a session: which of its steps are done, ready, or wait for others."""

    def __init__(
        self, execution: Execution, fiber: Fiber, plan: Plan, context: Any, slots: list[Any]
    ) -> None:
        waits, self._followers = plan.schedule()
        self.key = (fiber.key, fiber.runs)
        self.name = fiber.name
        self._waits, self._steps, self._slots = waits.copy(), plan.steps, slots
        self._execution, self._context = execution, context
        self._aliases: dict[int, set[str]] = {}
        self._left, self._active = len(plan.steps), 0
        self.error: BaseException | None = None
        self._advance([index for index, count in enumerate(waits) if count == 0])

    def over(self) -> bool:
        """Whether all steps are done, or one has failed and none is under way."""
        return not self._left or (self.error is not None and not self._active)

    def _advance(self, ready: list[int]) -> None:
        """Runs ready steps that touch no state, and offers the others."""
        ready.reverse()
        while ready and self.error is None:
            index = ready.pop()
            state = touched(self._steps[index], self._slots, self._aliases)
            if state:
                self._execution.choices.append(StepChoice(self, index, state))
            else:
                ready += self._finish(index, self._run(index))[::-1]

    def _run(self, index: int) -> BaseException | None:
        try:
            with np.errstate(all="ignore"):
                self._execution.run_step(self._steps[index], self._slots, self.name)
            return None
        except Exception as error:
            return error

    def _finish(self, index: int, error: BaseException | None) -> list[int]:
        """Notes the end of a step; the steps that are ready now."""
        if error is not None:
            if self.error is None:
                self.error = error
                self.cancel()
            return []
        self._left -= 1
        found = []
        for follower in self._followers[index]:
            self._waits[follower] -= 1
            if not self._waits[follower]:
                found.append(follower)
        return found

    def cancel(self) -> None:
        """Wakes up what waits and drops what has not begun."""
        for choice in self._execution.choices_of(self):
            self._execution.choices.remove(choice)
        self._context.cancellation.cancel()

    def perform(self, index: int, touches: Callable[[], Touches], label: str) -> None:
        """Runs a step that was chosen: in a thread of its own where it may wait."""
        op = self._steps[index].op
        if not may_block(op):
            self._advance(self._finish(index, self._run(index)))
            return
        self._active += 1

        def body() -> None:
            error = self._run(index)
            self._active -= 1
            self._advance(self._finish(index, error))

        fiber = Fiber(self._execution, (*self.key, index), label, body, touches)
        self._execution.begin(fiber)
        if not fiber.done:
            fiber.label = label
            self._execution.order[-1] += " (waits)"

    def label(self, index: int) -> str:
        """The step in words."""
        step = self._steps[index]
        text = step.op.name
        if is_read(step):
            text = f"{text} reads {self._slots[step.a].name}"
        return f"{self.name}: {text}" if self._execution.several else text


class StepChoice(Choice):
    """A step of a run that may be next."""

    def __init__(self, request: Request, index: int, touched: frozenset[tuple[str, bool]]) -> None:
        several = request._execution.several

        def touches() -> Touches:
            # The last step of a run goes on into the code of the program.
            last = several and len(request._execution.choices_of(request)) + request._active == 1
            more = {(PYTHON, True)} if last else set()
            return request.key if several else None, touched | more

        super().__init__((*request.key, index), request.label(index), touches)
        self.request, self.index = request, index

    def go(self) -> None:
        """Runs the step."""
        self.request._execution.choices.remove(self)
        self.request.perform(self.index, self.touches, self.label)


class Execution:
    """Runs programs once. order: the labels of the steps; blocked: what was blocked for ever."""

    def __init__(
        self,
        programs: Sequence[Callable[[], Any]],
        choose: Callable[[list[Choice]], Choice | None],
        adopt: Callable[[Any], None],
        run_step: Callable[[Any, list[Any], str], None] | None = None,
    ) -> None:
        self._choose, self.adopt = choose, adopt
        self.run_step = run_step or (lambda step, slots, name: executor.run_step(step, slots))
        self.several = len(programs) > 1
        self.returned = threading.Semaphore(0)
        self.choices: list[Choice] = []
        self.fibers: list[Fiber] = []
        self.order: list[str] = []
        self.blocked: list[str] = []
        self.clock = 0.0
        self.abandoned = False
        self.current: Fiber | None = None
        names = _distinct([getattr(program, "__name__", "program") for program in programs])
        python = frozenset({(PYTHON, True)})
        self.roots = [
            Fiber(self, (number,), name, program, lambda: (None, python))
            for number, (name, program) in enumerate(zip(names, programs, strict=True))
        ]

    def run(self) -> bool:
        """Runs to the end; False where nothing was chosen."""
        try:
            for root in self.roots:
                self.begin(root)
            while self._step():
                pass
            return not self.abandoned
        finally:
            self._abandon()

    def begin(self, fiber: Fiber) -> None:
        """Starts a thread and runs it to its first step or wait."""
        self.fibers.append(fiber)
        fiber.go()

    def choices_of(self, request: Request) -> list[Choice]:
        """The steps of a run that may be next."""
        return [choice for choice in self.choices if getattr(choice, "request", None) is request]

    def _step(self) -> bool:
        """Lets one thing go on; False where nothing can."""
        alive = [fiber for fiber in self.fibers if not fiber.done]
        ready = [fiber for fiber in alive if fiber.ready()]
        resumed = next((fiber for fiber in ready if fiber.in_run), None)
        if resumed is not None:  # Its run is over: that is no decision.
            resumed.go()
            return True
        choices = [*self.choices, *ready]
        if not choices:
            return self._pass_time(alive)
        chosen = self._choose(choices)
        if chosen is None or len(self.order) >= MOST_STEPS:
            self.abandoned = chosen is None
            self.blocked = [f"{fiber.name} goes on for ever" for fiber in alive if chosen]
            return False
        self.order.append(chosen.label)
        chosen.go()
        return True

    def _pass_time(self, alive: list[Fiber]) -> bool:
        """Time passes when nothing else can go on; without anyone who sleeps that is the end."""
        wakes = min((fiber.wakes for fiber in alive), default=float("inf"))
        if wakes < MOST_SECONDS:
            self.clock = wakes
            return True
        waits = [fiber for fiber in alive if not fiber.in_run]
        self.blocked = sorted(f"{fiber.name} waits for {fiber.reason()}" for fiber in waits)
        return False

    def _abandon(self) -> None:
        self.abandoned = True
        for fiber in self.fibers:
            if not fiber.done:
                fiber.go()

    # What threads ask of it; see waiting and BaseSession.

    def now(self) -> float:
        """The time of this execution in seconds."""
        return self.clock

    def wait(
        self, ready: Callable[[], Any], reason: waiting.Reason, timeout: float | None, lock: Any
    ) -> bool:
        """As waiting.until."""
        assert self.current is not None
        if lock is not None:
            lock.release()
        try:
            return self.current.pause(ready, reason, timeout)
        finally:
            if lock is not None:
                lock.acquire()

    def spawn(self, name: str, body: Callable[[], Any]) -> Fiber:
        """A thread that the program starts."""
        parent = self.current
        assert parent is not None
        parent.spawned += 1
        self.several = True
        python = frozenset({(PYTHON, True)})
        key = (*parent.key, "spawned", parent.spawned)
        fiber = Fiber(self, key, name, body, lambda: (None, python))
        self.fibers.append(fiber)
        return fiber

    def execute(
        self, plan: Plan, context: Any, feeds: Sequence[Any], timeout: float | None
    ) -> list[Any]:
        """Runs a plan and returns the value of each fetch, as dataflow.execute."""
        fiber = self.current
        assert fiber is not None
        fiber.runs += 1
        slots = plan.template.copy()
        slots[CONTEXT_SLOT] = context
        for slot, value in zip(plan.feed_slots, feeds):
            slots[slot] = value
        request = Request(self, fiber, plan, context, slots)
        if not request.over():
            fiber.in_run = True
            in_time = fiber.pause(request.over, lambda: "the steps of its run", timeout)
            fiber.in_run = False
            if not in_time:
                request.cancel()
                text = "Timed out waiting for notification"
                raise errors.DeadlineExceededError(None, None, text)
        if request.error is not None:
            raise request.error
        return executor.collect(plan, slots)


def _distinct(names: Sequence[str]) -> list[str]:
    """The names, numbered where several are alike."""
    names = ["program" if name == "<lambda>" else name for name in names]
    return [
        f"{name} {names[: place + 1].count(name)}" if names.count(name) > 1 else name
        for place, name in enumerate(names)
    ]
