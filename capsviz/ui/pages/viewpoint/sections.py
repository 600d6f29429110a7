"""Results on many digits, beneath the one on Viewpoint: laws, robustness, attacks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from jaxtyping import Float64

from capsviz.analysis.laws import MIN_PER_CLASS
from capsviz.analysis.robustness import STRENGTHS, pool_trainings
from capsviz.analysis.viewpoint import Findings
from capsviz.config import LabelSet
from capsviz.data.affine import KINDS
from capsviz.errors import CapsvizError, hide_folders
from capsviz.figures import laws as figures
from capsviz.training import checkpoint
from capsviz.ui.catalogue.sections import Part, Section, SectionRequest
from capsviz.ui.networks import cache
from capsviz.ui.pages.viewpoint.data import claims, suit
from capsviz.ui.sections import Draft, beside, chart, choice, collect, note, plain

#: Strength of the attacks whose detector is drawn.
DETECTED = 0.1
_CALLED = {
    "rotation": "rotation, ±20°",
    "shift_x": "shift across, ±3 px",
    "shift_y": "shift down, ±3 px",
    "scale": "scale, 0.8 to 1.2",
    "shear": "shear, ±0.2",
    "thickness": "thickness, ±1 px",
}
_LAWS = {
    "shared": "one law per class",
    "own": "a law that depends on the pose",
    "matrix": "one matrix per class",
    "common": "one matrix for all",
    "read": "the transform read off the pose",
}
_BY_MATRIX = ("matrix", "common")
#: Why a transform may not be read off the pose, for digits and for others.
_READ_OFF = {
    True: "People write slanted, large and small: that a capsule cannot tell from the transform "
    "counts against it here.",
    False: "Pictures of a class differ in this before any transform: that a capsule cannot tell "
    "the two apart counts against it here.",
}
_MADE = {True: "as they were written", False: "as they are"}


def sections(asked: SectionRequest) -> list[Section]:
    """Laws of the pose, robustness to affine change, resistance to attacks."""
    model = suit(asked.model)
    reads = cache.subject(model)
    offers = checkpoint.singles(capsules=False, reads=reads)
    titles = {
        name: offer.title
        for name, offer in offers.items()
        if asked.tells(name, shipped=offer.shipped)
    }
    drafts = {"laws": Draft("Is there a law of the pose?", _laws(model, titles, reads))}
    if reads.digits:
        drafts["affine"] = Draft("Robust to affine change?", _affine(titles, asked))
    drafts["attacks"] = Draft("Resistant to attacks?", _attacks(titles, reads, asked))
    return collect(drafts, asked)


def _laws(model: str, titles: dict[str, str], reads: LabelSet) -> Iterator[Part]:
    """How well laws explain what poses do, by transform and class."""
    findings = cache.viewpoint(model)
    each = findings and findings.provenance.get("digits_per_class")
    if isinstance(each, int) and each < MIN_PER_CLASS:
        yield (
            f"Unknown: a law takes {MIN_PER_CLASS:d} test pictures of each class, and of the "
            f"rarest there are fewer than {each + 2:d}."
        )
        return
    if findings is None or findings.fits is None:
        raise CapsvizError(
            "Not measured for these weights: run "
            f"capsviz viewpoint {checkpoint.option(model)}, some minutes."
        )
    offered = [name for name in _LAWS if getattr(findings.fits, name) is not None]
    options = {
        law: (_LAWS[law], _law_parts(model, law, findings, titles, reads)) for law in offered
    }
    yield choice("law", options, offered[0], field="law")


def _law_parts(
    model: str, law: str, findings: Findings, titles: dict[str, str], reads: LabelSet
) -> list[Part]:
    r2: Float64[np.ndarray, "T J"] = getattr(findings.fits, law)
    kinds = [_CALLED[kind] for kind in KINDS]
    drawn = chart(
        lambda mode: figures.law_map(r2, kinds, mode, reads),
        name=f"pose-law-{law}-{model}",
        title=f"R² of the law of the pose: {_LAWS[law]}",
        network=model,
    )
    said = [_law_sentence(r2, law, findings, plain(titles[model]), reads)]
    said += [_matrix_sentence(law, titles)] if law in _BY_MATRIX else []
    return [beside([drawn], said)]


def _law_sentence(
    r2: Float64[np.ndarray, "T J"], law: str, findings: Findings, title: str, reads: LabelSet
) -> str:
    things, over = ("digits", "digits") if reads.digits else ("pictures", "classes")
    half = int(findings.provenance["digits_per_class"]) // 2
    medians = np.median(r2, axis=1)
    best, worst = int(medians.argmax()), int(medians.argmin())
    what = {
        "shared": "the share of the pose's change that one vector times the transform explains, "
        f"the same vector for all {things} of a class",
        "own": "the share of the pose's change that is explained when that vector may depend, "
        "linearly, on each one's own pose",
        "matrix": "the share of the pose's change that is explained by multiplying the pose, as a "
        f"4 × 4 matrix, from the left by one matrix exp(tA) for each amount t, with one A for all "
        f"{things} of a class",
        "common": "the share of the pose's change that is explained by multiplying the pose, as a "
        "4 × 4 matrix, from the left by one matrix exp(tA) for each amount t, with one A for all "
        "classes, as a change of the viewer's place would do",
        "read": "how well a linear map reads the amount of the transform off the pose alone",
    }[law]
    return (
        f"**{title}**: {what}, scored on {half} test {things} of each class after fitting on "
        f"{half} others. Median over the {over}: {medians[best]:.2f} for {_short(best)}, the best, "
        f"and {medians[worst]:.2f} for {_short(worst)}, the worst. This share is called R²: 1 "
        "is a perfect law, 0 none. "
        + (
            _READ_OFF[reads.digits]
            if law == "read"
            else f"It holds for small changes of {things} {_MADE[reads.digits]}, no further."
        )
    )


def _matrix_sentence(law: str, titles: dict[str, str]) -> str:
    """The same law of every network of which it was measured, side by side."""
    parts, arranged = [], []
    for name, title in titles.items():
        findings = cache.viewpoint(name)
        r2 = getattr(findings.fits, law) if findings and findings.fits else None
        if findings is None or r2 is None:
            continue
        parts.append(f"**{plain(title)}** {np.median(r2):.2f}")
        if findings.provenance.get("matrices") is False:
            arranged.append(plain(title))
    return (
        f"Median over all transforms and classes: {', '.join(parts)}. Votes of matrix capsules, "
        "pose times learned matrix, stay in agreement from another viewpoint if it multiplies "
        "every pose from the left; nothing in their training asks for that."
        + (
            f" The numbers of {' and '.join(arranged)} are no matrix: they were laid out in a "
            "square as they come, which tells how much such a law explains by having sixteen "
            "numbers to fit."
            if arranged
            else ""
        )
    )


def _short(kind: int) -> str:
    return _CALLED[KINDS[kind]].split(",")[0]


def _affine(titles: dict[str, str], asked: SectionRequest) -> Iterator[Part]:
    """Accuracy against the strength of affine changes."""
    measured: list[Part] = []
    try:
        measured.extend(_measured_affine(titles))
    except CapsvizError as error:
        if asked.published is None:
            measured.append(plain(hide_folders(str(error))))
    yield beside(*filter(None, [measured, list(_larger_canvas())]))
    claim = claims()["robust"]
    yield note(f"Contested. For: {claim['pro']} Against: {claim['con']}")


def _measured_affine(titles: dict[str, str]) -> Iterator[Part]:
    order = list(titles)
    rows = [row for row in cache.affine() if _is_current(row, titles)]
    rows.sort(key=lambda row: order.index(row["checkpoint"]))
    if not rows:
        raise CapsvizError(
            "accuracies on the affine set were measured for other weights: run `capsviz "
            "evaluate --set affine --all --save checkpoints/affine.json` again"
        )
    yield chart(
        lambda mode: figures.affine_accuracy(rows, titles, mode),
        name="affine-accuracy",
        title="Accuracy under affine changes",
    )
    yield _affine_sentence(rows, titles)


def _larger_canvas() -> Iterator[Part]:
    """The paper's own experiment, done here: learnt anywhere on 40 x 40 pixels, without turns."""
    results = cache.read_expanded_results()
    plain_cnn = [row for row in results if row["checkpoint"].startswith("expanded_cnn")]
    stopped = [row for row in results if row["checkpoint"].startswith("stopped_cnn")]
    capsules = [row for row in results if row not in (*plain_cnn, *stopped)]
    parts = {"dynamic": capsules, "cnn": plain_cnn, "stopped": stopped}
    rows = [pool_trainings(part, name) for name, part in parts.items()]
    titles = {
        "dynamic": "Capsules",
        "cnn": "CNN of the same size",
        "stopped": "The CNN, stopped when as good as the capsules",
    }
    yield chart(
        lambda mode: figures.affine_accuracy(rows, titles, mode),
        name="affine-accuracy-larger-field",
        title="Accuracy under affine changes, on 40 × 40 pixels",
    )
    yield (
        "**The paper's experiment.** Networks learn digits put anywhere on 40 × 40 pixels, never "
        "turned, stretched or sheared, and then read affine changes of digits on that field."
    )
    yield _larger_sentence(*rows)


