"""The ops, each declared once. Importing this package declares them all."""

from minigraph.ops import elementwise_gradients as elementwise_gradients
from minigraph.ops import operators as operators
from minigraph.ops import reduction_gradients as reduction_gradients
