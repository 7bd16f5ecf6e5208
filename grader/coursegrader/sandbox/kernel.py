"""Starts a Jupyter kernel inside the sandbox, under the limits.

python -m coursegrader.sandbox.kernel LIMITS_AS_JSON COMMAND...
"""

import json
import os
import sys

from coursegrader.sandbox import limits, seccomp


def main(arguments: list[str]) -> None:
    """Apply the limits to this process, which bubblewrap keeps unprivileged; become the kernel."""
    limits.apply(limits.Limits.from_json(json.loads(arguments[0])))
    seccomp.forbid_calls()
    os.execv(arguments[1], arguments[1:])


if __name__ == "__main__":
    main(sys.argv[1:])
