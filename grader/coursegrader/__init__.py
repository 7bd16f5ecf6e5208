"""Grades nbgrader assignments; `coursegrader.checks` is what test cells import."""

__version__ = "0.1.0"