def _larger_sentence(
    capsules: dict[str, Any], plain_cnn: dict[str, Any], stopped: dict[str, Any]
) -> str:
    parts = []
    for name, row in (("capsules", capsules), ("the CNN", plain_cnn)):
        low, high = (100 * end for end in row["interval"][-1])
        parts.append(f"**{name}** {100 * row['accuracy'][-1]:.1f} % ({low:.1f} to {high:.1f})")
    return (
        f"At {STRENGTHS[-1]:.0%} of affNIST's ranges {' and '.join(parts)}: means of "
        f"{capsules['trainings']} trainings each on {capsules['n']:,} test digits, the lowest and "
        "the highest in brackets and as bars. The paper reports **79 %** for its capsules and "
        "**66 %** for its CNN, both as good on digits put like those they had learnt (99.23 and "
        f"99.22 %). Here the capsules read {capsules['validation']:.2%} of such digits and the CNN "
        f"{plain_cnn['validation']:.2%}; both have as many parameters and saw the same number of "
        f"pictures. Stopped after three passes, when it read {stopped['validation']:.2%} of such "
        f"digits, a CNN reads **{100 * stopped['accuracy'][-1]:.1f} %** (one training): so the "
        "order is not found among networks that are as good either. The CNN's layers are ours, for "
        "the paper does not tell its own."
    )


