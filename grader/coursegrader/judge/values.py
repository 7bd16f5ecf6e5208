"""Values as JSON, both ways: the plain data that crosses between student and judge.

None, bool, int, float, str and list are JSON's own. Everything else is an object with a tag `t`:

    {"t": "array", "dtype": "float32", "shape": [2], "data": "<base64>"}

A decoder accepts exactly the fields of its tag, of the right types, and nothing else. Kinds of
objects beyond plain data (handles, tensors, messages) are added by `Codec.register`.
"""

import base64
import collections
import keyword
import types
from collections.abc import Callable, Mapping
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np

from coursegrader.judge.frames import ProtocolError

Json = Any
Fields = Mapping[str, Json]
MAX_DEPTH = 50
_INT_BITS = 10_000
_ARRAY_KINDS = "biufcSUMm"
# Values of the standard library: from what they are made, of which types, and how.
_MADE_OF: dict[str, tuple[type, Callable[[Any], list[Any]], type, Callable[..., Any]]] = {
    "fraction": (Fraction, lambda v: [v.numerator, v.denominator], int, Fraction),
    "decimal": (Decimal, lambda v: [Decimal.__str__(v)], str, Decimal),
    "date": (date, lambda v: [v.isoformat()], str, date.fromisoformat),
    "datetime": (datetime, lambda v: [v.isoformat()], str, datetime.fromisoformat),
    "time": (time, lambda v: [v.isoformat()], str, time.fromisoformat),
    "timedelta": (timedelta, lambda v: [v.days, v.seconds, v.microseconds], int, timedelta),
}


class Ungradable(Exception):
    """What the student's process has cannot be judged; the message is a sentence that says why."""


class CannotCross(TypeError):
    """A value has no form in which it could leave its process; the message says why."""


def fields(form: Fields, /, **kinds: type | types.UnionType) -> list[Json]:
    """The fields of a tagged object, which must be exactly these, of these types.

    Raises:
        ProtocolError: a field is missing, unknown or of another type.
    """
    if set(form) - {"t"} != set(kinds):
        raise ProtocolError(f"{form.get('t')!r} has the fields {sorted(form)}")
    for name, kind in kinds.items():
        value = form[name]
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is int):
            raise ProtocolError(f"{name!r} of {form.get('t')!r} is of the wrong type")
    return [form[name] for name in kinds]


