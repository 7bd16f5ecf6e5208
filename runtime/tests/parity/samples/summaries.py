"""Samples of `minigraph.ops.summaries`."""

import numpy as np

from . import ramp, sample

_TYPES = "float64 float16 int8 int16 int32 int64 uint8 uint16 uint32 uint64"
_MANY = np.array([[1.0, 2.0, 2.5], [-3.0, 0.0, 1e30], [1e-20, -1e-13, 1e-12]], np.float32)

SAMPLES = {
    "ScalarSummary": [
        sample("tf.summary.scalar('a', x)", x=2.5),
        sample("op(tags='a', values=x)", dtypes=_TYPES, x=2.0),
        sample("op(tags=['a', 'b'], values=x)", x=ramp(2)),
        sample("op(tags='a', values=x)", x=ramp(2)),
        sample("op(tags=['a', 'b'], values=x)", x=ramp(3)),
        sample("op(tags='a', values=x)", x=np.float32(np.nan)),
        sample("tf.summary.scalar('a', x)", x=True),
    ],
    "HistogramSummary": [
        sample("tf.summary.histogram('a', x)", x=_MANY),
        sample("op(tag='a', values=x)", dtypes=_TYPES, x=np.float32([1.0, 5.0, 100.0])),
        sample("op(tag='a', values=x)", x=np.zeros([0], np.float32)),
        sample("op(tag='a', values=x)", x=np.float32([1.0, np.nan])),
        sample("op(tag='a', values=x)", x=np.float32([1.0, np.inf])),
        sample("op(tag=['a'], values=x)", x=1.0),
    ],
    "MergeSummary": [
        sample(
            "tf.summary.merge([tf.summary.scalar('a', x), tf.summary.histogram('b', x)])", x=2.5
        ),
        sample("t = tf.summary.scalar('a', x)\nop(inputs=[t, t])", x=1.0),
        sample("t = tf.summary.scalar('a', x)\nop(inputs=[tf.stack([t, ''])])", x=1.0),
        sample("op(inputs=['xyz'])"),
    ],
    "TensorSummaryV2": [
        sample("tf.summary.text('a', tf.constant(['x', 'y z']))"),
        sample("tf.summary.tensor_summary('a', x, 'about', family='f')", x=ramp(2)),
        sample("op(tag='a', tensor=x, serialized_summary_metadata='')", x=np.int64([[1, 1]])),
        sample("tf.summary.text('a', x)", x=1.0),
    ],
}
