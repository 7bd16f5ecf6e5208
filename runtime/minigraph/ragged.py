"""Tensors whose rows differ in length, as far as a session fetches and feeds them (tf.ragged)."""

from __future__ import annotations

from itertools import accumulate, pairwise
from typing import Any, NoReturn

import numpy as np

from minigraph import convert, dtypes
from minigraph.default_graph import name_scope
from minigraph.eager_tensor import EagerTensor
from minigraph.fetches import register_session_run_conversion_functions
from minigraph.nest import CompositeTensor
from minigraph.ops import checks, grouping
from minigraph.shapes import TensorShape


class RaggedTensorValue:
    """What a run returns for a RaggedTensor: `values`, an array or another one, cut into rows.

    row_splits: int32 or int64 [rows + 1]; row i is values[row_splits[i]:row_splits[i + 1]].
    """

    def __init__(self, values: Any, row_splits: Any) -> None:
        is_array = isinstance(row_splits, (np.ndarray, np.generic))
        if not (is_array and row_splits.dtype in (np.int64, np.int32) and row_splits.ndim == 1):
            raise TypeError("row_splits must be a 1D int32 or int64 numpy array")
        if not isinstance(values, (np.ndarray, np.generic, RaggedTensorValue)):
            raise TypeError("values must be a numpy array or a RaggedTensorValue")
        if isinstance(values, RaggedTensorValue) and row_splits.dtype != values.row_splits.dtype:
            raise ValueError("row_splits and values.row_splits must have the same dtype")
        self.values: Any = values
        self.row_splits: Any = row_splits

    @property
    def dtype(self) -> Any:
        """The NumPy dtype of the values."""
        return self.values.dtype

    @property
    def ragged_rank(self) -> int:
        """The number of dimensions whose size differs from row to row."""
        return 1 + getattr(self.values, "ragged_rank", 0)

    @property
    def flat_values(self) -> Any:
        """The innermost values, an array."""
        return getattr(self.values, "flat_values", self.values)

    @property
    def nested_row_splits(self) -> tuple[Any, ...]:
        """The row splits of each ragged dimension, the outermost first."""
        return (self.row_splits, *getattr(self.values, "nested_row_splits", ()))

    @property
    def shape(self) -> tuple[int | None, ...]:
        """The shape, with None for ragged dimensions."""
        return (len(self.row_splits) - 1, None, *self.values.shape[1:])

    def to_list(self) -> list[Any]:
        """The rows as nested lists."""
        inner = isinstance(self.values, RaggedTensorValue)
        values = self.values.to_list() if inner else self.values.tolist()
        ends = self.row_splits.tolist()
        return [values[start:end] for start, end in pairwise(ends)]

    def __str__(self) -> str:
        return f"<tf.RaggedTensorValue {self.to_list()}>"

    def __repr__(self) -> str:
        return f"tf.RaggedTensorValue(values={self.values!r}, row_splits={self.row_splits!r})"


class RaggedTensor(CompositeTensor):
    """Rows of `values`, cut at `row_splits` (tf.RaggedTensor): to make, feed and fetch.

    What TensorFlow computes with ragged tensors is not offered: compute with `flat_values`.
    """

    def __init__(self, values: Any, row_splits: Any) -> None:
        self.values = values
        self.row_splits = row_splits

    @classmethod
    def from_row_splits(
        cls, values: Any, row_splits: Any, name: str | None = None, validate: bool = True
    ) -> RaggedTensor:
        """Rows of `values`, a tensor or RaggedTensor, from `row_splits`, integers [rows + 1].

        validate: whether a run checks that the splits start at 0 and never fall.
        Raises TypeError for validate that is no bool, ValueError for splits that are no vector.
        """
        if not isinstance(validate, bool):
            raise TypeError(f"Argument `validate` must have type bool. Received {validate}.")
        with name_scope(name, "RaggedFromRowSplits", [values, row_splits]):
            if isinstance(row_splits, (list, tuple)) and not row_splits:
                raise ValueError("row_splits tensor may not be empty.")
            with name_scope(None, "RowPartitionFromRowSplits", [row_splits]):
                splits = convert.convert_to_tensor(
                    row_splits, name="row_splits", preferred_dtype=dtypes.int64
                )
                splits.shape.assert_has_rank(1)
                checked = _checks(splits) if validate else []
            splits = grouping.with_dependencies(checked, splits) if validate else splits
            if not isinstance(values, RaggedTensor):
                values = convert.convert_to_tensor(values, name="values")
            return cls(values, splits)

    @property
    def dtype(self) -> Any:
        """The dtype of the values."""
        return self.values.dtype

    @property
    def shape(self) -> TensorShape:
        """The static shape, with None for ragged dimensions."""
        splits = self.row_splits.shape.as_list()[0]
        rows = None if splits is None else splits - 1
        return TensorShape([rows, None]).concatenate(self.values.shape[1:])

    @property
    def ragged_rank(self) -> int:
        """The number of dimensions whose size differs from row to row."""
        return len(self.nested_row_splits)

    @property
    def flat_values(self) -> Any:
        """The innermost values, a tensor."""
        return self.values.flat_values if isinstance(self.values, RaggedTensor) else self.values

    @property
    def nested_row_splits(self) -> tuple[Any, ...]:
        """The row splits of each ragged dimension, the outermost first."""
        inner = self.values.nested_row_splits if isinstance(self.values, RaggedTensor) else ()
        return (self.row_splits, *inner)

    def get_shape(self) -> TensorShape:
        """Alias of `shape`."""
        return self.shape

    def to_list(self) -> list[Any]:
        """The rows as nested lists; ValueError in a graph."""
        if not isinstance(self.row_splits, EagerTensor):
            raise ValueError("to_list can only be used in eager mode.")
        return _value_of([part.numpy() for part in self._components()]).to_list()  # type: ignore[no-any-return]

    def _components(self) -> tuple[Any, ...]:
        return (*self.nested_row_splits, self.flat_values)

    def _with_components(self, components: Any) -> RaggedTensor:
        *splits, values = components
        for cut in reversed(splits):
            values = RaggedTensor(values, cut)
        return values  # type: ignore[no-any-return]

    def __repr__(self) -> str:
        if isinstance(self.row_splits, EagerTensor):
            return f"<tf.RaggedTensor {self.to_list()}>"
        return f"tf.RaggedTensor(values={self.values}, row_splits={self.row_splits})"

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(
            f"'RaggedTensor' object has no attribute {name!r}: minigraph makes, feeds and fetches "
            "ragged tensors; compute with .flat_values and .row_splits, or fetch it and use "
            "to_list() of the RaggedTensorValue"
        )


