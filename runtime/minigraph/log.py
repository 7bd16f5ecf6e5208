"""The logger of the runtime. It writes nowhere unless the program adds a handler."""

from __future__ import annotations

import logging

logger = logging.getLogger("tensorflow")
logger.addHandler(logging.NullHandler())


def get_logger() -> logging.Logger:
    """The logger that warnings of the library go to (TensorFlow: tf.get_logger)."""
    return logger
