# question: functions_q2
# loses: 15
# message: four columns is not refused
# Leaves both sizes open.
@tf.function(input_signature=[tf.TensorSpec([None, None], tf.float32)])
def column_means(rows):
    return tf.reduce_mean(rows, axis=0)
