"""Plain data crosses and comes back as it was; anything else is refused."""

import collections
import contextlib
import datetime as dt
import json
import math
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coursegrader.judge import known
from coursegrader.judge.frames import ProtocolError
from coursegrader.judge.values import CannotCross, Codec

SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary()
KEYS = st.booleans() | st.integers() | st.text() | st.binary()
VALUES = st.recursive(
    SCALARS | st.complex_numbers(),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.lists(inner, max_size=4).map(tuple)
        | st.dictionaries(KEYS, inner, max_size=4)
    ),
    max_leaves=12,
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                ["t", "items", "data", "dtype", "shape", "name", "fields", "id", "base"]
            ),
            inner | st.sampled_from(["array", "dict", "tuple", "error", "class", "<f4", "set"]),
            max_size=5,
        )
    ),
    max_leaves=20,
)


@pytest.fixture
def codec() -> Codec:
    made = Codec()
    known.register(made)
    return made


def there_and_back(codec: Codec, value: object) -> object:
    return codec.decode(json.loads(json.dumps(codec.encode(value))))


@given(VALUES)
def test_plain_data_come_back_as_they_were(value: object):
    found = there_and_back(Codec(), value)
    assert type(found) is type(value)
    assert repr(found) == repr(value)


@pytest.mark.parametrize(
    "array",
    [
        np.arange(6, dtype=np.float32).reshape(2, 3),
        np.array(3.5),
        np.zeros((0, 3), np.int8),
        np.array([1 + 2j, -0.0], np.complex64),
        np.array(["a", "bcd"]),
        np.array([b"a", b"bcd"]),
        np.array([True, False]),
        np.arange(6.0)[::2],
        np.array([1, 2], ">i4"),
        np.float32(1.5),
        np.int64(-3),
        np.bool_(True),
        np.datetime64("2020-01-01"),
    ],
)
def test_arrays_and_scalars_keep_dtype_shape_and_values(codec: Codec, array: np.ndarray):
    found = there_and_back(codec, array)
    assert type(found) is type(array)
    assert found.dtype == array.dtype
    assert found.shape == array.shape
    assert found.tolist() == array.tolist()


def test_an_array_that_came_back_can_be_written(codec: Codec):
    found = there_and_back(codec, np.zeros(2))
    found[0] = 1
    assert found.tolist() == [1, 0]


@pytest.mark.parametrize(
    "value",
    [
        slice(1, None, 2),
        range(1, 9, 2),
        ...,
        bytearray(b"x"),
        frozenset({1}),
        {True, 89, "a", b"c"},
        collections.OrderedDict(b=1, a=2),
        collections.deque([1, "a"], maxlen=3),
        Fraction(-3, 4),
        Decimal("1.50"),
        dt.date(2020, 2, 29),
        dt.datetime(2020, 2, 29, 1, 2, 3, 4, dt.UTC),
        dt.time(1, 2),
        dt.timedelta(days=-1, microseconds=5),
        np.dtype("float16"),
        np.float32,
        np.ndarray,
        int,
        ValueError,
        math,
        np.linalg,
    ],
)
def test_other_plain_kinds_come_back_equal(codec: Codec, value: object):
    found = codec.decode(json.loads(json.dumps(_encode_with_names(codec, value))))
    assert found == value
    assert type(found) is type(value)


def _encode_with_names(codec: Codec, value: object) -> object:
    if isinstance(value, type):
        return {"t": "class", "name": known.name_of(value)}
    if type(value) is type(math):
        return {"t": "module", "name": known.module_name(value)}
    return codec.encode(value)


@pytest.mark.parametrize("digits", [4000, 5000, 40_000])
def test_numbers_of_any_length_cross(codec: Codec, digits: int):
    numbers = [10**digits, -(10**digits)]
    assert there_and_back(codec, numbers) == numbers


def test_nan_and_infinity_cross(codec: Codec):
    found = there_and_back(codec, [math.nan, math.inf, -math.inf])
    assert math.isnan(found[0])
    assert found[1:] == [math.inf, -math.inf]


def test_a_namedtuple_keeps_its_fields_and_its_class_from_one_to_the_next(codec: Codec):
    Point = collections.namedtuple("Point", "x y")
    first, second = (there_and_back(codec, Point(1, 2)) for _ in range(2))
    assert first.x == 1
    assert type(first) is type(second)
    assert type(first).__name__ == "Point"


