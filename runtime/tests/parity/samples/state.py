"""Samples of `minigraph.ops.state`: each makes a variable and uses it in one run."""

from . import counting, ramp, sample

_REFERENCE = "v = tf.Variable(x, use_resource=False, validate_shape=False)\n"
_RESOURCE = "v = tf.Variable(x, use_resource=True)\n"
_COUNTER = "v = tf.Variable(2, use_resource={})\n"


def _of_variable(call, **inputs):
    """The same call on a variable of each kind."""
    return {
        kind: sample(f"v = tf.Variable(x, use_resource={kind})\n{call}", **inputs)
        for kind in (False, True)
    }


def _assignment(name, types):
    return {
        kind: [
            sample(f"{make}v.{name}(y)", x=ramp(2, 3), y=ramp(2, 3), dtypes=types),
            sample(f"{make}v.{name}(y)", x=ramp(3), y=ramp(2)),
            sample(f"{make}tf.{name}(v, 5)", x=1.0),
            sample(f"{make}v.{name}(y, read_value=False)", x=1.0, y=2.0),
            sample(f"{make}v.{name}(y)", x=1.0, y=2),
        ]
        for kind, make in (("reference", _REFERENCE), ("resource", _RESOURCE))
    }


_ADD = _assignment("assign_add", "float32 int32")
_SUB = _assignment("assign_sub", "float32 int32")
_SET = _assignment("assign", "float32 int32")
_SLICE = _of_variable("v[1:, 0].assign(y)", x=ramp(3, 2), y=ramp(2))
_SLICE_OF_ONE = _of_variable("v[1].assign(y)", x=ramp(3, 2), y=ramp(3))
_GATHER = [
    sample(f"{_RESOURCE}tf.gather(v, i)", x=ramp(3, 2), i=counting(2)),
    sample(f"{_RESOURCE}tf.gather(v, i)", x=ramp(3, 2), i=[[0, 0], [2, 1]]),
    sample(f"{_RESOURCE}tf.gather(v, i)", x=ramp(3, 2), i=5),
    sample(f"{_RESOURCE}v.sparse_read(i, name='rows') * 2.0", x=ramp(3), i=[1, 1]),
    sample(f"{_RESOURCE}v.sparse_read(i)", x=1.0, i=[0]),
]

SAMPLES = {
    "VariableV2": [
        sample(f"{_REFERENCE}v * 2.0", x=ramp(2, 3), dtypes="float32 float64"),
        sample(f"{_REFERENCE}v.read_value()", x=ramp(2, 3)),
        sample("op(shape=[2], dtype=tf.float32)"),
        sample("v = tf.Variable([1., 2.], use_resource=False)\nv._ref()"),
    ],
    "Variable": [
        sample("v = op(shape=[2], dtype=tf.float32)\ntf.assign(v, x) * 2.0", x=ramp(2)),
        sample("v = op(shape=[], dtype=tf.float32)\ntf.assign(v, x) * 2.0", x=1.5),
        sample("op(shape=[2], dtype=tf.float32)"),
    ],
    "Assign": [
        *_SET["reference"],
        sample("v = tf.Variable(x, use_resource=False)\nv.initializer\nv + 0.0", x=ramp(2)),
        sample("op(ref=tf.constant(1.), value=2.)"),
        sample(
            "v = tf.Variable([1., 2.], use_resource=False)\ntf.assign(v, y, validate_shape=False)",
            y=ramp(3),
        ),
    ],
    "AssignAdd": _ADD["reference"],
    "AssignSub": _SUB["reference"],
    "IsVariableInitialized": [
        sample(f"{_REFERENCE}tf.is_variable_initialized(v)", x=1.0),
        sample("op(ref=tf.constant(1.))"),
    ],
    "CountUpTo": [
        sample(_COUNTER.format(False) + "v.count_up_to(4)"),
        sample(_COUNTER.format(False) + "tf.count_up_to(v, 2)"),
        sample("tf.Variable(2., use_resource=False).count_up_to(4)"),
    ],
    "VarHandleOp": [
        sample(f"{_RESOURCE}v * 2.0", x=ramp(2, 3), dtypes="float32 float64"),
        sample("tf.identity(op(shape=[2], dtype=tf.float32)).shape.as_list(), tf.constant(1)"),
    ],
    "ReadVariableOp": [
        sample(f"{_RESOURCE}v.read_value(), v.value()", x=ramp(2, 3), dtypes="float32 int32"),
        sample("op(resource=tf.Variable([1., 2.], use_resource=True).handle, dtype=tf.int32)"),
    ],
    "AssignVariableOp": [
        *_SET["resource"],
        sample(
            "v = tf.Variable([1., 2.], use_resource=True)\n"
            "op(resource=v.handle, value=y, validate_shape=True)",
            y=ramp(3),
        ),
        sample(
            "v = tf.Variable([1., 2.], use_resource=True)\nop(resource=v.handle, value=y)", y=[1, 2]
        ),
    ],
    "AssignAddVariableOp": _ADD["resource"],
    "AssignSubVariableOp": _SUB["resource"],
    "DisableCopyOnRead": [
        sample(
            f"{_RESOURCE}"
            "with tf.control_dependencies([op(resource=v.handle)]): r = tf.identity(v)\nr",
            x=1.0,
        )
    ],
    "VarIsInitializedOp": [sample(f"{_RESOURCE}v.is_initialized()", x=1.0)],
    "ResourceCountUpTo": [
        sample(_COUNTER.format(True) + "v.count_up_to(4)"),
        sample(_COUNTER.format(True) + "tf.count_up_to(v, 2)"),
    ],
    "VariableShape": [
        sample(f"{_RESOURCE}op(input=v.handle)", x=ramp(2, 3)),
        sample(f"{_RESOURCE}op(input=v.handle, out_type=tf.int64)", x=ramp(2, 3)),
    ],
    "ResourceGather": _GATHER,
    "ResourceGatherNd": [
        sample(f"{_RESOURCE}v.gather_nd(i)", x=ramp(3, 2), i=[[0, 1], [2, 0]]),
        sample(f"{_RESOURCE}v.gather_nd(i)", x=ramp(3, 2), i=[[0], [2]]),
        sample(f"{_RESOURCE}v.gather_nd(i)", x=ramp(3, 2), i=[[0, 2]]),
    ],
    "StridedSliceAssign": [_SLICE[False], _SLICE_OF_ONE[False]],
    "ResourceStridedSliceAssign": [_SLICE[True], _SLICE_OF_ONE[True]],
}
