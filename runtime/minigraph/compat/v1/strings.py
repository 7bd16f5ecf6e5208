"""The namespace tf.strings."""

from __future__ import annotations

from minigraph.ops.string_parts import regex_full_match, regex_replace
from minigraph.ops.string_parts import string_length as length
from minigraph.ops.string_parts import string_lower as lower
from minigraph.ops.string_parts import string_strip as strip
from minigraph.ops.string_parts import string_upper as upper
from minigraph.ops.string_parts import strings_split as split
from minigraph.ops.string_parts import substr
from minigraph.ops.strings import as_string, reduce_join
from minigraph.ops.strings import string_format as format
from minigraph.ops.strings import string_join as join
from minigraph.ops.strings import string_to_number as to_number

__all__ = [
    "as_string",
    "format",
    "join",
    "length",
    "lower",
    "reduce_join",
    "regex_full_match",
    "regex_replace",
    "split",
    "strip",
    "substr",
    "to_number",
    "upper",
]
