TITLE = "None in the fetches (merge_all() with no summaries returns None)"
URL = "https://github.com/adeshpande3/LSTM-Sentiment-Analysis/issues/14"
KIND = "fetch"


def case(tf):
    tf.constant(1.0)
    merged = tf.get_collection_ref("no_such_collection") or None
    with tf.Session() as sess:
        return sess.run(merged)
