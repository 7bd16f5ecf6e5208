"""Checks on values: of runs, of feeds, and against salted digests."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

import numpy as np

from coursegrader.checks.card import note
from coursegrader.checks.describe import be, check, fail, is_operation, is_tensor, kind, plural


@check
def value(
    found: Any,
    expected: Any,
    what: str,
    *,
    tolerance: float = 1e-5,
    hidden: bool = False,
    why: str = "",
) -> None:
    """Check a value up to rounding.

    Args:
      found: the student's number or array.
      expected: the right one.
      what: what the message calls it, such as "f(2)".
      tolerance: relative and absolute difference that passes.
      hidden: whether the message leaves the right value out.
      why: added to the message.

    Raises:
      AssertionError: it is no number, or another one.
    """
    _is_value(found, what)
    try:
        same = np.shape(found) == np.shape(expected) and bool(
            np.allclose(found, expected, rtol=tolerance, atol=tolerance, equal_nan=True)
        )
    except TypeError:
        same = False
    if not same:
        expectation = "." if hidden else f"; it should be {_short(expected)}."
        fail(f"{what} {be(what)} {_short(found)}{expectation} {why}".strip())
    if not hidden:
        note(f"{what} {be(what)} {_short(expected)}")


@check
def number(found: Any, what: str) -> None:
    """Check that something is one number, whichever.

    Raises:
      AssertionError: it is a tensor, a text, an array with axes, or something else.
    """
    _is_value(found, what)
    if not isinstance(found, int | float | np.number | np.ndarray) or np.ndim(found):
        fail(f"{what} {be(what)} {kind(found)}; one number is expected.")


@contextmanager
def running(what: str) -> Iterator[None]:
    """Run what the student built: whatever is raised in the block becomes a sentence about it.

    Raises:
      AssertionError: the block failed.
    """
    try:
        yield
    except AssertionError:
        raise
    except Exception as error:  # any failure of the run is the student's result
        raise AssertionError(_failure(what, error)) from None


@check
def items(found: Any, what: str, *names: str) -> tuple[Any, ...]:
    """Check that a call returned this many things, and return them.

    Args:
      found: what the call returned.
      what: the call, such as "polynomial()".
      *names: what each of the things is called.

    Raises:
      AssertionError: it returned something else than a tuple or list of this length.
    """
    asked = f"({', '.join(names)})"
    if found is None:
        fail(f"{what} returned None; it should return {asked}. Is the `return` missing?")
    if not isinstance(found, tuple | list):
        fail(f"{what} returned {kind(found)}; it should return {asked}.")
    if len(found) != len(names):
        fail(f"{what} returned {plural(len(found), 'thing')}; it should return {asked}.")
    return tuple(found)


@check
def container(found: Any, expected: type, what: str) -> None:
    """Check that something is a list, a dict or another container.

    Args:
      found: what the student returned.
      expected: the type asked for.
      what: what the message calls it, such as "evaluate(...)".

    Raises:
      AssertionError: it is something else.
    """
    if not isinstance(found, expected):
        missing = " Is the `return` missing?" if found is None else ""
        fail(f"{what} {be(what)} {kind(found)}; a {expected.__name__} is expected.{missing}")


@check
def follows_feed(
    session: Any,
    fetch: Any,
    feed: Any,
    expected: Mapping[Any, Any] | Iterable[tuple[Any, Any]],
    *,
    what: str,
    to: str,
    tolerance: float = 1e-5,
    hidden: bool = False,
) -> None:
    """Check that a tensor has the right value for each value fed to another.

    Args:
      session: a session of their graph, made by the test.
      fetch: the tensor that is run.
      feed: the tensor that is fed.
      expected: the right result for each fed value.
      what: the name of `fetch` in the message.
      to: the name of `feed` in the message.
      tolerance: relative and absolute difference that passes.
      hidden: whether the message leaves the right values out.

    Raises:
      AssertionError: a run fails or its result is another one.
    """
    pairs = list(expected.items() if isinstance(expected, Mapping) else expected)
    found = [_run(session, fetch, feed, fed, what, to) for fed, _ in pairs]
    wanted = [result for _, result in pairs]
    if len(pairs) > 1 and _all_equal(found) and not _all_equal(wanted):
        fail(
            f"`{what}` is {_short(found[0])} whatever is fed to `{to}`. "
            "Its value must follow the feed."
        )
    for (fed, right), result in zip(pairs, found, strict=True):
        where = f"`{what}` with {_short(fed)} fed to `{to}`"
        value(result, right, where, tolerance=tolerance, hidden=hidden)


def digest(value: Any, salt: str, *, digits: int = 4) -> str:
    """Salted digests of a value's type, shape and content, for a test that must not show it.

    Args:
      value: None, a number, a text, an array, or a list, tuple, dict or set of them.
      salt: the question's grade_id, so that equal answers of two questions differ.
      digits: significant digits to which numbers are rounded.

    Returns:
      Three short digests, joined by colons, to be pasted into `matches`.
    """
    parts = (_type(value), _shape(value), _content(value, digits))
    return ":".join(_hash(f"{salt}/{part}") for part in parts)


@check
def matches(
    found: Any,
    expected: str,
    salt: str,
    what: str,
    *,
    convert: Callable[[Any], Any] | None = None,
    digits: int = 4,
) -> None:
    """Check a value against the digests that `digest` made, type first, then shape, then content.

    Args:
      found: the student's value.
      expected: what `digest` returned for the right one.
      salt: the salt that `digest` had.
      what: what the message calls the value.
      convert: such as `float`, where 14 and np.float32(14) are as good as 14.0. What would change
        is refused, such as 14.5 by `int`, and every text.
      digits: the digits that `digest` had.

    Raises:
      AssertionError: one differs; the message says which, and what was found.
    """
    _is_value(found, what)
    if convert is not None:
        found = _converted(found, convert, what)
    mine, right = digest(found, salt, digits=digits).split(":"), expected.split(":")
    if mine[0] != right[0]:
        inside = f", {_short(found)}" if isinstance(found, (list, tuple, dict, set)) else ""
        fail(
            f"{what} {be(what)} of another type{' outside or inside' if inside else ''} than the "
            f"question asks for: it is {kind(found)}{inside}."
        )
    if mine[1] != right[1]:
        fail(
            f"{what} {be(what)} of the right type but of another shape or length than expected: "
            f"{_shape(found)}."
        )
    if mine[2] != right[2]:
        fail(f"{what} {be(what)} of the right type, but {_short(found)} is not the right value.")
    note(f"{what} {be(what)} right")


def _is_value(found: Any, what: str) -> None:
    if found is None:
        fail(
            f"{what} {be(what)} None. Is a `return` missing, or was an operation run instead of a "
            "tensor?"
        )
    if is_tensor(found) or is_operation(found):
        expected = "its value is expected. Only a session computes values."
        fail(f"{what} {be(what)} {kind(found)}; {expected}")


def _converted(found: Any, convert: Callable[[Any], Any], what: str) -> Any:
    """The value as another type, unless it is a text or would change."""
    with suppress(TypeError, ValueError):
        converted = convert(found)
        if converted == found or converted != converted:
            return converted
    return fail(f"{what} {be(what)} {kind(found)}; a value of type {convert.__name__} is expected.")


def _run(session: Any, fetch: Any, feed: Any, fed: Any, what: str, to: str) -> Any:
    try:
        return session.run(fetch, feed_dict={feed: fed})
    except Exception as error:  # any failure of the run is the student's result
        fail(_failure(f"`{what}` with only `{to}` fed", error))


def _failure(what: str, error: Exception) -> str:
    reason = str(getattr(error, "message", error)).strip().splitlines()
    return f"Running {what} fails with {type(error).__name__}: {_telling(reason)}"


def _telling(lines: list[str]) -> str:
    """The line of a run-time error that says what went wrong, without its preamble."""
    skip = ("Graph execution error", "Detected at node", "File ", "Node:", "[[")
    useful = [s for line in lines if (s := line.strip()) and not s.startswith(skip)]
    return useful[0] if useful else (lines[0] if lines else "no message")


def _all_equal(values: list[Any]) -> bool:
    return all(np.array_equal(values[0], other) for other in values[1:])


def _short(value: Any) -> str:
    plain = value.item() if isinstance(value, np.generic) else value
    if isinstance(plain, float):
        return f"{plain:.1f}" if plain.is_integer() and abs(plain) < 1e7 else f"{plain:.7g}"
    text = np.array2string(plain, separator=", ") if isinstance(plain, np.ndarray) else repr(plain)
    return text if len(text) <= 80 else f"{text[:77]}..."


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def _type(value: Any) -> str:
    if isinstance(value, np.ndarray | np.generic):
        return f"{'array' if isinstance(value, np.ndarray) else 'scalar'} {value.dtype.name}"
    if isinstance(value, list | tuple | set | frozenset):
        return f"{type(value).__name__}({','.join(sorted({_type(v) for v in value}))})"
    if isinstance(value, dict):
        return f"dict({','.join(sorted({_type(v) for v in value.values()}))})"
    return type(value).__name__


def _shape(value: Any) -> str:
    if isinstance(value, np.ndarray | np.generic):
        return str(value.shape)
    if isinstance(value, list | tuple | set | frozenset | dict):
        return f"length {len(value)}"
    return "()"


def _content(value: Any, digits: int) -> str:
    if isinstance(value, np.ndarray | np.generic):
        return _content(value.tolist(), digits)
    if isinstance(value, list | tuple):
        return f"[{','.join(_content(v, digits) for v in value)}]"
    if isinstance(value, set | frozenset):
        return f"{{{','.join(sorted(_content(v, digits) for v in value))}}}"
    if isinstance(value, dict):
        items = sorted((repr(k), _content(v, digits)) for k, v in value.items())
        return f"{{{','.join(f'{k}:{v}' for k, v in items)}}}"
    if isinstance(value, float):
        return f"{value + 0.0:.{digits - 1}e}"
    return repr(value)
