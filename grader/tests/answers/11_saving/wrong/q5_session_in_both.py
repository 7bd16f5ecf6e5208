# question: saving_q5
# loses: 7
# message: read_natively opened 1 session
# Lets the first way do the work of the second.
def read_digits(model, images):
    with tf.Graph().as_default(), tf.Session() as sess:
        served = tf.saved_model.loader.load(sess, ["serve"], model)
        ends = served.signature_def["serving_default"]
        names = [ends.outputs[key].name for key in ("digit", "probability")]
        found = sess.run(names, {ends.inputs["pixels"].name: images})
    return [values.tolist() for values in found]


read_natively = read_digits
