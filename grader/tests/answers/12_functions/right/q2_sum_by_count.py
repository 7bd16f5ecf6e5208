# question: functions_q2
# Divides a sum by the number of rows.
@tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float32)])
def column_means(rows):
    count = tf.cast(tf.shape(rows)[0], tf.float32)
    return tf.reduce_sum(rows, axis=0) / count
