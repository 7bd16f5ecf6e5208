"""Which cells of a student's may be to blame, told without trusting what is in them."""

import pytest

from coursegrader.judge.spoilers import _may_bind


@pytest.mark.parametrize("source", ["f = 1", "def f(): pass", "%%time\nf = 1", "for f in x: pass"])
def test_a_cell_that_binds_the_name_of_an_answer_may_be_to_blame(source: str):
    assert _may_bind(source, {"f"})


@pytest.mark.parametrize("source", ["g = 1", "print(f(2))", "f'{x}'", "x.f = 1", "'"])
def test_a_cell_that_does_not_bind_it_is_not(source: str):
    assert not _may_bind(source, {"f"})


@pytest.mark.parametrize(
    "source",
    [
        f"f = {'-' * 15_000}1",
        f"f = {'+'.join('1' * 5_000)}",
        f"f = {'lambda: ' * 2_000}1",
        "f = 1\n" + "a = 1\n" * 1_000_000,
        "f = 1\n" + "!true\n" * 100_000,
    ],
)
def test_what_no_parser_could_bear_is_not_parsed(source: str):
    assert _may_bind(source, {"f"})
