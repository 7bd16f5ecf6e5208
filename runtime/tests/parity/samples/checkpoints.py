"""Samples of `minigraph.ops.checkpoints`; checkpoints to read are written by a Saver."""

from . import counting, ramp, sample

_PREFIX = "import os, tempfile\np = os.path.join(tempfile.mkdtemp(), 'm')\n"
_SAVED = f"""{_PREFIX}
with tf.Graph().as_default(), tf.Session() as s:
    a = tf.Variable(np.arange(12.0, dtype=np.float32).reshape(4, 3), name='a')
    b = tf.Variable(['x', 'yz'], name='b')
    s.run(tf.global_variables_initializer())
    tf.train.Saver([a]).save(s, p + '0')
    tf.train.Saver([b]).save(s, p + '1')
    tf.train.Saver([a, b]).save(s, p)
"""
_BOTH = "['b', 'a']", "['', '']", "[tf.string, tf.float32]"
_WRONG = (
    ("['a']", "['4 4 1,2:0,1']", "[tf.float32]"),
    ("['a']", "['bad']", "[tf.float32]"),
    ("['a']", "['', '']", "[tf.float32]"),
    ("['a', 'b']", "['', '']", "[tf.float32]"),
    ("['a', 'b']", "['', '']", "[tf.int32, tf.float32]"),
    ("['z', 'y']", "['', '']", "[tf.int32, tf.float32]"),
)


def _saving(arguments: str) -> str:
    return f"{_PREFIX}op(prefix=p, {arguments})"


def _restoring(names: str, parts: str, dtypes: str, prefix: str = "p") -> str:
    return (
        f"{_SAVED}op(prefix={prefix}, tensor_names={names}, shape_and_slices={parts}, "
        f"dtypes={dtypes})"
    )


def _merging(parts: str) -> str:
    return f"{_SAVED}op(checkpoint_prefixes={parts}, destination_prefix=p + 'all')"


SAMPLES = {
    "SaveV2": [
        sample(
            _saving("tensor_names=['a', 'b'], shape_and_slices=['', ''], tensors=[x, y]"),
            x=ramp(2, 3),
            y=counting(4),
        ),
        sample(_saving("tensor_names=['a'], shape_and_slices=[''], tensors=[x, x]"), x=1.0),
        sample(_saving("tensor_names='a', shape_and_slices=[''], tensors=[x]"), x=1.0),
        sample(
            _saving("tensor_names=['a', 'a'], shape_and_slices=['', ''], tensors=[x, x]"), x=1.0
        ),
        sample(_saving("tensor_names=['a'], shape_and_slices=['9 0,5'], tensors=[x]"), x=ramp(4)),
    ],
    "RestoreV2": [
        sample(_restoring(*_BOTH)),
        sample(_restoring("['a']", "['4 3 1,2:0,1']", "[tf.float32]")),
        sample(_restoring(*_BOTH, prefix="p + 'none'")),
        *(sample(_restoring(*arguments)) for arguments in _WRONG),
    ],
    "ShardedFilename": [
        sample("op(basename='p', shard=x, num_shards=100)", x=3),
        sample("op(basename='p', shard=x, num_shards=2)", x=ramp(1)),
    ],
    "MergeV2Checkpoints": [
        sample(_merging("[p + '0', p + '1']")),
        sample(_merging("[p + '0', p]")),
        sample(_merging("[p + '0', p + 'none']")),
        sample(_merging("p")),
    ],
}
