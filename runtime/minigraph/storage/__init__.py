"""TensorFlow's files: tensor bundles (checkpoints), their index tables, and records of events."""
