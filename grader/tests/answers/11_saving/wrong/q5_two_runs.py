# question: saving_q5
# loses: 15
# message: read_digits made 3 runs
# Fetches the digits in one run and the probabilities in another.
def read_digits(model, images):
    with tf.Session(graph=tf.Graph()) as sess:
        served = tf.saved_model.loader.load(sess, ["serve"], model)
        ends = served.signature_def["serving_default"]
        feeds = {ends.inputs["pixels"].name: images}
        digits = sess.run(ends.outputs["digit"].name, feeds).tolist()
        return digits, sess.run(ends.outputs["probability"].name, feeds).tolist()
