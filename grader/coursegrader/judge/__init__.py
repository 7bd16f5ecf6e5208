"""Runs the student's cells in one sandbox and the tests in another; only data crosses between."""
