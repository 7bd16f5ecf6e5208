import copy
import pickle

import numpy as np
import pytest

from minigraph import shapes
from minigraph.context import switches
from minigraph.shapes import Dimension, TensorShape, from_tuple


@pytest.fixture
def v1(monkeypatch):
    """Shapes as TensorFlow 1 shows them."""
    monkeypatch.setattr(switches, "v2_tensorshape", True)
    shapes.disable_v2_tensorshape()


@pytest.fixture(autouse=True)
def v2(monkeypatch):
    """Shapes as TensorFlow 2 shows them, unless a test asks for `v1`."""
    monkeypatch.setattr(switches, "v2_tensorshape", True)


class Index:
    def __init__(self, value):
        self.value = value

    def __index__(self):
        return self.value


@pytest.mark.parametrize(
    ("dims", "expected"),
    [
        ([1, None], [1, None]),
        ((), []),
        (3, [3]),
        (Dimension(3), [3]),
        ([Dimension(None), np.int64(2), Index(4)], [None, 2, 4]),
        (iter([1, 2]), [1, 2]),
        (np.array([1, 2]), [1, 2]),
        (TensorShape([5]), [5]),
    ],
)
def test_shapes_are_made_from_sizes(dims, expected):
    assert TensorShape(dims).as_list() == expected


def test_none_is_the_unknown_shape():
    shape = TensorShape(None)
    assert (shape.rank, shape.ndims, shape.dims, shape.num_elements()) == (None,) * 4
    assert not shape
    assert TensorShape([]), "a known rank is true, even rank 0"
    with pytest.raises(ValueError, match=r"^as_list\(\) is not defined on an unknown TensorShape"):
        shape.as_list()
    with pytest.raises(ValueError, match=r"^Cannot take the length of shape with unknown rank.$"):
        len(shape)
    with pytest.raises(ValueError, match=r"^Cannot iterate over a shape with unknown rank.$"):
        iter(shape)


@pytest.mark.parametrize(
    ("dims", "kind", "message"),
    [
        ([-1], ValueError, "Dimension -1 must be >= 0"),
        (
            ["a"],
            TypeError,
            (
                "Dimension value must be integer or None or have an __index__ method, got value "
                "''a'' with type '<class 'str'>'"
            ),
        ),
        (
            "ab",
            TypeError,
            (
                "Failed to convert ''ab'' to a shape: ''a''could not be converted to a dimension. "
                "A shape should either be single dimension (e.g. 10), or an iterable of dimensions "
                "(e.g. [1, 10, None])."
            ),
        ),
    ],
)
def test_what_is_no_size_is_refused(dims, kind, message):
    with pytest.raises(kind) as info:
        TensorShape(dims)
    assert str(info.value) == message


def test_properties_of_a_known_rank():
    shape = TensorShape([2, None, 3])
    assert (shape.rank, len(shape)) == (3, 3)
    assert [d.value for d in shape.dims] == [2, None, 3]
    assert not shape.is_fully_defined()
    assert shape.num_elements() is None
    assert TensorShape([2, 3]).num_elements() == 6
    assert TensorShape([]).num_elements() == 1


def test_items_are_ints_and_none_in_v2():
    shape = TensorShape([None, 3])
    assert (shape[0], shape[-1], list(shape)) == (None, 3, [None, 3])
    assert shape[1:] == TensorShape([3])
    assert TensorShape(None)[5] is None
    with pytest.raises(IndexError):
        shape[2]


def test_items_are_dimensions_in_v1(v1):
    shape = TensorShape([None, 3])
    assert isinstance(shape[0], Dimension)
    assert [d.value for d in shape] == [None, 3]
    assert shape[1].value == 3
    assert shape[1:].as_list() == [3]
    assert TensorShape(None)[5].value is None


def test_slices_of_an_unknown_rank():
    shape = TensorShape(None)
    assert shape[:2].rank == 2
    assert shape[1:4].rank == 3
    assert shape[1:].rank is None
    assert shape[:-1].rank is None
    with pytest.raises(ValueError, match=r"^Steps are not yet handled$"):
        shape[::2]


@pytest.mark.parametrize(
    ("dims", "text", "representation"),
    [
        (None, "<unknown>", "TensorShape(None)"),
        ([], "()", "TensorShape([])"),
        ([None], "(None,)", "TensorShape([None])"),
        ([1, None], "(1, None)", "TensorShape([1, None])"),
    ],
)
def test_text_forms_in_v2(dims, text, representation):
    assert str(TensorShape(dims)) == text
    assert repr(TensorShape(dims)) == representation


