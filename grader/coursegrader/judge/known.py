"""Exceptions, classes and modules that both sides have: they cross as a name from a fixed list."""

import builtins
import importlib
import sys
import traceback
from types import ModuleType
from typing import Any

import numpy as np

from coursegrader.judge.frames import ProtocolError
from coursegrader.judge.values import Codec, Fields, fields

_MODULES = (
    "collections",
    "contextlib",
    "functools",
    "itertools",
    "json",
    "math",
    "minigraph",
    "minigraph.compat.v1",
    "numpy",
    "operator",
    "re",
    "time",
)
_TYPES = (
    *(bool, int, float, complex, str, bytes, bytearray, list, tuple, dict, set, frozenset),
    *(object, type, range, slice, type(None)),
)
_MESSAGE_BYTES = 4000
_ENDS_ITERATION = ("StopIteration", "StopAsyncIteration", "GeneratorExit")


class StudentError(Exception):
    """An exception of a class that only the student's process knows."""


def _exceptions() -> dict[str, type[BaseException]]:
    """The exceptions that cross, by name: Python's own and those of minigraph's `errors`."""
    found = _exceptions_of(builtins)
    errors = _optional("minigraph.errors")
    return found | _exceptions_of(errors) if errors else found


def _exceptions_of(module: ModuleType) -> dict[str, type[BaseException]]:
    return {
        name: value
        for name, value in vars(module).items()
        if isinstance(value, type) and issubclass(value, BaseException)
    }


def _optional(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


EXCEPTIONS = _exceptions()
_CLASSES: dict[str, type] = {
    **{kind.__name__: kind for kind in _TYPES},
    **EXCEPTIONS,
    "ndarray": np.ndarray,
    **{f"numpy.{kind.__name__}": kind for kind in set(np.sctypeDict.values())},
}
_NAMES = {kind: name for name, kind in _CLASSES.items()}
HANDLE_BASES: dict[str, type] = {}
"""Classes that an object which stays in its process may be an instance of, by name."""


def register(codec: Codec, own_code: str = "") -> None:
    """Let exceptions, known classes and modules cross.

    Args:
        codec: what to extend.
        own_code: beginning of the file names of the code whose lines an error's trace may show.
    """
    codec.register(
        "error",
        BaseException,
        lambda error: encode_error(codec, error, own_code),
        lambda message: decode_error(codec, message, may_end_iteration=bool(own_code)),
    )
    codec.register("class", None, None, _decode_class)
    codec.register("module", None, None, _decode_module)


def add_handle_base(name: str, kind: type) -> None:
    """Let objects of a class that both sides have stay in their process and keep their class."""
    _CLASSES[name] = kind
    _NAMES[kind] = name
    HANDLE_BASES[name] = kind


def name_of(kind: type) -> str | None:
    """The name under which a class crosses, None for one that does not."""
    return _NAMES.get(kind)


def encode_error(codec: Codec, error: BaseException, own_code: str) -> Fields:
    """An exception as its nearest known class, its own name, its arguments and its message."""
    base, name = next(kind for kind in type(error).__mro__ if kind in _NAMES), type(error).__name__
    try:
        message = str.__str__(str(getattr(error, "message", None) or error))
    except Exception:  # the student's own __str__
        message = ""
    try:
        arguments = codec.encode(list(error.args))
    except Exception:  # whatever the student has put there
        arguments = [message]
    if len(str(arguments)) > _MESSAGE_BYTES:
        arguments = [message[:_MESSAGE_BYTES]]
    return {
        "base": _NAMES[base],
        "name": name if name.isidentifier() else _NAMES[base],
        "args": arguments,
        "message": message[:_MESSAGE_BYTES],
        "trace": _trace(error, own_code)[:_MESSAGE_BYTES] if own_code else "",
    }


def decode_error(codec: Codec, form: Fields, *, may_end_iteration: bool) -> BaseException:
    """An exception of the known class; a subclass of it if its own name is another one.

    What would end an iteration of the test without a trace arrives at the judge as a RuntimeError.

    Raises:
        ProtocolError: the form describes no exception.
    """
    base_name, name, arguments, text, trace = fields(
        form, base=str, name=str, args=list, message=str, trace=str
    )
    if base_name in _ENDS_ITERATION and not may_end_iteration:
        base_name, name, arguments = "RuntimeError", "RuntimeError", [f"raised {name}: {text}"]
    base = EXCEPTIONS.get(base_name)
    if base is None or not name.isidentifier():
        raise ProtocolError(f"{base_name!r} is no exception that crosses")
    error = make_error(_subclass(base, name), [codec.decode(item) for item in arguments], text)
    error.student_trace = trace  # type: ignore[attr-defined]
    return error


_subclasses: dict[tuple[type, str], type[BaseException]] = {}


def _subclass(base: type[BaseException], name: str) -> type[BaseException]:
    if name == base.__name__:
        return base
    key = (base, name)
    if key not in _subclasses:
        _subclasses[key] = type(name, (base,), {})
    return _subclasses[key]


def make_error(kind: type[BaseException], arguments: list[Any], text: str) -> BaseException:
    """An instance whose message is `text`, whatever the class's constructor wants."""
    operation_error = EXCEPTIONS.get("OpError")
    if operation_error is not None and issubclass(kind, operation_error):
        try:
            return kind(None, None, text)
        except TypeError:
            return kind(None, None, text, 2)
    try:
        return kind(*arguments)
    except Exception:  # UnicodeDecodeError and its like want arguments of their own
        error = kind.__new__(kind)
        error.args = (text,)
        return error


def _trace(error: BaseException, own_code: str) -> str:
    """The lines of the student's own cells that an error passed through."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if frame.filename.startswith(own_code)]
    return "\n".join(f"line {frame.lineno}: {frame.line}" for frame in own[-8:])


def _decode_class(message: Fields) -> type:
    (name,) = fields(message, name=str)
    if name not in _CLASSES:
        raise ProtocolError(f"{name!r} is no class that crosses")
    return _CLASSES[name]


def module_name(module: ModuleType) -> str | None:
    """The name under which a module crosses; TensorFlow's modules are minigraph's at the judge."""
    name = getattr(module, "__name__", "")
    if not isinstance(name, str):
        return None
    name = _MINIGRAPH.get(name, name)
    root = name.partition(".")[0]
    listed = name in _MODULES or (root in ("numpy", "minigraph") and "._" not in name)
    return name if listed else None


_MINIGRAPH = {
    "tensorflow": "minigraph",
    "tensorflow.compat.v1": "minigraph.compat.v1",
    "tensorflow._api.v2.compat.v1": "minigraph.compat.v1",
}


def _decode_module(message: Fields) -> ModuleType:
    (name,) = fields(message, name=str)
    stand_in = ModuleType(name)
    if module_name(stand_in) != name:
        raise ProtocolError(f"{name!r} is no module that crosses")
    if name not in sys.modules:
        try:
            importlib.import_module(name)
        except ImportError:
            raise ProtocolError(f"there is no module {name!r}") from None
    return sys.modules[name]
