"""tf.flags: the arguments of a command line, read as absl reads them."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any


class Error(Exception):
    """What is wrong with a flag or its definition."""


class DuplicateFlagError(Error):
    """A flag is defined twice."""


class IllegalFlagValueError(Error):
    """A flag cannot have this value."""


class UnrecognizedFlagError(Error):
    """There is no flag of this name."""

    def __init__(self, flagname: str, flagvalue: Any = "") -> None:
        super().__init__(f"Unknown command line flag '{flagname}'")
        self.flagname, self.flagvalue = flagname, flagvalue


class Flag:
    """A flag: `read` makes its value of text, or of a value that the program gives."""

    def __init__(self, name: str, default: Any, help: str, read: Callable[[Any], Any]) -> None:
        self.name, self.help, self._read = name, help, read
        self.boolean, self.present = read is _boolean, 0
        self.value = self.default = None if default is None else self.parsed(default)

    def parsed(self, value: Any) -> Any:
        """The value; IllegalFlagValueError where it does not fit."""
        try:
            return self._read(value)
        except (TypeError, ValueError) as error:
            raise IllegalFlagValueError(f"flag --{self.name}={value}: {error}") from None


class FlagValues:
    """The flags of the program by name; reading one reads sys.argv first (tf.flags.FLAGS)."""

    def __init__(self) -> None:
        self.__dict__.update(_flags={}, _parsed=False)

    def __call__(self, argv: Sequence[str], known_only: bool = False) -> list[str]:
        """Reads the flags of `argv` and returns what is none, the program's name first.

        known_only: whether flags that nobody defined are left where they are.
        Raises UnrecognizedFlagError, IllegalFlagValueError, or Error for a missing value.
        """
        rest, waiting = [argv[0]], list(argv[1:])
        while waiting and waiting[0] != "--":
            argument = waiting.pop(0)
            if not argument.startswith("-") or not argument.strip("-"):
                rest.append(argument)
                continue
            name, equals, value = argument.lstrip("-").partition("=")
            flag = self._flags.get(name)
            denied = self._flags.get(name[2:]) if name.startswith("no") else None
            if flag is None and denied is not None and denied.boolean:
                if equals:
                    raise ValueError(argument + " does not take an argument")
                flag, value, equals = denied, "false", "="
            if flag is None:
                if not known_only:
                    raise UnrecognizedFlagError(name, argument)
                rest.append(argument)
                continue
            if not equals and flag.boolean:
                value = "true"
            elif not equals:
                if not waiting:
                    raise Error("Missing value for flag " + argument)
                value = waiting.pop(0)
            flag.value, flag.present = flag.parsed(value), flag.present + 1
        if waiting and waiting[0] == "--" and not known_only:
            waiting.pop(0)
        self.__dict__["_parsed"] = True
        return rest + waiting

    def __getattr__(self, name: str) -> Any:
        if not self._parsed:
            self(sys.argv)
        if name not in self._flags:
            raise AttributeError(name)
        return self._flags[name].value

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in self._flags:
            raise UnrecognizedFlagError(name, value)
        self._flags[name].value = value
        self._flags[name].present += 1

    def __delattr__(self, name: str) -> None:
        if name not in self._flags:
            raise AttributeError(name)
        del self._flags[name]

    def __getitem__(self, name: str) -> Flag:
        return self._flags[name]  # type: ignore[no-any-return]

    def __setitem__(self, name: str, flag: Flag) -> None:
        if name in self._flags:
            raise DuplicateFlagError(
                f"The flag '{name}' is defined twice. First from {sys.argv[0]}, second from "
                f"{sys.argv[0]}. Description from first occurrence: {self._flags[name].help}"
            )
        if " " in name:
            raise Error("Flag name cannot contain a space")
        self._flags[name] = flag

    def __contains__(self, name: str) -> bool:
        return name in self._flags

    def __iter__(self) -> Iterator[str]:
        return iter(self._flags)

    def __len__(self) -> int:
        return len(self._flags)

    def is_parsed(self) -> bool:
        """Whether a command line has been read."""
        return self._parsed  # type: ignore[no-any-return]

    def flag_values_dict(self) -> dict[str, Any]:
        """The values by name."""
        return {name: flag.value for name, flag in self._flags.items()}


FLAGS = FlagValues()


def _boolean(value: Any) -> bool:
    given = value.lower() if isinstance(value, str) else value
    if given in ("true", "t", "1", 1):
        return True
    if given in ("false", "f", "0", 0):
        return False
    raise ValueError("Non-boolean argument to boolean flag", value)


def _integer(value: Any) -> int:
    if isinstance(value, (int, str)):
        return int(value)
    raise TypeError(f"Expect argument to be a string or int, found {type(value)}")


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value
    raise TypeError(f'flag value must be a string, found "{type(value)}"')


def _list(value: Any) -> list[str]:
    if isinstance(value, list):
        return value
    return [item.strip() for item in value.split(",")] if value else []


def _define(read: Callable[[Any], Any], name: str, default: Any, help: str | None) -> None:
    FLAGS[name] = Flag(name, default, help or "", read)


DEFINE_string = functools.partial(_define, _text)
DEFINE_integer = functools.partial(_define, _integer)
DEFINE_float = functools.partial(_define, float)
DEFINE_bool = DEFINE_boolean = functools.partial(_define, _boolean)
DEFINE_list = functools.partial(_define, _list)


def DEFINE_enum(name: str, default: Any, enum_values: Sequence[str], help: str | None) -> None:
    """Defines a flag whose value is one of a few texts."""

    def read(value: Any) -> Any:
        if value not in enum_values:
            raise ValueError(f"value should be one of <{'|'.join(enum_values)}>")
        return value

    _define(read, name, default, help)
