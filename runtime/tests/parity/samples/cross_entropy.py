"""Samples of `minigraph.ops.cross_entropy`."""

import numpy as np

from . import ramp, sample

_LABELS = np.array([[0.2, 0.3, 0.5], [1.0, 0.0, 0.0]], np.float32)
_CLASSES = np.array([2, 0], np.int32)
_CALL = "tf.nn.softmax_cross_entropy_with_logits"
_SPARSE = "tf.nn.sparse_softmax_cross_entropy_with_logits"

SAMPLES = {
    "SoftmaxCrossEntropyWithLogits": [
        sample(f"{_CALL}(labels=p, logits=x)", p=_LABELS, x=ramp(2, 3), dtypes="float32 float64"),
        sample(f"{_CALL}_v2(labels=p, logits=x)", p=_LABELS, x=ramp(2, 3)),
        sample(f"{_CALL}_v2(labels=p, logits=x)", p=_LABELS[0], x=ramp(3)),
        sample(
            f"{_CALL}_v2(labels=tf.reshape(p, [3, 2]), logits=tf.reshape(x, [3, 2]), axis=0)",
            p=_LABELS,
            x=ramp(2, 3),
        ),
        sample("op(features=x, labels=p)", p=_LABELS, x=ramp(2, 3)),
        sample("op(features=x, labels=p)", p=_LABELS[:1], x=ramp(2, 3)),
        sample("op(features=x, labels=p)", p=_LABELS, x=ramp(2, 2)),
        sample(f"{_CALL}(labels=p)", p=_LABELS),
    ],
    "SparseSoftmaxCrossEntropyWithLogits": [
        sample(f"{_SPARSE}(labels=k, logits=x)", k=_CLASSES, x=ramp(2, 3), dtypes="float32"),
        sample(f"{_SPARSE}(labels=k, logits=x)", k=_CLASSES.astype(np.int64), x=ramp(2, 3)),
        sample("op(features=x, labels=k)", k=np.array([0, 5], np.int32), x=ramp(2, 3)),
        sample("op(features=x, labels=k)", k=np.array([0, -1], np.int32), x=ramp(2, 3)),
        sample("op(features=x, labels=k)", k=_CLASSES, x=ramp(3, 3)),
        sample(f"{_SPARSE}(labels=[[1]], logits=[[1.0, 2.0]])"),
        sample(f"{_SPARSE}(labels=[1, 2], logits=[[1.0, 2.0]])"),
        sample(f"{_SPARSE}(labels=[1], logits=1.0)"),
        sample(
            f"{_SPARSE}(labels=tf.reshape(k, [1, 2]), logits=tf.reshape(x, [1, 2, 3]))",
            k=_CLASSES,
            x=ramp(2, 3),
        ),
    ],
}