class Liar(int):
    def __eq__(self, other):
        return True

    def __int__(self):
        return 7

    __hash__ = int.__hash__


def test_a_subclass_crosses_as_the_data_of_its_base_class(codec: Codec):
    assert there_and_back(codec, Liar(3)) in (3, 7)
    assert type(there_and_back(codec, Liar(3))) is int
    assert type(there_and_back(codec, collections.defaultdict(int, a=1))) is dict
    assert type(there_and_back(codec, np.ma.array([1]))) is np.ndarray


@pytest.mark.parametrize(
    "value", [np.array([object()]), np.zeros(1, [("a", "i4")]), np.array([None, 1])]
)
def test_arrays_of_objects_and_records_do_not_cross(codec: Codec, value: np.ndarray):
    with pytest.raises(CannotCross, match="cannot be examined"):
        codec.encode(value)


def test_a_value_that_contains_itself_does_not_cross(codec: Codec):
    value: list[object] = []
    value.append(value)
    with pytest.raises(CannotCross, match="contains itself"):
        codec.encode(value)
    assert there_and_back(codec, [1]) == [1]


@pytest.mark.parametrize("error", [ValueError("a", 3), KeyError("k"), OSError(2, "no"), KeyError()])
def test_an_exception_keeps_class_arguments_and_message(codec: Codec, error: Exception):
    found = there_and_back(codec, error)
    assert type(found) is type(error)
    assert found.args == error.args
    assert str(found) == str(error)


def test_an_exception_of_the_students_own_is_of_its_nearest_known_class(codec: Codec):
    class Mine(LookupError):
        pass

    found = there_and_back(codec, Mine("gone"))
    assert isinstance(found, LookupError)
    assert type(found).__name__ == "Mine"
    assert str(found) == "gone"


@pytest.mark.parametrize("kind", [StopIteration, StopAsyncIteration, GeneratorExit])
def test_what_would_end_an_iteration_of_the_test_arrives_as_a_runtime_error(codec: Codec, kind):
    assert type(there_and_back(codec, kind("x"))) is RuntimeError


def test_an_exception_with_a_constructor_of_its_own_crosses(codec: Codec):
    with pytest.raises(UnicodeDecodeError) as caught:
        b"\xff".decode()
    assert "can't decode" in str(there_and_back(codec, caught.value))


@given(JSON)
def test_whatever_arrives_is_data_or_a_protocol_error(message: object):
    codec = Codec()
    known.register(codec)
    with contextlib.suppress(ProtocolError):
        codec.decode(message)
    assert there_and_back(codec, [1, (2,)]) == [1, (2,)]


@pytest.mark.parametrize(
    "message",
    [
        {"t": "array", "dtype": "O", "shape": [1], "data": ""},
        {"t": "array", "dtype": "<f4", "shape": [1 << 40], "data": ""},
        {"t": "array", "dtype": "<f4", "shape": [-1], "data": "AAAAAA=="},
        {"t": "array", "dtype": "i4,i4", "shape": [0], "data": ""},
        {"t": "array", "dtype": "<f4", "shape": [0], "data": "", "more": 1},
        {"t": "class", "name": "Popen"},
        {"t": "module", "name": "subprocess"},
        {"t": "module", "name": "numpy._core"},
        {"t": "module", "name": "os"},
        {"t": "error", "base": "Nothing", "name": "x", "args": [], "message": "", "trace": ""},
        {"t": "error", "base": "int", "name": "x", "args": [], "message": "", "trace": ""},
        {"t": "namedtuple", "name": "__class__", "fields": [], "items": []},
        {"t": "namedtuple", "name": "P", "fields": ["_x"], "items": [1]},
        {"t": "namedtuple", "name": "P", "fields": ["x", "x"], "items": [1, 2]},
        {"t": "dict", "items": [[[], 1]]},
        {"t": "set", "items": [[1]]},
        {"t": "range", "items": [1, 2, 0]},
        {"t": "range", "items": ["a", 2, 1]},
        {"t": "nothing"},
        {},
    ],
)
def test_a_forged_value_is_refused(codec: Codec, message: dict[str, object]):
    with pytest.raises(ProtocolError):
        codec.decode(message)
