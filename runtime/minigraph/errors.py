"""The exceptions of graph execution: the `OpError` family and its status codes."""

import warnings
from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from itertools import chain, groupby, repeat
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

OK = 0
CANCELLED = 1
UNKNOWN = 2
INVALID_ARGUMENT = 3
DEADLINE_EXCEEDED = 4
NOT_FOUND = 5
ALREADY_EXISTS = 6
PERMISSION_DENIED = 7
RESOURCE_EXHAUSTED = 8
FAILED_PRECONDITION = 9
ABORTED = 10
OUT_OF_RANGE = 11
UNIMPLEMENTED = 12
INTERNAL = 13
UNAVAILABLE = 14
DATA_LOSS = 15
UNAUTHENTICATED = 16


class OperatorNotAllowedInGraphError(TypeError):
    """A Python operator needs a tensor's value while a graph is being built (`tf.errors`)."""


class InaccessibleTensorError(ValueError):
    """A tensor is used outside the function or branch that owns it."""


class OpError(Exception):
    """An operation failed; base class of the `tf.errors` family.

    Attributes (read-only): `message`, `error_code` (an integer status code), `op` (the failed
    `Operation` or None), `node_def` (its NodeDef or None), `experimental_payloads` (a dict).
    """

    is_of_the_run = False  # no operation is to blame

    def __init__(
        self, node_def: Any, op: Any, message: Any, error_code: int = UNKNOWN, *details: Any
    ) -> None:
        super().__init__()
        self._node_def = node_def
        self._op = op
        self._message = message
        self._error_code = error_code
        self._experimental_payloads = details[0] if details else {}

    def __reduce__(self) -> tuple[Any, ...]:
        # A subclass may take fewer arguments; each is taken from the attribute of its name.
        code = type(self).__init__.__code__
        names = code.co_varnames[1 : code.co_argcount]
        return type(self), tuple(getattr(self, name) for name in names)

    @property
    def message(self) -> Any:
        """What went wrong, without the stack trace of the operation."""
        return self._message

    @property
    def op(self) -> Any:
        """The `Operation` that failed, or None."""
        return self._op

    @property
    def node_def(self) -> Any:
        """The NodeDef of the operation that failed, or None."""
        return self._node_def

    @property
    def error_code(self) -> int:
        """The status code, one of the constants of this module."""
        return self._error_code

    @property
    def experimental_payloads(self) -> Any:
        """A dictionary with details of the error."""
        return self._experimental_payloads

    def __str__(self) -> str:
        if self._op is None:
            return self._message  # type: ignore[no-any-return]  # as in TF, not str is an error
        parts = [f"{self._message}\n\nOriginal stack trace for {self._op.name!r}:\n"]
        lines = _traceback_lines(self._op)
        parts += lines
        op = self._op._original_op
        while op is not None:
            parts.append(f"\n...which was originally created as op {op.name!r}, defined at:\n")
            previous, lines = lines, _traceback_lines(op)
            parts += _elide_common_lines(lines, previous)
            op = op._original_op
        return "".join(parts)


def _traceback_lines(op: Any) -> list[str]:
    import traceback

    return traceback.format_list(op.traceback or [])


def _elide_common_lines(lines: list[str], previous: list[str]) -> list[str]:
    """`lines` where of each run that `previous` has too only the first and last line are left."""
    pairs = zip(lines, chain(previous, repeat(None)), strict=False)
    result = []
    for same, group in groupby(pairs, lambda pair: pair[0] == pair[1]):
        run = [line for line, _ in group]
        if same and len(run) > 1:
            elided = f"[elided {len(run) - 2} identical lines from previous traceback]\n"
            run = [run[0], elided, run[-1]]
        result += run
    return result


def _coded(code: int) -> Callable[[type[OpError]], type[OpError]]:
    """Makes an exception class whose instances all have one status code."""

    def decorate(cls: type[OpError]) -> type[OpError]:
        def __init__(self: OpError, node_def: Any, op: Any, message: Any, *details: Any) -> None:
            OpError.__init__(self, node_def, op, message, code, *details)

        __init__.__qualname__ = f"{cls.__name__}.__init__"
        cls.__init__ = __init__  # type: ignore[assignment, method-assign]
        _CODE_TO_CLASS[code] = cls
        return cls

    return decorate


_CODE_TO_CLASS: dict[int, type[OpError]] = {}


@_coded(CANCELLED)
class CancelledError(OpError):
    """An operation was cancelled, for example because its queue or session was closed."""


@_coded(UNKNOWN)
class UnknownError(OpError):
    """An error of unknown kind."""


@_coded(INVALID_ARGUMENT)
class InvalidArgumentError(OpError):
    """An operation received an argument that is wrong whatever the state of the system."""


