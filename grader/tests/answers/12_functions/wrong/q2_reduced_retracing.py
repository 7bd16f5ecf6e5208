# question: functions_q2
# loses: 15
# message: tracings
# Lets shapes be relaxed, which takes a tracing for each step.
@tf.function(reduce_retracing=True)
def column_means(rows):
    return tf.reduce_mean(tf.cast(rows, tf.float32), axis=0)
