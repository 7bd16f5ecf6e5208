"""Objects that stay in their process: the other side gets a number and asks for what it needs.

Each side keeps the objects that it has lent (`Handles.lend`) and a stand-in for each one it has
borrowed. What may be done with a lent object is one entry of `OPERATIONS`; the student's side
allows all of them, the judge's side asks a policy first.
"""

import contextlib
import inspect
import types
from collections.abc import Callable, Iterator
from typing import Any

from coursegrader.checks.sessions import observe
from coursegrader.judge import known
from coursegrader.judge.frames import ProtocolError
from coursegrader.judge.values import CannotCross, Codec, Fields, fields

MAX_LENT = 200_000
MAX_LENT_AT_ONCE = 20_000
TEXT_LIMIT = 400

_FEATURES = {
    "call": "__call__",
    "iter": "__iter__",
    "next": "__next__",
    "len": "__len__",
    "getitem": "__getitem__",
    "setitem": "__setitem__",
    "enter": "__enter__",
    "float": "__float__",
    "int": "__int__",
    "index": "__index__",
}
_FUNCTIONS = (
    types.FunctionType,
    types.BuiltinFunctionType,
    types.MethodType,
    types.MethodWrapperType,
)


def features(value: Any) -> list[str]:
    """What can be done with an object, by its special methods."""
    kind = type(value)
    found = [name for name, method in _FEATURES.items() if hasattr(kind, method)]
    return found if isinstance(value, type) is False else ["call"]


def kind_of(value: Any) -> str:
    """Whether an object is a "function", a "class", a "generator" or any other "object"."""
    if isinstance(value, type):
        return "class"
    if isinstance(value, types.GeneratorType):
        return "generator"
    return "function" if isinstance(value, _FUNCTIONS) else "object"


class Handles:
    """The objects that one side has lent to the other and borrowed from it.

    Args:
        codec: the codec that handles are made part of.
        stand_in: makes the object that stands for a borrowed one, from its description.
        may_lend: raises CannotCross for an object that must not be lent.
    """

    def __init__(
        self,
        codec: Codec,
        stand_in: Callable[[int, Fields], Any],
        may_lend: Callable[[Any], None] | None = None,
    ) -> None:
        self._codec = codec
        self._stand_in = stand_in
        self._may_lend = may_lend
        self._lent: dict[int, Any] = {}
        self._numbers: dict[int, int] = {}
        self._borrowed: dict[int, Any] = {}
        self._most = MAX_LENT

    def install(self, stand_in_class: type) -> None:
        """Make handles part of the codec: as the last resort, and for stand-ins coming home."""
        self._codec.register("class", type, self._lend_class, None)
        self._codec.register("module", types.ModuleType, self._lend_module, None)
        self._codec.register("home", stand_in_class, self._send_home, self._take_home)
        self._codec.register_last("handle", self.lend, self._borrow)

    def lend(self, value: Any) -> Fields:
        """The description of an object that stays here."""
        if self._may_lend is not None:
            self._may_lend(value)
        number = self._numbers.get(id(value))
        if number is None:
            if len(self._lent) >= self._most:
                raise CannotCross("too many objects have been handed out")
            number = len(self._lent) + 1
            self._lent[number] = value
            self._numbers[id(value)] = number
        kind = value if isinstance(value, type) else type(value)
        name = value.__name__ if isinstance(value, _FUNCTIONS) else kind.__name__
        return {
            "id": number,
            "kind": kind_of(value),
            "type": str(name)[:100],
            "bases": [known.name_of(base) for base in kind.__mro__[1:] if known.name_of(base)],
            "features": features(value),
        }

    @contextlib.contextmanager
    def lending(self) -> Iterator[None]:
        """Lend what one message holds: all of it, or none if there is too much or it cannot."""
        before, outer = len(self._lent), self._most
        self._most = min(outer, before + MAX_LENT_AT_ONCE)
        try:
            yield
        except CannotCross:
            for number in range(before + 1, len(self._lent) + 1):
                del self._numbers[id(self._lent.pop(number))]
            raise
        finally:
            self._most = outer

    def lent(self, number: Any) -> Any:
        """The object lent under a number.

        Raises:
            ProtocolError: none was.
        """
        if type(number) is not int or number not in self._lent:
            raise ProtocolError(f"no object has the number {number!r}")
        return self._lent[number]

    def name_of(self, number: int) -> str:
        """What a borrowed object is called in messages: the function's or the class's name."""
        return str(object.__getattribute__(self._borrowed[number], "_description")["type"])

    def _borrow(self, message: Fields) -> Any:
        number, *_ = fields(message, id=int, kind=str, type=str, bases=list, features=list)
        if number not in self._borrowed:
            if len(self._borrowed) >= MAX_LENT:
                raise ProtocolError("too many objects have been handed over")
            self._borrowed[number] = self._stand_in(number, message)
        return self._borrowed[number]

    def _send_home(self, stand_in: Any) -> Fields:
        return {"id": object.__getattribute__(stand_in, "_number")}

    def _take_home(self, message: Fields) -> Any:
        (number,) = fields(message, id=int)
        return self.lent(number)

    def _lend_class(self, value: type) -> Fields:
        name = known.name_of(value)
        return {"name": name} if name else {"t": "handle", **self.lend(value)}

    def _lend_module(self, value: types.ModuleType) -> Fields:
        name = known.module_name(value)
        return {"name": name} if name else {"t": "handle", **self.lend(value)}


