"""A backend that is wrong on purpose: with it the harness is tested."""
