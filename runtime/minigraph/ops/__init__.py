"""The ops, each declared once. Importing this package declares them all."""
