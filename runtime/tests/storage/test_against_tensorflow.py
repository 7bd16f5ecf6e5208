"""Checkpoint files are TensorFlow's, byte for byte, and each library reads those of the other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import minigraph.compat.v1 as minigraph_v1
from minigraph import arrays, dtypes
from minigraph.storage import bundle_reader, bundle_writer, table, tensor_reader, tensor_slices

pytestmark = pytest.mark.tensorflow

NUMBERS = (
    "bool complex64 complex128 float16 float32 float64 int8 int16 int32 int64 uint8 uint16 uint32 "
    "uint64"
).split()
BEYOND_NUMPY = (
    "bfloat16 float8_e4m3fn float8_e5m2 int4 qint16 qint32 qint8 quint16 quint8 uint4".split()
)

ONE = np.float32(1.0)


@pytest.fixture(scope="module")
def tensorflow():
    pytest.importorskip("tensorflow")
    import tensorflow.compat.v1

    return tensorflow.compat.v1


def values() -> dict[str, np.ndarray]:
    random = np.random.default_rng(3)
    found: dict[str, np.ndarray] = {}
    for name in NUMBERS + BEYOND_NUMPY:
        for shape in ((), (0,), (1,), (2, 3, 4)):
            text = "x".join(map(str, shape)) or "scalar"
            kind = dtypes.as_dtype(name).as_numpy_dtype
            found[f"{name}/{text}"] = np.asarray(random.normal(size=shape) * 9).astype(kind)
    found["large"] = random.normal(size=(700, 900)).astype(np.float32)
    found["text"] = np.array(b"abc", object)
    found["texts"] = np.array([[b"", b"\xff\1"], [b"d" * 200, "é".encode()]], object)
    found |= {f"many/{i * 7919 % 10_007:05d}{'x' * 120}": ONE for i in range(2500)}
    return dict(sorted(found.items()))


def in_v1() -> dict[str, np.ndarray]:
    """What TensorFlow writes in the format V1, too."""
    lacking = {"uint32", "uint64", *BEYOND_NUMPY} - {"qint8", "quint8", "qint32"}
    return {name: v for name, v in values().items() if name.split("/")[0] not in lacking}


@pytest.fixture(scope="module")
def written(tensorflow, tmp_path_factory):
    """The same tensors as one checkpoint by each library."""
    directory = tmp_path_factory.mktemp("bundles")
    bundle_writer.write_bundle(
        f"{directory}/ours",
        [(name, dtypes.as_dtype(v.dtype), v, None) for name, v in values().items()],
    )
    tensor_slices.write_tensor_slices(
        f"{directory}/ours.v1",
        [(name, dtypes.as_dtype(v.dtype), v, None) for name, v in in_v1().items()],
    )
    save = tensorflow.raw_ops.SaveV2
    with tensorflow.Graph().as_default(), tensorflow.Session() as session:
        items: dict[str, Any] = dict(values())
        one = tensorflow.constant(ONE)
        items |= {name: one for name, value in items.items() if value is ONE}
        session.run(
            save(
                prefix=f"{directory}/theirs",
                tensor_names=list(items),
                shape_and_slices=[""] * len(items),
                tensors=list(items.values()),
            )
        )
        old = list(in_v1())
        data = [items[name] for name in old]
        save = tensorflow.raw_ops.Save
        session.run(save(filename=f"{directory}/theirs.v1", tensor_names=old, data=data))
    return directory


@pytest.mark.parametrize("end", [".index", ".data-00000-of-00001"])
def test_the_bytes_are_equal(written, end):
    ours, theirs = (Path(f"{written}/{name}{end}").read_bytes() for name in ("ours", "theirs"))
    assert ours == theirs


def test_each_reads_the_other(tensorflow, written):
    ours = bundle_reader.BundleReader(f"{written}/theirs")
    theirs = tensorflow.train.NewCheckpointReader(f"{written}/ours")
    assert tensor_reader.debug_string(ours).encode() == theirs.debug_string()
    for name, value in values().items():
        found = ours.read(name)
        assert (found.dtype, found.shape) == (value.dtype, value.shape)
        assert found.tobytes() == value.tobytes() or found.tolist() == value.tolist()
        if not name.startswith("many"):
            there = np.asarray(theirs.get_tensor(name), object)
            assert there.tolist() == np.asarray(arrays.plain(value), object).tolist()


def test_the_items_of_the_format_v1_are_equal(written):
    """Where a block ends that holds a large tensor is each library's own affair."""
    ours, theirs = (Path(f"{written}/{name}.v1").read_bytes() for name in ("ours", "theirs"))
    assert list(table.read_table(ours).items()) == list(table.read_table(theirs).items())


