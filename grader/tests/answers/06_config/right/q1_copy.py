# question: config_q1
# Sets the fields of the inner message by a short name.
def configuration(fraction, threads):
    config = tf.ConfigProto(use_per_session_threads=bool(1))
    memory = config.gpu_options
    memory.per_process_gpu_memory_fraction = float(fraction)
    memory.allow_growth = True
    config.inter_op_parallelism_threads = int(threads)
    config.allow_soft_placement = True
    return config
