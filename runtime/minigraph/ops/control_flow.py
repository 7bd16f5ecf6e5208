"""Choosing what to run: cond and case (tf.cond, tf.case)."""

from __future__ import annotations

import functools
import itertools
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any

from minigraph import context, convert, dtypes, errors, nest
from minigraph.composite import IndexedSlices
from minigraph.func_graph import FuncGraph
from minigraph.graph_keys import GraphKeys
from minigraph.log import logger
from minigraph.operation import Operation
from minigraph.ops import array, branches, casting, cond_context
from minigraph.ops.naming import op_scope
from minigraph.tensor import Tensor


def uses_functions() -> bool:
    """Whether control flow is built as TensorFlow 2 builds it: by switch, or inside a function."""
    return context.control_flow_v2_enabled() or context.get_default_graph().building_function


@errors.hinted
def cond(
    pred: Any,
    true_fn: Any = None,
    false_fn: Any = None,
    strict: bool = False,
    name: str | None = None,
    fn1: Any = None,
    fn2: Any = None,
) -> Any:
    """What `true_fn()` returns where `pred` is true, else what `false_fn()` does (tf.cond).

    Both functions are called once, while the graph is built; a run computes one branch only. They
    return structures of equal form and dtypes; a list of one is unpacked unless `strict`.
    Raises TypeError and ValueError where they do not.
    """
    true_fn = _one_of("true_fn", true_fn, "fn1", fn1)
    false_fn = _one_of("false_fn", false_fn, "fn2", fn2)
    if not callable(true_fn):
        raise TypeError("'true_fn' must be callable.")
    if not callable(false_fn):
        raise TypeError("'false_fn' must be callable.")
    if context.executing_eagerly():
        result = true_fn() if convert.convert_to_tensor(pred) else false_fn()
        return result if strict else _unpacked(result)
    if uses_functions():
        return _cond_of_functions(pred, true_fn, false_fn, name or "cond")
    with op_scope(name, "cond", pred) as scope:
        return _cond_in_graph(pred, true_fn, false_fn, strict, scope)


def _one_of(name: str, value: Any, old_name: str, old_value: Any) -> Any:
    if old_value is None and value is None:
        raise TypeError(f"cond(): '{name}' argument required")
    if old_value is not None and value is not None:
        raise TypeError(f"cond(): '{name}' and '{old_name}' may not be set simultaneously.")
    return value if old_value is None else old_value


def _unpacked(result: Any) -> Any:
    single = isinstance(result, (list, tuple)) and len(result) == 1
    return result[0] if single else result


def _cond_in_graph(
    pred: Any,
    true_fn: Callable[[], Any],
    false_fn: Callable[[], Any],
    strict: bool,
    scope: str,
) -> Any:
    """TensorFlow 1: the branches look like parts of the graph around them."""
    graph = context.get_default_graph()
    if isinstance(pred, bool):
        raise TypeError("'pred' must not be a Python bool.")
    *pivots, pred = cond_context.both(graph, pred)
    contexts, results, flat = [], [], []
    for pivot, function, label in zip(pivots, (true_fn, false_fn), ("true", "false")):
        branch = cond_context.CondContext(graph, pred, pivot, int(label == "true"))
        contexts.append(branch)
        with branch.entered():
            result = nest.map_structure(
                branches.variable_as_tensor, function(), expand_composites=True
            )
            if result is None:
                raise ValueError(f"'{label}_fn' must have a return value.")
            parts = [branch.result(part) for part in nest.flatten(result, True)]
            branch.ExitResult(parts)
            results.append(result if strict else _unpacked(result))
            flat.append(parts)
    _check_alike(results, flat)
    merged = [cond_context.merge(pair) for pair in zip(*reversed(flat), strict=True)]
    if contexts[0].outer_context is None:
        for branch in contexts:
            graph.add_to_collection(GraphKeys.COND_CONTEXT, branch)
    result = nest.pack_sequence_as(results[0], merged, expand_composites=True)
    return result if strict else _unpacked(result)


