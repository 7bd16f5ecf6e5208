# question: config_q1
# loses: 7
# message: the number of operations at the same time is 0
# Takes intra for inter.
def configuration(fraction, threads):
    config = tf.ConfigProto(allow_soft_placement=True)
    config.gpu_options.allow_growth = True
    config.gpu_options.per_process_gpu_memory_fraction = fraction
    config.intra_op_parallelism_threads = threads
    config.use_per_session_threads = True
    return config
