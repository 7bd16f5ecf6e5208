"""Samples of `minigraph.ops.parsing`."""

from . import sample

SAMPLES = {
    "DecodeCSV": [
        sample("tf.decode_csv(x, [[0], [0.0], ['d']])", x=["1,2,c", "3,,"]),
        sample("tf.decode_csv(x, [[0], [0.0]], field_delim=';')", x="1;2.5"),
        sample("tf.decode_csv(x, [['']], use_quote_delim=False)", x='"a'),
        sample("tf.decode_csv(x, [['']])", x='"a'),
        sample("tf.decode_csv(x, [[0]], select_cols=[1], na_value='-')", x="1,-"),
        sample("tf.decode_csv(x, [[0]])", x="a"),
    ],
    "DecodeRaw": [
        sample(f"tf.decode_raw(x, tf.{kind})", x=["abcdefgh", "ABCDEFGH"])
        for kind in "int8 uint8 int16 uint16 int32 int64 float32 float64 complex64".split()
    ]
    + [
        sample("tf.decode_raw(x, tf.int16, little_endian=False)", x="abcd"),
        sample("tf.decode_raw(x, tf.float16)", x="ab"),
        sample("tf.decode_raw(x, tf.int16)", x="abc"),
        sample("tf.decode_raw(x, tf.uint8)", x=["a", "bc"]),
    ],
}
