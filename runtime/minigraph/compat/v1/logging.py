"""tf.logging: lines of the program's own and of the library, on standard output."""

from __future__ import annotations

import logging
import sys
from logging import DEBUG, ERROR, FATAL, INFO, WARN
from typing import Any

from minigraph.log import logger

__all__ = ["DEBUG", "ERROR", "FATAL", "INFO", "WARN"]
_counts: dict[Any, int] = {}


class _Output(logging.StreamHandler[Any]):
    """Writes to what is standard output at the time."""

    def emit(self, record: logging.LogRecord) -> None:
        self.stream = sys.stdout
        super().emit(record)


def _ready() -> logging.Logger:
    """The library's logger, which writes from the first use of tf.logging on."""
    is_set = any(type(handler) is _Output for handler in logger.handlers)
    if not is_set and not logging.getLogger().handlers:
        handler = _Output(sys.stdout)
        handler.setFormatter(logging.Formatter(logging.BASIC_FORMAT))
        logger.addHandler(handler)
        if hasattr(sys, "ps1"):  # a notebook, or a person at a prompt
            logger.setLevel(INFO)
    return logger


def log(level: int, msg: Any, *args: Any, **kwargs: Any) -> None:
    """Logs `msg % args`."""
    _ready().log(level, msg, *args, **kwargs)


vlog = log


def debug(msg: Any, *args: Any, **kwargs: Any) -> None:
    """Logs what only its author wants to know."""
    log(DEBUG, msg, *args, **kwargs)


def info(msg: Any, *args: Any, **kwargs: Any) -> None:
    """Logs what goes as it should."""
    log(INFO, msg, *args, **kwargs)


def warn(msg: Any, *args: Any, **kwargs: Any) -> None:
    """Logs what may not be meant."""
    log(logging.WARNING, msg, *args, **kwargs)


warning = warn


def error(msg: Any, *args: Any, **kwargs: Any) -> None:
    """Logs what went wrong."""
    log(ERROR, msg, *args, **kwargs)


def fatal(msg: Any, *args: Any, **kwargs: Any) -> None:
    """Logs what ends the program, which goes on."""
    log(FATAL, msg, *args, **kwargs)


def log_if(level: int, msg: Any, condition: Any, *args: Any) -> None:
    """Logs where the condition holds."""
    if condition:
        log(level, msg, *args)


def _earlier_calls() -> int:
    """How often what called the file of the caller has done so, which is TensorFlow's measure."""
    frame = inside = sys._getframe(2)
    while frame.f_back and frame.f_code.co_filename == inside.f_code.co_filename:
        frame = frame.f_back
    place = (frame.f_code.co_filename, frame.f_lineno)
    _counts[place] = _counts.get(place, -1) + 1
    return _counts[place]


def log_every_n(level: int, msg: Any, n: int, *args: Any) -> None:
    """Logs the first of each `n` calls of a line."""
    log_if(level, msg, _earlier_calls() % n == 0, *args)


def log_first_n(level: int, msg: Any, n: int, *args: Any) -> None:
    """Logs the first `n` calls of a line."""
    log_if(level, msg, _earlier_calls() < n, *args)


def get_verbosity() -> int:
    """The lowest level that is logged."""
    return _ready().getEffectiveLevel()


def set_verbosity(v: int) -> None:
    """Says which level is the lowest that is logged."""
    _ready().setLevel(v)
