"""Whatever is killed, and whenever: nothing is lost, nothing is graded twice, no score changes."""

from pathlib import Path

import pytest

from grader.tests.batch import killing

COUNT, KILLS = 24, 10
pytestmark = [pytest.mark.sandbox, pytest.mark.slow]


def test_a_run_under_fire_ends_with_the_results_of_a_calm_one(tmp_path: Path):
    calm, disturbed = tmp_path / "calm", tmp_path / "disturbed"
    for root in (calm, disturbed):
        killing.make(root, COUNT)
    assert killing.start(calm).wait() == 1  # some could not be run
    fire = killing.grade_under_fire(disturbed, seed=1, most=KILLS)
    hit = killing.hit_in_flight(disturbed)
    assert fire.hits.total() == KILLS
    assert sum(hit.values()) >= 3, "kills hit too few units in flight"
    assert hit["graded twice"] == 0
    assert killing.results(disturbed) == killing.results(calm)
    assert len(killing.results(calm)) == COUNT
