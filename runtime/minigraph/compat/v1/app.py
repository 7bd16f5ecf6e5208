"""tf.app: the entry point of a script."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from minigraph.compat.v1 import flags


def run(main: Callable[..., Any] | None = None, argv: Sequence[str] | None = None) -> NoReturn:
    """Parses the flags that are defined, calls `main(argv)` and exits with what it returns.

    main: by default that of the script; it gets the program's name and the rest of the arguments.
    Raises SystemExit.
    """
    main = main or sys.modules["__main__"].main
    rest = flags.FLAGS(sys.argv if argv is None else argv, known_only=True)
    sys.exit(main(rest))