def _is_current(row: dict[str, Any], titles: dict[str, str]) -> bool:
    """Whether a row is of a network that is shown, and of its present weights."""
    name = row["checkpoint"]
    return name in titles and checkpoint.digest(name) == row["sha256"]


def _affine_sentence(rows: list[dict[str, Any]], titles: dict[str, str]) -> str:
    """Sentence about accuracies at the set's full ranges, as Markdown."""
    parts = []
    for row in rows:
        low, high = (100 * end for end in row["interval"][-1])
        parts.append(
            f"**{plain(titles[row['checkpoint']])}** {100 * row['accuracy'][-1]:.1f} % "
            f"({low:.1f} to {high:.1f})"
        )
    field = int(rows[0]["field"])
    return (
        f"At {STRENGTHS[-1]:.0%} of affNIST's ranges (turned up to 20°, stretched by 0.8 to 1.2 "
        "each way, sheared up to 0.2, shifted up to the border): "
        + ", ".join(parts)
        + f". {rows[0]['n']:,} MNIST test digits, the same at each strength, on {field} × {field} "
        "pixels; 95 % intervals in brackets and as bars."
    )


def _attacks(titles: dict[str, str], reads: LabelSet, asked: SectionRequest) -> Iterator[Part]:
    """Accuracy against the strength of attacks, and how many the reconstruction gives away."""
    found = {name: cache.viewpoint(name) for name in titles}
    records = {name: one.resistance for name, one in found.items() if one and one.resistance}
    if not records:
        raise CapsvizError("Not measured for these weights: run capsviz viewpoint --all.")
    withstood = chart(
        lambda mode: figures.resistance(records, titles, mode),
        name="accuracy-under-attack",
        title="How many withstand an attack of a strength",
    )
    said = _attacks_sentence(records, titles, reads)
    if any(one["misfit"] is not None for one in records.values()):
        given_away = chart(
            lambda mode: figures.detection_rates(records, titles, mode),
            name="attacks-given-away",
            title="Share of fooling attacks that the reconstruction reveals",
        )
        costs = chart(
            lambda mode: figures.detector(records, titles, DETECTED, mode),
            name="attack-detector",
            title="Cost of the detection: false alarms",
        )
        yield beside([withstood, costs], [given_away, said])
    else:
        yield beside([withstood], [said])
    if asked.published is not None:
        yield "Attacks on a digit of yours are tried in the app."
    claim = claims()["adversarial"]
    yield note(f"Contested. For: {claim['pro']} Against: {claim['con']}")


def _attacks_sentence(
    records: dict[str, dict[str, Any]], titles: dict[str, str], reads: LabelSet
) -> str:
    """How attacks were made and counted, as Markdown."""
    one = next(iter(records.values()))
    alarms = [
        f"{plain(titles[name])} {100 * each['alarms']:.1f} %"
        for name, each in records.items()
        if each["alarms"] is not None
    ]
    missing = (
        " The plain CNN has not been measured on this machine."
        if reads.digits and "cnn" not in records
        else ""
    )
    return (
        f"On {one['n']:,} {'MNIST test digits' if reads.digits else 'test pictures'}, with "
        f"95 % intervals. **FGSM** takes one step; **PGD** {one['steps']}, twice if need "
        "be, from the digit and from a random place near it, until it is read wrongly; "
        "**targeted**, until it is read as the class that came second; all with gradients through "
        "every routing iteration. The detector is the misfit of the winner's reconstruction (the "
        "sum of its squared differences from the picture), with the limit that the Draw page uses; "
        f"of untouched ones it rejects: {', '.join(alarms)}. **Hiding** knows of the detector: it "
        "succeeds where a picture is "
        "read wrongly *and* its reconstruction fits as well as that limit asks. Stronger attacks "
        f"may exist: these are what was tried.{missing}"
    )
