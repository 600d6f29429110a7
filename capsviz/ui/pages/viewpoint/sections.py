"""Results on many digits, beneath the one on Viewpoint: laws, robustness, attacks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
import plotly.graph_objects as go
from jaxtyping import Float64

from capsviz.analysis.laws import MIN_PER_CLASS
from capsviz.analysis.robustness import STRENGTHS, pool_trainings
from capsviz.analysis.viewpoint import Findings
from capsviz.config import LabelSet
from capsviz.data.affine import KINDS
from capsviz.errors import CapsvizError
from capsviz.training import checkpoint
from capsviz.ui.catalogue.sections import Item, Say, Section, SectionRequest
from capsviz.ui.languages import messages, refusals
from capsviz.ui.networks import cache
from capsviz.ui.pages.viewpoint import figures
from capsviz.ui.pages.viewpoint.data import claims, suit
from capsviz.ui.sections import Draft, chart, choice, collect, columns, escape, note

#: Strength of the attacks whose detector is drawn.
DETECTED_STRENGTH = 0.1
#: Laws in the order of the choice.
_LAWS = ("shared", "own", "matrix", "common", "read")
_MATRIX_LAWS = ("matrix", "common")


def sections(request: SectionRequest) -> list[Section]:
    """Laws of the pose, robustness to affine change, resistance to attacks."""
    model = suit(request.model)
    reads = cache.subject(model)
    offers = checkpoint.singles(capsules=False, label_set=reads)
    say = partial(messages.text, request.language, "viewpoint_sections")
    titles = {
        name: messages.name(say, "network-name", offer.title)
        for name, offer in offers.items()
        if request.tells(name, shipped=offer.shipped)
    }
    drafts = {"laws": Draft(say("section-laws"), _laws(model, titles, reads, say))}
    if reads.digits:
        drafts["affine"] = Draft(say("section-affine"), _affine(titles, request, say))
    drafts["attacks"] = Draft(say("section-attacks"), _attacks(titles, reads, request, say))
    return collect(drafts, request)


def _laws(model: str, titles: dict[str, str], reads: LabelSet, say: Say) -> Iterator[Item]:
    """How well laws explain what poses do, by transform and class."""
    findings = cache.viewpoint(model)
    each = findings and findings.provenance.get("digits_per_class")
    if isinstance(each, int) and each < MIN_PER_CLASS:
        yield say("law-few", least=str(MIN_PER_CLASS), each=str(each + 2))
        return
    if findings is None or findings.fits is None:
        command = f"capsviz viewpoint {checkpoint.option(model)}"
        raise CapsvizError(say("law-unmeasured", command=command))
    laws = [name for name in _LAWS if getattr(findings.fits, name) is not None]
    options = {
        law: (say(f"law-{law}"), _law_items(model, law, findings, titles, reads, say))
        for law in laws
    }
    yield choice(say("law-choice"), options, laws[0], field="law")


def _law_items(
    model: str, law: str, findings: Findings, titles: dict[str, str], reads: LabelSet, say: Say
) -> list[Item]:
    r2: Float64[np.ndarray, "T J"] = getattr(findings.fits, law)
    kinds = [say(f"change-range-{kind}") for kind in KINDS]
    classes = [messages.name(say, "class-name", name) for name in reads.classes]
    draw = partial(figures.law_map, r2, kinds, classes, reads.noun, say)
    title = say("law-title", law=say(f"law-{law}"))
    figure = chart(draw, say, name=f"pose-law-{law}-{model}", title=title, network=model)
    sentences = [_law_sentence(r2, law, findings, escape(titles[model]), reads, say)]
    sentences += [_matrix_sentence(law, titles, say)] if law in _MATRIX_LAWS else []
    return [columns([figure], sentences)]


def _law_sentence(
    r2: Float64[np.ndarray, "T J"],
    law: str,
    findings: Findings,
    title: str,
    reads: LabelSet,
    say: Say,
) -> str:
    things = "digits" if reads.digits else "pictures"
    half_count = int(findings.provenance["digits_per_class"]) // 2
    medians = np.median(r2, axis=1)
    best, worst = int(medians.argmax()), int(medians.argmin())
    explained = say(
        "law-explained",
        network=title,
        law=law,
        things=things,
        half=str(half_count),
        best=messages.decimal(medians[best], 2),
        bestKind=say(f"change-{KINDS[best]}"),
        worst=messages.decimal(medians[worst], 2),
        worstKind=say(f"change-{KINDS[worst]}"),
    )
    limit = say(f"law-{'read' if law == 'read' else 'small'}-{things}")
    return say("list-sentences", before=explained, next=limit)


def _matrix_sentence(law: str, titles: dict[str, str], say: Say) -> str:
    """The same law of every network of which it was measured, side by side."""
    parts, arranged = [], []
    for name, title in titles.items():
        findings = cache.viewpoint(name)
        r2 = getattr(findings.fits, law) if findings and findings.fits else None
        if findings is None or r2 is None:
            continue
        share = messages.decimal(np.median(r2), 2)
        parts.append(say("law-network", network=escape(title), share=share))
        if findings.provenance.get("matrices") is False:
            arranged.append(escape(title))
    sentences = [say("law-networks", networks=messages.join(say, parts, "series"))]
    if arranged:
        sentences.append(say("law-arranged", networks=messages.join(say, arranged, "series-and")))
    return messages.join(say, sentences, "list-sentences")


def _share(share: float, digits: int = 1) -> Any:
    """A share in percent, as a value of a message."""
    return messages.decimal(100 * share, digits)


def _accuracy_values(row: dict[str, Any]) -> dict[str, Any]:
    """Accuracy and interval at full strength, in percent, as values of a message."""
    low, high = map(_share, row["interval"][-1])
    return {"percent": _share(row["accuracy"][-1]), "low": low, "high": high}


def _affine(titles: dict[str, str], request: SectionRequest, say: Say) -> Iterator[Item]:
    """Accuracy against the strength of affine changes."""
    measured: list[Item] = []
    try:
        measured.extend(_measured_affine(titles, say))
    except CapsvizError as error:
        if request.published is None:
            measured.append(escape(refusals.word(error, request.language)))
    yield columns(*filter(None, [measured, list(_larger_canvas(say))]))
    claim = claims(request.language)["robust"]
    yield note(say("contested-note", pro=claim["pro"], con=claim["con"]))


def _measured_affine(titles: dict[str, str], say: Say) -> Iterator[Item]:
    order = list(titles)
    rows = [row for row in cache.affine() if _is_current(row, titles)]
    rows.sort(key=lambda row: order.index(row["checkpoint"]))
    if not rows:
        command = "capsviz evaluate --set affine --all --save checkpoints/affine.json"
        raise CapsvizError(say("affine-stale", command=command))
    draw = partial(figures.affine_accuracy, rows, titles, say)
    yield chart(draw, say, name="affine-accuracy", title=say("affine-title"))
    yield _affine_sentence(rows, titles, say)


def _larger_canvas(say: Say) -> Iterator[Item]:
    """The paper's own experiment, done here: learnt anywhere on 40 x 40 pixels, without turns."""
    results = cache.read_expanded_results()
    plain_cnn = [row for row in results if row["checkpoint"].startswith("expanded_cnn")]
    stopped = [row for row in results if row["checkpoint"].startswith("stopped_cnn")]
    capsules = [row for row in results if row not in (*plain_cnn, *stopped)]
    parts = {"dynamic": capsules, "cnn": plain_cnn, "stopped": stopped}
    rows = [pool_trainings(part, name) for name, part in parts.items()]
    titles = {
        "dynamic": say("affine-capsules"),
        "cnn": say("affine-cnn"),
        "stopped": say("affine-stopped"),
    }
    draw = partial(figures.affine_accuracy, rows, titles, say)
    title = say("affine-title-larger")
    yield chart(draw, say, name="affine-accuracy-larger-field", title=title)
    yield say("affine-paper")
    yield _larger_sentence(*rows, say=say)


