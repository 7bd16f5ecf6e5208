"""tf.linalg: matrices."""

from __future__ import annotations

from minigraph.ops.linalg import matmul, matrix_inverse, norm, tensordot
from minigraph.ops.linalg import matrix_inverse as inv
from minigraph.ops.nn import l2_normalize