class Codec:
    """Encodes values for the other side and decodes what the other side sent."""

    def __init__(self) -> None:
        self._encoders: list[tuple[type, str, Callable[[Any], Json]]] = []
        self._decoders: dict[str, Callable[[Fields], Any]] = {}
        self._depth = 0
        self._register_plain()

    def register(
        self,
        tag: str,
        kind: type | None,
        encode: Callable[[Any], Json] | None,
        decode: Callable[[Fields], Any] | None,
    ) -> None:
        """Let instances of `kind` cross under `tag`; later registrations are asked first."""
        if kind is not None and encode is not None:
            self._encoders.insert(0, (kind, tag, encode))
        if decode is not None:
            self._decoders[tag] = decode

    def register_last(
        self, tag: str, encode: Callable[[Any], Fields], decode: Callable[[Fields], Any]
    ) -> None:
        """Let whatever nothing else is registered for cross under `tag`."""
        self._encoders.append((object, tag, encode))
        self._decoders[tag] = decode

    def as_handle(self, value: Any) -> Fields:
        """The form of an object that stays here although its like cross: the last resort."""
        _, tag, encode = self._encoders[-1]
        return {"t": tag, **encode(value)}

    def encode(self, value: Any) -> Json:
        """The JSON form of a value.

        Raises:
            CannotCross: it has none.
        """
        if value is None or type(value) in (bool, float, str):
            return value
        if type(value) is int and value.bit_length() <= _INT_BITS:
            return value
        self._depth += 1
        try:
            if self._depth > MAX_DEPTH:
                raise CannotCross("the value is nested too deeply, or contains itself")
            if type(value) is list:
                return [self.encode(item) for item in value]
            for kind, tag, encode in self._encoders:
                if isinstance(value, kind):
                    encoded = encode(value)
                    return encoded if not isinstance(encoded, dict) else {"t": tag, **encoded}
            raise CannotCross(f"an object of type {type(value).__name__} cannot be examined")
        finally:
            self._depth -= 1

    def decode(self, message: Json) -> Any:
        """The value of a JSON form.

        Raises:
            ProtocolError: the form is none that `encode` makes.
        """
        if not isinstance(message, dict | list):
            return message
        self._depth += 1
        try:
            if self._depth > MAX_DEPTH:
                raise ProtocolError("a value is nested too deeply")
            if isinstance(message, list):
                return [self.decode(item) for item in message]
            decoder = self._decoders.get(str(message.get("t")))
            if decoder is None:
                raise ProtocolError(f"{message.get('t')!r} is no kind of value")
            return decoder(message)
        except (ValueError, OverflowError, MemoryError) as error:
            raise ProtocolError(f"a value is not well formed: {error}") from None
        finally:
            self._depth -= 1

    def _register_plain(self) -> None:
        """Plain kinds; a subclass crosses as the data of its base class."""
        add = self.register
        add("str", str, lambda v: str.__str__(v), None)
        add("float", float, lambda v: float.__float__(v), None)
        add("int", int, lambda v: _encode_int(int.__int__(v)), _decode_int)
        add("list", list, lambda v: [self.encode(item) for item in list.__iter__(v)], None)
        add("complex", complex, _encode_complex, _decode_complex)
        add("bytes", bytes, _encode_bytes, _decode_bytes)
        add("bytearray", bytearray, _encode_bytes, lambda m: bytearray(_decode_bytes(m)))
        add("slice", slice, lambda v: self._items([v.start, v.stop, v.step]), self._decode_slice)
        add("range", range, lambda v: self._items([v.start, v.stop, v.step]), self._decode_range)
        add("ellipsis", types.EllipsisType, lambda _: {}, lambda m: fields(m) or ...)
        add("set", set, self._items, lambda m: self._hashed(set, m))
        add("frozenset", frozenset, self._items, lambda m: self._hashed(frozenset, m))
        add("dict", dict, self._encode_dict, lambda m: dict(self._pairs(m)))
        ordered = collections.OrderedDict
        add("ordered", ordered, self._encode_dict, lambda m: ordered(self._pairs(m)))
        add("tuple", tuple, self._encode_tuple, lambda m: tuple(self._decode_items(m)))
        add("namedtuple", None, None, self._decode_namedtuple)
        add("array", np.ndarray, _encode_array, _decode_array)
        add("texts", None, None, _decode_texts)
        add("scalar", np.generic, _encode_array, lambda m: _decode_array(m)[()])
        add("npdtype", np.dtype, lambda v: {"name": _dtype_name(v)}, _decode_dtype)
        deque = collections.deque
        add("deque", deque, self._encode_deque, lambda m: deque(*self._decode_items(m)))
        for tag, (kind, parts, part, make) in _MADE_OF.items():
            add(tag, kind, _taken_apart(parts), _put_together(part, make))

    def _items(self, values: Any) -> Fields:
        return {"items": [self.encode(item) for item in values]}

    def _decode_items(self, message: Fields) -> list[Any]:
        (items,) = fields(message, items=list)
        return [self.decode(item) for item in items]

    def _encode_deque(self, value: collections.deque[Any]) -> Fields:
        return self._items([list(value), value.maxlen])

    def _decode_slice(self, message: Fields) -> slice:
        start, stop, step = self._decode_items(message)
        return slice(start, stop, step)

    def _decode_range(self, message: Fields) -> range:
        start, stop, step = self._decode_items(message)
        if not all(type(number) is int for number in (start, stop, step)):
            raise ProtocolError("a range is made of integers")
        return range(start, stop, step)

    def _hashed(self, kind: Callable[[list[Any]], Any], message: Fields) -> Any:
        try:
            return kind(self._decode_items(message))
        except TypeError:
            raise ProtocolError("an element of a set or a key cannot be hashed") from None

    def _encode_dict(self, value: dict[Any, Any]) -> Fields:
        return {"items": [[self.encode(k), self.encode(v)] for k, v in dict.items(value)]}

    def _pairs(self, message: Fields) -> list[tuple[Any, Any]]:
        (items,) = fields(message, items=list)
        if not all(isinstance(pair, list) and len(pair) == 2 for pair in items):
            raise ProtocolError("a dict is made of pairs")
        pairs = [(self.decode(key), self.decode(value)) for key, value in items]
        try:
            for key, _ in pairs:
                hash(key)
        except TypeError:
            raise ProtocolError("an element of a set or a key cannot be hashed") from None
        return pairs

    def _encode_tuple(self, value: tuple[Any, ...]) -> Fields:
        items = [self.encode(item) for item in tuple.__iter__(value)]
        names = getattr(type(value), "_fields", None)
        if type(value) is tuple or not isinstance(names, tuple) or len(names) != len(items):
            return {"items": items}
        return {
            "t": "namedtuple",
            "name": type(value).__name__,
            "fields": list(names),
            "items": items,
        }

    def _decode_namedtuple(self, message: Fields) -> Any:
        name, names, items = fields(message, name=str, fields=list, items=list)
        kind = namedtuple_type(name, names)
        if len(names) != len(items):
            raise ProtocolError("a namedtuple has a value for each field")
        return kind(*[self.decode(item) for item in items])


