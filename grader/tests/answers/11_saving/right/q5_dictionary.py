# question: saving_q5
# Fetches a dictionary, and takes the tensors from their TensorInfo.
def read_digits(model, images):
    graph = tf.Graph()
    tensor = tf.saved_model.utils.get_tensor_from_tensor_info
    with tf.Session(graph=graph) as sess:
        loaded = tf.saved_model.loader.load(sess, [tf.saved_model.tag_constants.SERVING], model)
        key = tf.saved_model.signature_constants.DEFAULT_SERVING_SIGNATURE_DEF_KEY
        signature = loaded.signature_def[key]
        outputs = {name: tensor(info, graph) for name, info in signature.outputs.items()}
        inputs = tensor(signature.inputs["pixels"], graph)
        found = sess.run(outputs, {inputs: images})
    return list(map(int, found["digit"])), list(map(float, found["probability"]))


def read_natively(model, images):
    loaded = tf2.saved_model.load(model, tags=["serve"])
    rows = tf2.convert_to_tensor([[float(pixel) for pixel in image] for image in images])
    outputs = loaded.signatures["serving_default"](pixels=rows)
    return [list(map(number, outputs[key].numpy())) for key, number in ENDS]


ENDS = [("digit", int), ("probability", float)]
