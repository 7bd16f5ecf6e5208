"""What an instructor wants to know about a graded assignment: a page and tables."""
