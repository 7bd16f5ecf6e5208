# question: functions_q2
# loses: 15
# message: led to 2 tracings
# Leaves the signature out.
@tf.function
def column_means(matrix):
    return tf.reduce_mean(tf.convert_to_tensor(matrix), axis=0)
