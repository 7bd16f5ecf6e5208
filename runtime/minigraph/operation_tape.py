"""What a tape remembers: the operations that run or are built, and the way back through them."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from typing import Any

from minigraph import context, gradient_values
from minigraph.context import Recorded
from minigraph.gradient_values import is_trainable
from minigraph.gradients import input_gradients, rule_of, with_zeros
from minigraph.ops import arithmetic, array
from minigraph.tensor import Tensor


class OperationTape:
    """What a GradientTape has seen since it was entered or reset."""

    def __init__(self, watch_accessed_variables: bool) -> None:
        self._watches_accessed = watch_accessed_variables
        self.operations: list[Any] = []
        self.watched: dict[int, Any] = {}
        self.variables: dict[int, Any] = {}

    def watch(self, tensor: Any) -> None:
        """Has a tensor traced."""
        self.watched[id(tensor)] = tensor

    def watch_variable(self, variable: Any) -> None:
        """Has a variable traced."""
        self.variables[id(variable.handle)] = variable
        self.watch(variable.handle)

    def variable_accessed(self, variable: Any) -> None:
        """Traces a trainable variable that is read, where the tape does so by itself."""
        if self._watches_accessed and variable.trainable:
            if id(variable.handle) not in self.variables:
                self.watch_variable(variable)

    def record(self, operation: Any) -> None:
        """Keeps an operation that has something traced among its inputs."""
        watched = self.watched
        if any(id(tensor) in watched for tensor in operation.inputs):
            outputs = [tensor for tensor in operation.outputs if is_trainable(tensor)]
            if outputs:
                self.operations.append(operation)
                for tensor in outputs:
                    watched[id(tensor)] = tensor

    def gradients(
        self, targets: Sequence[Any], sources: Sequence[Any], output_gradients: Sequence[Any]
    ) -> list[Any]:
        """The gradients of the targets' sum by the sources, None where they are not connected."""
        parts: dict[int, list[Any]] = {}
        kept = {id(source) for source in sources}
        found: dict[int, Any] = {}
        for target, grad in zip(targets, output_gradients, strict=True):
            if is_trainable(target):
                start = array.ones_like(target, name="ones") if grad is None else grad
                parts.setdefault(id(target), []).append(start)
        for operation in self._from_last(targets):
            grads = [_sum(parts.pop(id(tensor), [])) for tensor in operation.outputs]
            for tensor, grad in zip(operation.outputs, grads, strict=True):
                if id(tensor) in kept and grad is not None:
                    found[id(tensor)] = grad
            if any(grad is not None for grad in grads):
                for tensor, grad in zip(operation.inputs, _passed_on(operation, grads)):
                    if grad is not None and id(tensor) in self.watched:
                        parts.setdefault(id(tensor), []).append(grad)
        found.update({key: _sum(parts[key]) for key in kept & parts.keys()})
        return [found.get(id(source)) for source in sources]

    def _from_last(self, targets: Sequence[Any]) -> Iterator[Any]:
        """What the targets come from, each operation after all that use it, level by level.

        The order is TensorFlow's: the slices of which a gradient is the sum are in it.
        """
        makers = {id(tensor): op for op in self.operations for tensor in op.outputs}
        uses, missing = Counter[int](), Counter[int]()
        needed: dict[int, Any] = {}
        stack = [id(target) for target in targets]
        while stack:
            operation = makers.get(stack.pop())
            if operation is not None and id(operation) not in needed:
                needed[id(operation)] = operation
                inputs = [id(tensor) for tensor in operation.inputs]
                stack += [key for key in dict.fromkeys(inputs) if key not in uses]
                uses.update(inputs)
        missing.update(id(makers[key]) for key in uses if key in makers)
        ready = deque(operation for key, operation in needed.items() if not missing[key])
        while ready:
            operation = ready.popleft()
            yield operation
            for tensor in operation.inputs:
                uses[id(tensor)] -= 1
                maker = makers.get(id(tensor))
                if maker is not None and not uses[id(tensor)]:
                    missing[id(maker)] -= 1
                    if not missing[id(maker)]:
                        ready.append(maker)


def _sum(parts: list[Any]) -> Any:
    if len(parts) < 2:
        return parts[0] if parts else None
    if all(isinstance(part, Tensor) for part in parts):
        return arithmetic.add_n(parts)
    return gradient_values.join_slices(parts)


def _passed_on(operation: Any, grads: Sequence[Any]) -> Sequence[Any]:
    """The gradients of an operation's inputs, by its rule."""
    if isinstance(operation, Recorded):
        return operation.backward(*with_zeros(operation.outputs, grads))  # type: ignore[no-any-return]
    rule = rule_of(operation)
    if rule is None:
        return ()
    scope: Any = nullcontext()
    if operation.graph is not None and not context.executing_eagerly():
        scope = context.get_default_graph().name_scope(f"gradient_tape/{operation.name}/")
    with scope:
        return input_gradients(operation, rule, with_zeros(operation.outputs, grads))
