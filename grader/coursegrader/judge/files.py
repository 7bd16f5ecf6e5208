"""Files of the assignment in the working folder of a sandboxed process."""

import base64
from pathlib import Path
from typing import Any

from coursegrader.judge.frames import ProtocolError


def write_file(message: dict[str, Any]) -> dict[str, Any]:
    """Put a file of the assignment into the working folder.

    Raises:
        ProtocolError: the path leads out of it.
    """
    path = Path(message["name"])
    if path.is_absolute() or ".." in path.parts:
        raise ProtocolError("a file lies in the working folder")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(base64.b64decode(message["data"]))
    return {"ok": True}
