"""Functions, classes and other objects stay in their process and can be used from the other."""

import pytest

from grader.tests.judge.running import check, student, verdict

pytestmark = pytest.mark.sandbox


def passes(answer: str, test: str) -> bool:
    found = verdict(student(answer), check(test))
    assert found.ok or found.reason
    return found.ok


CLASS = """
class Counter:
    "Counts."
    step = 2
    def __init__(self, start=0): self.count = start
    def add(self, by=1):
        self.count += by
        return self
    def __len__(self): return self.count
    def __getitem__(self, key): return key * 2
    def __iter__(self): return iter([1, 2, self.count])
    def __call__(self, x): return x + self.count
    def __enter__(self): return self
    def __exit__(self, *error): self.left = error[0]; return True
    def __float__(self): return float(self.count)
    def __add__(self, other): return Counter(self.count + other.count)
    def __repr__(self): return f"Counter({self.count})"
"""


@pytest.mark.parametrize(
    "test",
    [
        "assert Counter(3).count == 3",
        "assert Counter(start=3).add(by=4).count == 7",
        "c = Counter(); c.count = 9; assert c.add().count == 10",
        "assert len(Counter(4)) == 4",
        "assert list(Counter(4)) == [1, 2, 4]",
        "assert Counter(4)[5] == 10",
        "assert Counter(4)(1) == 5",
        "assert float(Counter(4)) == 4.0",
        "assert Counter(4).__add__(Counter(3)).count == 7",
        "assert Counter.step == 2",
        "assert Counter.__doc__ == 'Counts.'",
        "assert Counter.__name__ == 'Counter'",
        "assert isinstance(Counter(), Counter)",
        "assert not isinstance(3, Counter)",
        "assert isinstance(Counter, type)",
        "assert callable(Counter)",
        "assert hasattr(Counter(), 'count') and not hasattr(Counter(), 'missing')",
        "assert 'add' in dir(Counter())",
        "assert repr(Counter(2)) == 'Counter(2)' == str(Counter(2))",
        "c = Counter(); assert c == c.add() and c != Counter(1)",
        "assert {Counter: 1}[Counter] == 1",
        "with Counter(2) as c: assert c.count == 2",
    ],
)
def test_an_object_of_the_students_is_used_as_usual(test: str):
    assert passes(CLASS, test)


@pytest.mark.parametrize(
    "test",
    [
        "assert f(1, scale=3) == 6",
        "import inspect; assert list(inspect.signature(f).parameters) == ['x', 'scale']",
        "import inspect; assert inspect.signature(f).parameters['scale'].default == 2.0",
        "assert f.__name__ == 'f' and f.__code__.co_argcount == 2",
        "assert make(3)(4) == 7",
        "assert list(map(make(1), [1, 2])) == [2, 3]",
        "assert [x for x in squares(3)] == [0, 1, 4] and next(squares(3)) == 0",
        "assert not hasattr(f, '__iter__') and not hasattr(f, '__len__')",
        "import types; assert isinstance(f, types.FunctionType)",
        "assert apply(lambda x: x + 1, 3) == 4",
        "assert apply(f, 2) == f(2)",
    ],
)
def test_a_function_of_the_students_is_called_with_data_and_functions(test: str):
    answer = """
def f(x, scale=2.0): return 2 * x * scale
def make(n): return lambda x: x + n
def squares(n):
    for i in range(n): yield i * i
def apply(g, x): return g(x)
"""
    assert passes(answer, test)


def test_what_a_function_prints_can_be_captured_by_the_test():
    test = """
import io, contextlib
with contextlib.redirect_stdout(io.StringIO()) as text:
    f()
assert text.getvalue() == "hello\\n"
"""
    assert passes("def f(): print('hello')", test)


def test_an_exception_of_a_function_can_be_caught_by_its_class():
    test = """
try:
    f()
    raise SystemError
except ValueError as error:
    assert error.args == ("bad", 3) and type(error).__name__ == "Mine"
"""
    assert passes("class Mine(ValueError): pass\ndef f(): raise Mine('bad', 3)", test)


def test_an_object_of_the_test_is_used_by_the_student():
    test = """
class Recorder:
    def __init__(self): self.seen = []
    def note(self, x):
        self.seen.append(x)
        return len(self.seen)
    def __enter__(self): self.entered = True; return self
    def __exit__(self, kind, *_): self.left = kind
r = Recorder()
assert f(r) == 3
assert r.seen == ["a", "b", (1, 2)] and r.entered and r.left is None and r.extra == 5
"""
    answer = """
def f(r):
    with r as inner:
        inner.note("a"); r.note("b")
        r.extra = 5
        return r.note((1, 2))
"""
    assert passes(answer, test)


def test_an_object_that_comes_back_is_the_very_same():
    assert passes(
        "def same(x): return x", "g = lambda: 1\nassert same(g) is g and same(same) == same"
    )


