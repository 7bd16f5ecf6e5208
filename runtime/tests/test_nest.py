from collections import OrderedDict, UserDict, defaultdict, deque, namedtuple
from collections.abc import Mapping

import attrs
import numpy as np
import pytest

from minigraph import nest

Point = namedtuple("Point", "x y")
OtherPoint = namedtuple("OtherPoint", "x y")


@attrs.define
class Pair:
    first: object
    second: object


class ReadOnly(Mapping):
    """A mapping that is neither a dict nor mutable."""

    def __init__(self, pairs):
        self.data = dict(pairs)

    def __getitem__(self, key):
        return self.data[key]

    def __iter__(self):
        return iter(self.data)

    def __len__(self):
        return len(self.data)


class Custom:
    """A class with TensorFlow's own protocol for structures."""

    def __init__(self, *parts):
        self.parts = parts

    def __tf_flatten__(self):
        return ("metadata",), self.parts

    @classmethod
    def __tf_unflatten__(cls, metadata, components):
        return cls(*components)


class Slices(nest.CompositeTensor):
    """A value made of two tensors."""

    def __init__(self, values, indices):
        self.values, self.indices = values, indices

    def _components(self):
        return (self.values, self.indices)

    def _with_components(self, components):
        return Slices(*components)


STRUCTURES = [
    ([1, [2, (3,)]], [1, 2, 3]),
    ((), []),
    ({"b": 1, "a": [2]}, [2, 1]),
    (OrderedDict([("b", 1), ("a", 2)]), [2, 1]),
    (defaultdict(list, b=1, a=2), [2, 1]),
    (UserDict(b=1, a=2), [2, 1]),
    (Point([1], 2), [1, 2]),
    (Pair(1, {"k": 2}), [1, 2]),
    (deque([1, 2]), [1, 2]),
    ([None, "text", b"bytes"], [None, "text", b"bytes"]),
]
ATOMS = [5, "text", b"bytes", None, {1, 2}, np.zeros(2), Point, slice(1)]


@pytest.mark.parametrize(("structure", "atoms"), STRUCTURES)
def test_structures_are_flattened_and_rebuilt(structure, atoms):
    assert nest.is_nested(structure)
    assert nest.flatten(structure) == atoms
    rebuilt = nest.pack_sequence_as(structure, atoms)
    assert rebuilt == structure
    assert type(rebuilt) is type(structure)
    assert nest.map_structure(lambda atom: atom, structure) == structure
    nest.assert_same_structure(structure, rebuilt)


@pytest.mark.parametrize("atom", ATOMS, ids=repr)
def test_everything_else_is_an_atom(atom):
    assert not nest.is_nested(atom)
    assert nest.flatten(atom)[0] is atom
    assert nest.pack_sequence_as(atom, ["x"]) == "x"


def test_mappings_keep_their_own_order_when_rebuilt():
    rebuilt = nest.pack_sequence_as({"b": 0, "a": 0}, [10, 20])
    assert list(rebuilt.items()) == [("b", 20), ("a", 10)]
    factory = nest.pack_sequence_as(defaultdict(list, a=1), [5])
    assert factory["missing"] == []


def test_read_only_mappings_are_rebuilt_from_pairs():
    rebuilt = nest.map_structure(str, ReadOnly({"b": 1, "a": 2}))
    assert isinstance(rebuilt, ReadOnly)
    assert rebuilt.data == {"b": "1", "a": "2"}


def test_views_and_ranges_are_rebuilt_as_lists():
    table = {"b": 1, "a": 2}
    assert nest.flatten(table.values()) == [1, 2]
    assert nest.flatten(table.items()) == ["b", 1, "a", 2]
    assert nest.map_structure(str, table.keys()) == ["b", "a"]
    assert nest.map_structure(str, range(2)) == ["0", "1"]


def test_classes_may_say_how_they_are_flattened():
    doubled = nest.map_structure(lambda x: 2 * x, Custom(1, [2, 3]))
    assert doubled.parts == (2, [4, 6])


def test_composites_are_structures_only_when_asked_for():
    slices = Slices("v", "i")
    assert nest.flatten([slices]) == [slices]
    assert nest.flatten([slices], expand_composites=True) == ["v", "i"]
    upper = nest.map_structure(str.upper, [slices], expand_composites=True)
    assert (upper[0].values, upper[0].indices) == ("V", "I")


