"""Tensors that a session keeps between runs, and their handles (tf.get_session_handle)."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

from minigraph import dtypes, errors
from minigraph.default_graph import colocate_with, device
from minigraph.device_spec import canonical_name
from minigraph.dtypes import DType
from minigraph.opdef import Node
from minigraph.ops import shape_rules
from minigraph.ops.array import placeholder
from minigraph.registry import op
from minigraph.tensor import Tensor

_KEPT = "session tensors"


class TensorHandle:
    """What a run gives for `get_session_handle`: a tensor that the session keeps.

    The session forgets the tensor with the handle, unless `get_raw_handle` was called.
    """

    def __init__(self, handle: str, resources: Any) -> None:
        self._handle, self._resources, self._owned = handle, resources, True

    def __del__(self) -> None:
        if self._owned:
            self._resources.remove(_KEPT, self._handle)

    def __str__(self) -> str:
        return self._handle

    @property
    def handle(self) -> str:
        """The name that `get_session_tensor` and its placeholder take."""
        return self._handle

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return np.asarray(self.eval(), dtype)

    def eval(self) -> Any:
        """The value; TypeError once the handle does not own its tensor any more."""
        self._check()
        return _kept(self._resources, self._handle).copy()[()]

    def delete(self) -> None:
        """Forgets the tensor; TypeError once the handle does not own it any more."""
        self._check()
        self._owned = False
        self._resources.remove(_KEPT, self._handle)

    def get_raw_handle(self) -> str:
        """The name of the tensor, which the session keeps from then on until it is closed."""
        self._owned = False
        return self._handle

    def _check(self) -> None:
        if not self._owned:
            raise TypeError(f"Persistent tensor {self._handle} may have already been deleted.")


def _kept(resources: Any, handle: Any) -> Any:
    # A tensor is kept from the end of its run on: a run that gets a TensorHandle is that run.
    found = None if isinstance(handle, TensorHandle) else resources.lookup(_KEPT, handle)
    if found is None:
        text = f"The tensor with handle '{handle}' is not in the session store."
        raise errors.InvalidArgumentError(None, None, text)
    return found


def _name(handle: Any) -> Any:
    if isinstance(handle, TensorHandle):
        return handle
    value = np.asarray(handle, object).item()
    return value.decode() if isinstance(value, bytes) else value


@op("GetSessionHandle", "value: T -> handle: string", shape=shape_rules.scalar, stateful=True)
def _get_session_handle(ctx: Any, value: Any, *, node: Node) -> Any:
    """Keeps a value in the session; returns its TensorHandle."""
    number = next(ctx.resources.get_or_create(_KEPT, "", itertools.count))
    handle = f"{node.name};{number};/job:localhost/replica:0/task:0/device:CPU:0"
    kept = np.array(value)
    ctx.resources.get_or_create(_KEPT, handle, lambda: kept)
    return TensorHandle(handle, ctx.resources)


@op("GetSessionTensor", "handle: string -> value: dtype", shape=shape_rules.unknown, stateful=True)
def _get_session_tensor(ctx: Any, handle: Any, *, dtype: DType) -> Any:
    """The value that a handle stands for."""
    return _kept(ctx.resources, _name(handle))


@op("DeleteSessionTensor", "handle: string ->", shape=shape_rules.no_outputs, stateful=True)
def _delete_session_tensor(ctx: Any, handle: Any) -> Any:
    """Forgets the value that a handle stands for."""
    name = _name(handle)
    if isinstance(name, TensorHandle) or ctx.resources.lookup(_KEPT, name) is None:
        text = f"Failed to delete a tensor with handle '{name}' in the session store."
        raise errors.InvalidArgumentError(None, None, text)
    ctx.resources.remove(_KEPT, name)
    return ()


def _device_of(handle: Any) -> str:
    return canonical_name(str(_name(handle)).split(";")[-1]) or ""


def get_session_handle(data: Any, name: str | None = None) -> Any:
    """Keeps a tensor in the session; a run gives its TensorHandle (tf.get_session_handle).

    Raises TypeError where `data` is no tensor.
    """
    if not isinstance(data, Tensor):
        raise TypeError("`data` must be of type Tensor.")
    with colocate_with(data):
        return _get_session_handle(data, name=name)


def get_session_tensor(handle: Any, dtype: Any, name: str | None = None) -> tuple[Any, Any]:
    """A placeholder for a handle, and the tensor that it stands for (tf.get_session_tensor)."""
    with device(_device_of(handle)):
        holder = placeholder(dtypes.string)
        return holder, _get_session_tensor(holder, dtype=dtype, name=name)


def delete_session_tensor(handle: Any, name: str | None = None) -> tuple[Any, Any]:
    """A placeholder for a handle, and the operation that forgets its tensor."""
    with device(_device_of(handle)):
        holder = placeholder(dtypes.string)
        return holder, _delete_session_tensor(holder, name=name)