def test_the_format_v1_is_read(written):
    reader = tensor_slices.open_checkpoint(f"{written}/theirs.v1")
    assert reader.names() == sorted(in_v1())
    for name, value in in_v1().items():
        found = reader.read(name)
        assert (found.dtype, found.shape) == (value.dtype, value.shape)
        assert found.tobytes() == value.tobytes() or found.tolist() == value.tolist()


def test_variables_that_are_split_over_devices(tensorflow, tmp_path):
    tf, whole = tensorflow, np.arange(24, dtype=np.float32).reshape(6, 4)
    with tf.Graph().as_default(), tf.Session() as session:
        with tf.variable_scope("s", partitioner=tf.fixed_size_partitioner(3)):
            parts = list(tf.get_variable("w", [6, 4], use_resource=False))
        session.run(
            [part.assign(whole[i : i + 2]) for part, i in zip(parts, (0, 2, 4), strict=True)]
        )
        tf.train.Saver().save(session, f"{tmp_path}/theirs")
        shards = tf.train.Saver(write_version=1, sharded=True).save(session, f"{tmp_path}/old")
        session.run([part.assign(part * 0.0) for part in parts])
        for prefix in (f"{tmp_path}/theirs", shards):
            reader = tensor_slices.open_checkpoint(prefix)
            np.testing.assert_array_equal(reader.read("s/w"), whole)
            np.testing.assert_array_equal(reader.read("s/w", ((1, 4), (2, 1))), whole[1:5, 2:3])
        rows = [
            ("s/w", dtypes.float32, whole[i : i + 2], ((6, 4), ((i, 2), (0, -1))))
            for i in (0, 2, 4)
        ]
        bundle_writer.write_bundle(f"{tmp_path}/ours", rows)
        tensor_slices.write_tensor_slices(f"{tmp_path}/ours.v1", rows)
        for prefix in (f"{tmp_path}/ours", f"{tmp_path}/ours.v1"):
            session.run([part.assign(part * 0.0) for part in parts])
            tf.train.Saver().restore(session, prefix)
            np.testing.assert_array_equal(np.concatenate(session.run(parts)), whole)
    with minigraph_v1.Graph().as_default(), minigraph_v1.Session() as session:
        minigraph_v1.train.import_meta_graph(f"{tmp_path}/theirs.meta")
        saver = minigraph_v1.train.Saver()  # knows the slices from the variables
        saver.restore(session, f"{tmp_path}/theirs")
        again = saver.save(session, f"{tmp_path}/again")
    assert tf.train.list_variables(again) == [("s/w", [6, 4])]
    with tf.Graph().as_default(), tf.Session() as session:
        tf.train.import_meta_graph(f"{again}.meta")
        tf.train.Saver().restore(session, again)
        found = session.run(tf.global_variables())
    np.testing.assert_array_equal(np.concatenate(found), whole)


def test_shards_of_several_devices(tensorflow, tmp_path):
    tf = tensorflow
    config = tf.ConfigProto(device_count={"CPU": 2}, allow_soft_placement=True)
    with tf.Graph().as_default(), tf.Session(config=config) as session:
        for number in range(2):
            with tf.device(f"/cpu:{number}"):
                tf.get_variable(f"v{number}", initializer=[number + 0.5] * 3)
        session.run(tf.global_variables_initializer())
        path = tf.train.Saver(sharded=True).save(session, f"{tmp_path}/m")
    assert len(list(tmp_path.glob("m.data-0000?-of-00002"))) == 2
    reader = bundle_reader.BundleReader(path)
    assert [reader.read(f"v{number}")[0] for number in range(2)] == [0.5, 1.5]
