"""TensorFlow's files: checkpoints of both formats, their tables, and records of events."""