@_coded(DEADLINE_EXCEEDED)
class DeadlineExceededError(OpError):
    """The time allowed for an operation ran out."""


@_coded(NOT_FOUND)
class NotFoundError(OpError):
    """A requested entity, such as a file, does not exist."""


@_coded(ALREADY_EXISTS)
class AlreadyExistsError(OpError):
    """An entity that was to be created exists already."""


@_coded(PERMISSION_DENIED)
class PermissionDeniedError(OpError):
    """The caller may not run the operation."""


@_coded(UNAUTHENTICATED)
class UnauthenticatedError(OpError):
    """The caller has no valid credentials."""


@_coded(RESOURCE_EXHAUSTED)
class ResourceExhaustedError(OpError):
    """A resource, such as the memory of a device, is used up."""


@_coded(FAILED_PRECONDITION)
class FailedPreconditionError(OpError):
    """The system is not in the state an operation needs: a variable is not initialised."""


@_coded(ABORTED)
class AbortedError(OpError):
    """An operation was aborted, typically by a concurrent action."""


@_coded(OUT_OF_RANGE)
class OutOfRangeError(OpError):
    """An operation went past the end of its input: a closed queue is empty."""


@_coded(UNIMPLEMENTED)
class UnimplementedError(OpError):
    """The operation is not implemented for these arguments."""


@_coded(INTERNAL)
class InternalError(OpError):
    """An invariant of the runtime is broken."""


@_coded(UNAVAILABLE)
class UnavailableError(OpError):
    """The runtime cannot be reached at the moment."""


@_coded(DATA_LOSS)
class DataLossError(OpError):
    """Data is lost or corrupted beyond recovery."""


_CLASS_TO_CODE: dict[type, int] = {cls: code for code, cls in _CODE_TO_CLASS.items()}


def exception_type_from_error_code(error_code: int) -> type[OpError]:
    """The exception class of a status code; KeyError for OK and unknown codes."""
    return _CODE_TO_CLASS[error_code]


def error_code_from_exception_type(cls: type) -> Any:
    """The status code of an exception class; warns and returns an `UnknownError` for others."""
    try:
        return _CLASS_TO_CODE[cls]
    except KeyError:
        warnings.warn("Unknown class exception", stacklevel=2)
        return UnknownError(None, None, "Unknown class exception", None)  # type: ignore[arg-type]


def _make_specific_exception(node_def: Any, op: Any, message: Any, error_code: int) -> OpError:
    """The exception that stands for a status; an `UnknownError`, with a warning, if it is odd."""
    try:
        return _CODE_TO_CLASS[error_code](node_def, op, message)
    except KeyError:
        warnings.warn(f"Unknown error code: {error_code}", stacklevel=2)
        return UnknownError(node_def, op, message, error_code)


def add_hint(error: Exception, **about: Any) -> None:
    """Puts a note under an error: what it most likely comes from, see `minigraph.hints`.

    about: `owner`, whose function was called, and what that was given, by name.
    """
    from minigraph import hints

    hints.attach(error, about)
    _hide_own_frames(error)


def _hide_own_frames(error: BaseException) -> None:
    """Has a notebook show the reader's lines only, and the last one of the library's."""
    import sys
    from traceback import walk_stack, walk_tb

    for frame, _ in (*walk_stack(sys._getframe()), *walk_tb(error.__traceback__)):
        if frame.f_globals.get("__name__", "").partition(".")[0] == "minigraph":
            frame.f_locals["__tracebackhide__"] = True


def hinted(function: Callable[P, R]) -> Callable[P, R]:
    """Has the errors of a public function carry a hint."""

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        __tracebackhide__ = True
        try:
            return function(*args, **kwargs)
        except Exception as error:
            import inspect

            with suppress(TypeError):  # arguments that do not fit are the error itself
                given = inspect.signature(function).bind(*args, **kwargs).arguments
                add_hint(error, owner=next(iter(given.values()), None), **given)
            raise

    return call


def attach_node(error: OpError, op: Any) -> OpError:
    """The error of a kernel as an error of the operation `op`.

    Returns a copy of the same class whose message ends in the node's name; an error that names
    its operation already is returned as it is.
    """
    if error.op is not None:
        return error
    attached = type(error).__new__(type(error))
    attached.__dict__.update(error.__dict__)
    for note in attached.__dict__.pop("__notes__", ()):
        attached.add_note(note)  # a list of its own: the executor adds hints to the copy
    attached._op = op
    attached._node_def = op.node_def
    attached._message = f"{error.message}\n\t [[{{{{node {op.name}}}}}]]"
    return attached