def _match_row_numbers(results: list[Any], flat: list[list[Any]]) -> None:
    """Where the branches return IndexedSlices with row numbers of two dtypes, both get int64.

    As in TensorFlow the cast is outside of the branches: first of what they returned, which is not
    used, then of what comes out of them.
    """
    pairs = list(zip(*(nest.flatten(result) for result in results)))
    starts = itertools.accumulate((len(nest.flatten(a, True)) for a, _ in pairs), initial=0)
    apart = [
        (pair, start + 1)
        for pair, start in zip(pairs, starts, strict=False)
        if all(isinstance(part, IndexedSlices) for part in pair)
        and pair[0].indices.dtype != pair[1].indices.dtype
    ]
    for pair, _ in apart:
        for part in pair:
            part.indices = casting.cast(part.indices, dtypes.int64)
    for _, position in apart:
        for parts in flat:
            parts[position] = casting.cast(parts[position], dtypes.int64)


def _check_alike(results: list[Any], flat: list[list[Any]]) -> None:
    nest.assert_same_structure(results[0], results[1])
    _match_row_numbers(results, flat)
    try:
        nest.assert_same_structure(results[0], results[1], expand_composites=True)
    except (TypeError, ValueError) as error:
        what = "types" if isinstance(error, TypeError) else "values"
        text = f"Incompatible return {what} of 'true_fn' and 'false_fn': {error}"
        raise type(error)(text) from None
    if isinstance(results[0], (list, tuple)) and not results[0]:
        raise ValueError("'true_fn' and 'false_fn' must return at least one result.")
    for x, y in zip(*flat, strict=True):
        if x.dtype.base_dtype != y.dtype.base_dtype:
            raise ValueError(
                "Outputs of 'true_fn' and 'false_fn' must have the same type(s). Received "
                f"{x.dtype.name} from 'true_fn' and {y.dtype.name} from 'false_fn'."
            )


def _cond_of_functions(
    pred: Any, true_fn: Callable[[], Any], false_fn: Callable[[], Any], name: str
) -> Any:
    """TensorFlow 2: the branches are functions with names of their own."""
    if isinstance(pred, bool):
        raise TypeError("pred must not be a Python bool", pred)
    graph = context.get_default_graph()
    with graph.name_scope(name) as scope:
        pred = _as_scalar(pred)
        stand_in = functools.partial(stand_in_for, pred)
        traced = [
            branches.trace_branch(branches.function_name(scope, label), function, stand_in)
            for label, function in (("true", true_fn), ("false", false_fn))
        ]
        branches.match_row_numbers(traced)
        check_captures(traced, ("true_fn", "false_fn"))
        check_same_outputs(traced)
        outputs = branches.build_if(graph, pred, traced, scope[:-1])
        handed = iter(branches.hand_on(outputs, "Identity"))
        return nest.map_structure(
            lambda part: None if part is None else next(handed),
            traced[0].structured_outputs,
            expand_composites=True,
        )


def _as_scalar(pred: Any) -> Any:
    from minigraph.ops import shaping

    pred = convert.convert_to_tensor(pred)
    return shaping.squeeze(pred) if pred._shape is None or pred._shape else pred


def stand_in_for(pred: Any, operation: Operation) -> Any:
    """The tensor for an operation that a branch returned: the predicate, once it has run."""
    with context.get_default_graph().control_dependencies([operation]):
        return array.identity(pred)


def check_captures(traced: Sequence[FuncGraph], labels: Sequence[str]) -> None:
    """Raises ValueError where one branch uses a tensor of another."""
    label_of = {id(body): label for body, label in zip(traced, labels, strict=True)}
    for body in traced:
        for tensor in body.external_captures:
            if id(getattr(tensor, "graph", None)) in label_of:  # an eager tensor has none
                raise ValueError(
                    f"Tensor {tensor.name} in {label_of[id(tensor.graph)]} is accessed from "
                    f"{label_of[id(body)]}."
                )


def check_same_outputs(traced: Sequence[FuncGraph], kind: str = "cond") -> None:
    """Raises TypeError, ValueError where branches of a `kind` of TensorFlow 2 do not match."""
    results = [body.structured_outputs for body in traced]
    for number in range(1, len(traced)):
        if detail := _difference(traced[0], traced[number], number, kind):
            first, second = "branches[0]", f"branches[{number}]"
            if kind == "cond":
                first, second = "true_fn", "false_fn"
            raise TypeError(
                f"{first} and {second} arguments to tf.{kind} must have the same number, type, and "
                f"overall structure of return values.\n\n{first} output: {results[0]}\n"
                f"{second} output: {results[number]}\n\nError details:\n{detail}"
            )


