"""Which gradient rule an operation has: its op's own, a registered one, or none by intention."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from minigraph import opdef
from minigraph.operation import Operation

Rule = Callable[..., Any]


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# The op types that TensorFlow treats as constants: no gradient flows through them.
_NOT_DIFFERENTIABLE = _words(
    """
    ApproximateEqual AsString Assert Assign AssignAdd AssignSub BitwiseAnd BitwiseOr BitwiseXor
    BroadcastGradientArgs ConcatOffset Const DecodeRaw DeleteSessionTensor Equal GetSessionHandle
    GetSessionHandleV2 GetSessionTensor Greater GreaterEqual HashTableV2 HistogramSummary
    ImageSummary Invert InvertPermutation LeftShift Less LessEqual LinSpace LogicalAnd LogicalNot
    LogicalOr MergeSummary Multinomial NotEqual OneHot OnesLike ParseTensor PopulationCount PyFunc
    PyFuncStateless QueueClose QueueDequeue QueueDequeueMany QueueDequeueUpTo QueueEnqueue
    QueueEnqueueMany QueueSize RandomCrop RandomShuffle RandomStandardNormal RandomUniform Range
    Rank ReduceJoin RegexReplace RightShift ScalarSummary ScatterAdd ScatterDiv ScatterMul
    ScatterNdAdd ScatterNdSub ScatterNdUpdate ScatterSub SerializeTensor Shape ShapeN Size Stack
    StackClose StackPop StackPush StopGradient StringJoin StringSplit StringToHashBucket
    StringToHashBucketFast StringToHashBucketStrong StringToNumber TensorArray TensorArrayCloseV3
    TensorArrayGradV3 TensorArraySizeV3 TensorArrayV3 TensorListConcatLists TensorListElementShape
    TensorListLength TensorListPushBackBatch TensorSummary TensorSummaryV2 Timestamp TruncatedNormal
    VarIsInitializedOp VariableShape ZerosLike
    """
)

# Registered by programs: name -> (rule or None, where it was registered).
_registered: dict[str, tuple[Rule | None, str]] = {}


def _register(name: str, rule: Rule | None) -> None:
    if name in _registered or name in _NOT_DIFFERENTIABLE or _own_rule(name) is not None:
        place = _registered[name][1] if name in _registered else f"register {opdef.__file__}:1"
        raise KeyError(
            f"Registering two gradient with name '{name}'! (Previous registration was in {place})"
        )
    caller = sys._getframe(2)
    _registered[name] = (
        rule,
        f"{caller.f_code.co_name} {caller.f_code.co_filename}:{caller.f_lineno}",
    )


def _own_rule(op_type: str) -> Rule | None:
    op_def = opdef.all_ops().get(op_type)
    return None if op_def is None else op_def.grad


class RegisterGradient:
    """A decorator that registers the gradient rule of an op type (tf.RegisterGradient).

    The rule takes the operation and the gradients of its outputs and returns those of its inputs.
    Raises TypeError where the type is no string, KeyError where it has a rule.
    """

    def __init__(self, op_type: str) -> None:
        if not isinstance(op_type, str):
            raise TypeError("op_type must be a string")
        self._op_type = op_type

    def __call__(self, f: Rule) -> Rule:
        """Registers `f`."""
        _register(self._op_type, f)
        return f


def not_differentiable(op_type: str) -> None:
    """Says that an op type has no gradient: it is a constant to tf.gradients.

    TensorFlow: tf.NotDifferentiable, tf.NoGradient. Raises as RegisterGradient does.
    """
    if not isinstance(op_type, str):
        raise TypeError("op_type must be a string")
    _register(op_type, None)


def rule_of(op: Operation) -> Rule | None:
    """The gradient rule of an operation, None where its gradient is none by intention.

    Raises LookupError where nobody said what the gradient is.
    """
    if not op.inputs:
        return None
    override = op.attrs.get("_gradient_op_type")
    name = op.type if override is None else override.decode()
    rule = op.op_def.grad if override is None else _own_rule(name)
    if rule is not None and name not in _NOT_DIFFERENTIABLE:
        return rule
    if name in _registered:
        return _registered[name][0]
    if name in _NOT_DIFFERENTIABLE:
        return None
    raise LookupError(f"gradient registry has no entry for: {name}")