def test_keys_must_be_sortable():
    with pytest.raises(TypeError, match=r"'<' not supported between instances of 'str' and 'int'"):
        nest.flatten({1: 1, "a": 2})
    with pytest.raises(TypeError, match=r"^nest only supports dicts with sortable keys.$"):
        nest.pack_sequence_as({1: 1, "a": 2}, [1, 2])


@pytest.mark.parametrize(
    ("structure", "flat", "kind", "message"),
    [
        (
            [1, 2],
            [1],
            ValueError,
            (
                "Could not pack sequence. Structure had 2 atoms, but flat_sequence had 1 items.  "
                "Structure: [1, 2], flat_sequence: [1]."
            ),
        ),
        (
            1,
            [1, 2],
            ValueError,
            (
                "The target structure is of type `<class 'int'>`\n  1\nHowever the input is a "
                "sequence (<class 'list'>) of length 2.\n  [1, 2]\nnest cannot guarantee that it "
                "is safe to map one to the other."
            ),
        ),
        (
            [1],
            5,
            TypeError,
            (
                "Attempted to pack value:\n  5\ninto a structure, but found incompatible type "
                "`<class 'int'>` instead."
            ),
        ),
    ],
)
def test_packing_the_wrong_number_of_atoms(structure, flat, kind, message):
    with pytest.raises(kind) as info:
        nest.pack_sequence_as(structure, flat)
    assert str(info.value) == message


def test_packing_too_many_atoms():
    with pytest.raises(ValueError, match=r"^Could not pack sequence. Structure had 0 atoms, but"):
        nest.pack_sequence_as([[], ()], [1])


def test_map_structure_takes_several_structures_of_one_form():
    total = nest.map_structure(lambda x, y: x + y, {"a": 1, "b": [2]}, {"a": 10, "b": [20]})
    assert total == {"a": 11, "b": [22]}
    with pytest.raises(TypeError):
        nest.map_structure(lambda x, y: x, [1], (1,))
    assert nest.map_structure(lambda x, y: (x, y), [1], (2,), check_types=False) == [(1, 2)]


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        (lambda: nest.map_structure(1, [1]), TypeError, "func must be callable, got: 1"),
        (lambda: nest.map_structure(str), ValueError, "Must provide at least one structure"),
        (
            lambda: nest.map_structure(str, [1], foo=1, bar=2),
            ValueError,
            (
                "Only valid keyword arguments are `check_types` and `expand_composites`, not: "
                "`foo`, `bar`"
            ),
        ),
    ],
)
def test_map_structure_checks_its_arguments(call, kind, message):
    with pytest.raises(kind) as info:
        call()
    assert str(info.value) == message


@pytest.mark.parametrize(
    ("a", "b", "kind", "details"),
    [
        (
            [1],
            [1, 2],
            ValueError,
            (
                "The two structures don't have the same number of elements. First structure: "
                "type=list str=[1]. Second structure: type=list str=[1, 2]"
            ),
        ),
        (
            [1, [2]],
            [1, 2],
            ValueError,
            (
                'Substructure "type=list str=[2]" is a sequence, while substructure '
                '"type=int str=2" is not'
            ),
        ),
        (
            {"a": 1},
            {"b": 1},
            ValueError,
            (
                "The two dictionaries don't have the same set of keys. First structure has keys "
                "type=list str=['a'], while second structure has keys type=list str=['b']"
            ),
        ),
        (
            [1],
            (1,),
            TypeError,
            (
                "The two namedtuples don't have the same sequence type. First structure type=list "
                "str=[1] has type list, while second structure type=tuple str=(1,) has type tuple"
            ),
        ),
        (
            Point(1, 2),
            OtherPoint(1, 2),
            TypeError,
            (
                "The two namedtuples don't have the same sequence type. First structure type=Point "
                "str=Point(x=1, y=2) has type Point, while second structure type=OtherPoint "
                "str=OtherPoint(x=1, y=2) has type OtherPoint"
            ),
        ),
    ],
)
def test_assert_same_structure_tells_the_difference(a, b, kind, details):
    with pytest.raises(kind) as info:
        nest.assert_same_structure(a, b)
    text = str(info.value)
    assert text.startswith(
        "The two structures don't have the same nested structure.\n\n"
        f"First structure: type={type(a).__name__} str={a}\n\n"
        f"Second structure: type={type(b).__name__} str={b}\n\nMore specifically: {details}\n"
    )


def test_assert_same_structure_ends_with_both_forms():
    with pytest.raises(ValueError, match=r"Entire first") as info:
        nest.assert_same_structure({"a": [1, 2]}, {"a": [1, (2,)]})
    assert str(info.value).endswith(
        "Entire first structure:\n{'a': [., .]}\nEntire second structure:\n{'a': [., (.,)]}"
    )


