# question: config_q1
# loses: 11
# message: the fraction for configuration(0.25, 3) is 0.5
# Ignores an argument.
def configuration(fraction, threads):
    config = tf.ConfigProto(allow_soft_placement=True, use_per_session_threads=True)
    config.gpu_options.allow_growth = True
    config.gpu_options.per_process_gpu_memory_fraction = 0.5
    config.inter_op_parallelism_threads = 1
    return config
