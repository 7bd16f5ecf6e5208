"""Running notebooks and turning their outputs into points."""