def _taken_apart(parts: Callable[[Any], list[Any]]) -> Callable[[Any], Fields]:
    return lambda value: {"parts": parts(value)}


def _put_together(kind: type, make: Callable[..., Any]) -> Callable[[Fields], Any]:
    def decode(message: Fields) -> Any:
        (parts,) = fields(message, parts=list)
        if not all(type(part) is kind for part in parts):
            raise ProtocolError(f"{message['t']!r} is made of other parts")
        try:
            return make(*parts)
        except (TypeError, ArithmeticError) as error:
            raise ProtocolError(f"{message['t']!r} cannot be made: {error}") from None

    return decode


_namedtuples: dict[tuple[str, ...], type] = {}


def namedtuple_type(name: str, names: list[Json]) -> Any:
    """The class of namedtuples of this name and these fields, the same one each time.

    Raises:
        ProtocolError: a name is no identifier or begins with an underscore.
    """
    for text in (name, *names):
        if not isinstance(text, str) or not text.isidentifier() or text.startswith("_"):
            raise ProtocolError("a namedtuple has names of fields")
        if keyword.iskeyword(text):
            raise ProtocolError("a namedtuple has names of fields")
    key = (name, *names)
    if key not in _namedtuples:
        _namedtuples[key] = collections.namedtuple(name, names)
    return _namedtuples[key]


def register_namedtuple(kind: Any) -> None:
    """Let instances of a namedtuple that both sides have come back as what they were."""
    _namedtuples[(kind.__name__, *kind._fields)] = kind


def _encode_int(value: int) -> Json:
    """JSON's own number; Python reads and writes no decimal number beyond some thousand digits."""
    return value if value.bit_length() <= _INT_BITS else {"hex": hex(value)}


def _decode_int(message: Fields) -> int:
    (digits,) = fields(message, hex=str)
    return int(digits, 16)


def _encode_complex(value: complex) -> Fields:
    return {"real": value.real, "imag": value.imag}


def _decode_complex(message: Fields) -> complex:
    real, imag = fields(message, real=float, imag=float)
    return complex(real, imag)


def _encode_bytes(value: bytes) -> Fields:
    return {"data": base64.b64encode(value).decode()}


def _decode_bytes(message: Fields) -> bytes:
    (data,) = fields(message, data=str)
    return base64.b64decode(data, validate=True)


def _dtype_name(dtype: "np.dtype[Any]") -> str:
    if dtype.kind not in _ARRAY_KINDS or dtype.names is not None:
        raise CannotCross(f"an array of {dtype.name} cannot be examined")
    return dtype.str


def _decode_dtype(message: Fields) -> "np.dtype[Any]":
    (name,) = fields(message, name=str)
    return _dtype(name)


def _dtype(name: str) -> "np.dtype[Any]":
    try:
        dtype = np.dtype(name)
    except TypeError:
        raise ProtocolError(f"{name!r} is no dtype") from None
    if dtype.kind not in _ARRAY_KINDS or dtype.names is not None or dtype.subdtype is not None:
        raise ProtocolError(f"{name!r} is no dtype that crosses")
    return dtype


def _encode_array(value: Any) -> Fields:
    array = np.asarray(value)
    if array.dtype == object and all(isinstance(item, bytes | str) for item in array.flat):
        return _encode_texts(array)
    return {
        "dtype": _dtype_name(array.dtype),
        "shape": list(array.shape),
        "data": base64.b64encode(array.tobytes()).decode(),
    }


def _encode_texts(array: "np.ndarray[Any, Any]") -> Fields:
    """An array of texts, which NumPy keeps as objects: what a run of a string tensor gives."""
    items = [
        item if isinstance(item, str) else {"t": "bytes", **_encode_bytes(item)}
        for item in array.flat
    ]
    return {"t": "texts", "shape": list(array.shape), "items": items}


def _decode_texts(form: Fields) -> "np.ndarray[Any, Any]":
    shape, items = fields(form, shape=list, items=list)
    texts = [item if isinstance(item, str) else _decode_bytes(item) for item in items]
    if not all(type(size) is int and size >= 0 for size in shape):
        raise ProtocolError("the shape of an array is made of sizes")
    array = np.empty(len(texts), object)
    array[:] = texts
    return array.reshape(shape)


def _decode_array(message: Fields) -> "np.ndarray[Any, Any]":
    name, shape, data = fields(message, dtype=str, shape=list, data=str)
    if not all(type(size) is int and size >= 0 for size in shape):
        raise ProtocolError("the shape of an array is made of sizes")
    flat = np.frombuffer(base64.b64decode(data, validate=True), _dtype(name))
    return flat.reshape(shape).copy()
