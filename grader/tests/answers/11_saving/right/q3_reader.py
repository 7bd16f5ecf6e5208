# question: saving_q3
# Reads the two values with load_variable, as initial values.
def today(path):
    with tf.Graph().as_default(), tf.Session() as sess:
        made = [
            tf.Variable(tf.train.load_variable(path, "W"), name="layer/kernel"),
            tf.Variable(tf.train.load_variable(path, "b"), name="layer/offset"),
            tf.Variable(1.0, name="layer/scale"),
        ]
        sess.run(tf.global_variables_initializer())
        return {variable.op.name: variable.eval() for variable in made}
