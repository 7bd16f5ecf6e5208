"""Choosing what to run by a number (tf.switch_case)."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from minigraph import context, convert, errors, nest
from minigraph.ops import branches
from minigraph.ops.control_flow import check_captures, check_same_outputs, stand_in_for
from minigraph.ops.naming import op_scope
from minigraph.tensor import Tensor


@errors.hinted
def switch_case(
    branch_index: Any, branch_fns: Any, default: Any = None, name: str = "switch_case"
) -> Any:
    """What the function with the number `branch_index` returns (tf.switch_case).

    branch_index: integer scalar tensor; branch_fns: list of functions, or dict or pairs of numbers
    from 0 on and functions. For other numbers `default()`, or the last function, is run. All are
    called once, while the graph is built, and return structures of equal form and dtypes.
    Raises TypeError and ValueError where they do not, and for other arguments.
    """
    functions = _checked_functions(branch_index, branch_fns, default)
    with op_scope(name, "case", branch_index):
        if context.executing_eagerly():
            return branches.numbered(functions, branch_index)()
        return _build(branch_index, functions)


def _build(index: Any, functions: list[Callable[[], Any]]) -> Any:
    graph = context.get_default_graph()
    with graph.name_scope("indexed_case") as scope:
        index = convert.convert_to_tensor(index, name="branch_index")
        traced = [
            branches.trace_branch(
                branches.function_name(scope, f"branch{number}"),
                function,
                functools.partial(stand_in_for, index),
            )
            for number, function in enumerate(functions)
        ]
        check_captures(traced, [f"branch {number}" for number in range(len(traced))])
        branches.match_row_numbers(traced, "switch_case")
        check_same_outputs(traced, "switch_case")
        outputs = branches.build_if(graph, index, traced, scope[:-1], by_index=True)
        handed = iter(branches.hand_on(outputs, "Identity"))
        return nest.map_structure(
            lambda part: None if part is None else next(handed),
            traced[0].structured_outputs,
            expand_composites=True,
        )


def _checked_functions(index: Any, functions: Any, default: Any) -> list[Callable[[], Any]]:
    if not isinstance(index, Tensor):
        raise TypeError(f"'branch_index' must be a Tensor, got {type(index)}")
    if not index.dtype.is_integer:
        raise TypeError(f"'branch_index' must be an integer Tensor, got {index.dtype}")
    if not functions:
        raise ValueError("Must provide at least one item in 'branch_fns'")
    if not isinstance(functions, (list, tuple, dict)):
        raise TypeError("'branch_fns' must be a list, tuple, or dict")
    pairs = list(functions.items() if isinstance(functions, dict) else functions)
    if all(callable(function) for function in pairs):
        pairs = list(enumerate(pairs))
    for pair in pairs:
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise TypeError(f"Each entry in 'branch_fns' must be a 2-tuple. Received {pair}.")
        key, function = pair
        if not isinstance(key, int):
            raise TypeError(f"key must be a Python `int`, got {type(key)}")
        if not callable(function):
            raise TypeError(f"fn for key {key} must be callable.")
    keys = sorted(key for key, _ in pairs)
    if keys != list(range(len(keys))):
        raise ValueError(
            f"branch indices (keys) must form contiguous range of [0 to {len(keys)}) but found "
            f"{{{','.join(map(str, keys))}}}"
        )
    actions = [function for _, function in sorted(pairs, key=lambda pair: pair[0])]
    return actions if default is None else [*actions, default]
