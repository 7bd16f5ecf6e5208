"""Samples of `minigraph.ops.training`: the variable and its slots after two updates."""

from . import ramp, sample

_SCALARS = {
    "lr": 0.1,
    "momentum": 0.9,
    "rho": 0.8,
    "epsilon": 0.01,
    "beta1": 0.9,
    "beta2": 0.99,
    "beta1_power": 0.9,
    "beta2_power": 0.99,
}
_FORMULAS = {
    "Momentum": ("accum", "lr momentum"),
    "Adagrad": ("accum", "lr"),
    "Adadelta": ("accum accum_update", "lr rho epsilon"),
    "RMSProp": ("ms mom", "lr rho momentum epsilon"),
    "CenteredRMSProp": ("mg ms mom", "lr rho momentum epsilon"),
    "Adam": ("m v", "beta1_power beta2_power lr beta1 beta2 epsilon"),
}


def _updates(name, resource, sparse, flag="", **inputs):
    """Applies the op twice and reads all that it changes."""
    slots, scalars = _FORMULAS[name]
    holders = ["var", *slots.split()]
    attribute = ".handle" if resource else "._ref()"
    lines = [
        f"var = tf.Variable(x, use_resource={resource})",
        *[f"{slot} = tf.Variable(s, use_resource={resource})" for slot in slots.split()],
    ]
    arguments = [f"{holder}={holder}{attribute}" for holder in holders]
    arguments += [f"{scalar}={_SCALARS[scalar]}" for scalar in scalars.split()]
    arguments += ["grad=g", *(["indices=i"] if sparse else []), *([flag] if flag else [])]
    call = f"op({', '.join(arguments)})"
    lines.append(f"first = {call}")
    first = "first" if resource else "first.op"
    lines.append(f"with tf.control_dependencies([{first}]): second = {call}")
    second = "second" if resource else "second.op"
    lines.append(f"with tf.control_dependencies([{second}]):")
    reads = ", ".join(f"{holder}.read_value()" for holder in holders)
    lines.append(f"    after = [{reads}]")
    lines.append("after")
    return sample("\n".join(lines), **inputs)


def _samples(name, resource, sparse, flag=""):
    grad = {"g": ramp(2, 2), "i": [2, 0]} if sparse else {"g": ramp(3, 2)}
    slot = ramp(3, 2, low=8.0, high=9.0)
    wrong = {"g": ramp(2, 3), "i": [2, 0]} if sparse else {"g": ramp(2, 2)}
    found = [
        _updates(name, resource, sparse, x=ramp(3, 2), s=slot, **grad, dtypes="float32"),
        _updates(name, resource, sparse, x=ramp(3, 2), s=slot, **wrong),
    ]
    if flag:
        found.append(_updates(name, resource, sparse, flag, x=ramp(3, 2), s=slot, **grad))
    if sparse:
        outside = {"g": ramp(2, 2), "i": [3, 0]}
        found.append(_updates(name, resource, sparse, x=ramp(3, 2), s=slot, **outside))
        twice = {"g": ramp(2, 2), "i": [1, 1]}
        found.append(_updates(name, resource, sparse, x=ramp(3, 2), s=slot, **twice))
    return found


def _descent(resource):
    attribute = ".handle" if resource else "._ref()"
    make = f"v = tf.Variable(x, use_resource={resource})\n"
    call = f"{make}step = op(var=v{attribute}, alpha=a, delta=g)\n"
    after = "step" if resource else "step.op"
    read = f"{call}with tf.control_dependencies([{after}]): after = v.read_value()\nafter"
    return [
        sample(read, x=ramp(3, 2), a=0.5, g=ramp(3, 2), dtypes="float32 float64"),
        sample(read, x=1.0, a=0.5, g=3.0),
        sample(read, x=ramp(3), a=0.5, g=ramp(2)),
        sample(read, x=ramp(3), a=[0.5], g=ramp(3)),
    ]


_FLAGS = {
    "Momentum": "use_nesterov=True",
    "Adagrad": "update_slots=False",
    "Adam": "use_nesterov=True",
}

SAMPLES = {
    "ApplyGradientDescent": _descent(False),
    "ResourceApplyGradientDescent": _descent(True),
}
for _name in _FORMULAS:
    for _resource in (False, True):
        for _sparse in (False, True):
            if _sparse and _name == "Adam":
                continue
            _op = f"{'Resource' if _resource else ''}{'Sparse' if _sparse else ''}Apply{_name}"
            SAMPLES[_op] = _samples(_name, _resource, _sparse, _FLAGS.get(_name, ""))