def _larger_sentence(
    capsules: dict[str, Any], plain_cnn: dict[str, Any], stopped: dict[str, Any], *, say: Say
) -> str:
    parts = [
        say("affine-larger-capsules", **_accuracy_values(capsules)),
        say("affine-larger-cnn", **_accuracy_values(plain_cnn)),
    ]
    return say(
        "affine-larger",
        strength=round(100 * STRENGTHS[-1]),
        networks=messages.join(say, parts, "series-and"),
        trainings=capsules["trainings"],
        count=capsules["n"],
        capsules=_share(capsules["validation"], 2),
        cnn=_share(plain_cnn["validation"], 2),
        stopped=_share(stopped["validation"], 2),
        affine=_share(stopped["accuracy"][-1]),
    )


def _is_current(row: dict[str, Any], titles: dict[str, str]) -> bool:
    """Whether a row is of a network that is shown, and of its present weights."""
    name = row["checkpoint"]
    return name in titles and checkpoint.digest(name) == row["sha256"]


def _affine_sentence(rows: list[dict[str, Any]], titles: dict[str, str], say: Say) -> str:
    """Sentence about accuracies at the set's full ranges, as Markdown."""
    parts = [
        say("affine-network", network=escape(titles[row["checkpoint"]]), **_accuracy_values(row))
        for row in rows
    ]
    return say(
        "affine",
        strength=round(100 * STRENGTHS[-1]),
        networks=messages.join(say, parts, "series"),
        count=rows[0]["n"],
        field=int(rows[0]["field"]),
    )


