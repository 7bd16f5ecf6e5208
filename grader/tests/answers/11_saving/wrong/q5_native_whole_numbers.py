# question: saving_q5
# loses: 7
# message: read_natively: 0 of 7
# Hands over whole numbers, which a feed would cast and a function does not.
def read_digits(model, images):
    with tf.Session(graph=tf.Graph()) as sess:
        served = tf.saved_model.loader.load(sess, ["serve"], model).signature_def["serving_default"]
        ends = {key: info.name for key, info in served.outputs.items()}
        values = sess.run(ends, {served.inputs["pixels"].name: images})
    return values["digit"].tolist(), values["probability"].tolist()


def read_natively(model, images):
    outputs = tf2.saved_model.load(model).signatures["serving_default"](pixels=tf2.constant(images))
    return outputs["digit"].numpy().tolist(), outputs["probability"].numpy().tolist()
