# question: saving_q5
# loses: 15
# message: what the network reads
# Loads the same model every time.
def read_digits(model, images):
    with tf.Graph().as_default(), tf.Session() as sess:
        signature = tf.saved_model.loader.load(sess, ["serve"], "models/softmax").signature_def
        signature = signature["serving_default"]
        ends = [signature.outputs["digit"].name, signature.outputs["probability"].name]
        digits, probabilities = sess.run(ends, {signature.inputs["pixels"].name: images})
    return digits.tolist(), probabilities.tolist()
