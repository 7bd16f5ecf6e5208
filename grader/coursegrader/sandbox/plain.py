"""A separate process without bubblewrap, for machines that lack it (--isolation process).

    python -m coursegrader.sandbox.plain MODULE:FUNCTION    (the order arrives on standard input)

It has its own folder and a clean environment and obeys the limits that the system offers. It can
read the user's files and use the network: only the sandbox prevents that.
"""

import json
import os
import socket
import sys
from pathlib import Path

from coursegrader.sandbox import limits as limits_module
from coursegrader.sandbox.bubblewrap import ENVIRONMENT
from coursegrader.sandbox.limits import Limits
from coursegrader.sandbox.zygote import load

_KEPT = ("PATH", "SYSTEMROOT", "DYLD_LIBRARY_PATH", "LD_LIBRARY_PATH")
_FOLDERS = {"HOME": "home", "IPYTHONDIR": "home/.ipython", "JUPYTER_CONFIG_DIR": "home/.jupyter"}


def environment(scratch: Path) -> dict[str, str]:
    """The environment of the process; its folders lie inside `scratch`."""
    result = dict(ENVIRONMENT)
    for name, folder in _FOLDERS.items():
        result[name] = str(scratch / folder)
    for name in ("TMPDIR", "TEMP", "TMP", "MPLCONFIGDIR"):
        result[name] = str(scratch / "tmp")
    result.update({name: os.environ[name] for name in _KEPT if name in os.environ})
    return result


def main(arguments: list[str]) -> None:
    """Connect to the grader, make the folders, apply the limits, serve."""
    order = json.load(sys.stdin)
    serve = load(arguments[0])
    limits = Limits.from_json(order["limits"])
    channel = socket.create_connection(("127.0.0.1", order["port"]))
    channel.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    channel.sendall(order["token"].encode())
    for folder in ("home", "tmp", "work"):
        os.mkdir(folder)
    os.chdir("work")
    limits_module.apply(limits)
    serve(channel, limits)
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1:])
