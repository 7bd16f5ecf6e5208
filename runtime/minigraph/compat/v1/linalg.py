"""tf.linalg: matrices."""

from __future__ import annotations

from minigraph.ops.diagonals import eye, trace
from minigraph.ops.diagonals import matrix_diag as diag
from minigraph.ops.diagonals import matrix_diag_part as diag_part
from minigraph.ops.linalg import matmul, matrix_inverse, norm, tensordot
from minigraph.ops.linalg import matrix_inverse as inv
from minigraph.ops.nn import l2_normalize
