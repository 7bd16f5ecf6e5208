"""Which operations take a tensor."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from minigraph.operation import Operation
    from minigraph.tensor import SymbolicTensor


class Consumers:
    """The operations of a graph that take each tensor, worked out when somebody asks.

    A list on each tensor would slow down every program: few ask, and the garbage collector looks
    at each list again and again while a large graph grows.
    """

    def __init__(self, operations: dict[str, Operation]) -> None:
        self._operations = operations  # in the order they were made
        self.forget()

    def forget(self) -> None:
        """To be called where an operation that exists gets other inputs, or is taken away."""
        self._found: dict[int, list[Operation]] = {}
        self._seen = 0

    def of(self, tensor: SymbolicTensor) -> list[Operation]:
        """The operations that take `tensor`, once for each input that does."""
        count = len(self._operations) - self._seen
        fresh = list(itertools.islice(reversed(self._operations.values()), count))
        for op in reversed(fresh):
            for taken in op.inputs:
                self._found.setdefault(id(taken), []).append(op)
        self._seen += count
        return list(self._found.get(id(tensor), ()))
