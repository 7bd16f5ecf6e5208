# question: saving_q5
# Returns a list of two arrays, with the graph imported below a scope.
def read_digits(model, images):
    with tf.Graph().as_default(), tf.Session() as sess:
        loaded = tf.saved_model.load(sess, ["serve"], model, import_scope="given")
        inside = loaded.signature_def["serving_default"]
        ends = ["given/" + inside.outputs[key].name for key in ("digit", "probability")]
        return sess.run(ends, {"given/" + inside.inputs["pixels"].name: images})


def read_natively(model, images):
    functions = tf2.saved_model.load(model).signatures
    outputs = functions["serving_default"](pixels=tf2.cast(images, tf2.float32))
    return outputs["digit"].numpy(), outputs["probability"].numpy()