def _attacks(
    titles: dict[str, str], reads: LabelSet, request: SectionRequest, say: Say
) -> Iterator[Item]:
    """Accuracy against the strength of attacks, and how many the reconstruction gives away."""
    viewpoints = {name: cache.viewpoint(name) for name in titles}
    records = {
        name: record.resistance
        for name, record in viewpoints.items()
        if record and record.resistance
    }
    if not records:
        raise CapsvizError(say("attacks-unmeasured", command="capsviz viewpoint --all"))

    def draw_chart(figure: Callable[..., go.Figure], name: str, title: str, *values: float) -> Item:
        draw = partial(figure, records, titles, *values, say)
        return chart(draw, say, name=name, title=say(title))

    withstood = draw_chart(figures.resistance, "accuracy-under-attack", "attacks-title")
    sentence = _attacks_sentence(records, titles, reads, say)
    if any(one["misfit"] is not None for one in records.values()):
        given_away = draw_chart(figures.detection_rates, "attacks-given-away", "attacks-revealed")
        costs = draw_chart(figures.detector, "attack-detector", "attacks-cost", DETECTED_STRENGTH)
        yield columns([withstood, costs], [given_away, sentence])
    else:
        yield columns([withstood], [sentence])
    if request.published is not None:
        yield say("attacks-in-app")
    claim = claims(request.language)["adversarial"]
    yield note(say("contested-note", pro=claim["pro"], con=claim["con"]))


def _attacks_sentence(
    records: dict[str, dict[str, Any]], titles: dict[str, str], reads: LabelSet, say: Say
) -> str:
    """How attacks were made and counted, as Markdown."""
    record = next(iter(records.values()))
    alarms = [
        say("attacks-alarm", network=escape(titles[name]), percent=_share(each["alarms"]))
        for name, each in records.items()
        if each["alarms"] is not None
    ]
    things = "digits" if reads.digits else "pictures"
    numbers = {"count": record["n"], "things": things, "steps": record["steps"]}
    sentences = [say("attacks", alarms=messages.join(say, alarms, "series"), **numbers)]
    if reads.digits and "cnn" not in records:
        sentences.append(say("attacks-no-cnn"))
    return messages.join(say, sentences, "list-sentences")
