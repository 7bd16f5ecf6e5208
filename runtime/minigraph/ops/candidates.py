"""Losses over a few sampled classes instead of all: noise contrast and sampled softmax."""

from __future__ import annotations

from typing import Any

import numpy as np

from minigraph import dtypes
from minigraph.convert import convert_to_tensor
from minigraph.opdef import Node
from minigraph.ops import (
    array,
    casting,
    cross_entropy,
    elementwise,
    linalg,
    packing,
    random,
    shape_rules,
    shaping,
    slicing,
    sparse,
)
from minigraph.ops.embeddings import embedding_lookup
from minigraph.ops.naming import op_scope
from minigraph.ops.strings import refuse
from minigraph.registry import op

_SEEDS = {"seed": 0, "seed2": 0}


def _sampler_shape(c: Any) -> Any:
    batch, _ = shape_rules.require_rank(c.shapes[0], 2)
    sampled = (c.attrs["num_sampled"],)
    return sampled, (batch, c.attrs["num_true"]), sampled


@op(
    "LogUniformCandidateSampler",
    "true_classes: int64 -> sampled_candidates: int64, true_expected_count: float32, "
    "sampled_expected_count: float32",
    attrs=_SEEDS,
    shape=_sampler_shape,
    minimum={"num_true": 1, "num_sampled": 1, "range_max": 1},
    stateful=True,
)
def _log_uniform(
    ctx: Any,
    true_classes: Any,
    *,
    num_true: int,
    num_sampled: int,
    unique: bool,
    range_max: int,
    node: Node,
) -> Any:
    """Classes by log(1 + 1 / (class + 1)), as if they were sorted from frequent to rare."""
    if true_classes.ndim != 2 or true_classes.shape[1] != num_true:
        found = true_classes.shape[1] if true_classes.ndim == 2 else 0
        text = f"true_classes must have num_true columns, expected: {found} was: {num_true}"
        refuse(text)
    if unique and num_sampled > range_max:
        refuse("Sampler's range is too small.")
    generator, tries = random.generator_of(ctx, node), 0
    chosen: list[int] = []
    while len(chosen) < num_sampled:
        value = int(np.exp(generator.random() * np.log1p(range_max))) - 1
        tries += 1
        if not unique or value not in chosen:
            chosen.append(value % range_max)

    def expected(classes: Any) -> Any:
        share = np.log1p(1 / (classes + 1.0)) / np.log1p(range_max)
        count = -np.expm1(tries * np.log1p(-share)) if unique else share * num_sampled
        return np.asarray(count, np.float32)

    sampled = np.array(chosen, np.int64)
    return sampled, expected(true_classes), expected(sampled)


def log_uniform_candidate_sampler(
    true_classes: Any,
    num_true: int,
    num_sampled: int,
    unique: bool,
    range_max: int,
    seed: int | None = None,
    name: str | None = None,
) -> Any:
    """Classes below `range_max`, small ones more often (tf.nn.log_uniform_candidate_sampler).

    Returns (the samples, how often each of the true classes and of them was to be expected).
    """
    return _log_uniform(
        true_classes,
        num_true=num_true,
        num_sampled=num_sampled,
        unique=unique,
        range_max=range_max,
        name=name,
        **random.seeds(seed),
    )


def _hits_shape(c: Any) -> Any:
    true = shape_rules.require_rank(c.shapes[0], 2)[1]
    if true is not None and true != c.attrs["num_true"]:
        raise ValueError(f"Dimension must be {c.attrs['num_true']} but is {true}")
    return ((None,),) * 3


@op(
    "ComputeAccidentalHits",
    "true_classes: int64, sampled_candidates: int64 -> indices: int32, ids: int64, "
    "weights: float32",
    attrs=_SEEDS,
    shape=_hits_shape,
)
def _accidental_hits(true_classes: Any, sampled_candidates: Any, *, num_true: int) -> Any:
    if true_classes.ndim != 2 or true_classes.shape[1] != num_true:
        refuse("true_candidates must be a batch_size * num_true matrix")
    places = {value: place for place, value in enumerate(sampled_candidates.tolist())}
    hits = [
        (row, places[value])
        for row, values in enumerate(true_classes.tolist())
        for value in values
        if value in places
    ]
    found = np.array(hits, np.int64).reshape(-1, 2)
    weights = np.full(len(hits), -np.finfo(np.float32).max, np.float32)
    return found[:, 0].astype(np.int32), found[:, 1], weights


def compute_accidental_hits(
    true_classes: Any,
    sampled_candidates: Any,
    num_true: int,
    seed: int | None = None,
    name: str | None = None,
) -> Any:
    """Which samples are true classes of an example (tf.nn.compute_accidental_hits).

    Returns (the number of the example, of the sample, the lowest float32) of each.
    """
    return _accidental_hits(
        true_classes, sampled_candidates, num_true=num_true, name=name, **random.seeds(seed)
    )


def _sum_rows(x: Any) -> Any:
    columns = array.shape(x)[1]
    ones = array.ones(packing.stack([columns, 1]), x.dtype)
    return shaping.reshape(linalg.matmul(x, ones), [-1])