@pytest.mark.parametrize(
    ("dims", "text", "representation"),
    [
        (None, "<unknown>", "TensorShape(None)"),
        ([], "()", "TensorShape([])"),
        ([None], "(?,)", "TensorShape([Dimension(None)])"),
        ([1, None], "(1, ?)", "TensorShape([Dimension(1), Dimension(None)])"),
    ],
)
def test_text_forms_in_v1(v1, dims, text, representation):
    assert str(TensorShape(dims)) == text
    assert repr(TensorShape(dims)) == representation


def test_equality_and_hash_follow_the_sizes():
    assert TensorShape([1, None]) == [1, None]
    assert TensorShape(None) == TensorShape(None)
    assert TensorShape([1]) != TensorShape(None)
    assert TensorShape([1]) != "ab"
    assert TensorShape([3]) == 3
    assert len({TensorShape([1, 2]), TensorShape((1, 2)), TensorShape(None)}) == 2


def test_shapes_survive_pickle_and_copy():
    for shape in (TensorShape(None), TensorShape([1, None])):
        assert pickle.loads(pickle.dumps(shape)) == shape == copy.deepcopy(shape)


@pytest.mark.parametrize("dims", [None, [], [2, None]])
def test_shapes_go_to_protos_and_back(dims):
    shape = TensorShape(dims)
    proto = shape.as_proto()
    assert proto.unknown_rank == (dims is None)
    assert isinstance(proto, TensorShape.experimental_type_proto())
    assert TensorShape(proto) == TensorShape.experimental_from_proto(proto) == shape


@pytest.mark.parametrize(
    ("a", "b", "merged"),
    [
        ((1, None), (None, 2), (1, 2)),
        (None, (1, None), (1, None)),
        ((1,), None, (1,)),
        ((), (), ()),
    ],
)
def test_merging_compatible_shapes(a, b, merged):
    assert TensorShape(a).is_compatible_with(b)
    assert TensorShape(a).merge_with(b) == TensorShape(merged)
    assert shapes.merge(a, b) == merged


@pytest.mark.parametrize(
    ("a", "b", "message"),
    [
        ((2, None), (3, 4), ("Dimension 0 in both shapes must be equal, but are 2 and 3. "
         "Shapes are [2,?] and [3,4].")),
        ((2, 3), (3,), "Shapes must be equal rank, but are 2 and 1"),
    ],
)  # fmt: skip
def test_merging_conflicting_shapes(a, b, message):
    assert not TensorShape(a).is_compatible_with(b)
    with pytest.raises(ValueError) as info:  # noqa: PT011  # its whole text is compared
        shapes.merge(a, b)
    assert str(info.value) == message
    text = f"Shapes {from_tuple(a)} and {from_tuple(b)} are"
    with pytest.raises(ValueError) as info:  # noqa: PT011
        TensorShape(a).merge_with(b)
    assert str(info.value) == f"{text} not compatible"
    with pytest.raises(ValueError) as info:  # noqa: PT011
        TensorShape(a).assert_is_compatible_with(b)
    assert str(info.value) == f"{text} incompatible"


def test_concatenation():
    shape, sizes = TensorShape([1]), [2, None]
    assert shape + sizes == [1, 2, None]
    assert sizes + shape == [2, None, 1]
    assert shape.concatenate(None) == TensorShape(None)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda s: s.with_rank(1), "Shape (1, None) must have rank 1"),
        (lambda s: s.assert_has_rank(3), "Shape (1, None) must have rank 3"),
        (lambda s: s.with_rank_at_least(3), "Shape (1, None) must have rank at least 3"),
        (lambda s: s.with_rank_at_most(1), "Shape (1, None) must have rank at most 1"),
        (lambda s: s.assert_same_rank([1]), "Shapes (1, None) and (1,) must have the same rank"),
        (lambda s: s.assert_is_fully_defined(), "Shape (1, None) is not fully defined"),
    ],
)
def test_failed_assertions(call, message):
    with pytest.raises(ValueError) as info:  # noqa: PT011  # its whole text is compared
        call(TensorShape([1, None]))
    assert str(info.value) == message


def test_assertions_that_hold():
    shape = TensorShape([1, None])
    assert shape.with_rank(2) == shape.with_rank_at_least(2) == shape.with_rank_at_most(2) == shape
    assert TensorShape(None).with_rank(2).as_list() == [None, None]
    shape.assert_has_rank(2)
    shape.assert_same_rank([5, 6])
    shape.assert_is_compatible_with([1, 7])
    TensorShape(None).assert_has_rank(7)
    TensorShape([2]).assert_is_fully_defined()


