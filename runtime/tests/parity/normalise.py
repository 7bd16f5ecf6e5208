"""Rewrites what may differ between two right answers, and nothing else.

TensorFlow puts a preamble before a run-time error, and files, line numbers, addresses and counters
into many messages; minigraph has other files and no preamble, as TensorFlow 1 had none.
"""

from __future__ import annotations

import re
from typing import Any

_TEXT_RULES: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.MULTILINE | re.DOTALL), replacement)
    for pattern, replacement in (
        # The preamble of run-time errors, and the node and stack trace that end them.
        (r"Graph execution error:\n\n", ""),
        (r"Detected at node (?:(?!Detected at node).)*?\nNode: '[^\n]*'\n", ""),
        (r"Detected at node [^\n]*\n<stack traces unavailable>\n", ""),
        (r"\n\t ?\[\[.*", ""),
        (r"\n\nOriginal stack trace for .*", ""),
        # Stack traces that are part of a message.
        (r"Traceback \(most recent call last\):\n(?:\n|[ \t][^\n]*\n)*", "Traceback: …\n"),
        (r"was defined here:\n(?:    File [^\n]*(?:\n|$))*", "was defined here: …\n"),
        (
            r"Originally defined at:\n\n(?:  File [^\n]*(?:\n|$)|    [^\n]*(?:\n|$))*",
            "Originally defined at: …\n",
        ),
        (r'File "[^"\n]*", line \d+', 'File "…", line N'),
        (r"\(Previous registration was in [^\n]*\)", "(Previous registration was in …)"),
        # Addresses, directories, host names, counters of the process.
        (r"\b0x[0-9a-f]{6,}\b", "0x…"),
        (r"(?:/[\w.-]+)*/tmp[a-z0-9_]{8}\b", "/tmp/DIR"),
        (r"goo\.gle/debug\w+ +", ""),
        (r"\(name=(\w+), id=\d+\)", r"(name=\1, id=N)"),
        (r"in binary running on [\w.-]+\.", "in binary running on HOST."),
        (r"'_\d+_(?=\w)", "'_N_"),
        (r"\bpyfunc_\d+", "pyfunc_N"),
        (r"\bTensorArray (\w+?)_\d+:", r"TensorArray \1_N:"),
        (r"\bStack\[(\S+)_\d+\]", r"Stack[\1_N]"),
        (r"\s+\Z", ""),
        # The module that a class is defined in.
        (r"\b(?:tensorflow|minigraph)(?:\.\w+)+(?=\.\w)\.", ""),
        (r"module '(?:tensorflow|minigraph)[\w.]*?(\w+)'", r"module '\1'"),
    )
)


def normalise(tree: Any) -> Any:
    """The same tree with every string in it rewritten."""
    if isinstance(tree, str):
        return normalise_text(tree)
    if isinstance(tree, list):
        return [normalise(item) for item in tree]
    if isinstance(tree, dict):
        tree = {key: normalise(item) for key, item in tree.items()}
        if "bases" in tree:  # private classes between two public ones are nobody's business
            tree["bases"] = [base for base in tree["bases"] if not base.startswith("_")]
        return tree
    return tree


def normalise_text(text: str) -> str:
    """`text` without what depends on files, addresses or counters."""
    for pattern, replacement in _TEXT_RULES:
        text = pattern.sub(replacement, text)
    return text
