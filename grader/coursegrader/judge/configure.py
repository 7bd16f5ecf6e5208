"""nbgrader's own commands on the sandbox and the judge: `nbgrader autograde` and formgrader.

A course says in its `nbgrader_config.py`:

    from coursegrader.judge.configure import configure

    c = get_config()
    configure(c)

`nbgrader autograde` then judges as `coursegrader grade` does. In the formgrader, the button starts
a process for that, so that the server goes on answering meanwhile. Pages of feedback load nothing
from a network.
"""

import importlib
import sys
from typing import Any

_STEPS = "coursegrader.judge.autograde"
_CONVERTERS = "nbgrader.converters.base"
_HANDLERS = "nbgrader.server_extensions.formgrader.apihandlers"


def configure(config: Any, *, show_hidden_messages: bool = False) -> None:
    """Make nbgrader grade with the sandbox and the judge.

    Args:
        config: the `c` of an `nbgrader_config.py`.
        show_hidden_messages: whether the messages of hidden tests are written for students. If
            not, a student learns only that a hidden test failed.
    """
    config.CourseGrader.show_hidden_messages = show_hidden_messages
    config.Autograde.exporter_class = f"{_STEPS}.JudgingExporter"
    config.GenerateFeedback.exporter_class = "coursegrader.judge.feedback.FeedbackExporter"
    config.Autograde.sanitize_preprocessors = []
    config.Autograde.autograde_preprocessors = [
        "nbgrader.preprocessors.SaveAutoGrades",
        "nbgrader.preprocessors.AssignLatePenalties",
        "nbgrader.preprocessors.CheckCellMetadata",
    ]
    if _CONVERTERS in sys.modules:  # the configuration is being read by nbgrader
        importlib.import_module(_STEPS).see_submissions_as_we_do()
    if _HANDLERS in sys.modules:  # by the server of the formgrader
        importlib.import_module(_STEPS).answer_while_grading(sys.modules[_HANDLERS])