def _signature(value: Any) -> list[list[Any]]:
    """The parameters of a callable: name, kind, whether it has a default, and the default."""
    found = []
    for parameter in inspect.signature(value).parameters.values():
        has_default = parameter.default is not parameter.empty
        default = parameter.default if has_default else None
        found.append([parameter.name, int(parameter.kind), has_default, default])
    return found


def _leave(value: Any, name: str) -> None:
    """End a `with` block that an exception of the class `name` left, or none if it is empty."""
    if not name:
        value.__exit__(None, None, None)
        return
    error = known.make_error(known.EXCEPTIONS.get(name, RuntimeError), [], "")
    value.__exit__(type(error), error, None)


def _next(value: Any) -> list[Any]:
    """The next item in a list, or an empty list at the end."""
    for item in value:
        return [item]
    return []


def _observe(value: Any, *args: Any, **kwargs: Any) -> list[Any]:
    """A call, and what it did with sessions: the public fields of an Observation."""
    seen = observe(value, *args, **kwargs)
    sessions = [seen.opened, seen.closed, seen.runs, seen.runs_unfinalized, seen.configs]
    rest = [seen.threads, seen.hooked, seen.devices, seen.failures, seen.tapes, seen.hooks]
    return [seen.result, *sessions, *rest]


OPERATIONS: dict[str, Callable[..., Any]] = {
    "call": lambda value, *args, **kwargs: value(*args, **kwargs),
    "observe": _observe,
    "get": getattr,
    "set": setattr,
    "iter": iter,
    "next": _next,
    "len": len,
    "getitem": lambda value, key: value[key],
    "setitem": lambda value, key, item: value.__setitem__(key, item),
    "enter": lambda value: value.__enter__(),
    "exit": _leave,
    "float": float,
    "int": int,
    "index": lambda value: value.__index__(),
    "bool": bool,
    "repr": lambda value: repr(value)[:TEXT_LIMIT],
    "str": lambda value: str(value)[:TEXT_LIMIT],
    "names": lambda value: [name for name in dir(value) if not name.startswith("_")],
    "signature": _signature,
    "equal": lambda value, other: type(value) is type(other) and bool(value == other),
    "instance": lambda value, kind: isinstance(value, kind),
    "subclass": lambda value, kind: issubclass(value, kind),
}
