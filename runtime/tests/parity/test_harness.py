"""The harness notices what differs, overlooks only what it says, and survives what jobs do."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from . import corpus, open_list, reference
from .differences import differing_fields, show
from .encode import encode, outcome_of_error
from .normalise import normalise_text
from .op_samples import decode_input, encode_input

FAKE = "runtime.tests.parity.fake_backend"


def value(item: Any) -> dict[str, Any]:
    return {"kind": "value", "value": encode(item)}


def job(source: str, **more: Any) -> dict[str, Any]:
    return {"id": source, "kind": "snippet", "mode": "v1", "source": source, **more}


def run(*jobs: dict[str, Any], timeout: float = 30.0) -> list[dict[str, Any]]:
    if not hasattr(os, "fork"):
        pytest.skip("the jobs run in forks")
    outcomes = reference.run(FAKE, jobs, timeout)
    return [outcomes[item["id"]] for item in jobs]


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        (1, 2),
        (1, 1.0),
        (1, True),
        ([1], (1,)),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
        ("a", b"a"),
        (np.float32(1), np.float64(1)),
        (np.float32(1), np.array(1, np.float32)),
        (np.float32(1), np.float32(1.0001)),
        (np.zeros((1, 2)), np.zeros((2, 1))),
        (np.array(["a"], object), np.array([b"a"], object)),
        (float("nan"), 0.0),
        (None, ()),
    ],
)
def test_different_values_differ(right: Any, wrong: Any) -> None:
    assert differing_fields(value(right), value(right)) == []
    assert differing_fields(value(right), value(wrong)) == ["value"]


def test_floating_elements_are_equal_within_the_tolerance_of_their_dtype() -> None:
    assert differing_fields(value(np.float32(1)), value(np.float32(1.000001))) == []
    assert differing_fields(value(np.float64(1)), value(np.float64(1.000001))) == ["value"]
    assert differing_fields(value(1.0), value(1.000001)) == ["value"]


def test_errors_differ_by_type_bases_and_message() -> None:
    right = outcome_of_error(KeyError("a"))
    assert differing_fields(right, outcome_of_error(KeyError("b"))) == ["message"]
    assert differing_fields(right, outcome_of_error(ValueError("'a'"))) == ["type", "bases"]
    assert differing_fields(right, value(None)) == ["kind", "type", "bases", "message", "value"]


def test_standard_error_is_a_difference() -> None:
    assert differing_fields(value(1), {**value(1), "stderr": "warning"}) == ["stderr"]


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        (
            (
                "Graph execution error:\n\n"
                "Detected at node 'x' defined at (most recent call last):\n"
                '    File "a.py", line 3, in <module>\n'
                "Node: 'x'\nbad\n\t [[{{node x}}]]\n\nOriginal stack trace for 'x':\n  File ..."
            ),
            "bad",
        ),
        ("<tensorflow.python.framework.ops.Graph object at 0x7f00aa>", "<Graph object at 0x…>"),
        ("<minigraph.graph.Graph object at 0x55555555>", "<Graph object at 0x…>"),
        ("FIFOQueue '_12_q' is closed.", "FIFOQueue '_N_q' is closed."),
        ("no file /var/folders/tmpab12cd34/m", "no file /tmp/DIR/m"),
        ("shapes [2] vs. [3] in 'a_1:0'", "shapes [2] vs. [3] in 'a_1:0'"),
    ],
)
def test_only_what_may_differ_is_rewritten(text: str, rest: str) -> None:
    assert normalise_text(text) == rest


def test_the_value_of_the_last_expression_is_the_outcome() -> None:
    assert run(job("a = s.run(None)\n(a, a + 1)"), job("a = 1")) == [value((41, 42)), value(None)]


def test_an_exception_is_an_outcome() -> None:
    (outcome,) = run(job("{}['key']"))
    assert outcome["type"] == "KeyError"
    assert show(outcome) == "KeyError: 'key'"


def test_jobs_share_no_state() -> None:
    assert run(job("tf.state.append(1); tf.state"), job("tf.state")) == [value([1]), value([])]


def test_a_job_that_ends_its_process_is_a_crash_and_the_others_go_on() -> None:
    jobs = [job(text, batch="same") for text in ("1", "os._exit(3)", "3", "4")]
    first, crash, *rest = run(*jobs)
    assert (first, rest) == (value(1), [value(3), value(4)])
    assert crash["kind"] == "crash"


def test_a_job_that_hangs_times_out() -> None:
    assert run(job("time.sleep(60)"), job("2"), timeout=4.0) == [{"kind": "timeout"}, value(2)]


def test_what_a_job_writes_to_standard_error_is_recorded() -> None:
    loud, quiet = run(job("os.write(2, b'oh') and None", batch="b"), job("None", batch="b"))
    assert loud["stderr"] == "oh"
    assert "stderr" not in quiet


def test_updating_the_open_list_leaves_the_lines_of_other_jobs(tmp_path: Path) -> None:
    path = tmp_path / "open.txt"
    open_list.update_open(["a", "b", "c"], ["c", "a"], path)
    open_list.update_open(["a"], [], path)
    assert open_list.read_open(path) == {"c"}


def test_a_title_is_used_once_in_a_group(tmp_path: Path) -> None:
    path = tmp_path / "group.py"
    path.write_text("# %% one\n1\n# %% one\n2\n")
    with pytest.raises(ValueError, match="two cells called"):
        corpus.read_cells(path)


def test_ids_are_unique_and_every_group_has_cells() -> None:
    ids = [item["id"] for item in corpus.all_jobs()]
    assert len(ids) == len(set(ids))
    assert all(corpus.snippet_groups().values())


@pytest.mark.parametrize(
    "array",
    [
        np.array([[1.5, 2.5]], np.float32),
        np.array(3, np.int64),
        np.array([1 + 2j], np.complex64),
        np.array([True, False]),
        np.zeros((0, 3), np.float16),
    ],
)
def test_inputs_of_samples_survive_the_way_to_the_worker(array: np.ndarray) -> None:
    decoded = decode_input(encode_input(array))
    assert decoded.dtype == array.dtype
    np.testing.assert_array_equal(decoded, array)
