"""TensorFlow's protobuf messages, in protobuf package `minigraph`.

`from minigraph.protos import ConfigProto, GraphDef` gives real protobuf classes. Names and numbers
of messages, fields and enum values are TensorFlow's, so each reads the bytes and the text format
of the other; the package differs, so both can live in one process. Enums are wrapped as TensorFlow
wraps them: `OptimizerOptions.L0`, `RunOptions.TraceLevel.Name(3)`, `DataType.DT_FLOAT`, `DT_FLOAT`.

The `.proto` files beside this module are the source. `runtime/tools/build_protos.py` compiles them
to `descriptors.binpb` and writes the type stub. The classes are made from the former when the first
one is asked for, because importing protobuf takes longer than the rest of minigraph.
"""

from __future__ import annotations

import sys
import threading
from typing import Any

from minigraph.display import Displayed

_lock = threading.Lock()
_built: dict[str, Any] = {}


def __getattr__(name: str) -> Any:
    # Tools look for names such as __wrapped__ in every module they meet: protobuf can wait.
    if not name.startswith("_") and name in _all():
        return _all()[name]
    message = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(message, name=name, obj=sys.modules[__name__])


def __dir__() -> list[str]:
    return sorted(_all())


def _all() -> dict[str, Any]:
    """The messages, the enums and the values of top-level enums, by name."""
    with _lock:
        if not _built:
            _built.update(_build())
    return _built


def _build() -> dict[str, Any]:
    """Make the classes, as a module that protoc generates would.

    The descriptors go to protobuf's default pool, so that an `Any` or a `BoolValue` inside our
    messages is of the class that everyone imports, and messages can be pickled.
    """
    import pkgutil

    # The two modules of well-known types bring the files that ours import into the pool.
    from google.protobuf import any_pb2, descriptor_pb2, descriptor_pool, wrappers_pb2  # noqa: F401
    from google.protobuf.internal import builder

    data = pkgutil.get_data(__name__, "descriptors.binpb")
    if data is None:
        raise ImportError("descriptors.binpb is missing from minigraph.protos")
    names: dict[str, Any] = {}
    for file in descriptor_pb2.FileDescriptorSet.FromString(data).file:
        descriptor = descriptor_pool.Default().AddSerializedFile(file.SerializeToString())
        builder.BuildTopDescriptorsAndMessages(descriptor, __name__, names)
    names["ConfigProto"]._repr_html_ = Displayed._repr_html_
    return {name: value for name, value in names.items() if not name.startswith("_")}
