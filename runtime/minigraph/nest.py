"""Nested structures: flatten them, rebuild them, compare them (`tf.nest`).

Structures are sequences (not str and bytes), mappings in the order of their sorted keys, mapping
views, namedtuples, attrs classes and classes with `__tf_flatten__`. All else is an atom.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, MappingView, MutableMapping, Sequence
from functools import lru_cache
from typing import Any


class CompositeTensor:
    """A value made of several tensors, a structure only where `expand_composites` is given.

    A subclass has `_components()`, a structure, and `_with_components(components)`, its inverse.
    """

    __slots__ = ()


def is_namedtuple(value: Any) -> bool:
    """Whether `value` is an instance of a namedtuple class."""
    fields = getattr(value, "_fields", None) if isinstance(value, tuple) else None
    return isinstance(fields, Sequence) and all(isinstance(name, str) for name in fields)


def is_attrs(value: Any) -> bool:
    """Whether `value` is an instance of a class decorated with attrs."""
    return hasattr(type(value), "__attrs_attrs__")


def is_nested(structure: Any, expand_composites: bool = False) -> bool:
    """Whether `structure` is a structure, possibly an empty one, and no atom (`tf.nest`)."""
    cls: type = type(structure)
    return _is_structure_class(cls) or (
        expand_composites and isinstance(structure, CompositeTensor)
    )


@lru_cache(maxsize=1024)  # checks of abstract base classes are slow; there are few classes
def _is_structure_class(cls: type) -> bool:
    if issubclass(cls, (str, bytes)):
        return False
    return issubclass(cls, (Sequence, Mapping, MappingView)) or any(
        hasattr(cls, name) for name in ("__attrs_attrs__", "__tf_flatten__")
    )


def _attrs_names(value: Any) -> list[str]:
    return [attribute.name for attribute in type(value).__attrs_attrs__]


def _branches(structure: Any) -> Sequence[Any]:
    """The direct children of a structure, in flattening order."""
    if isinstance(structure, (list, tuple)):
        return structure
    if isinstance(structure, Mapping):
        return [structure[key] for key in sorted(structure)]
    return [value for _, value in _items(structure)]


def _sorted_keys(mapping: Any) -> list[Any]:
    try:
        return sorted(mapping)
    except TypeError:
        raise TypeError("nest only supports dicts with sortable keys.") from None


def _items(structure: Any) -> list[tuple[Any, Any]]:
    """The direct children of a structure with their keys, in flattening order."""
    if type(structure) in (list, tuple):  # most structures: spare them the slow checks
        return list(enumerate(structure))
    if isinstance(structure, Mapping):
        return [(key, structure[key]) for key in _sorted_keys(structure)]
    if is_attrs(structure):
        return [(name, getattr(structure, name)) for name in _attrs_names(structure)]
    if is_namedtuple(structure):
        return list(zip(structure._fields, structure, strict=True))
    if isinstance(structure, CompositeTensor):
        return [(type(structure).__name__, structure._components())]  # type: ignore[attr-defined]
    if not isinstance(structure, Sequence) and hasattr(structure, "__tf_flatten__"):
        return list(enumerate(structure.__tf_flatten__()[1]))
    return list(enumerate(structure))


def flatten(structure: Any, expand_composites: bool = False) -> list[Any]:
    """The atoms of a structure in a list; `[structure]` for an atom (`tf.nest.flatten`).

    Raises TypeError for a dict whose keys cannot be sorted.
    """
    if not is_nested(structure, expand_composites):
        return [structure]
    flat: list[Any] = []
    _flatten_into(flat, structure, expand_composites)
    return flat


def _flatten_into(flat: list[Any], structure: Any, expand_composites: bool) -> None:
    for branch in _branches(structure):
        if is_nested(branch, expand_composites):
            _flatten_into(flat, branch, expand_composites)
        else:
            flat.append(branch)


def sequence_like(instance: Any, args: Sequence[Any]) -> Any:
    """A structure of the kind of `instance` with the direct children `args`."""
    if type(instance) in (list, tuple):
        return type(instance)(args)
    if isinstance(instance, Mapping):
        return _mapping_like(instance, dict(zip(_sorted_keys(instance), args, strict=False)))
    if isinstance(instance, (MappingView, range)):
        return list(args)
    if is_namedtuple(instance) or is_attrs(instance):
        return type(instance)(*args)
    if isinstance(instance, CompositeTensor):
        return instance._with_components(args[0])  # type: ignore[attr-defined]
    if hasattr(instance, "__tf_unflatten__"):
        return instance.__tf_unflatten__(instance.__tf_flatten__()[0], tuple(args))
    return type(instance)(args)


def _mapping_like(instance: Any, values: dict[Any, Any]) -> Any:
    """A mapping of the class of `instance` with its keys in its own order."""
    pairs = ((key, values[key]) for key in instance)
    if isinstance(instance, MutableMapping):
        default = getattr(instance, "default_factory", None)
        result = defaultdict(default) if type(instance) is defaultdict else type(instance)()
        for key, value in pairs:
            result[key] = value
        return result
    try:
        return type(instance)(pairs)
    except TypeError as error:
        raise TypeError(
            f"Error creating an object of type {type(instance)} like {instance}. Note that it "
            "must accept a single positional argument representing an iterable of key-value "
            f"pairs, in addition to self. Cause: {error}"
        ) from error


def pack_sequence_as(structure: Any, flat_sequence: Any, expand_composites: bool = False) -> Any:
    """The atoms in `flat_sequence` in the form of `structure` (`tf.nest.pack_sequence_as`).

    Raises TypeError if `flat_sequence` is an atom, ValueError if the numbers of atoms differ.
    """
    if not is_nested(flat_sequence, expand_composites):
        raise TypeError(
            f"Attempted to pack value:\n  {_shortened(flat_sequence)}\ninto a structure, but "
            f"found incompatible type `{type(flat_sequence)}` instead."
        )
    if not is_nested(structure, expand_composites):
        if len(flat_sequence) != 1:
            raise ValueError(
                f"The target structure is of type `{type(structure)}`\n  {_shortened(structure)}\n"
                f"However the input is a sequence ({type(flat_sequence)}) of length "
                f"{len(flat_sequence)}.\n  {_shortened(flat_sequence)}\n"
                "nest cannot guarantee that it is safe to map one to the other."
            )
        return flat_sequence[0]
    try:
        used, children = _pack(structure, flat_sequence, 0, expand_composites)
        if used < len(flat_sequence):
            raise IndexError
    except IndexError:
        count = len(flatten(structure, expand_composites))
        raise ValueError(
            f"Could not pack sequence. Structure had {count} atoms, but flat_sequence had "
            f"{len(flat_sequence)} items.  Structure: {structure}, "
            f"flat_sequence: {flat_sequence}."
        ) from None
    return sequence_like(structure, children)


def _pack(structure: Any, flat: Any, index: int, expand_composites: bool) -> tuple[int, list[Any]]:
    """The children of `structure` from `flat[index:]`, and the index after the last one used."""
    children = []
    for _, branch in _items(structure):
        if is_nested(branch, expand_composites):
            index, packed = _pack(branch, flat, index, expand_composites)
            children.append(sequence_like(branch, packed))
        else:
            children.append(flat[index])
            index += 1
    return index, children


def _shortened(value: Any) -> str:
    text = str(value)
    return text[:100] + (text[100:] and "...")


def map_structure(func: Callable[..., Any], *structure: Any, **kwargs: Any) -> Any:
    """The structure of `func(atoms...)`, in the form of the first one (`tf.nest.map_structure`).

    Args: `check_types` (default True) and `expand_composites` (default False), by keyword.
    Raises ValueError or TypeError if the structures differ.
    """
    if not callable(func):
        raise TypeError(f"func must be callable, got: {func}")
    if not structure:
        raise ValueError("Must provide at least one structure")
    check_types = kwargs.pop("check_types", True)
    expand_composites = kwargs.pop("expand_composites", False)
    if kwargs:
        raise ValueError(
            "Only valid keyword arguments are `check_types` and `expand_composites`, not: "
            f"`{'`, `'.join(kwargs)}`"
        )
    for other in structure[1:]:
        assert_same_structure(structure[0], other, check_types, expand_composites)
    atoms = zip(*[flatten(s, expand_composites) for s in structure], strict=False)
    return pack_sequence_as(structure[0], [func(*each) for each in atoms], expand_composites)


class _Dot:
    """Stands for an atom where the form of a structure is printed."""

    def __repr__(self) -> str:
        return "."


def assert_same_structure(
    nest1: Any, nest2: Any, check_types: bool = True, expand_composites: bool = False
) -> None:
    """Raise ValueError if two structures differ in form, TypeError if they differ in types.

    The types of mappings and of lists are not compared, nor of namedtuples alike in name and
    fields; with `check_types=False` no types and no keys are (`tf.nest.assert_same_structure`).
    """
    problem = _difference(nest1, nest2, check_types, expand_composites)
    if problem is None:
        return
    kind, text = problem
    forms = [map_structure(lambda _: _Dot(), nest) for nest in (nest1, nest2)]
    raise kind(
        "The two structures don't have the same nested structure.\n\n"
        f"First structure: {_described(nest1)}\n\nSecond structure: {_described(nest2)}\n\n"
        f"More specifically: {text}\n"
        f"Entire first structure:\n{forms[0]}\nEntire second structure:\n{forms[1]}"
    )


def _described(value: Any) -> str:
    return f"type={type(value).__name__} str={value}"


def _difference(
    a: Any, b: Any, check_types: bool, expand_composites: bool
) -> tuple[type[Exception], str] | None:
    """The first difference of two structures: the exception class and its words."""
    nested = is_nested(a, expand_composites)
    if nested != is_nested(b, expand_composites):
        inner, atom = (a, b) if nested else (b, a)
        return ValueError, (
            f'Substructure "{_described(inner)}" is a sequence, while substructure '
            f'"{_described(atom)}" is not'
        )
    if not nested:
        return None
    if check_types:
        problem = _type_difference(a, b)
        if problem is not None:
            return problem
    children_a, children_b = _branches(a), _branches(b)
    for x, y in zip(children_a, children_b, strict=False):
        problem = _difference(x, y, check_types, expand_composites)
        if problem is not None:
            return problem
    if len(children_a) != len(children_b):
        return ValueError, (
            "The two structures don't have the same number of elements. "
            f"First structure: {_described(a)}. Second structure: {_described(b)}"
        )
    return None


def _type_difference(a: Any, b: Any) -> tuple[type[Exception], str] | None:
    if isinstance(a, Mapping) and isinstance(b, Mapping):
        if set(a) == set(b):
            return None
        return ValueError, (
            "The two dictionaries don't have the same set of keys. First structure has keys "
            f"{_described(list(a))}, while second structure has keys {_described(list(b))}"
        )
    if type(a) is type(b) or (isinstance(a, list) and isinstance(b, list)):
        return None
    if is_namedtuple(a) and is_namedtuple(b) and same_namedtuples(a, b):
        return None
    return TypeError, (
        "The two namedtuples don't have the same sequence type. First structure "
        f"{_described(a)} has type {type(a).__name__}, while second structure "
        f"{_described(b)} has type {type(b).__name__}"
    )


def same_namedtuples(a: Any, b: Any) -> bool:
    """Whether two namedtuples have the same class name and fields."""
    return type(a).__name__ == type(b).__name__ and a._fields == b._fields


def flatten_dict_items(dictionary: Any) -> dict[Any, Any]:
    """A flat dict from one whose keys may be structures, each with a value of the same form.

    Raises ValueError if a key occurs twice or key and value differ in length.
    """
    if not isinstance(dictionary, Mapping):
        raise TypeError(
            "FlattenDictItems: 'dict' must be a dictionary or collection.Mapping type object, "
            f"instead of '{type(dictionary).__name__}'."
        )
    result: dict[Any, Any] = {}
    for key, value in dictionary.items():
        keys, values = ([key], [value]) if not is_nested(key) else (flatten(key), flatten(value))
        if len(keys) != len(values):
            raise ValueError(
                f"Could not flatten dictionary. Key had {len(keys)} elements, but value had "
                f"{len(values)} elements. Key: {keys}, value: {values}."
            )
        for flat_key, flat_value in zip(keys, values, strict=True):
            if flat_key in result:
                raise ValueError(f"Cannot flatten dict because this key is not unique: {flat_key}")
            result[flat_key] = flat_value
    return result


def assert_shallow_structure(
    shallow_tree: Any, input_tree: Any, check_types: bool = True, expand_composites: bool = False
) -> None:
    """Raise ValueError or TypeError unless `input_tree` begins with the form of `shallow_tree`."""
    if not is_nested(shallow_tree, expand_composites):
        return
    if not is_nested(input_tree, expand_composites):
        raise TypeError(
            "If shallow structure is a sequence, input must also be a sequence. "
            f"Input has type: {type(input_tree)}."
        )
    if check_types and not _shallow_types_match(shallow_tree, input_tree):
        raise TypeError(
            "The two structures don't have the same sequence type. Input structure has type "
            f"{type(input_tree)}, while shallow structure has type {type(shallow_tree)}."
        )
    shallow, deep = _items(shallow_tree), _items(input_tree)
    if len(deep) != len(shallow):
        raise ValueError(
            "The two structures don't have the same sequence length. Input structure has length "
            f"{len(deep)}, while shallow structure has length {len(shallow)}."
        )
    if isinstance(shallow_tree, Mapping):
        absent = set(shallow_tree) - set(input_tree)
        if absent:
            raise ValueError(
                "The shallow_tree's keys are not a subset of the input_tree's keys. The "
                "shallow_tree has the following keys that are not in the input_tree: "
                f"{sorted(absent)}."
            )
    for (_, x), (_, y) in zip(shallow, deep, strict=True):
        assert_shallow_structure(x, y, check_types, expand_composites)


def _shallow_types_match(shallow: Any, deep: Any) -> bool:
    if isinstance(deep, type(shallow)):
        return True
    if is_namedtuple(shallow) and is_namedtuple(deep):
        return same_namedtuples(shallow, deep)
    return any(isinstance(shallow, kind) and isinstance(deep, kind) for kind in (Mapping, list))


def flatten_up_to(
    shallow_tree: Any, input_tree: Any, check_types: bool = True, expand_composites: bool = False
) -> list[Any]:
    """The parts of `input_tree` that stand where `shallow_tree` has atoms."""
    assert_shallow_structure(shallow_tree, input_tree, check_types, expand_composites)
    return list(_parts(shallow_tree, input_tree, expand_composites))


def _parts(shallow: Any, deep: Any, expand_composites: bool) -> Iterator[Any]:
    if not is_nested(shallow, expand_composites):
        yield deep
        return
    children = dict(_items(deep))
    for key, branch in _items(shallow):
        yield from _parts(branch, children[key], expand_composites)


def map_structure_up_to(
    shallow_tree: Any,
    func: Callable[..., Any],
    *inputs: Any,
    check_types: bool = True,
    expand_composites: bool = False,
) -> Any:
    """`func` of the parts that stand where `shallow_tree` has atoms, in its form."""
    if not inputs:
        raise ValueError("Cannot map over no sequences")
    parts = [flatten_up_to(shallow_tree, tree, check_types, expand_composites) for tree in inputs]
    results = [func(*each) for each in zip(*parts, strict=True)]
    return pack_sequence_as(shallow_tree, results, expand_composites)
