"""Samples of `minigraph.ops.switching`; whole branches are in the snippets of old models."""

from . import ramp, sample

_VARIABLE = "v = tf.Variable(x, use_resource=False)\n"

SAMPLES = {
    "Switch": [
        sample("op(data=x, pred=p)[1]", x=ramp(2), p=True),
        sample("op(data=x, pred=p)[0]", x=ramp(2), p=[True]),
        sample("op(data=x, pred=p)[0]", x=ramp(2), p=1),
    ],
    "RefSwitch": [sample(f"{_VARIABLE}op(data=v, pred=True)[1] * 2.0", x=ramp(2))],
    "Merge": [sample("op(inputs=[x])", x=ramp(2))],
    "RefMerge": [sample(f"{_VARIABLE}op(inputs=[v])[0] * 2.0", x=ramp(2))],
}
