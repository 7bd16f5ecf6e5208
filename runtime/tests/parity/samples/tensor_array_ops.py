"""Samples of `minigraph.ops.tensor_array_ops`: the tensor arrays of TensorFlow 1."""

from . import counting, ramp, sample

_ARRAY = "a = tf.TensorArray(tf.float32, 3)\n"
_FULL = "a = tf.TensorArray(tf.float32, 3, clear_after_read=False).unstack(x)\n"
_RAGGED = "a = tf.TensorArray(tf.float32, 2, infer_shape=False)\n"
_READ = "a.read(1) * a.read(2)"

SAMPLES = {
    "TensorArrayV3": [
        sample(f"{_ARRAY}a.size()"),
        sample(f"{_ARRAY}a.write(1, x).stack()", x=ramp(2)),
        sample(f"{_ARRAY}a.stack()"),
        sample("tf.TensorArray(tf.float32, 2, element_shape=[2]).stack()"),
        sample("tf.TensorArray(tf.float32, 0).stack()"),
        sample("tf.TensorArray(tf.float32, 0, element_shape=[3]).stack()"),
        sample("tf.TensorArray(tf.float32)"),
    ],
    "TensorArrayGradV3": [
        sample("tf.TensorArray(tf.int32, 3).unstack(x).grad('g').read(0)", x=counting(3)),
    ],
    "TensorArrayWriteV3": [
        sample(f"{_ARRAY}a.write(0, x).write(1, y).write(2, x).stack()", x=2.0, y=3.0),
        sample(f"{_ARRAY}a.write(0, x).write(0, x).stack()", x=2.0),
        sample(f"{_ARRAY}a.write(i, x).stack()", i=3, x=2.0),
        sample(f"{_ARRAY}a.write(0, x).write(1, y).stack()", x=2.0, y=ramp(2)),
        sample(f"{_ARRAY}a.write(0, tf.cast(x, tf.int32)).stack()", x=2.0),
    ],
    "TensorArrayReadV3": [
        sample(f"{_FULL}{_READ}", x=ramp(3, 2)),
        sample(f"{_FULL}a.read(i)", x=ramp(3, 2), i=3),
        sample(
            "a = tf.TensorArray(tf.float32, 3).unstack(x)\ny = a.read(0)\n"
            "with tf.control_dependencies([y]):\n    z = a.read(0)\nz",
            x=ramp(3),
        ),
        sample(f"{_ARRAY}a.write(0, x).read(1)", x=ramp(2)),
    ],
    "TensorArrayGatherV3": [
        sample(f"{_FULL}a.gather(i)", x=ramp(3, 2), i=[2, 0]),
        sample(f"{_FULL}a.gather(i)", x=ramp(3, 2), i=[2, 4]),
        sample(f"{_RAGGED}a.write(0, x).write(1, y).stack()", x=1.0, y=ramp(2)),
    ],
    "TensorArrayScatterV3": [
        sample(f"{_ARRAY}a.scatter(i, x).stack()", x=ramp(2, 2), i=[2, 0]),
        sample(f"{_ARRAY}a.scatter(i, x).stack()", x=ramp(2, 2), i=[2, 5]),
        sample(f"{_ARRAY}a.unstack(x).stack()", x=ramp(4)),
    ],
    "TensorArrayConcatV3": [sample(f"{_FULL}a.concat()", x=ramp(3, 2))],
    "TensorArraySplitV3": [
        sample(f"{_RAGGED}a.split(x, n).concat()", x=ramp(3, 2), n=[1, 2]),
        sample(f"{_RAGGED}a.split(x, n).read(1)", x=ramp(3, 2), n=[1, 1]),
    ],
    "TensorArraySizeV3": [
        sample("tf.TensorArray(tf.float32, 1, dynamic_size=True).write(3, x).size()", x=1.0),
    ],
    "TensorArrayCloseV3": [sample(f"{_ARRAY}a.close()")],
}
