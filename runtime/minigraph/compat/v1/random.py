"""tf.random: random tensors and seeds."""

from minigraph.ops.candidates import log_uniform_candidate_sampler
from minigraph.ops.random import categorical, multinomial, truncated_normal
from minigraph.ops.random import random_normal as normal
from minigraph.ops.random import random_shuffle as shuffle
from minigraph.ops.random import random_uniform as uniform
from minigraph.random_seed import get_seed, set_random_seed

__all__ = [
    "categorical",
    "get_seed",
    "log_uniform_candidate_sampler",
    "multinomial",
    "normal",
    "set_random_seed",
    "shuffle",
    "truncated_normal",
    "uniform",
]
