"""tf.initializers: functions that make initial values, and the initializers of collections."""

from minigraph.variables.initialization import global_variables_initializer as global_variables
from minigraph.variables.initialization import local_variables_initializer as local_variables
from minigraph.variables.initialization import variables_initializer as variables
from minigraph.variables.initializers import Constant as constant
from minigraph.variables.initializers import GlorotNormal as glorot_normal
from minigraph.variables.initializers import GlorotUniform as glorot_uniform
from minigraph.variables.initializers import Identity as identity
from minigraph.variables.initializers import Ones as ones
from minigraph.variables.initializers import Orthogonal as orthogonal
from minigraph.variables.initializers import RandomNormal as random_normal
from minigraph.variables.initializers import RandomUniform as random_uniform
from minigraph.variables.initializers import TruncatedNormal as truncated_normal
from minigraph.variables.initializers import UniformUnitScaling as uniform_unit_scaling
from minigraph.variables.initializers import VarianceScaling as variance_scaling
from minigraph.variables.initializers import Zeros as zeros
from minigraph.variables.initializers import he_normal, he_uniform, lecun_normal, lecun_uniform

__all__ = [
    "constant",
    "global_variables",
    "glorot_normal",
    "glorot_uniform",
    "he_normal",
    "he_uniform",
    "identity",
    "lecun_normal",
    "lecun_uniform",
    "local_variables",
    "ones",
    "orthogonal",
    "random_normal",
    "random_uniform",
    "truncated_normal",
    "uniform_unit_scaling",
    "variables",
    "variance_scaling",
    "zeros",
]