def _difference(first: FuncGraph, other: FuncGraph, number: int, kind: str) -> str:
    try:
        nest.assert_same_structure(
            first.structured_outputs, other.structured_outputs, expand_composites=True
        )
    except (TypeError, ValueError) as error:
        return str(error)
    if len(first.outputs) != len(other.outputs):
        raise ValueError(
            f"Lengths of branch outputs of {kind.removeprefix('switch_')} must match.\n"
            f"len(graphs[0].outputs): {len(first.outputs)}\n"
            f"len(graphs[{number}].outputs): {len(other.outputs)}\n"
        )
    for x, y in zip(first.outputs, other.outputs, strict=True):
        if x.dtype.base_dtype != y.dtype.base_dtype:
            return f"{x} and {y} have different types"
    return ""


def case(
    pred_fn_pairs: Any,
    default: Any = None,
    exclusive: bool = False,
    strict: bool = False,
    name: str = "case",
) -> Any:
    """What the function of the first true predicate returns, else what `default()` does (tf.case).

    pred_fn_pairs: list of pairs (bool scalar tensor, function), or a dict, taken in the order of
    the predicates' names. exclusive: asserts that one predicate at most is true; without `default`
    one must be. Raises TypeError for other pairs.
    """
    predicates, actions = _checked_pairs(pred_fn_pairs, exclusive, name)
    with op_scope(name, "case", *predicates):
        if default is None:
            last, default = predicates.pop(), actions.pop()
            default = functools.partial(_last_action, [*predicates], last, default)
        function = default
        for predicate, action in reversed(list(zip(predicates, actions, strict=True))):
            function = functools.partial(cond, predicate, action, function, strict=strict)
        if not exclusive:
            return function()
        check = _at_most_true(predicates, 1, "Input error: exclusive=True")
        with context.get_default_graph().control_dependencies([check]):
            return function()


def _checked_pairs(pairs: Any, exclusive: bool, name: str) -> tuple[list[Any], list[Any]]:
    if not isinstance(pairs, (list, tuple, dict)):
        raise TypeError(f"'pred_fn_pairs' must be a list, tuple, or dict. Received: {type(pairs)}")
    if isinstance(pairs, OrderedDict):
        pairs = pairs.items()
    elif isinstance(pairs, dict) and context.executing_eagerly():
        if not exclusive:
            raise ValueError(
                "Unordered dictionaries are not supported for the 'pred_fn_pairs' argument when "
                "`exclusive=False` and eager mode is enabled."
            )
        pairs = list(pairs.items())
    elif isinstance(pairs, dict):
        pairs = sorted(pairs.items(), key=lambda pair: pair[0].name)
        if not exclusive:
            logger.warning(
                f"{name}: An unordered dictionary of predicate/fn pairs was provided, but "
                "exclusive=False. The order of conditional tests is deterministic but not "
                "guaranteed."
            )
    for pair in pairs:
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise TypeError(f"Each entry in 'pred_fn_pairs' must be a 2-tuple. Received {pair}.")
        predicate, function = pair
        if not isinstance(predicate, Tensor):
            raise TypeError(f"pred must be a Tensor, got: {predicate}")
        if predicate.dtype != dtypes.bool:
            raise TypeError(f"pred must be Tensor of type bool: {predicate.name}")
        if not callable(function):
            raise TypeError(f"fn for pred {predicate.name} must be callable.")
    predicates, actions = zip(*pairs, strict=True)
    return list(predicates), list(actions)


def _at_most_true(predicates: list[Any], most: int, message: str) -> Any:
    from minigraph.ops import comparison, debug, packing, reductions
    from minigraph.ops.casting import cast

    stacked = packing.stack(predicates, name="preds_c")
    count = reductions.reduce_sum(cast(stacked, dtypes.int32), name="num_true_conds")
    condition = comparison.less_equal(count, convert.constant(most, name="n_true_conds"))
    names = ", ".join(getattr(predicate, "name", "?") for predicate in predicates)
    text = f"{message}: more than {most} conditions ({names}) evaluated as True:"
    return debug.Assert(condition, [text, stacked], summarize=len(predicates))


def _last_action(others: list[Any], predicate: Any, action: Callable[[], Any]) -> Any:
    """The last function as the default: its predicate must be true and all others false."""
    from minigraph.ops import debug, packing

    stacked = packing.stack([*others, predicate], name="preds_c")
    message = (
        f"Implementation error: selected default action #{len(others)} was called, but some of "
        "other predicates are True: "
    )
    checks = [
        _at_most_true(others, 0, message),
        debug.Assert(predicate, ["Input error: None of conditions evaluated as True:", stacked]),
    ]
    with context.get_default_graph().control_dependencies(checks):
        return action()
