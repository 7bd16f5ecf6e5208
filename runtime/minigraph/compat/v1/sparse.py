"""tf.sparse: sparse tensors."""

from __future__ import annotations

from minigraph.composite import SparseTensor as SparseTensor
from minigraph.ops.sparse import sparse_placeholder as placeholder
from minigraph.ops.sparse import sparse_tensor_to_dense as to_dense

__all__ = ["SparseTensor", "placeholder", "to_dense"]