def test_subtypes_and_supertypes():
    shape = TensorShape([1, 2])
    assert shape.is_subtype_of(TensorShape([1, None]))
    assert shape.is_subtype_of(TensorShape(None))
    assert not TensorShape([1, None]).is_subtype_of(shape)
    assert not TensorShape(None).is_subtype_of(shape)
    assert not shape.is_subtype_of([1, 2])
    assert shape.most_specific_common_supertype([TensorShape([1, 3])]) == [1, None]
    assert shape.most_specific_common_supertype([TensorShape([1])]) == TensorShape(None)
    assert shape.most_specific_common_supertype([[1, 2]]) is None
    assert shape.most_specific_compatible_shape([3, 2]) == [None, 2]
    assert shape.most_specific_compatible_shape([3]) == TensorShape(None)


def test_dimension_helpers():
    assert shapes.dimension_value(Dimension(3)) == 3
    assert shapes.dimension_value(4) == 4
    assert shapes.dimension_at_index(TensorShape([7, None]), 0).value == 7
    assert shapes.dimension_at_index(TensorShape(None), 9).value is None
    assert shapes.unknown_shape() == TensorShape(None)
    assert shapes.unknown_shape(2) == shapes.unknown_shape(ndims=2) == [None, None]
    with pytest.raises(TypeError, match=r"Unknown argument: {'size': 1}"):
        shapes.unknown_shape(size=1)
    shape = TensorShape([1])
    assert shapes.as_shape(shape) is shape


def test_format_shape_is_how_messages_print_shapes():
    assert [shapes.format_shape(s) for s in ((2, None), (), None)] == ["[2,?]", "[]", "?"]


@pytest.mark.parametrize(
    ("a", "b", "result"),
    [
        ((2, 3), (2, 3), (2, 3)),
        ((2, 3), (), (2, 3)),
        ((), (3,), (3,)),
        ((2, 1), (3,), (2, 3)),
        ((3,), (2, 1), (2, 3)),
        ((None,), (3,), (3,)),
        ((None,), (1,), (None,)),
        ((None,), (0,), (None,)),
        ((0,), (1,), (0,)),
        ((None, 2), (2, None), (2, 2)),
        (None, (2,), None),
        ((), None, None),
        (None, None, None),
    ],
)
def test_broadcasting(a, b, result):
    assert shapes.broadcast_shapes(a, b) == result


def test_shapes_that_do_not_broadcast():
    with pytest.raises(ValueError, match=r"^Dimensions must be equal, but are 2 and 3$"):
        shapes.broadcast_shapes((None, 2), (3,))


OPERANDS = ["T(None)", "T([])", "T([2])", "T([None, 3])", "[2]", "(None, 3)", "None", "'a'", "-1"]
METHODS = [
    "merge_with", "concatenate", "assert_same_rank", "assert_is_compatible_with", "is_subtype_of",
    "most_specific_compatible_shape", "__add__", "__eq__",
]  # fmt: skip
PARITY = [
    *(f"{a}.{m}({b})" for a in OPERANDS[:4] for m in METHODS for b in OPERANDS),
    *(f"{a}[{k}]" for a in OPERANDS[:4] for k in ("0", "-1", "1:", ":2", "::2", "'a'")),
    *(f"{a}.with_rank({r})" for a in OPERANDS[:4] for r in range(3)),
    *(f"D(3) {o} {b}" for o in ("+", "-", "/", "<", "==") for b in ("D(None)", "1.5", "'a'", "2")),
    *(f"{f}({a})" for f in ("str", "repr", "len", "list", "bool") for a in OPERANDS[:4]),
    *(f"{f}({v})" for f in ("T", "D") for v in ("-1", "1.5", "'ab'", "[1, -2]", "[[1]]", "b'a'")),
]


def outcome(expression, module):
    names = {"T": module.TensorShape, "D": module.Dimension}
    try:
        return repr(eval(expression, names))
    except Exception as error:
        return f"{type(error).__name__}: {error}"


@pytest.mark.tensorflow
@pytest.mark.parametrize("v2_behavior", [True, False])
def test_results_and_texts_are_tensorflows(v2_behavior):
    tf = pytest.importorskip("tensorflow").compat.v1
    for library in (tf, shapes):
        getattr(library, f"{'enable' if v2_behavior else 'disable'}_v2_tensorshape")()
    try:
        different = {
            expression: (outcome(expression, shapes), outcome(expression, tf))
            for expression in PARITY
            if outcome(expression, shapes) != outcome(expression, tf)
        }
    finally:
        tf.enable_v2_tensorshape()
    assert different == {}