def test_what_assert_same_structure_lets_pass():
    twin = namedtuple("Point", "x y")
    nest.assert_same_structure(Point(1, 2), twin(3, 4))
    nest.assert_same_structure({"a": 1}, OrderedDict(a=2))
    nest.assert_same_structure({"a": 1}, {"b": 1}, check_types=False)
    nest.assert_same_structure(Point(1, [2]), (1, (2,)), check_types=False)
    nest.assert_same_structure("atom", 5)


def test_flatten_dict_items_pairs_nested_keys_and_values():
    assert nest.flatten_dict_items({(4, 5, (6, 8)): ("a", "b", ("c", "d")), 1: [2, 3]}) == {
        4: "a", 5: "b", 6: "c", 8: "d", 1: [2, 3],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("dictionary", "kind", "message"),
    [
        (
            {(1, 2): (3,)},
            ValueError,
            (
                "Could not flatten dictionary. Key had 2 elements, but value had 1 elements. "
                "Key: [1, 2], value: [3]."
            ),
        ),
        ({(1, 1): (2, 3)}, ValueError, "Cannot flatten dict because this key is not unique: 1"),
        (
            [1],
            TypeError,
            (
                "FlattenDictItems: 'dict' must be a dictionary or collection.Mapping type object, "
                "instead of 'list'."
            ),
        ),
    ],
)
def test_flatten_dict_items_checks(dictionary, kind, message):
    with pytest.raises(kind) as info:
        nest.flatten_dict_items(dictionary)
    assert str(info.value) == message


def test_flatten_up_to_stops_at_the_atoms_of_the_shallow_structure():
    assert nest.flatten_up_to([1, 2], [[1], [2, 3]]) == [[1], [2, 3]]
    assert nest.flatten_up_to({"a": 1, "b": 2}, OrderedDict(b=3, a=[2])) == [[2], 3]
    assert nest.flatten_up_to(1, [1]) == [[1]]
    pairs = nest.map_structure_up_to([0, 0], lambda x, y: (x, y), [[1], [2]], [3, 4])
    assert pairs == [([1], 3), ([2], 4)]


@pytest.mark.parametrize(
    ("shallow", "deep", "kind", "message"),
    [
        (
            [1],
            [1, 2],
            ValueError,
            (
                "The two structures don't have the same sequence length. Input structure has "
                "length 2, while shallow structure has length 1."
            ),
        ),
        (
            [1],
            5,
            TypeError,
            (
                "If shallow structure is a sequence, input must also be a sequence. Input has "
                "type: <class 'int'>."
            ),
        ),
        (
            [1],
            (1,),
            TypeError,
            (
                "The two structures don't have the same sequence type. Input structure has type "
                "<class 'tuple'>, while shallow structure has type <class 'list'>."
            ),
        ),
        (
            {"a": 1},
            {"b": 1},
            ValueError,
            (
                "The shallow_tree's keys are not a subset of the input_tree's keys. The "
                "shallow_tree has the following keys that are not in the input_tree: ['a']."
            ),
        ),
    ],
)
def test_flatten_up_to_checks_the_form(shallow, deep, kind, message):
    with pytest.raises(kind) as info:
        nest.flatten_up_to(shallow, deep)
    assert str(info.value) == message


PAIRS = [1, [1], [1, [2]], (1,), {"a": 1}, {"b": 1}, {"a": [1]}, Point(1, 2), OtherPoint(1, 2),
         Pair(1, 2), [], {}, range(2), "ab", None]  # fmt: skip


def outcome(function, *args, **kwargs):
    try:
        return repr(function(*args, **kwargs))
    except Exception as error:
        return f"{type(error).__name__}: {error}"


@pytest.mark.tensorflow
@pytest.mark.parametrize("name", ["assert_same_structure", "pack_sequence_as", "map_structure"])
def test_results_and_texts_are_tensorflows(name):
    tf = pytest.importorskip("tensorflow")
    calls = [(a, b) for a in PAIRS for b in PAIRS]
    if name == "map_structure":
        calls = [(lambda *atoms: atoms, *pair) for pair in calls]
    for call in calls:
        for options in ({}, {"check_types": False} if name != "pack_sequence_as" else {}):
            ours = outcome(getattr(nest, name), *call, **options)
            assert ours == outcome(getattr(tf.nest, name), *call, **options), call[-2:]
