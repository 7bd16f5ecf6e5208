"""tf.linalg: matrices."""

from __future__ import annotations

from minigraph.ops.contraction import einsum
from minigraph.ops.decompositions import cholesky
from minigraph.ops.decompositions import matrix_determinant as det
from minigraph.ops.decompositions import matrix_solve as solve
from minigraph.ops.decompositions import matrix_triangular_solve as triangular_solve
from minigraph.ops.diagonals import eye, matrix_band_part as band_part, trace
from minigraph.ops.diagonals import matrix_diag as diag
from minigraph.ops.diagonals import matrix_diag_part as diag_part
from minigraph.ops.linalg import matmul, matrix_inverse, matrix_transpose, norm, tensordot
from minigraph.ops.linalg import matrix_inverse as inv
from minigraph.ops.nn import l2_normalize
