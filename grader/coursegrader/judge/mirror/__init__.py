"""Graphs, tensors, variables and sessions that exist in both processes and are kept in step.

Each process holds its own copy of a shared graph. Before a question or an answer leaves, what has
changed since the last one is put beside it; the other side applies that first. The two take turns,
so changes never conflict.
"""
