# question: config_q1
# loses: 7
# message: shares the pool of the process
# Forgets that only the first session's number counts.
def configuration(fraction, threads):
    config = tf.ConfigProto(allow_soft_placement=True, inter_op_parallelism_threads=threads)
    config.gpu_options.allow_growth = True
    config.gpu_options.per_process_gpu_memory_fraction = fraction
    return config
