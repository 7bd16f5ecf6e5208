"""Stand-ins: how an object of the other side looks on this side.

A `StudentObject` at the judge is built so that it cannot lie its way to a point. Whatever is asked
of it comes back as data, which the judge compares by itself. It has no operators and no `==` with
data, it never swallows an exception of the test, and it has none of the attributes by which the
test recognises graphs, operations and tensors: those cross as what they are.
"""

import inspect
import types
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from coursegrader.checks.sessions import Observation
from coursegrader.judge import known
from coursegrader.judge.frames import ProtocolError
from coursegrader.judge.values import Fields

Ask = Callable[..., Any]
"""Asks the owner of an object: ask(operation, number, *arguments, **keywords)."""

_FORWARDED = (
    *("__name__", "__qualname__", "__doc__", "__annotations__"),
    *("__code__", "__defaults__", "__kwdefaults__", "__wrapped__", "__self__", "__func__"),
    *("__add__", "__sub__", "__mul__", "__truediv__", "__matmul__", "__neg__", "__contains__"),
)
_LIBRARY_ONLY = ("op", "get_operations", "control_inputs", "as_graph_def", "graph_def")
_KINDS = {"class": type, "function": types.FunctionType, "generator": types.GeneratorType}
_PRIVATE = ("_ask", "_number", "_description")


class Remote:
    """What both kinds of stand-in share."""

    _ask: Ask
    _number: int
    _description: Fields

    def __init__(self, ask: Ask, number: int, description: Fields) -> None:
        for name, value in zip(_PRIVATE, (ask, number, description), strict=True):
            object.__setattr__(self, name, value)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name not in _FORWARDED:
            raise AttributeError(name)
        return self._ask("get", self._number, name)

    def __setattr__(self, name: str, value: Any) -> None:
        self._ask("set", self._number, name, value)

    def __dir__(self) -> Iterable[str]:
        return list(self._ask("names", self._number))

    def __bool__(self) -> bool:
        return bool(self._ask("bool", self._number))


class StudentObject(Remote):
    """An object of the student's process, at the judge."""

    def __getattr__(self, name: str) -> Any:
        if name in _LIBRARY_ONLY:
            raise AttributeError(
                f"an object of the class {self._description['type']} is no graph, operation or "
                f"tensor: it has no `{name}`"
            )
        return super().__getattr__(name)

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        if self._description["kind"] in _KINDS:
            return _KINDS[self._description["kind"]]
        return next(iter(self._known_bases()), type(self))

    @property
    def __bases__(self) -> tuple[type, ...]:
        if self._description["kind"] != "class":
            raise AttributeError("__bases__")
        return (*self._known_bases(), object)

    @property
    def __signature__(self) -> inspect.Signature:
        parameters = []
        for name, kind, has_default, default in self._ask("signature", self._number):
            shown = default if has_default else inspect.Parameter.empty
            parameters.append(inspect.Parameter(name, inspect._ParameterKind(kind), default=shown))
        return inspect.Signature(parameters)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not _is_student_object(other):
            return False
        return self._ask("equal", self._number, other) is True

    def __hash__(self) -> int:
        return hash((StudentObject, self._number))

    def __instancecheck__(self, value: Any) -> bool:
        return _is_student_object(value) and self._ask("instance", value._number, self) is True

    def __subclasscheck__(self, value: Any) -> bool:
        return _is_student_object(value) and self._ask("subclass", value._number, self) is True

    def __repr__(self) -> str:
        return str(self._ask("repr", self._number))

    def __str__(self) -> str:
        return str(self._ask("str", self._number))

    def __described__(self) -> str:
        """The name of its type in the student's process."""
        return str(self._description["type"])

    def __observed_call__(self, *args: Any, **kwargs: Any) -> Observation:
        """What a call of this does with sessions, as the student's process observes it."""
        seen = self._ask("observe", self._number, *args, **kwargs)
        return Observation(*seen)

    def _known_bases(self) -> list[type]:
        names = self._description["bases"]
        return [known.HANDLE_BASES[name] for name in names if name in known.HANDLE_BASES]


def _is_student_object(value: object) -> bool:
    return issubclass(type(value), StudentObject)


class JudgeObject(Remote):
    """An object of the judge, in the student's process: a function of the test, for example."""

    def __repr__(self) -> str:
        return f"<{self._description['type']} of the test>"


def _call(self: Remote, *args: Any, **kwargs: Any) -> Any:
    return self._ask("call", self._number, *args, **kwargs)


def _iter(self: Remote) -> Iterator[Any]:
    items = self._ask("iter", self._number)
    if isinstance(items, list | tuple):
        return iter(items)
    return items if issubclass(type(items), Remote) else iter(())


def _next(self: Remote) -> Any:
    found = self._ask("next", self._number)
    if not found:
        raise StopIteration
    return found[0]


def _exit(self: Remote, kind: type[BaseException] | None, *_: object) -> None:
    """Ends the block at the owner, who learns the exception's class; the exception goes on."""
    self._ask("exit", self._number, "" if kind is None else kind.__name__)


def _forward(operation: str, result: type | None = None) -> Callable[..., Any]:
    def method(self: Remote, *args: Any) -> Any:
        value = self._ask(operation, self._number, *args)
        if result is not None and type(value) is not result:
            raise TypeError(f"{operation} gave {type(value).__name__}, not {result.__name__}")
        return value

    return method


_METHODS: dict[str, dict[str, Callable[..., Any]]] = {
    "call": {"__call__": _call},
    "iter": {"__iter__": _iter},
    "next": {"__next__": _next},
    "len": {"__len__": _forward("len", int)},
    "getitem": {"__getitem__": _forward("getitem")},
    "setitem": {"__setitem__": _forward("setitem")},
    "enter": {"__enter__": _forward("enter"), "__exit__": _exit},
    "float": {"__float__": _forward("float", float)},
    "int": {"__int__": _forward("int", int)},
    "index": {"__index__": _forward("index", int)},
}


_classes: dict[tuple[type[Remote], frozenset[str]], type[Remote]] = {}


def _class_with(base: type[Remote], features: frozenset[str]) -> type[Remote]:
    key = (base, features)
    if key not in _classes:
        methods: dict[str, Any] = {"__doc__": property(lambda self: self.__getattr__("__doc__"))}
        for feature in features:
            methods.update(_METHODS[feature])
        _classes[key] = type(base.__name__, (base,), methods)
    return _classes[key]


def stand_in(base: type[Remote], ask: Ask, number: int, description: Fields) -> Remote:
    """A stand-in with exactly the special methods that the object has.

    Raises:
        ProtocolError: the description names features that do not exist.
    """
    features = description["features"]
    known_features = all(isinstance(name, str) and name in _METHODS for name in features)
    texts = [*description["bases"], description["kind"], description["type"]]
    if not known_features or not all(isinstance(text, str) for text in texts):
        raise ProtocolError("a handle is not described well")
    return _class_with(base, frozenset(features))(ask, number, description)
