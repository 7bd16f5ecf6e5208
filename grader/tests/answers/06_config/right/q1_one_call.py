# question: config_q1
# In one call.
def configuration(fraction, threads):
    memory = tf.GPUOptions(allow_growth=True, per_process_gpu_memory_fraction=fraction)
    return tf.ConfigProto(
        gpu_options=memory,
        allow_soft_placement=True,
        use_per_session_threads=True,
        inter_op_parallelism_threads=threads,
    )
