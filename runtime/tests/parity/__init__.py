"""Holds minigraph against real TensorFlow: both run the same code, the outcomes are compared."""
