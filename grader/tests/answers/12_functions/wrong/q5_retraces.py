# question: functions_q5
# loses: 15
# message: more tracings
# Takes Python numbers as they are.
def make_total():
    kept = tf.Variable(0.0)
    return tf.function(lambda number: kept.assign_add(tf.cast(number, tf.float32)))
