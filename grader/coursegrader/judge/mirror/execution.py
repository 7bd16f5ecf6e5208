"""Which operations of a student's graph the judge executes.

A graph is not harmless by itself: it can read and write files, call Python and ask for any amount
of memory. The judge executes operations that came from the student's process only if their type is
on this list, and only if what they produce is not too large.
"""

from collections.abc import Callable, Iterable
from typing import Any

from coursegrader.judge.mirror.nodes import function_bodies
from coursegrader.judge.values import Ungradable
from minigraph import plan, steps
from minigraph.importer import Importer
from minigraph.operation import Operation

MAX_BYTES = 256 << 20

ALLOWED = frozenset(
    """
    Abs Acos Acosh Add AddN AddV2 All Any ApplyAdadelta ApplyAdagrad ApplyAdam ApplyCenteredRMSProp
    ApplyFtrl ApplyGradientDescent ApplyMomentum ApplyRMSProp ArgMax ArgMin AsString Asin Asinh
    Assert Assign AssignAdd AssignAddVariableOp AssignSub AssignSubVariableOp AssignVariableOp Atan
    Atan2 Atanh AvgPool AvgPoolGrad BatchMatMul BatchMatMulV2 BiasAdd BiasAddGrad BitwiseAnd
    BitwiseOr BitwiseXor BroadcastArgs BroadcastGradientArgs BroadcastTo Case Cast Ceil
    CheckNumerics Cholesky ClipByValue Complex ComplexAbs ComputeAccidentalHits ConcatOffset
    ConcatV2 Conj Const ControlTrigger Conv2D Conv2DBackpropFilter Conv2DBackpropInput Cos Cosh
    CountUpTo Cumprod Cumsum DenseToSparseSetOperation DepthToSpace DestroyResourceOp Diag DiagPart
    DivNoNan DynamicPartition DynamicStitch Einsum Elu EluGrad EmptyTensorList EnsureShape Enter
    Equal Erf Erfc Exit Exp ExpandDims Expm1 FakeParam Fill Floor FloorDiv FloorMod Gather GatherNd
    GatherV2 Greater GreaterEqual Identity IdentityN If Imag InTopK InTopKV2 Invert
    InvertPermutation IsFinite IsInf IsNan IsVariableInitialized L2Loss LeakyRelu LeakyReluGrad Less
    LessEqual Lgamma LinSpace ListDiff Log Log1p LogSoftmax LogUniformCandidateSampler LogicalAnd
    LogicalNot LogicalOr LoopCond MatMul MatrixBandPart MatrixDeterminant MatrixDiagPartV3
    MatrixDiagV3 MatrixInverse MatrixSolve MatrixTriangularSolve Max MaxPool MaxPoolGrad
    MaxPoolGradGrad Maximum Mean Merge Min Minimum MirrorPad Mul Multinomial Neg NextIteration NoOp
    NotEqual OneHot OnesLike Pack Pad PadV2 PartitionedCall Placeholder PlaceholderWithDefault Pow
    PreventGradient Print PrintV2 Prod Qr RandomShuffle RandomStandardNormal RandomUniform
    RandomUniformInt Range Rank ReadVariableOp Real RealDiv Reciprocal ReciprocalGrad ReduceJoin
    RefEnter RefExit RefIdentity RefMerge RefNextIteration RefSwitch RegexFullMatch RegexReplace
    Relu Relu6 Relu6Grad ReluGrad Reshape ResourceApplyAdadelta ResourceApplyAdagrad
    ResourceApplyAdam ResourceApplyCenteredRMSProp ResourceApplyFtrl ResourceApplyGradientDescent
    ResourceApplyKerasMomentum ResourceApplyMomentum ResourceApplyRMSProp ResourceCountUpTo
    ResourceGather ResourceGatherNd ResourceScatterAdd ResourceScatterDiv ResourceScatterMax
    ResourceScatterMin ResourceScatterMul ResourceScatterNdAdd ResourceScatterNdMax
    ResourceScatterNdMin ResourceScatterNdSub ResourceScatterNdUpdate ResourceScatterSub
    ResourceScatterUpdate ResourceSparseApplyAdadelta ResourceSparseApplyAdagrad
    ResourceSparseApplyCenteredRMSProp ResourceSparseApplyMomentum ResourceSparseApplyRMSProp
    ResourceStridedSliceAssign ReverseV2 RightShift Rint Round Rsqrt RsqrtGrad ScatterAdd ScatterDiv
    ScatterMax ScatterMin ScatterMul ScatterNd ScatterNdAdd ScatterNdMax ScatterNdMin ScatterNdSub
    ScatterNdUpdate ScatterSub ScatterUpdate SegmentMax SegmentMean SegmentMin SegmentSum Select
    SelectV2 Selu SeluGrad Shape ShapeN Sigmoid SigmoidGrad Sign Sin Sinh Size Slice Snapshot
    Softmax SoftmaxCrossEntropyWithLogits Softplus SoftplusGrad Softsign SoftsignGrad SpaceToDepth
    SparseApplyAdadelta SparseApplyAdagrad SparseApplyCenteredRMSProp SparseApplyMomentum
    SparseApplyRMSProp SparseSoftmaxCrossEntropyWithLogits SparseToDense Split SplitV Sqrt SqrtGrad
    Square SquaredDifference Squeeze StackCloseV2 StackPopV2 StackPushV2 StackV2
    StatefulPartitionedCall StatelessIf StatelessWhile StaticRegexFullMatch StaticRegexReplace
    StopGradient StridedSlice StridedSliceAssign StridedSliceGrad StringFormat StringJoin
    StringLength StringLower StringSplit StringSplitV2 StringStrip StringToNumber StringUpper Sub
    Substr Sum Switch Tan Tanh TanhGrad TensorArrayCloseV3 TensorArrayConcatV3 TensorArrayGatherV3
    TensorArrayGradV3 TensorArrayReadV3 TensorArrayScatterV3 TensorArraySizeV3 TensorArraySplitV3
    TensorArrayV3 TensorArrayWriteV3 TensorListConcatV2 TensorListElementShape TensorListFromTensor
    TensorListGather TensorListGetItem TensorListLength TensorListPopBack TensorListPushBack
    TensorListReserve TensorListResize TensorListScatterIntoExistingList TensorListScatterV2
    TensorListSetItem TensorListSplit TensorListStack TensorScatterUpdate Tile TopK TopKV2 Transpose
    TruncateDiv TruncateMod TruncatedNormal Unique Unpack UnsortedSegmentSum VarHandleOp
    VarIsInitializedOp Variable VariableShape VariableV2 Where While Xdivy Xlogy ZerosLike
    """.split()
)
QUEUES = frozenset(
    """
    FIFOQueue FIFOQueueV2 PaddingFIFOQueue PaddingFIFOQueueV2 PriorityQueue PriorityQueueV2
    QueueClose QueueCloseV2 QueueDequeue QueueDequeueMany QueueDequeueManyV2 QueueDequeueUpTo
    QueueDequeueUpToV2 QueueDequeueV2 QueueEnqueue QueueEnqueueMany QueueEnqueueManyV2
    QueueEnqueueV2 QueueIsClosed QueueIsClosedV2 QueueSize QueueSizeV2 RandomShuffleQueue
    RandomShuffleQueueV2
    """.split()
)


