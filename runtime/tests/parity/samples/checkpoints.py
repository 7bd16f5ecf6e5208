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


def _saving_old(arguments: str) -> str:
    return f"{_PREFIX}op(filename=p, {arguments})"


def _restoring(names: str, parts: str, dtypes: str, prefix: str = "p") -> str:
    return (
        f"{_SAVED}op(prefix={prefix}, tensor_names={names}, shape_and_slices={parts}, "
        f"dtypes={dtypes})"
    )


_OLD = f"""{_PREFIX}
config = tf.ConfigProto(device_count={{"CPU": 2}})
with tf.Graph().as_default(), tf.Session(config=config) as s:
    a = tf.Variable(np.arange(12.0, dtype=np.float32).reshape(4, 3), name='a')
    with tf.device('/cpu:1'):
        b = tf.Variable(['x', 'yz'], name='b')
    s.run(tf.global_variables_initializer())
    tf.train.Saver([a, b], write_version=1).save(s, p)
    tf.train.Saver({{'c': a, 'd': b}}, write_version=1, sharded=True).save(s, p)
"""


def _restoring_old(names: str, parts: str, dtypes: str, prefix: str = "p") -> str:
    restored = _restoring(names, parts, dtypes, prefix)
    return _OLD + restored.removeprefix(_SAVED)


def _restoring_one(arguments: str, dtype: str = "tf.float32", prefix: str = "p") -> str:
    return f"{_OLD}op(file_pattern={prefix}, tensor_name={arguments}, dt={dtype})"


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
        sample(_restoring_old(*_BOTH)),
        *(sample(_restoring_old(*arguments)) for arguments in _WRONG),
    ],
    "Save": [
        sample(_saving_old("tensor_names=['a', 'b'], data=[x, y]"), x=ramp(2, 3), y=counting(4)),
        sample(_saving_old("tensor_names=['a'], data=[x, x]"), x=1.0),
        sample(_saving_old("tensor_names='a', data=[x]"), x=1.0),
        sample(_saving_old("tensor_names=['a', 'a'], data=[x, x]"), x=1.0),
    ],
    "SaveSlices": [
        sample(_saving_old("tensor_names=['a'], shapes_and_slices=['9 0,4'], data=[x]"), x=ramp(4)),
        sample(_saving_old("tensor_names=['a'], shapes_and_slices=['9 0,5'], data=[x]"), x=ramp(4)),
        sample(_saving_old("tensor_names=['a'], shapes_and_slices=[''], data=[x, x]"), x=1.0),
    ],
    "Restore": [
        sample(_restoring_one("'b'", "tf.string")),
        sample(_restoring_one("'a'")),
        sample(_restoring_one("'c'", prefix="p + '-?????-of-00002'")),
        sample(_restoring_one("'d'", "tf.string", "p + '-?????-of-00002'")),
        sample(_restoring_one("'a'", "tf.int32")),
        sample(_restoring_one("'z'")),
        sample(_restoring_one("['a']")),
        sample(_restoring_one("'a'", prefix="p + 'none'")),
    ],
    "RestoreSlice": [
        sample(_restoring_one("'a', shape_and_slice='4 3 1,2:0,1'")),
        sample(_restoring_one("'a', shape_and_slice='4 4 1,2:0,1'")),
        sample(_restoring_one("'a', shape_and_slice=''")),
        sample(_restoring_one("'a', shape_and_slice='bad'")),
    ],
    "ShardedFilespec": [sample("op(basename='p', num_shards=x)", x=3)],
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
