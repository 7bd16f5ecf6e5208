"""Samples of `minigraph.ops.tensor_lists`, read through TensorFlow 2's tensor arrays."""

from . import ramp, sample

# The static shapes of lists that raw ops made are left out: TensorFlow knows more of some.
_OF = (
    "def all_of(flow):\n"
    "    return tf.reshape(tf.TensorArray(tf.float32, flow=flow).stack(), [-1])\n"
)
_EMPTY = "tf.TensorArray(tf.float32, 0, dynamic_size=True)"


def _list(source, **inputs):
    return sample(f"{_OF}{source}", mode="v2", **inputs)


def _on_elements(source, **inputs):
    return _list(f"a = tf.TensorArray(tf.float32, 3).unstack(x)\n{source}", x=ramp(3, 2), **inputs)


SAMPLES = {
    "EmptyTensorList": [
        _list(
            "h = op(element_shape=[], max_num_elements=-1, element_dtype=tf.float32)\nof(h).size()",
        ),
        _list("all_of(op(element_shape=-1, max_num_elements=-1, element_dtype=tf.float32))"),
        _list("all_of(op(element_shape=[2], max_num_elements=-1, element_dtype=tf.float32))"),
    ],
    "TensorListReserve": [
        _list("tf.TensorArray(tf.float32, 3, element_shape=[2]).stack()"),
        _list("tf.TensorArray(tf.float32, 2).write(1, x).stack()", x=ramp(3)),
        _list("tf.TensorArray(tf.float32, 2).stack()"),
        _list("tf.TensorArray(tf.float32, n).size()", n=2),
    ],
    "TensorListPushBack": [
        _list(
            f"h = {_EMPTY}.flow\nh = op(input_handle=h, tensor=x)\n"
            "all_of(op(input_handle=h, tensor=y))",
            x=2.0,
            y=3.0,
        ),
    ],
    "TensorListPopBack": [
        _on_elements(
            "h, t = op(input_handle=a.flow, element_shape=[2], element_dtype=tf.float32)\n"
            "all_of(h), tf.reduce_sum(t)"
        ),
        _list(f"op(input_handle={_EMPTY}.flow, element_shape=-1, element_dtype=tf.float32)[1]"),
    ],
    "TensorListGetItem": [
        _on_elements("a.read(i) * a.read(0)", i=1),
        _on_elements("a.read(i)", i=3),
        _list("tf.TensorArray(tf.float32, 3).write(0, x).read(1)", x=ramp(2)),
    ],
    "TensorListSetItem": [
        _on_elements("a.write(i, y).stack()", i=1, y=ramp(2)),
        _on_elements("a.write(i, y).stack()", i=5, y=ramp(2)),
        _on_elements("a.write(i, y).stack()", i=0, y=ramp(3)),
        _list(f"{_EMPTY}.write(2, x).stack()", x=2.0),
        _list("tf.TensorArray(tf.float32, 1).write(0, tf.cast(x, tf.int32)).stack()", x=2.0),
    ],
    "TensorListStack": [
        _on_elements("a.stack() * 2.0"),
        _on_elements(
            "op(input_handle=a.flow, element_shape=[2], element_dtype=tf.float32, num_elements=2)"
        ),
        _list(
            "a = tf.TensorArray(tf.float32, 2, infer_shape=False)\n"
            "a.write(0, x).write(1, y).stack()",
            x=1.0,
            y=ramp(2),
        ),
    ],
    "TensorListFromTensor": [_on_elements("a.read(2)"), _on_elements("a.size()")],
    "TensorListLength": [_list(f"{_EMPTY}.write(1, x).size()", x=2.0)],
    "TensorListElementShape": [
        _list("op(input_handle=tf.TensorArray(tf.float32, 3).flow, shape_type=tf.int64)"),
        _list(
            "a = tf.TensorArray(tf.float32, 3, element_shape=[2, None])\n"
            "tf.reduce_max(op(input_handle=a.flow, shape_type=tf.int32))"
        ),
    ],
    "TensorListGather": [
        _on_elements("a.gather(i)", i=[2, 0, 2]),
        _on_elements("a.gather(i)", i=[2, 7]),
    ],
    "TensorListScatterV2": [
        _list(
            "all_of(op(tensor=x, indices=i, element_shape=[2], num_elements=-1))",
            x=ramp(2, 2),
            i=[2, 0],
        ),
    ],
    "TensorListScatterIntoExistingList": [
        _on_elements("a.scatter(i, y).stack()", i=[2, 0], y=ramp(2, 2)),
    ],
    "TensorListConcatV2": [
        _on_elements("a.concat()"),
        _list("tf.TensorArray(tf.float32, 2).split(x, [1, 2]).concat()", x=ramp(3, 2)),
    ],
    "TensorListSplit": [
        _list(
            "a = tf.TensorArray(tf.float32, 2, infer_shape=False)\na.split(x, n).read(1)",
            x=ramp(3, 2),
            n=[1, 2],
        ),
        _list(
            "a = tf.TensorArray(tf.float32, 2, infer_shape=False)\na.split(x, n).read(1)",
            x=ramp(3, 2),
            n=[1, 1],
        ),
    ],
    "TensorListResize": [
        _on_elements("all_of(op(input_handle=a.flow, size=n))", n=2),
        _on_elements(
            "tf.TensorArray(tf.float32, flow=op(input_handle=a.flow, size=n)).size()", n=5
        ),
    ],
}