_RESTORING = frozenset({"RestoreV2"})


class NotExecuted(Ungradable):
    """The judge does not execute an operation of the student's graph; the message says which."""


class Execution:
    """Watches over the operations that the judge executes.

    Until `allow_queues` is called, queues are not executed.
    """

    def __init__(self) -> None:
        self._allowed = ALLOWED
        self._suspects = False
        self._bind: Callable[..., Any] = steps.bind_kernel
        plan.bind_kernel = self._guarded  # type: ignore[assignment, attr-defined]

    def allow_queues(self) -> None:
        """Execute queues of the student's too: the question is about them."""
        self._allowed |= QUEUES

    def suspect_imports(self) -> None:
        """Treat every GraphDef that is imported from here on as the student's.

        It may have been read from a file that the student's code wrote.
        """
        if self._suspects:
            return
        self._suspects = True
        self._allowed |= _RESTORING
        add = Importer._add

        def _add(self: Importer, node: Any) -> Operation:
            op = add(self, node)
            Execution.mark([op])
            return op

        Importer._add = _add  # type: ignore[method-assign]

    @staticmethod
    def mark(operations: Iterable[Operation]) -> None:
        """Remember that operations, and those in the functions they call, are the student's."""
        arrived = list(operations)
        for op in [*arrived, *function_bodies(arrived)]:
            op.is_students = True  # type: ignore[attr-defined]

    def _guarded(self, op: Operation, *more: Any) -> Callable[..., Any]:
        if not getattr(op, "is_students", False):
            kernel: Callable[..., Any] = self._bind(op, *more)
            return kernel
        if op.type not in self._allowed:
            raise NotExecuted(
                f"Running {op.name!r} needs the operation {op.type}, which the grader does not "
                "execute."
            )
        return _limited(self._bind(op, *more), op)


def _limited(kernel: Callable[..., Any], op: Operation) -> Callable[..., Any]:
    """A kernel whose results are not kept if they are too large."""

    def run(*arguments: Any) -> Any:
        try:
            result = kernel(*arguments)
        except MemoryError:
            raise _too_large(op) from None
        values = result if isinstance(result, list | tuple) else (result,)
        if any(getattr(value, "nbytes", 0) > MAX_BYTES for value in values):
            raise _too_large(op)
        return result

    return run


def _too_large(op: Operation) -> NotExecuted:
    limit = MAX_BYTES >> 20
    return NotExecuted(
        f"The operation {op.name!r} ({op.type}) produces more than the {limit} MB that the grader "
        "allows."
    )


def asks_for_queues(test: str) -> bool:
    """Whether the text of a test is about queues."""
    return "queue" in test.lower()
