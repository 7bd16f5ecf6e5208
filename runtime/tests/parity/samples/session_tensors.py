"""Samples of `minigraph.ops.session_tensors`: a handle is kept and used in one run."""

from . import ramp, sample

_KEPT = "h = tf.get_session_handle(x)\n"

SAMPLES = {
    "GetSessionHandle": [
        sample("tf.get_session_handle(x)", x=ramp(2)),
        sample("tf.get_session_handle(3.0)"),
    ],
    "GetSessionTensor": [
        sample(f"{_KEPT}op(handle=h, dtype=tf.float32)", x=ramp(2)),
        sample("op(handle='none', dtype=tf.float32)"),
    ],
    "DeleteSessionTensor": [
        sample(f"{_KEPT}op(handle=h)", x=ramp(2)),
        sample("op(handle='none')"),
    ],
}
