"""GradientTape: remembers the operations that run or are built, to differentiate them.

The rules are those of `tf.gradients`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NoReturn

from minigraph import context, convert, dtypes, errors, nest
from minigraph.custom_gradient import custom_gradient
from minigraph.gradient_values import is_trainable
from minigraph.gradients import UnconnectedGradients, unconnected_mode, zeros_for
from minigraph.log import logger
from minigraph.operation_tape import OperationTape
from minigraph.ops import array, packing, shaping
from minigraph.tensor import Tensor
from minigraph.variables.base import Variable
from minigraph.variables.scope import get_variable_scope, variable_scope

_USED_UP = (
    "A non-persistent GradientTape can only be used to compute one set of gradients (or jacobians)"
)


class GradientTape:
    """Records what happens inside a `with` block, to compute gradients of it (tf.GradientTape).

    persistent: gradients may be asked for more than once, until the tape is deleted.
    watch_accessed_variables: whether trainable variables are watched when they are read.
    Raises ValueError where an active tape is entered again.
    """

    def __init__(self, persistent: bool = False, watch_accessed_variables: bool = True) -> None:
        self._persistent = persistent
        self._watch_accessed_variables = watch_accessed_variables
        self._tape: OperationTape | None = None
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
            self._tape = OperationTape(self._watch_accessed_variables)
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
            given = [*given, *[None] * len(targets)][: len(targets)]
        flat_sources = nest.flatten(sources)
        for item in flat_sources:
            if item is None or isinstance(item, str):
                dtypes.as_dtype(item)  # TensorFlow's error
            elif not isinstance(item, (Tensor, Variable)) and item.dtype:
                kind = f"{type(item).__module__}.{type(item).__qualname__}"
                raise AttributeError(f"'{kind}' object has no attribute '_id'")
        grads = tape.gradients(targets, [_source(item) for item in flat_sources], given)
        if mode is UnconnectedGradients.ZERO:
            grads = [
                zeros_for(_source(item)) if grad is None else grad
                for grad, item in zip(grads, flat_sources, strict=True)
            ]
        self._release()
        return nest.pack_sequence_as(sources, grads)

    def _used(self) -> OperationTape:
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
        self, tape: OperationTape, target: Any, sources: list[Any], shape: list[int], batched: bool
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


def recompute_grad(f: Callable[..., Any]) -> Callable[..., Any]:
    """The function `f`, computed again where its gradient is asked for (tf.recompute_grad).

    Raises NotImplementedError for second derivatives.
    """

    @custom_gradient
    def once(*args: Any, **kwargs: Any) -> Any:
        scope = get_variable_scope()
        others = [one for one in context.recorders.active if not isinstance(one, OperationTape)]
        with context.recording(*others):
            result = f(*args, **kwargs)

        def gradient(*grads: Any, variables: Any = None) -> Any:
            @custom_gradient
            def again(*grads: Any) -> Any:
                with GradientTape() as tape, variable_scope(scope):
                    inputs = nest.map_structure(array.identity, args)
                    tape.watch([inputs, variables or []])
                    outputs = f(*inputs, **kwargs)
                sources = [*inputs, *(variables or [])]
                found = tape.gradient(outputs, sources, grads, UnconnectedGradients.ZERO)
                return (found[: len(args)], found[len(args) :]), refuse

            return again(*grads)

        return result, gradient

    def refuse(*grads: Any, **kwargs: Any) -> NoReturn:
        raise NotImplementedError(
            f"recompute_grad tried to transpose grad of {f.__name__}. Consider not using "
            "recompute_grad in forward modeautodiff"
        )

    return functools.wraps(f)(once)
