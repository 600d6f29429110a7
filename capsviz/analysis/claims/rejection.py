"""Rejection of strangers, and statistics of couplings, from the records of the checkpoints."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from capsviz.analysis import couplings, strangers
from capsviz.analysis.claims.claim_file import Row
from capsviz.analysis.claims.records import mean, mean_share
from capsviz.training import checkpoint

#: Names of the trainings of one recipe, by the folder of their sweep.
TRAININGS: Mapping[str, str] = {
    f"{folder}_{kind}": f"{build}, {name}"
    for folder, build in (("paper", "the paper's build"), ("small", "small build"))
    for kind, name in (
        ("dynamic_1", "dynamic, 1 iteration"),
        ("dynamic_2", "dynamic, 2 iterations"),
        ("dynamic_3", "dynamic, 3 iterations"),
        ("dynamic_5", "dynamic, 5 iterations"),
        ("uniform", "uniform"),
        ("attention", "attention"),
        ("efficient", "Efficient-CapsNet"),
        ("cnn", "CNN"),
    )
}
_DEEP_NETWORKS: Mapping[str, str] = {
    "epochs_deep_2": "two routed layers",
    "epochs_deep_3": "three routed layers",
    "epochs_deep_4": "four routed layers",
}
#: Names of the trainings whose checkpoints were kept after every epoch.
_EPOCH_TRAININGS: Mapping[str, str] = {"epochs_dynamic": "one routed layer", **_DEEP_NETWORKS}
#: Mark in the name of a checkpoint that was kept after an epoch.
_EPOCH = ",epoch="
#: Strangers whose scores are reported by the iterations of inference.
_ITERATED_STRANGERS = ("garments", "noise")

_Rows = list[dict[str, Any]]


def auc_by_stranger() -> Iterator[Row]:
    """AUC of trainings of one recipe, by kind of stranger; for CNNs also of the energy."""
    for series, rows in _by_recipe(_strangers()):
        yield from _by_kind(series, rows, strangers.MAIN_SCORE, "auc")
        if "energy" in rows[0]["scores"]:
            yield from _by_kind(f"{series}: energy", rows, "energy", "auc")


def acceptance() -> Iterator[Row]:
    """Share of strangers that are accepted with 95 % of the digits."""
    for series, rows in _by_recipe(_strangers()):
        yield from _by_kind(series, rows, strangers.MAIN_SCORE, "accepted")


def auc_by_error() -> Iterator[Row]:
    """AUC of the reconstruction's error."""
    for series, rows in _by_recipe(_strangers()):
        if "reconstruction" in rows[0]["scores"]:
            yield from _by_kind(series, rows, "reconstruction", "auc")


def auc_by_iteration() -> Iterator[Row]:
    """AUC by the iterations of inference."""
    for series, rows in _by_series(_strangers()):
        for r in strangers.ITERATIONS:
            score = strangers.output_name(r)
            if score in rows[0]["scores"]:
                for kind in _ITERATED_STRANGERS:
                    name = f"{series}: {kind}"
                    if series == rows[0]["checkpoint"]:
                        yield _training_row(rows[0], name, str(r), kind, score)
                    else:
                        yield mean_share(name, str(r), _values(rows, kind, score, "auc"))


def shipped_networks() -> Iterator[Row]:
    """AUC of the shipped networks, one training each, with intervals over pictures."""
    for row in _strangers():
        if checkpoint.locate(row["checkpoint"]) is not None:
            for kind in row["strangers"]:
                yield _training_row(row, row["checkpoint"], kind, kind, strangers.MAIN_SCORE)


def differing_couplings() -> Iterator[Row]:
    """Share of couplings that differ between pictures, by layer."""
    for series, layer, rows, index in _layers():
        if index:  # PrimaryCaps have no children
            for key, name in (("within", "of one class"), ("between", "of two classes")):
                yield mean_share(series, f"{layer}, {name}", [row[key][index] for row in rows])


