"""tf.train: optimizers, learning rates, moving averages and the global step."""

from __future__ import annotations

# fmt: off
from minigraph.graph_files import write_graph
from minigraph.meta_graph import export_meta_graph
from minigraph.train.global_step import (
    assert_global_step, create_global_step, get_global_step, get_or_create_global_step, global_step,
)
from minigraph.train.learning_rates import (
    cosine_decay, exponential_decay, inverse_time_decay, natural_exp_decay, piecewise_constant,
    piecewise_constant as piecewise_constant_decay, polynomial_decay,
)
from minigraph.train.moving_averages import ExponentialMovingAverage
from minigraph.train.optimizer import Optimizer
from minigraph.train.optimizers import (
    AdagradOptimizer, AdamOptimizer, GradientDescentOptimizer, MomentumOptimizer, RMSPropOptimizer,
)
# fmt: on
