# question: saving_q5
# loses: 15
# message: The name 'images:0'
# Uses the names of the first model.
def read_digits(model, images):
    with tf.Graph().as_default(), tf.Session() as sess:
        tf.saved_model.loader.load(sess, ["serve"], model)
        found = sess.run(["answer:0", "certainty:0"], {"images:0": images})
    return found[0].tolist(), found[1].tolist()
