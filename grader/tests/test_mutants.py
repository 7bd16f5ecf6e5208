"""Mutants are the small changes of a fixed list, within the solution only."""

import pytest

from coursegrader.mutants import mutants


def changes(source: str, operator: str) -> list[str]:
    return sorted(m.change for m in mutants(source) if m.operator == operator)


@pytest.mark.parametrize(
    ("source", "operator", "expected"),
    [
        ("y = a + b", "arithmetic", ["+ -> -"]),
        ("y = a * b ** c", "arithmetic", ["* -> +", "** -> *"]),
        ("y -= a @ b", "arithmetic", ["- -> +", "@ -> *"]),
        ("y = a == b", "comparison", ["== -> !="]),
        ("y = a <= b < c", "comparison", ["<= -> <"]),
        ("y = a is not b", "comparison", ["is not -> is"]),
        ("y = a not in b", "comparison", ["not in -> in"]),
        ("y = 1", "constant", ["1 -> 2"]),
        ("y = [2.5, True, 'x', None]", "constant", ["'x' -> 'xx'", "2.5 -> 3.5", "True -> False"]),
        ("f(a, b, c)", "argument order", ["first two arguments of f"]),
        ("t.f(a)", "argument order", []),
        ("f(a, a)", "argument order", []),
        ("x = 1\nf()", "dropped line", ["without the Assign", "without the Expr"]),
        ("for x in y:\n    f()", "dropped line", ["without the Expr"]),
        ("pass", "dropped line", []),
    ],
)
def test_each_operator(source: str, operator: str, expected: list[str]):
    assert changes(source, operator) == expected


def test_only_the_solution_region_is_changed():
    cell = "limit = 10\n### BEGIN SOLUTION\ny = limit + 1\n### END SOLUTION\nz = 3"
    assert {m.line for m in mutants(cell)} == {"y = limit + 1"}


def test_docstrings_stay():
    cell = 'def f():\n    """Say x."""\n    return "x"'
    assert changes(cell, "constant") == ["'x' -> 'xx'"]
    assert changes(cell, "dropped line") == ["without the Return"]


def test_a_mutant_is_a_program_that_differs_in_one_place():
    [mutant] = [m for m in mutants("y = a + b\nz = 2 * y") if m.operator == "arithmetic"][:1]
    assert mutant.source == "y = a - b\nz = 2 * y"
    assert str(mutant) == "arithmetic: + -> - in `y = a + b`"


def test_equal_mutants_occur_once():
    sources = [m.source for m in mutants("def f(a):\n    return a + 0 * a + 1\n")]
    assert len(sources) == len(set(sources))
