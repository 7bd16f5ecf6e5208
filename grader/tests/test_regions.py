"""Regions are cut exactly as nbgrader cuts them."""

import pytest

from coursegrader.regions import (
    CODE_STUB,
    Region,
    RegionError,
    has,
    line_numbers,
    replace_solution,
    split,
)

CELL = """def f(x):
    ### BEGIN SOLUTION
    y = x + 1
    return y
    ### END SOLUTION
print(f(1))"""


def test_lines_inside_and_outside():
    inside, outside = split(CELL, Region.SOLUTION)
    assert inside == ["    y = x + 1", "    return y"]
    assert outside == ["def f(x):", "print(f(1))"]


def test_a_stub_takes_the_place_of_the_region_at_its_indentation():
    stub = replace_solution(CELL, CODE_STUB)
    assert stub == ("def f(x):\n    # YOUR CODE HERE\n    raise NotImplementedError()\nprint(f(1))")


def test_a_cell_without_region_is_all_solution():
    assert replace_solution("y = 1", "pass") == "pass"
    assert line_numbers("a\nb", Region.SOLUTION) == {1, 2}


def test_line_numbers_of_a_region():
    assert line_numbers(CELL, Region.SOLUTION) == {3, 4}


def test_kinds_of_regions_do_not_mix():
    assert has(CELL, Region.SOLUTION)
    assert not has(CELL, Region.HIDDEN_TESTS)
    assert split(CELL, Region.HIDDEN_TESTS)[0] == []


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("### BEGIN SOLUTION\n### BEGIN SOLUTION\n### END SOLUTION", "inside another"),
        ("### BEGIN SOLUTION\nx = 1", "without its END"),
    ],
)
def test_regions_that_nbgrader_refuses_are_refused(source: str, said: str):
    with pytest.raises(RegionError, match=said):
        split(source, Region.SOLUTION)
