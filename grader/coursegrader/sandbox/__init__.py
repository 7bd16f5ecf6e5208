"""Runs untrusted Python in a process of its own, without network, files or unlimited resources."""
