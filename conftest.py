"""How the tests are spread over processes, and what makes them the same in each run.

A file is one process's, for the fixtures it shares; the lessons are one process's together, because
each is run once for all that look at it, and so are the checks, which share a TensorFlow. What is
slow comes first, and before all the gates, which take longest, so that no process waits long for
the last one.
"""

import signal
from typing import Any

import hypothesis
import pytest

# Examples are drawn alike in each run, and may take as long as a busy machine needs for them.
hypothesis.settings.register_profile(
    "course",
    derandomize=True,
    deadline=None,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("course")

# What a shell starts in the background ignores interrupts, and so would all that the tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

TOGETHER = ("grader/tests/lessons/", "grader/tests/checks/")
LONGEST = "grader/tests/gates/test_assignments.py"
SLOW = ("slow", "browser", "sandbox", "tensorflow")


def unit(nodeid: str) -> str:
    """What is given to one process, by the id of a test in it."""
    file = nodeid.partition("::")[0]
    return next((folder for folder in TOGETHER if file.startswith(folder)), file)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What is slow first."""
    slow = {unit(i.nodeid) for i in items if any(map(i.get_closest_marker, SLOW))}
    units = [unit(item.nodeid) for item in items]
    ranks = {name: (name != LONGEST, name not in slow) for name in units}
    items.sort(key=lambda item: ranks[unit(item.nodeid)])


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """One unit is one process's."""
    from xdist.scheduler import LoadFileScheduling

    class Units(LoadFileScheduling):
        """Gives out units in the order of the tests."""

        def _split_scope(self, nodeid: str) -> str:
            return unit(nodeid)

    return Units(config, log) if config.option.dist == "loadfile" else None