# What a student might build to be taken for a right answer.
EQUAL = """
class Any:
    def __eq__(self, other): return True
    __ne__ = lambda self, other: False
    __lt__ = __le__ = __gt__ = __ge__ = __eq__
    __add__ = __sub__ = __rsub__ = __mul__ = __abs__ = lambda self, *a: self
    def __contains__(self, x): return True
    def __enter__(self): return self
    def __exit__(self, *a): return True
    def __instancecheck__(self, x): return True
    __hash__ = None
def f(*a): return Any()
class Number(int):
    __eq__ = __lt__ = __le__ = lambda self, other: True
    __hash__ = int.__hash__
"""


@pytest.mark.parametrize(
    "test",
    [
        "assert f(1) == 3",
        "assert 3 == f(1)",
        "assert not f(1) != 3",
        "assert abs(f(1) - 3) < 1e-6",
        "assert f(1) < 3",
        "assert f(1) in [1, 2]",
        "assert 3 in f(1)",
        "assert isinstance(f(1), int)",
        "import numpy as np; np.testing.assert_allclose(f(1), 3)",
        "import numpy as np; np.testing.assert_array_equal(f(1), [1, 2])",
        "import numpy as np; assert np.all(f(1) == np.arange(3))",
        "with f(1): assert False",
        "assert sorted([f(1), 3]) == [3, 3]",
        "assert Number(2) == 3",
        "assert {Number(2)} == {3}",
        "import math; assert math.isclose(f(1), 3)",
    ],
)
def test_an_object_that_claims_to_equal_everything_equals_nothing(test: str):
    assert not passes(EQUAL, test)


@pytest.mark.parametrize(
    "test",
    [
        "from coursegrader import checks; checks.tensor(fake, 'fake')",
        "from coursegrader import checks; checks.graph(fake)",
        "from coursegrader import checks; checks.placeholder(fake, 'x', dtype='float32', shape=[])",
        "assert fake.op.type == 'Placeholder'",
        "assert len(fake.get_operations()) == 1",
    ],
)
def test_an_object_with_the_attributes_of_a_tensor_is_no_tensor(test: str):
    answer = """
class Fake:
    type = name = "Placeholder"
    dtype, shape, inputs, outputs, control_inputs = "float32", [], [], [], []
    def get_operations(self): return [self]
    def as_default(self): return self
    def __getattr__(self, name): return self
fake = Fake()
fake.op = fake.graph = fake
"""
    assert not passes(answer, test)


@pytest.mark.parametrize(
    "test",
    [
        "for x, y in zip(map(stop, [1, 2]), [5, 6]): assert x == y\nassert y == 6",
        "assert all(stop(x) == 5 for x in [1])",
        "stop(1)",
    ],
)
@pytest.mark.parametrize(
    "error", ["StopIteration", "GeneratorExit", "SystemExit", "KeyboardInterrupt"]
)
def test_no_exception_of_the_students_ends_a_test_well(test: str, error: str):
    assert not passes(f"y = 6\ndef stop(x): raise {error}", test)


def test_a_failed_assertion_in_a_function_of_the_test_counts_though_the_student_catches_it():
    test = """
def expect(x): assert x == 3, "x should be 3"
f(expect)
"""
    found = verdict(
        student("def f(expect):\n    try: expect(4)\n    except BaseException: pass"), check(test)
    )
    assert found.reason == "x should be 3"


@pytest.mark.parametrize(
    "lent", ["lambda: secret", "Thing()", "Thing", "(secret for _ in [1])", "Thing().method"]
)
def test_nothing_leads_from_an_object_of_the_test_to_the_test(lent: str):
    answer = """
def snoop(x):
    ask = object.__getattribute__(x, "_ask")
    found = []
    for name in ("__globals__", "__code__", "__closure__", "__dict__", "__self__", "__func__",
                 "gi_frame", "gi_code", "_private", "f_back", "__init__", "__reduce__"):
        try: found.append((name, str(ask("get", x._number, name))))
        except Exception: pass
    for op in ("repr", "str", "names", "signature", "name", "file", "equal", "nothing"):
        try: found.append((op, str(ask(op, x._number))))
        except Exception: pass
    return found
"""
    test = f"""
secret = "the answer is 42"
class Thing:
    _private = secret
    def method(self): return 1
found = snoop({lent})
assert found == [], found
"""
    found = verdict(student(answer), check(test))
    assert found.ok, found.reason


def test_a_generator_of_the_students_is_one():
    test = "import inspect\nfound = f()\nassert inspect.isgenerator(found) and list(found) == [1]"
    assert passes("def f(): yield 1", test)


def test_what_ends_an_iteration_of_the_students_reaches_it():
    answer = """
def f(step):
    try:
        step()
    except StopIteration:
        return "ended"
"""
    assert passes(answer, "def step(): raise StopIteration\nassert f(step) == 'ended'")


def test_a_module_of_the_test_cannot_be_had():
    answer = "def snoop(x): return type(x.module).__name__"
    test = """
import types
class Thing: module = types.ModuleType("private")
try:
    found = snoop(Thing())
except TypeError as error:
    found = str(error)
assert found == "a module of the test cannot be handed to your code", found
"""
    found = verdict(student(answer), check(test))
    assert found.ok, found.reason