def parents() -> Iterator[Row]:
    """Number of parents among which a capsule's couplings are spread, by layer."""
    for series, layer, rows, index in _layers():
        if index:
            yield mean(series, layer, [row["parents"][index] for row in rows])


def by_layer(key: str) -> Iterator[Row]:
    """Share of capsules that are never active, "silent", or mean activation, "norm", by layer."""
    for series, layer, rows, index in _layers():
        yield mean_share(series, layer, [row[key][index] for row in rows])


def differing_by_epoch() -> Iterator[Row]:
    """Share of couplings that differ between pictures of two classes, by layer and epoch."""
    return (row for row in by_epoch("between") if not row.condition.startswith("PrimaryCaps"))


def by_epoch(key: str) -> Iterator[Row]:
    """Yield the rows of `by_layer` after every epoch."""
    epoch_rows = [row for row in _couplings() if _EPOCH in row["checkpoint"]]
    for folder, series in _EPOCH_TRAININGS.items():
        rows = _rows_of_folder(epoch_rows, folder)
        epochs = sorted({row["training"]["epochs"] for row in rows})
        for index, layer in enumerate(rows[0]["layers"] if rows else ()):
            for epoch in epochs:
                values = [row[key][index] for row in rows if row["training"]["epochs"] == epoch]
                yield mean_share(series, f"{layer}, epoch {epoch}", values)


def unchanged_couplings() -> Iterator[Row]:
    """Share of couplings that an iteration keeps, by the iterations of inference and training."""
    return (row for row in by_iteration("kept") if row.condition != "1")


def by_iteration(key: str) -> Iterator[Row]:
    """Accuracy, "right", or another share by the iterations of inference and of the training."""
    for series, rows in _by_recipe(_couplings()):
        for index, r in enumerate(rows[0].get("iterations", ())):
            yield mean_share(series, str(r), [row[key][index] for row in rows])


def _layers() -> Iterator[tuple[str, str, _Rows, int]]:
    """Yield every layer of the networks with its name, rows and index."""
    for series, rows in _by_series(_couplings()):
        for index, layer in enumerate(rows[0]["layers"]):
            yield series, layer, rows, index


def _by_kind(series: str, rows: _Rows, score: str, key: str) -> Iterator[Row]:
    for kind in rows[0]["strangers"]:
        yield mean_share(series, kind, _values(rows, kind, score, key))


def _training_row(
    row: Mapping[str, Any], series: str, condition: str, kind: str, score: str
) -> Row:
    """AUC of one training, with an interval over pictures."""
    index = row["strangers"].index(kind)
    auc = row["auc"][index][row["scores"].index(score)]
    low, high = strangers.auc_interval(auc, row["n"], row["counts"][index])
    return Row(series, condition, auc, low, high)


def _values(rows: _Rows, kind: str, score: str, key: str) -> Sequence[float]:
    return [row[key][row["strangers"].index(kind)][row["scores"].index(score)] for row in rows]


def _by_series(rows: _Rows) -> Iterator[tuple[str, _Rows]]:
    """Yield the shipped networks one by one, then the trainings by recipe."""
    for row in rows:
        if checkpoint.locate(row["checkpoint"]) is not None:
            yield row["checkpoint"], [row]
    yield from _by_recipe(rows)


def _by_recipe(rows: _Rows) -> Iterator[tuple[str, _Rows]]:
    for folder, series in {**TRAININGS, **_DEEP_NETWORKS}.items():
        selected = [row for row in _rows_of_folder(rows, folder) if _EPOCH not in row["checkpoint"]]
        if selected:
            yield series, selected


def _rows_of_folder(rows: _Rows, folder: str) -> _Rows:
    return [row for row in rows if row["checkpoint"].startswith(f"{folder}, ")]


def _strangers() -> _Rows:
    return strangers.ROWS.load(checkpoint.sidecar("strangers.json"))


def _couplings() -> _Rows:
    return couplings.ROWS.load(checkpoint.sidecar("couplings.json"))
