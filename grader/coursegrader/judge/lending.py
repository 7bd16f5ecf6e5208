"""What the judge lends to the student's process, and what may be done with it there.

A function of the test may be called. An object of the test shows its public attributes. Nothing
leads from either to the code, the globals or the frames of the test.
"""

import types
from typing import Any

from coursegrader.judge.handles import kind_of
from coursegrader.judge.values import CannotCross

_NEVER = (
    types.ModuleType,
    types.CodeType,
    types.FrameType,
    types.TracebackType,
    types.MappingProxyType,
)
_WITH_FUNCTION = frozenset({"call", "get"})
_FUNCTION_NAMES = frozenset({"__name__", "__qualname__", "__doc__"})
_WITH_OBJECT = frozenset(
    {
        *("call", "get", "set", "iter", "next", "len", "getitem", "setitem", "enter", "exit"),
        *("bool", "float", "int", "index"),
    }
)


def may_lend(value: Any) -> None:
    """Refuse objects that lead into the test.

    Raises:
        CannotCross: the object is one of them.
    """
    if isinstance(value, _NEVER):
        raise CannotCross(f"a {type(value).__name__} of the test cannot be handed to your code")


def may_do(operation: Any, value: Any, arguments: list[Any]) -> None:
    """Refuse operations that lead into the test.

    Raises:
        CannotCross: the operation is one of them.
    """
    kind = kind_of(value)
    is_object = kind in ("object", "generator")
    allowed = _WITH_OBJECT if is_object else _WITH_FUNCTION
    if operation not in allowed:
        raise CannotCross(f"{operation!r} cannot be done with a {kind} of the test")
    if operation in ("get", "set"):
        name = arguments[0] if arguments else None
        public = isinstance(name, str) and not name.startswith("_") and not _is_frame(name)
        if is_object and not public:
            raise AttributeError(name)
        if not is_object and (operation == "set" or name not in _FUNCTION_NAMES):
            raise AttributeError(name)


def _is_frame(name: str) -> bool:
    """Whether an attribute is one by which generators and coroutines show their frames."""
    return name.startswith(("gi_", "cr_", "ag_", "tb_", "f_", "co_"))