def _sampled_logits(
    weights: Any,
    biases: Any,
    labels: Any,
    inputs: Any,
    num_sampled: int,
    num_classes: int,
    num_true: int,
    sampled_values: Any,
    remove_accidental_hits: bool,
    partition_strategy: str,
    name: str | None,
    seed: int | None = None,
) -> tuple[Any, Any]:
    """Logits of the true classes, then of the sampled ones, and the labels that fit them."""
    with op_scope(name, "compute_sampled_logits", weights, biases, inputs, labels):
        if labels.dtype != dtypes.int64:
            labels = casting.cast(labels, dtypes.int64)
        flat = shaping.reshape(labels, [-1])
        if sampled_values is None:
            sampled_values = log_uniform_candidate_sampler(
                labels, num_true, num_sampled, True, num_classes, seed
            )
        sampled, of_true, of_sampled = (array.stop_gradient(value) for value in sampled_values)
        sampled = casting.cast(sampled, dtypes.int64)
        ids = shaping.concat([flat, sampled], 0)
        rows = embedding_lookup(weights, ids, partition_strategy)
        rows = casting.cast(rows, inputs.dtype)
        size = packing.stack([array.shape(flat)[0], -1])
        true_rows = slicing.slice(rows, [0, 0], size)
        start = packing.stack([array.shape(flat)[0], 0])
        logits = linalg.matmul(inputs, slicing.slice(rows, start, [-1, -1]), transpose_b=True)
        moved = casting.cast(embedding_lookup(biases, ids, partition_strategy), inputs.dtype)
        true_moved = slicing.slice(moved, [0], array.shape(flat))
        sampled_moved = slicing.slice(moved, array.shape(flat), [-1])
        width = array.shape(true_rows)[1:2]
        shape = shaping.concat([[-1, num_true], width], 0)
        products = elementwise.multiply(
            shaping.expand_dims(inputs, 1), shaping.reshape(true_rows, shape)
        )
        products = shaping.reshape(products, shaping.concat([[-1], width], 0))
        true_logits = shaping.reshape(_sum_rows(products), [-1, num_true])
        true_logits += shaping.reshape(true_moved, [-1, num_true])
        logits += sampled_moved
        if remove_accidental_hits:
            logits += _lowered(labels, sampled, num_sampled, num_true, logits.dtype)
        true_logits -= elementwise.log(of_true)
        logits -= elementwise.log(of_sampled)
        shares = [array.ones_like(true_logits) / num_true, array.zeros_like(logits)]
        return shaping.concat([true_logits, logits], 1), shaping.concat(shares, 1)


def _lowered(labels: Any, sampled: Any, num_sampled: int, num_true: int, dtype: Any) -> Any:
    """What takes the samples out that are true: the lowest number at their places, zero else."""
    examples, places, lowest = compute_accidental_hits(labels, sampled, num_true)
    examples = shaping.reshape(examples, [-1, 1])
    places = shaping.reshape(casting.cast(places, dtypes.int32), [-1, 1])
    indices = shaping.concat([examples, places], 1, "sparse_indices")
    count = shaping.expand_dims(convert_to_tensor(num_sampled), 0)
    shape = shaping.concat([array.shape(labels)[:1], count], 0)
    lowest = casting.cast(lowest, dtype)
    return sparse.sparse_to_dense(indices, shape, lowest, 0.0, validate_indices=False)


def nce_loss(
    weights: Any,
    biases: Any,
    labels: Any,
    inputs: Any,
    num_sampled: int,
    num_classes: int,
    num_true: int = 1,
    sampled_values: Any = None,
    remove_accidental_hits: bool = False,
    partition_strategy: str = "mod",
    name: str = "nce_loss",
) -> Any:
    """The loss of noise contrastive estimation of each example (tf.nn.nce_loss).

    weights: [classes, size]; biases: [classes]; labels: [examples, num_true]; inputs: [examples,
    size]; sampled_values: what `log_uniform_candidate_sampler` gives, unless given.
    """
    logits, shares = _sampled_logits(
        weights,
        biases,
        labels,
        inputs,
        num_sampled,
        num_classes,
        num_true,
        sampled_values,
        remove_accidental_hits,
        partition_strategy,
        name,
    )
    return _sum_rows(
        cross_entropy.sigmoid_cross_entropy_with_logits(
            labels=shares, logits=logits, name="sampled_losses"
        )
    )


def sampled_softmax_loss(
    weights: Any,
    biases: Any,
    labels: Any,
    inputs: Any,
    num_sampled: int,
    num_classes: int,
    num_true: int = 1,
    sampled_values: Any = None,
    remove_accidental_hits: bool = True,
    partition_strategy: str = "mod",
    name: str = "sampled_softmax_loss",
    seed: int | None = None,
) -> Any:
    """Softmax cross entropy over the true and some sampled classes (tf.nn.sampled_softmax_loss).

    Arguments as of `nce_loss`.
    """
    logits, shares = _sampled_logits(
        weights,
        biases,
        labels,
        inputs,
        num_sampled,
        num_classes,
        num_true,
        sampled_values,
        remove_accidental_hits,
        partition_strategy,
        name,
        seed,
    )
    shares = array.stop_gradient(shares, name="labels_stop_gradient")
    return cross_entropy.softmax_cross_entropy_with_logits_v2(labels=shares, logits=logits)
