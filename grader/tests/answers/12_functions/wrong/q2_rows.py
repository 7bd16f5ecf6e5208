# question: functions_q2
# loses: 15
# message: column_means([[1.0, 2.0, 3.0]
# Takes the mean of each row.
@tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float32)])
def column_means(rows):
    return tf.reduce_mean(rows, axis=1)
