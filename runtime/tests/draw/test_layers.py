"""Boxes stand in rows, apart from each other, and edges run down between them."""

import itertools
import random

import pytest

from minigraph.draw.layers import GAP, Box, Link, place


def chain(*ends):
    return [Link(a, b, str(a)) for a, b in ends]


def overlapping(boxes):
    def overlap(a, b):
        return (
            abs(a.x - b.x) < (a.width + b.width) / 2
            and a.y < b.y + b.height
            and b.y < a.y + a.height
        )

    return [pair for pair in itertools.combinations(boxes, 2) if overlap(*pair)]


def random_level(seed):
    dice = random.Random(seed)
    boxes = [Box(dice.uniform(20, 150), dice.uniform(20, 60)) for _ in range(60)]
    pairs = [(dice.randrange(i), i) for i in range(1, 60)] + [
        tuple(sorted(dice.sample(range(60), 2))) for _ in range(40)
    ]
    return boxes, chain(*pairs)


@pytest.mark.parametrize("seed", range(5))
def test_boxes_never_overlap(seed):
    boxes, links = random_level(seed)
    place(boxes, links, limit=700)
    assert not overlapping(boxes)


@pytest.mark.parametrize("seed", range(5))
def test_every_edge_runs_down_from_its_box_to_the_other(seed):
    boxes, links = random_level(seed)
    place(boxes, links, limit=700)
    for link in links:
        upper, lower = boxes[link.source], boxes[link.target]
        assert link.route[0] == pytest.approx((upper.x, upper.y + upper.height))
        assert link.route[-1] == pytest.approx((lower.x, lower.y))
        heights = [y for _, y in link.route]
        assert heights == sorted(heights)


def test_many_boxes_are_spread_over_rows_of_the_page():
    boxes = [Box(100, 30) for _ in range(50)]
    width, _ = place(boxes, [], limit=6 * 100 + 5 * GAP)
    assert width == pytest.approx(6 * 100 + 5 * GAP)
    assert len({box.y for box in boxes}) == 9


def test_the_size_covers_all_boxes():
    boxes = [Box(100, 30), Box(60, 50)]
    width, height = place(boxes, chain((0, 1)), limit=700)
    assert width == 100
    assert height == max(box.y + box.height for box in boxes)


def test_a_chain_stands_in_one_column():
    boxes = [Box(40, 20), Box(90, 20), Box(60, 20)]
    place(boxes, chain((0, 1), (1, 2)), limit=700)
    assert len({round(box.x, 3) for box in boxes}) == 1


def test_a_source_stands_right_above_its_use():
    boxes = [Box(40, 20), Box(40, 20), Box(40, 20), Box(40, 20)]
    place(boxes, chain((0, 1), (1, 2), (3, 2)), limit=700)
    assert boxes[3].y == boxes[1].y


def test_long_edges_from_one_output_share_their_way():
    boxes = [Box(40, 20) for _ in range(5)]
    links = [*chain((0, 1), (1, 2), (2, 3), (2, 4)), Link(0, 3, "long"), Link(0, 4, "long")]
    place(boxes, links, limit=700)
    assert links[-1].route[:-1] == links[-2].route[:-1]


def test_in_a_cycle_the_box_made_first_is_on_top():
    boxes = [Box(40, 20), Box(40, 20)]
    links = chain((0, 1), (1, 0))
    place(boxes, links, limit=700)
    assert boxes[0].y < boxes[1].y
    assert links[1].route[0][1] > links[1].route[-1][1]


def test_what_hands_on_to_the_next_turn_of_a_loop_leads_up():
    merge, test, body = boxes = [Box(50, 20) for _ in range(3)]
    links = [Link(0, 1, "a"), Link(1, 2, "b"), Link(2, 0, "c", back=True)]
    place([body, test, merge], [Link(2, 1, "a"), Link(1, 0, "b"), Link(0, 2, "c", back=True)], 500)
    assert merge.y < test.y < body.y
    place(boxes, links, 500)
    assert merge.y < test.y < body.y


def test_ports_stand_at_the_top_and_at_the_bottom():
    boxes = [Box(40, 20), Box(4, 0, pin="bottom"), Box(4, 0, pin="top"), Box(40, 20)]
    _, height = place(boxes, chain((2, 0), (0, 3), (0, 1)), limit=700)
    assert boxes[2].y == 0
    assert boxes[1].y == height


def test_neighbours_keep_their_distance():
    boxes = [Box(40, 20), Box(40, 20), Box(40, 20)]
    place(boxes, chain((0, 2), (1, 2)), limit=700)
    assert abs(boxes[0].x - boxes[1].x) == pytest.approx(40 + GAP)
    assert boxes[2].x == pytest.approx((boxes[0].x + boxes[1].x) / 2)


def test_nothing_has_no_size():
    assert place([], [], limit=700) == (0, 0)
