"""tf.graph_util: tools on GraphDef messages."""

from __future__ import annotations

# fmt: off
from minigraph.graph_def import import_graph_def
from minigraph.graph_util import (
    convert_variables_to_constants, extract_sub_graph, must_run_on_cpu, remove_training_nodes,
    tensor_shape_from_node_def_name,
)
# fmt: on
