TITLE = (
    "`config = tf.ConfigProto` without the parentheses; and allow_growth set on ConfigProto itself"
)
URL = "https://github.com/zerowasteestonia/wade-ai/issues/7"
KIND = "config"


def case(tf):
    c = tf.ConfigProto()
    c.gpu_options.allow_growth = True
    c.gpu_options.per_process_gpu_memory_fraction = 0.25
    out = [
        c.gpu_options.allow_growth,
        c.gpu_options.per_process_gpu_memory_fraction,
        c.allow_soft_placement,
        c.inter_op_parallelism_threads,
    ]

    def wrong_place():
        c.allow_growth = True

    def no_call():
        config = tf.ConfigProto
        config.gpu_options.allow_growth = True

    for f in (wrong_place, no_call):
        try:
            f()
            out.append("accepted")
        except AttributeError:
            out.append("AttributeError")
    return out