def constant(
    pylist: Any,
    dtype: Any = None,
    ragged_rank: int | None = None,
    inner_shape: Any = None,
    name: str | None = None,
    row_splits_dtype: Any = dtypes.int64,
) -> Any:
    """A RaggedTensor of nested lists, a tensor of a flat one (tf.ragged.constant).

    Raises ValueError where the scalars are nested unequally deep, NotImplementedError for
    ragged_rank and inner_shape.
    """
    if ragged_rank is not None or inner_shape is not None:
        raise NotImplementedError(
            "minigraph's tf.ragged.constant takes neither ragged_rank nor inner_shape; use "
            "tf.RaggedTensor.from_row_splits(values, row_splits)"
        )
    with name_scope(name, "RaggedConstant"):
        scalars, deepest = _depths(pylist)
        if scalars is not None and deepest > scalars:
            raise ValueError(
                f"Invalid pylist={pylist!r}: empty list nesting is greater than scalar value "
                "nesting"
            )
        if deepest < 2:
            return convert.constant(pylist, dtype)
        values, cuts = list(pylist), []
        for _ in range(deepest - 1):
            cuts.append([0, *accumulate(map(len, values))])
            values = [item for row in values for item in row]
        result: Any = convert.constant(values, dtype, (len(values),), name="values")
        for cut in reversed(cuts):
            result = RaggedTensor(result, convert.constant(cut, row_splits_dtype))
        return result


def _checks(splits: Any) -> list[Any]:
    """Assertions that row splits start at 0 and never fall."""
    message = "Arguments to from_row_splits do not form a valid RaggedTensor:"
    zero = convert.constant(0, splits.dtype)
    checks_made = [
        checks.assert_equal(splits[0], zero, message=message + "zero"),
        checks.assert_non_negative(splits[1:] - splits[:-1], message=message + "monotonic"),
    ]
    return [check for check in checks_made if check is not None]


def _depths(item: Any) -> tuple[int | None, int]:
    """How deep the scalars of nested lists are (None without any), and the deepest list."""
    if not isinstance(item, (list, tuple)) and np.ndim(item) == 0:
        return 0, 0
    scalars, deepest = None, 1
    for child in item:
        inner, depth = _depths(child)
        if inner is not None:
            if scalars not in (None, inner + 1):
                raise ValueError("all scalar values must have the same nesting depth")
            scalars = inner + 1
        deepest = max(deepest, depth + 1)
    return scalars, deepest


def _value_of(components: Any) -> Any:
    *splits, value = components
    for cut in reversed(splits):
        value = RaggedTensorValue(value, cut)
    return value


def _no_tensor(value: RaggedTensor, *_: Any, **__: Any) -> NoReturn:
    raise NotImplementedError(
        f"minigraph's ops do not take ragged tensors: give them the .flat_values of {value}"
    )


convert.register_tensor_conversion_function(RaggedTensor, _no_tensor)
register_session_run_conversion_functions(
    RaggedTensor,
    lambda fetch: (list(fetch._components()), _value_of),
    lambda key, value: zip(
        key._components(), (*value.nested_row_splits, value.flat_values), strict=True
    ),
)
