"""Random programs of branches and loops give the value and derivative that Python gives."""

import math
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import minigraph.compat.v1 as tf
from minigraph import context


class Dual(NamedTuple):
    """A number and its derivative with respect to x."""

    value: float
    slope: float = 0.0


class Language:
    """What a program may do; a program is a function of a language and its variables."""


class InPython(Language):
    def add(self, a, b):
        return Dual(a.value + b.value, a.slope + b.slope)

    def mul(self, a, b):
        return Dual(a.value * b.value, a.slope * b.value + a.value * b.slope)

    def sin(self, a):
        return Dual(math.sin(a.value), a.slope * math.cos(a.value))

    def constant(self, number):
        return Dual(number)

    def choose(self, a, yes, no):
        return yes() if a.value > 0.25 else no()

    def repeat(self, count, start, step):
        for _ in range(count):
            start = step(start)
        return start


class InGraph(Language):
    def add(self, a, b):
        return a + b

    def mul(self, a, b):
        return a * b

    def sin(self, a):
        return tf.sin(a)

    def constant(self, number):
        return tf.constant(number, tf.float64)

    def choose(self, a, yes, no):
        return tf.cond(a > 0.25, yes, no)

    def repeat(self, count, start, step):
        return tf.while_loop(lambda i, a: i < count, lambda i, a: (i + 1, step(a)), [0, start])[1]


def choose(test, yes, no):
    return lambda lang, x, a: lang.choose(
        test(lang, x, a), lambda: yes(lang, x, a), lambda: no(lang, x, a)
    )


def repeat(count, start, step):
    return lambda lang, x, a: lang.repeat(
        count, start(lang, x, a), lambda inner: lang.sin(step(lang, x, inner))
    )


LEAVES = st.one_of(
    st.just(lambda lang, x, a: x),
    st.just(lambda lang, x, a: a),
    st.sampled_from([0.5, -1.25, 2.0]).map(lambda n: lambda lang, x, a: lang.constant(n)),
)
PROGRAMS = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.builds(
            lambda f, g: lambda lang, x, a: lang.add(f(lang, x, a), g(lang, x, a)), inner, inner
        ),
        st.builds(
            lambda f, g: lambda lang, x, a: lang.mul(f(lang, x, a), g(lang, x, a)), inner, inner
        ),
        st.builds(lambda f: lambda lang, x, a: lang.sin(f(lang, x, a)), inner),
        st.builds(choose, inner, inner, inner),
        st.builds(repeat, st.integers(0, 3), inner, inner),
    ),
    max_leaves=12,
)


@pytest.mark.parametrize("functions", [False, True])
@settings(max_examples=60)
@given(program=PROGRAMS, number=st.sampled_from([-1.5, 0.1, 0.75, 2.0]))
def test_value_and_derivative_are_those_of_python(functions, program, number):
    expected = program(InPython(), Dual(number, 1.0), Dual(number, 1.0))
    before = context.switches.control_flow_v2
    context.switches.control_flow_v2 = functions
    try:
        with tf.Graph().as_default(), tf.Session() as session:
            x = tf.placeholder(tf.float64, [])
            y = program(InGraph(), x, tf.identity(x))
            y = tf.identity(y)
            (slope,) = tf.gradients(y, x, unconnected_gradients="zero")
            found = session.run([y, slope], {x: number})
            alone = [session.run(y, {x: number}), session.run(slope, {x: number})]
    finally:
        context.switches.control_flow_v2 = before
    assert found == pytest.approx(list(expected), rel=1e-9, abs=1e-12)
    assert alone == found
