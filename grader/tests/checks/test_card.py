"""A card appears when the tests in its block pass, and lists what they found."""

from pathlib import Path

from coursegrader import checks
from coursegrader.scoring.client import Runner

SETUP = "from coursegrader import checks\n"


def outputs(runner: Runner, cwd: Path, body: str) -> list:
    cell = f'with checks.card("q1"):\n    {body}'
    outcome = runner.run([SETUP], [[cell]], cwd=cwd, timeout=120)[0][1]
    return [(output["output_type"], output.get("data", {})) for output in outcome.outputs]


def test_a_passed_block_shows_a_card_that_is_not_partial_credit(runner: Runner, tmp_path: Path):
    [(kind, data)] = outputs(runner, tmp_path, "checks.value(17.0, 17.0, 'f(2)')")
    assert kind == "display_data"
    title, found, outlook = data["text/plain"].split("\n")
    assert (title, found) == ("q1: the visible tests pass", "f(2) is 17.0")
    assert outlook == "When it is graded, more values may be tried."
    assert outlook in data["text/html"]
    assert "f(2) is 17.0" in data["text/html"]


def test_a_failed_block_shows_no_card(runner: Runner, tmp_path: Path):
    [(kind, _)] = outputs(runner, tmp_path, "checks.value(16.0, 17.0, 'f(2)')")
    assert kind == "error"


def test_a_failed_card_takes_no_more_notes(runner: Runner, tmp_path: Path):
    cells = ['with checks.card("q1"):\n    1 / 0', "with checks.card('q2'): checks.note('mine')"]
    outcome = runner.run([SETUP], [cells], cwd=tmp_path, timeout=120)[0][2]
    assert outcome.text() == f"q2: the visible tests pass\nmine\n{checks.Card.outlook}"


def test_what_a_card_shows_is_escaped():
    card = checks.Card("q1")
    card.note("<script>alert(1)</script>")
    assert "<script>" not in card._repr_html_()


def test_a_hidden_value_is_not_on_the_card(runner: Runner, tmp_path: Path):
    [(_, data)] = outputs(runner, tmp_path, "checks.value(17.0, 17.0, 'f(2)', hidden=True)")
    assert "17" not in data["text/plain"]
