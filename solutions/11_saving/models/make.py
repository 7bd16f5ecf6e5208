"""How the two models beside this file were made, with TensorFlow 2.21: `python make.py`.

Both read handwritten digits. They were trained on the first 1,200 of course/data/digits.csv.gz.
"""

import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import tensorflow.compat.v1 as tf

HERE = Path(__file__).resolve().parent
DATA = np.loadtxt(HERE.parents[2] / "course/data/digits.csv.gz", delimiter=",", dtype=np.float32)


def softmax(pixels: Any) -> Any:
    """One layer: a weight for each pixel and digit."""
    weight = tf.get_variable("weight", [64, 10], initializer=tf.zeros_initializer())
    bias = tf.get_variable("bias", [10], initializer=tf.zeros_initializer())
    return tf.matmul(pixels / 16.0, weight) + bias


def network(pixels: Any) -> Any:
    """Two layers, with 16 values between them."""
    with tf.variable_scope("hidden"):
        weight = tf.get_variable("weight", [64, 16])
        between = tf.nn.relu(tf.matmul(pixels / 16.0, weight))
    with tf.variable_scope("output"):
        weight = tf.get_variable("weight", [16, 10])
        bias = tf.get_variable("bias", [10], initializer=tf.zeros_initializer())
        return tf.matmul(between, weight) + bias


def make(
    model: Callable[[Any], Any], pixels_name: str, digit_name: str, probability_name: str
) -> None:
    """Train, and save the part that reads digits; print how many of the others it reads right."""
    checkpoint, target = f"{tempfile.mkdtemp()}/model", HERE / model.__name__
    with tf.Graph().as_default(), tf.Session() as sess:
        tf.set_random_seed(1)
        pixels, labels = tf.constant(DATA[:1200, :64]), tf.cast(DATA[:1200, 64], tf.int32)
        logits = model(pixels)
        losses = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits)
        saver = tf.train.Saver()
        train_op = tf.train.AdamOptimizer(0.01).minimize(tf.reduce_mean(losses))
        sess.run(tf.global_variables_initializer())
        for _ in range(300):
            sess.run(train_op)
        saver.save(sess, checkpoint)
    shutil.rmtree(target, ignore_errors=True)
    with tf.Graph().as_default(), tf.Session() as sess:
        pixels = tf.placeholder(tf.float32, [None, 64], name=pixels_name)
        probabilities = tf.nn.softmax(model(pixels))
        digit = tf.argmax(probabilities, axis=1, name=digit_name)
        probability = tf.reduce_max(probabilities, axis=1, name=probability_name)
        tf.train.Saver().restore(sess, checkpoint)
        outputs = {"digit": digit, "probability": probability}
        tf.saved_model.simple_save(sess, str(target), {"pixels": pixels}, outputs)
        found = sess.run(digit, {pixels: DATA[1200:, :64]})
        print(model.__name__, np.mean(found == DATA[1200:, 64]))


if __name__ == "__main__":
    tf.disable_v2_behavior()
    make(softmax, "images", "answer", "certainty")
    make(network, "in_3", "net/out_7", "net/out_8")
