# question: saving_q5
# loses: 15
# message: read_digits made 3 runs
# Runs the model once for each image.
def read_digits(model, images):
    digits, probabilities = [], []
    with tf.Graph().as_default(), tf.Session() as sess:
        signature = tf.saved_model.loader.load(sess, ["serve"], model).signature_def
        signature = signature["serving_default"]
        ends = [signature.outputs["digit"].name, signature.outputs["probability"].name]
        for image in images:
            digit, probability = sess.run(ends, {signature.inputs["pixels"].name: [image]})
            digits.append(int(digit[0]))
            probabilities.append(float(probability[0]))
    return digits, probabilities
