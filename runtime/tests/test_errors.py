import copy
import pickle
from traceback import FrameSummary

import pytest

from minigraph import errors

# Status code, constant and class of each error, as in tf.errors.
FAMILY = [
    (1, "CANCELLED", "CancelledError"),
    (2, "UNKNOWN", "UnknownError"),
    (3, "INVALID_ARGUMENT", "InvalidArgumentError"),
    (4, "DEADLINE_EXCEEDED", "DeadlineExceededError"),
    (5, "NOT_FOUND", "NotFoundError"),
    (6, "ALREADY_EXISTS", "AlreadyExistsError"),
    (7, "PERMISSION_DENIED", "PermissionDeniedError"),
    (8, "RESOURCE_EXHAUSTED", "ResourceExhaustedError"),
    (9, "FAILED_PRECONDITION", "FailedPreconditionError"),
    (10, "ABORTED", "AbortedError"),
    (11, "OUT_OF_RANGE", "OutOfRangeError"),
    (12, "UNIMPLEMENTED", "UnimplementedError"),
    (13, "INTERNAL", "InternalError"),
    (14, "UNAVAILABLE", "UnavailableError"),
    (15, "DATA_LOSS", "DataLossError"),
    (16, "UNAUTHENTICATED", "UnauthenticatedError"),
]


class FakeOperation:
    """What errors use of an Operation: name, node_def, traceback and original operation."""

    def __init__(self, name, lines=(), original=None):
        self.name = name
        self.node_def = f"node_def of {name}"
        self.traceback = [FrameSummary("net.py", line, "build", line=f"x{line}") for line in lines]
        self._original_op = original


@pytest.mark.parametrize(("code", "constant", "class_name"), FAMILY)
def test_each_status_code_has_its_class(code, constant, class_name):
    cls = getattr(errors, class_name)
    error = cls(None, None, "what went wrong")
    assert getattr(errors, constant) == error.error_code == code
    assert issubclass(cls, errors.OpError)
    assert errors.exception_type_from_error_code(code) is cls
    assert errors.error_code_from_exception_type(cls) == code
    assert type(errors._make_specific_exception(None, None, "m", code)) is cls


def test_ok_is_no_exception():
    assert errors.OK == 0
    with pytest.raises(KeyError):
        errors.exception_type_from_error_code(errors.OK)


def test_unknown_classes_and_codes_warn_and_count_as_unknown():
    with pytest.warns(UserWarning, match=r"Unknown class exception"):
        error = errors.error_code_from_exception_type(ValueError)
    assert isinstance(error, errors.UnknownError)
    with pytest.warns(UserWarning, match=r"Unknown error code: 99"):
        error = errors._make_specific_exception(None, None, "m", 99)
    assert error.error_code == errors.UNKNOWN


def test_an_error_has_the_fields_of_tensorflows():
    operation = FakeOperation("x")
    error = errors.InvalidArgumentError("node", operation, "m", {"key": "detail"})
    assert (error.message, error.op, error.node_def) == ("m", operation, "node")
    assert error.experimental_payloads == {"key": "detail"}
    assert error.args == ()
    assert repr(error) == "InvalidArgumentError()"
    assert errors.InvalidArgumentError(None, None, "m").experimental_payloads == {}
    with pytest.raises(AttributeError):
        error.message = "another"


def test_without_operation_the_text_is_the_message():
    assert str(errors.NotFoundError(None, None, "no such file")) == "no such file"


def test_with_operation_the_text_goes_on_with_its_stack_trace():
    error = errors.InvalidArgumentError(None, FakeOperation("x", [3, 7]), "m")
    assert str(error) == (
        "m\n\nOriginal stack trace for 'x':\n"
        '  File "net.py", line 3, in build\n    x3\n'
        '  File "net.py", line 7, in build\n    x7\n'
    )


def test_the_trace_of_an_original_operation_leaves_out_common_lines():
    original = FakeOperation("x", [1, 2, 3, 4, 9])
    error = errors.InvalidArgumentError(
        None, FakeOperation("grad", [1, 2, 3, 4, 5], original=original), "m"
    )
    assert str(error).split("\n\n")[2] == (
        "...which was originally created as op 'x', defined at:\n"
        '  File "net.py", line 1, in build\n    x1\n'
        "[elided 2 identical lines from previous traceback]\n"
        '  File "net.py", line 4, in build\n    x4\n'
        '  File "net.py", line 9, in build\n    x9\n'
    )


class ErrorWithOneArgument(errors.InvalidArgumentError):
    def __init__(self, message):
        super().__init__(None, None, message)


@pytest.mark.parametrize(
    "error",
    [
        errors.AbortedError(None, None, "m"),
        errors.OpError(None, None, "m", errors.ABORTED),
        ErrorWithOneArgument("m"),
    ],
)
def test_errors_survive_pickle_and_copy(error):
    for twin in (copy.copy(error), copy.deepcopy(error), pickle.loads(pickle.dumps(error))):
        assert type(twin) is type(error)
        assert (twin.message, twin.error_code) == (error.message, error.error_code)


def test_attach_node_names_the_operation():
    operation = FakeOperation("scope/add")
    raised = errors.InvalidArgumentError(None, None, "Incompatible shapes: [2] vs. [3]", {"k": 1})
    raised.add_note("a hint")
    error = errors.attach_node(raised, operation)
    assert type(error) is errors.InvalidArgumentError
    assert error.message == "Incompatible shapes: [2] vs. [3]\n\t [[{{node scope/add}}]]"
    assert (error.op, error.node_def) == (operation, operation.node_def)
    assert (error.experimental_payloads, error.__notes__) == ({"k": 1}, ["a hint"])
    error.add_note("another hint")
    assert raised.__notes__ == ["a hint"]
    assert raised.op is None, "a kernel may raise the same exception again, for another node"
    assert raised.message == "Incompatible shapes: [2] vs. [3]"


def test_attach_node_keeps_classes_with_other_arguments():
    for raised in (ErrorWithOneArgument("m"), errors.OpError(None, None, "m", errors.ABORTED)):
        error = errors.attach_node(raised, FakeOperation("x"))
        assert type(error) is type(raised)
        assert (error.message, error.error_code) == ("m\n\t [[{{node x}}]]", raised.error_code)


def test_attach_node_does_not_name_a_second_operation():
    error = errors.attach_node(errors.InternalError(None, None, "m"), FakeOperation("inner"))
    assert errors.attach_node(error, FakeOperation("outer")) is error


def test_python_side_errors_are_ordinary_exceptions():
    assert issubclass(errors.OperatorNotAllowedInGraphError, TypeError)
    assert issubclass(errors.InaccessibleTensorError, ValueError)


@pytest.mark.tensorflow
def test_the_public_names_and_codes_are_tensorflows():
    tf = pytest.importorskip("tensorflow")
    for name in dir(tf.errors):
        theirs = getattr(tf.errors, name)
        if isinstance(theirs, int):
            assert getattr(errors, name) == theirs
        elif isinstance(theirs, type) and issubclass(theirs, tf.errors.OpError):
            assert hasattr(errors, name)
            if theirs is not tf.errors.OpError:
                ours = getattr(errors, name)(None, None, "m")
                assert ours.error_code == theirs(None, None, "m").error_code
