"""GradientTape: remembers the operations that run or are built, to differentiate them.

The rules are those of `tf.gradients`. The way back is what was remembered, the last first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from typing import Any

from minigraph import context, convert, dtypes, errors, gradient_values, nest
from minigraph.context import Recorded
from minigraph.gradient_values import is_trainable
from minigraph.gradients import (
    UnconnectedGradients,
    input_gradients,
    rule_of,
    unconnected_mode,
    with_zeros,
    zeros_for,
)
from minigraph.log import logger
from minigraph.ops import arithmetic, array, packing, shaping
from minigraph.tensor import Tensor
from minigraph.variables.base import Variable

_USED_UP = (
    "A non-persistent GradientTape can only be used to compute one set of gradients (or jacobians)"
)


class _Tape:
    """What a GradientTape has seen since it was entered or reset."""

    def __init__(self, watch_accessed_variables: bool) -> None:
        self._watches_accessed = watch_accessed_variables
        self.operations: list[Any] = []
        self.watched: dict[int, Any] = {}
        self.variables: dict[int, Any] = {}

    def watch(self, tensor: Any) -> None:
        self.watched[id(tensor)] = tensor

    def watch_variable(self, variable: Any) -> None:
        self.variables[id(variable.handle)] = variable
        self.watch(variable.handle)

    def variable_accessed(self, variable: Any) -> None:
        if self._watches_accessed and variable.trainable:
            if id(variable.handle) not in self.variables:
                self.watch_variable(variable)

    def record(self, operation: Any) -> None:
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
        for operation in reversed(self.operations):
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


class GradientTape:
    """Records what happens inside a `with` block, to compute gradients of it (tf.GradientTape).

    persistent: gradients may be asked for more than once, until the tape is deleted.
    watch_accessed_variables: whether trainable variables are watched when they are read.
    Raises ValueError where an active tape is entered again.
    """

    def __init__(self, persistent: bool = False, watch_accessed_variables: bool = True) -> None:
        self._persistent = persistent
        self._watch_accessed_variables = watch_accessed_variables
        self._tape: _Tape | None = None
        self._recording = False
        self._watched_variables: tuple[Any, ...] = ()

    def __enter__(self) -> GradientTape:
        self._push()
        return self

    def __exit__(self, *exc_info: Any) -> None:
        if self._recording:
            self._pop()

    def _push(self) -> None:
        if self._recording:
            raise ValueError(
                "Tape is still recording, This can happen if you try to re-enter an already-active "
                "tape."
            )
        if self._tape is None:
            self._tape = _Tape(self._watch_accessed_variables)
        context.recorders.active = (*context.recorders.active, self._tape)
        self._recording = True

    def _pop(self) -> None:
        if not self._recording:
            raise ValueError("Tape is not recording.")
        active = context.recorders.active
        context.recorders.active = tuple(tape for tape in active if tape is not self._tape)
        self._recording = False

    def watch(self, tensor: Any) -> None:
        """Has the tensors of a structure traced; ValueError for what is no tensor or variable."""
        for item in nest.flatten(tensor, expand_composites=True):
            if not isinstance(item, (Tensor, Variable)):
                raise ValueError(
                    f"Passed in object {item} of type {type(item).__name__!r}, not tf.Tensor or "
                    "tf.Variable or ExtensionType."
                )
            if not is_trainable(item):
                logger.warning(
                    "The dtype of the watched tensor must be floating (e.g. tf.float32), got %r",
                    item.dtype,
                )
            if self._tape is None:  # before the block is entered, or after it was used up
                raise AttributeError("'NoneType' object has no attribute '_tape'")
            if hasattr(item, "handle"):
                self._tape.watch_variable(item)
            elif is_trainable(item):
                self._tape.watch(item)

    @contextmanager
    def stop_recording(self) -> Iterator[None]:
        """A block that the tape does not see; RuntimeError where it is not recording."""
        if self._tape is None:
            raise RuntimeError("Trying to stop recording a tape which is not recording.")
        self._pop()
        try:
            yield
        finally:
            self._push()

    def reset(self) -> None:
        """Forgets everything, as if the tape had just been entered."""
        self._pop()
        self._tape = None
        self._push()

    def watched_variables(self) -> tuple[Any, ...]:
        """The variables that are watched, in the order in which they were made."""
        if self._tape is not None:
            found = self._tape.variables.values()
            made = sorted(found, key=lambda variable: getattr(variable, "_creation", 0))
            self._watched_variables = tuple(made)
        return self._watched_variables

    @errors.hinted
    def gradient(
        self,
        target: Any,
        sources: Any,
        output_gradients: Any = None,
        unconnected_gradients: Any = UnconnectedGradients.NONE,
    ) -> Any:
        """The gradients of the sum of `target` by `sources`, in the structure of `sources`.

        output_gradients: the gradient of each target, ones where None. Raises RuntimeError where
        the tape has been used up, TypeError and ValueError for arguments that do not fit.
        """
        tape = self._used()
        if target is None:
            raise TypeError(
                "Argument `target` should be a list or nested structure of Tensors, Variables or "
                "CompositeTensors to be differentiated, but received None."
            )
        mode = unconnected_mode(unconnected_gradients)
        targets = [self._target(item) for item in nest.flatten(target, expand_composites=True)]
        given = [None] * len(targets)
        if output_gradients is not None:
            flat = nest.flatten(output_gradients)
            given = [None if item is None else convert.convert_to_tensor(item) for item in flat]
            given = given[: len(targets)]
        flat_sources = nest.flatten(sources)
        for item in flat_sources:
            if not hasattr(item, "dtype"):
                dtypes.as_dtype(item)  # TensorFlow's error
        grads = tape.gradients(targets, [_source(item) for item in flat_sources], given)
        if mode is UnconnectedGradients.ZERO:
            grads = [
                zeros_for(_source(item)) if grad is None else grad
                for grad, item in zip(grads, flat_sources, strict=True)
            ]
        self._release()
        return nest.pack_sequence_as(sources, grads)

    def _used(self) -> _Tape:
        if self._tape is None:
            raise RuntimeError(_USED_UP)
        if self._recording:
            if not self._persistent:
                self._pop()
            else:
                logger.warning(
                    "Calling GradientTape.gradient on a persistent tape inside its context is "
                    "significantly less efficient than calling it outside the context (it causes "
                    "the gradient ops to be recorded on the tape, leading to increased CPU and "
                    "memory usage). Only call GradientTape.gradient inside the context if you "
                    "actually want to trace the gradient in order to compute higher order "
                    "derivatives."
                )
        return self._tape

    def _release(self) -> None:
        if not self._persistent:
            self.watched_variables()
            self._tape = None

    def _target(self, item: Any) -> Any:
        if not is_trainable(item):
            logger.warning(
                "The dtype of the target tensor must be floating (e.g. tf.float32) when calling "
                "GradientTape.gradient, got %r",
                item.dtype,
            )
        if not hasattr(item, "handle"):
            return item
        assert self._tape is not None
        with context.recording(*context.recorders.active, self._tape):
            return convert.convert_to_tensor(item)

    # Derivatives of tensors by tensors

    def jacobian(
        self,
        target: Any,
        sources: Any,
        unconnected_gradients: Any = UnconnectedGradients.NONE,
        parallel_iterations: int | None = None,
        experimental_use_pfor: bool = True,
    ) -> Any:
        """The derivatives of each element of `target` by `sources`: shape target + source."""
        tape = self._used()
        mode = unconnected_mode(unconnected_gradients)
        shape = _full_shape(target)
        target = self._target(target)
        flat = nest.flatten(sources)
        rows = self._rows(tape, target, [_source(item) for item in flat], shape, batched=False)
        results = [
            _stacked(column, shape, 0, item.shape.as_list(), _source(item), mode)
            for column, item in zip(zip(*rows, strict=True), flat, strict=True)
        ]
        self._release()
        return nest.pack_sequence_as(sources, results)

    def batch_jacobian(
        self,
        target: Any,
        source: Any,
        unconnected_gradients: Any = UnconnectedGradients.NONE,
        parallel_iterations: int | None = None,
        experimental_use_pfor: bool = True,
    ) -> Any:
        """The jacobian of each row of `target` by the same row of `source`, zeros without one.

        Raises ValueError where the batches are not of one size.
        """
        tape = self._used()
        unconnected_mode(unconnected_gradients)
        shape = _full_shape(target)
        for item in (target, source):
            item.shape.with_rank_at_least(2)
        if shape[0] != source.shape[0]:
            raise ValueError(
                "Need first dimension of target shape "
                f"({target.shape}) and source shape ({source.shape}) to match."
            )
        rows = self._rows(tape, target, [_source(source)], shape, batched=True)
        column = [row[0] for row in rows]
        sizes = source.shape.as_list()
        mode = UnconnectedGradients.ZERO
        result = _stacked(column, [shape[0], *shape[1:]], 1, sizes[1:], _source(source), mode)
        self._release()
        return result

    def _rows(
        self, tape: _Tape, target: Any, sources: list[Any], shape: list[int], batched: bool
    ) -> list[list[Any]]:
        """The gradients of each element of the target, or of each element of its rows."""
        import numpy as np

        inner = shape[1:] if batched else shape
        rows = []
        for index in np.ndindex(*inner):
            seed = np.zeros(shape, target.dtype.as_numpy_dtype)
            seed[(slice(None), *index) if batched else index] = 1
            rows.append(tape.gradients([target], sources, [convert.convert_to_tensor(seed)]))
        return rows


def _source(item: Any) -> Any:
    return item.handle if hasattr(item, "handle") else item


def _full_shape(target: Any) -> list[int]:
    shape: list[int] | None = target.shape.as_list() if target.shape.is_fully_defined() else None
    if shape is None:
        raise NotImplementedError(
            "minigraph computes jacobians of targets whose static shape is fully known only."
        )
    return shape


def _stacked(
    rows: Sequence[Any], shape: list[int], axis: int, sizes: list[int], source: Any, mode: Any
) -> Any:
    """The gradients of the elements of a target, as one tensor."""
    if all(row is None for row in rows):
        if mode is UnconnectedGradients.NONE:
            return None
        rows = [zeros_for(source) for _ in rows]
    whole = packing.stack([convert.convert_to_tensor(row) for row in rows], axis=axis)
    return shaping.reshape(whole, [*shape, *sizes])
