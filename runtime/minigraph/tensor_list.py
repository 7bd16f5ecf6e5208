"""TensorList: the value of a variant tensor that holds a list of arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

Shape = tuple[int | None, ...] | None


class TensorList:
    """A list of arrays that nothing changes: `with_item`, `pushed` and `popped` give other lists.

    They copy nothing as long as only the newest list is used, which is how loops use them. Lists
    that come from each other share one Python list; an older one remembers what differs.
    """

    __slots__ = ("_change", "_grown_by", "_items", "_length", "_newer", "dtype", "element_shape")

    shape = ()

    def __init__(self, items: Sequence[Any], dtype: Any, element_shape: Shape) -> None:
        """`items` are arrays, None for an element that has no value; they are taken over."""
        self._items: Any = items
        self._length = len(items)
        self._grown_by = ""
        self._newer: TensorList | None = None
        self._change: tuple[int, Any] | None = None
        self.dtype = dtype
        self.element_shape = element_shape

    def __len__(self) -> int:
        return self._length

    def items(self) -> list[Any]:
        """The elements, in a list that is not to be changed."""
        items: list[Any] = self._shared()
        return items if len(items) == self._length else items[: self._length]

    def __getitem__(self, index: int) -> Any:
        return self._shared()[index]

    def _shared(self) -> Any:
        if self._items is None:
            changes, newest = [], self
            while newest._items is None:
                assert newest._newer is not None
                changes.append(newest._change)
                newest = newest._newer
            self._items = list(newest._items)
            for index, value in reversed(changes):
                self._items[index] = value
            self._grown_by, self._newer, self._change = "", None, None
        return self._items

    def _like(self, items: Any, length: int, grown_by: str) -> TensorList:
        other = TensorList(items, self.dtype, self.element_shape)
        other._length = length
        other._grown_by = grown_by
        return other

    def with_item(self, index: int, value: Any) -> TensorList:
        """The list with another element at `index`."""
        items = self._shared()
        if self._grown_by != "set":
            items = list(self.items())
            items[index] = value
            return self._like(items, self._length, "set")
        newer = self._like(items, self._length, "set")
        self._change = (index, items[index])
        self._items, self._newer = None, newer
        items[index] = value
        return newer

    def pushed(self, value: Any) -> TensorList:
        """The list with one more element."""
        items = self._shared()
        if self._grown_by != "push" or len(items) != self._length:
            items = list(self.items())
        items.append(value)
        return self._like(items, self._length + 1, "push")

    def popped(self) -> TensorList:
        """The list without its last element."""
        if self._grown_by == "set":
            self._grown_by = ""  # the Python list has a second reader: who sets, copies
        return self._like(self._shared(), self._length - 1, "")

    def resized(self, size: int) -> TensorList:
        """The list with `size` elements: the last ones cut off, or elements without a value."""
        items = self.items()[:size]
        return self._like([*items, *[None] * (size - len(items))], size, "set")

    def zeros_like(self) -> TensorList:
        """A list of as many zeros."""
        zeros = [None if item is None else _zeros_of(item) for item in self.items()]
        return self._like(zeros, self._length, "")

    def __add__(self, other: TensorList) -> TensorList:
        if self._length != other._length:
            raise ValueError(
                "Trying to add two lists of tensors with different lengths. One is "
                f"{self._length} and the other is {other._length}"
            )
        pairs = zip(self.items(), other.items(), strict=True)
        return self._like([_sum(x, y) for x, y in pairs], self._length, "")

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
        if ufunc is np.add:
            return inputs[0] + inputs[1]
        return inputs[0] if ufunc is np.positive else NotImplemented


def _zeros_of(item: Any) -> Any:
    return item.zeros_like() if isinstance(item, TensorList) else np.zeros_like(item)


def _sum(x: Any, y: Any) -> Any:
    if x is None or y is None:
        return y if x is None else x
    return x + y
