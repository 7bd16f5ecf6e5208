# question: config_q1
# loses: 15
# message: is a GPUOptions; a ConfigProto is expected
# Returns the inner message without the outer one.
def configuration(fraction, threads):
    return tf.GPUOptions(allow_growth=True, per_process_gpu_memory_fraction=fraction)
