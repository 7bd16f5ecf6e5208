"""The picture in the README is what `draw` makes.

python -m runtime.tests.draw.test_run_of_y      draws it again
"""

from pathlib import Path

import minigraph.compat.v1 as tf
from minigraph import draw

PICTURE = Path(__file__).parents[2] / "run_of_y.svg"


def run_of_y() -> str:
    with tf.Graph().as_default() as graph:
        x = tf.placeholder(tf.float32, shape=[], name="x")
        y = tf.add(3.0 * x * x + 2.0 * x, 1.0, name="y")
        tf.sqrt(y, name="z")
        return draw(graph, fetches=[y], feeds={x: 2.0}).svg


def test_the_picture_in_the_readme_is_what_draw_makes():
    assert PICTURE.read_text(encoding="utf-8") == run_of_y()


if __name__ == "__main__":
    PICTURE.write_text(run_of_y(), encoding="utf-8")
