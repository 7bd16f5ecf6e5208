"""Runs a module as a program that starts in half the time.

    python -m coursegrader.lean MODULE [ARGUMENT]...

jsonschema, which nbformat validates notebooks with, builds a grammar of internationalised web
addresses when it is imported. That takes longer than importing all of nbgrader, and no schema of a
notebook has such an address.
"""

import runpy
import sys


def main() -> None:
    """Run the module named by the first argument, with the others."""
    sys.modules["rfc3987_syntax"] = None  # type: ignore[assignment]
    del sys.argv[0]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
