# question: functions_q2
# Calls tf.function instead of decorating.
rows_of_three = tf.TensorSpec(shape=(None, 3), dtype=tf.float32, name="rows")
column_means = tf.function(lambda rows: tf.reduce_mean(rows, 0), input_signature=(rows_of_three,))
