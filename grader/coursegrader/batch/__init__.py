"""Grades a class: many submissions at once, on this machine or a cluster, with nothing lost."""
