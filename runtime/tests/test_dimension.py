import pickle

import pytest

from minigraph.dimension import Dimension, as_dimension


def test_dimensions_are_made_from_integers_and_none():
    assert Dimension(None).value is None
    assert Dimension(Dimension(3)).value == 3
    assert as_dimension(4).value == 4
    dimension = Dimension(5)
    assert as_dimension(dimension) is dimension
    with pytest.raises(ValueError, match=r"^Dimension -1 must be >= 0$"):
        Dimension(-1)


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        (lambda d: d + 4, 7),
        (lambda d: 4 + d, 7),
        (lambda d: d - 1, 2),
        (lambda d: 5 - d, 2),
        (lambda d: d * 2, 6),
        (lambda d: 2 * d, 6),
        (lambda d: d // 2, 1),
        (lambda d: 7 // d, 2),
        (lambda d: d % 2, 1),
        (lambda d: 7 % d, 1),
    ],
)
def test_dimension_arithmetic(expression, value):
    assert expression(Dimension(3)).value == value
    assert expression(Dimension(None)).value is None


def test_dimension_comparisons_with_unknown_sizes_have_no_answer():
    three, unknown = Dimension(3), Dimension(None)
    assert three == 3
    assert three != 4
    assert (three < 4, three <= 3, three > 4, three >= 4) == (True, True, False, False)
    answers = [unknown == 3, three != unknown, unknown < 3, unknown >= unknown]
    assert answers == [None] * 4
    assert three != "a"
    with pytest.raises(TypeError, match=r"^Dimension value must be integer or None or have an"):
        _ = three < "a"


def test_dimensions_convert_to_numbers():
    three = Dimension(3)
    assert (int(three), list(range(5))[three], bool(three), bool(Dimension(0))) == (
        3,
        3,
        True,
        False,
    )
    assert (str(three), repr(three), str(Dimension(None))) == ("3", "Dimension(3)", "?")
    assert pickle.loads(pickle.dumps(three)).value == 3
    with pytest.raises(TypeError):
        int(Dimension(None))
    with pytest.raises(TypeError, match=r"unhashable"):
        hash(three)


def test_true_division_of_dimensions_is_refused():
    with pytest.raises(TypeError) as info:
        Dimension(3) / 2
    assert str(info.value) == (
        "unsupported operand type(s) for /: 'Dimension' and 'int', please use // instead"
    )
    with pytest.raises(TypeError, match=r"for /: 'int' and 'Dimension', please use // instead"):
        2 / Dimension(3)


def test_merging_dimensions():
    assert Dimension(None).merge_with(3).value == 3
    assert Dimension(3).merge_with(None).value == 3
    assert not Dimension(3).is_compatible_with(4)
    with pytest.raises(ValueError, match=r"^Dimensions 3 and 4 are not compatible$"):
        Dimension(3).merge_with(4)
