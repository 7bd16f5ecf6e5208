# question: saving_q4
# Numbers the prefixes by itself and finalizes the graph.
def keeps_two(directory, steps):
    graph = tf.Graph()
    with graph.as_default():
        count = tf.Variable(0, name="count", use_resource=True)
        ahead = count.assign_add(1)
        keeper = tf.train.Saver([count], max_to_keep=2)
        graph.finalize()
    with tf.Session(graph=graph) as sess:
        count.initializer.run(session=sess)
        for step in range(1, steps + 1):
            ahead.op.run(session=sess)
            keeper.save(sess, f"{directory}/model-{step}")
    return graph
