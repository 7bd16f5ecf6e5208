# question: saving_q5
# loses: 15
# message: the digits
# Returns the probabilities first.
def read_digits(model, images):
    with tf.Graph().as_default(), tf.Session() as sess:
        signature = tf.saved_model.loader.load(sess, ["serve"], model).signature_def
        signature = signature["serving_default"]
        found = sess.run(
            [signature.outputs[key].name for key in sorted(signature.outputs, reverse=True)],
            {signature.inputs["pixels"].name: images},
        )
    return found[0].tolist(), found[1].tolist()
