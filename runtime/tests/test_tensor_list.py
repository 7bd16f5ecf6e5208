"""A TensorList behaves as a tuple, whatever was made of it and in whatever order it is read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minigraph.tensor_list import TensorList

STEPS = st.lists(
    st.tuples(
        st.sampled_from(["with_item", "pushed", "popped", "resized"]),
        st.integers(0, 50),
        st.integers(0, 9),
    ),
    max_size=30,
)


def changed(items, step, number):
    """The same change on a tuple."""
    if step == "pushed":
        return (*items, number)
    if step == "resized":
        return (*items[:number], *[None] * (number - len(items)))
    if not items:
        return items
    if step == "popped":
        return items[:-1]
    index = number % len(items)
    return (*items[:index], number, *items[index + 1 :])


def change(items, step, number):
    if step in ("pushed", "resized"):
        return getattr(items, step)(number)
    if not len(items):
        return items
    return items.popped() if step == "popped" else items.with_item(number % len(items), number)


@given(STEPS)
def test_every_list_keeps_its_elements(steps):
    lists, tuples = [TensorList([1, 2, 3], int, ())], [(1, 2, 3)]
    for step, source, number in steps:
        source %= len(lists)
        lists.append(change(lists[source], step, number))
        tuples.append(changed(tuples[source], step, number))
    assert [tuple(items.items()) for items in lists] == tuples
    assert [len(items) for items in lists] == [len(items) for items in tuples]


def test_writing_one_element_after_the_other_copies_once():
    items = TensorList([None] * 5, int, ())
    first = items.with_item(0, 0)
    shared = first._items
    assert first.with_item(1, 1)._items is shared
    assert items.items() == [None] * 5
    assert first.items() == [0, None, None, None, None]


def test_lists_add_up_element_by_element_and_nothing_is_zero():
    first, second = TensorList([1, None, None], int, ()), TensorList([2, 3, None], int, ())
    assert (first + second).items() == [3, 3, None]
    with pytest.raises(ValueError, match="different lengths"):
        first + TensorList([1], int, ())
