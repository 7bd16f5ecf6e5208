# question: config_q1
# loses: 15
# message: Assignment not allowed to message field
# Assigns a message inside a message.
def configuration(fraction, threads):
    config = tf.ConfigProto(allow_soft_placement=True)
    config.gpu_options = tf.GPUOptions(allow_growth=True)
    config.gpu_options.per_process_gpu_memory_fraction = fraction
    config.inter_op_parallelism_threads = threads
    config.use_per_session_threads = True
    return config
