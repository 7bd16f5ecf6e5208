"""tf.io: reading and writing files."""

from __future__ import annotations

from minigraph.graph_files import write_graph as write_graph
