"""Samples of `minigraph.ops.string_parts`."""

from . import sample

_WORDS = ["hello", "é a", ""]

SAMPLES = {
    "StringLength": [
        sample("tf.strings.length(x)", x=_WORDS),
        sample("tf.strings.length(x, unit='UTF8_CHAR')", x=_WORDS),
        sample("tf.strings.length(x)", x=1),
    ],
    "Substr": [
        sample("tf.strings.substr(x, 1, 3)", x=["hello", "worlds"]),
        sample("tf.strings.substr(x, p, n)", x="hello", p=[1, -3], n=[2, 9]),
        sample("tf.strings.substr(x, p, n)", x=["hello", "ab"], p=[1, 0], n=[2, 1]),
        sample("tf.strings.substr(x, 0, 1, unit='UTF8_CHAR')", x="éa"),
        sample("tf.strings.substr(x, p, 1)", x="hello", p=7),
        sample("tf.strings.substr(x, p, 1)", x="hello", p=-9),
        sample("tf.strings.substr(x, p, n)", x=["hello"], p=1, n=[1, 2]),
    ],
    "StringLower": [
        sample("tf.strings.lower(x)", x=["ABC", "É"]),
        sample("tf.strings.lower(x, encoding='utf-8')", x=["ABC", "É"]),
    ],
    "StringUpper": [
        sample("tf.strings.upper(x)", x=["abc", "é"]),
        sample("tf.strings.upper(x, encoding='utf-8')", x=["abc", "é"]),
    ],
    "StringStrip": [sample("tf.strings.strip(x)", x=["  a b \n", "c"])],
    "StaticRegexReplace": [
        sample(r"tf.strings.regex_replace(x, '[0-9]+', '<\\0>')", x=["a1b22", "c"]),
        sample("tf.strings.regex_replace(x, '[0-9]', '#', replace_global=False)", x="a1b22"),
        sample(r"tf.strings.regex_replace(x, '(a)(b)', r'\2\1')", x="abab"),
    ],
    "RegexReplace": [
        sample("tf.strings.regex_replace(x, p, '-')", x=["a1b22", "c"], p="[0-9]+"),
    ],
    "StaticRegexFullMatch": [sample("tf.strings.regex_full_match(x, 'a.')", x=["ab", "abc"])],
    "RegexFullMatch": [
        sample("tf.strings.regex_full_match(x, p)", x=["ab", "abc"], p="a.*"),
    ],
    "StringSplit": [
        sample("tf.string_split(x)", x=["a b", " c "]),
        sample("tf.string_split(x, ',;')", x=["a,b;;c"]),
        sample("tf.string_split(x, skip_empty=False)", x=["a  b"]),
        sample("tf.string_split(x, '')", x=["abc", ""]),
    ],
    "StringSplitV2": [
        sample("tf.strings.split(x)", x=["a  b", "c "]),
        sample("tf.strings.split(x, ',')", x=["a,,b", "c"]),
        sample("tf.strings.split(x, maxsplit=1)", x=["a b c"]),
    ],
}
