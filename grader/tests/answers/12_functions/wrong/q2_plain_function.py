# question: functions_q2
# loses: 15
# message: is not a tf.function
# Computes eagerly.
def column_means(rows):
    return tf.reduce_mean(tf.cast(rows, tf.float32), axis=0)
