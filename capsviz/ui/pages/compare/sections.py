"""Results over many pictures, beneath the one picture of Compare."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from capsviz.analysis.compare import Results, disagreement
from capsviz.analysis.mcnemar import differences
from capsviz.training import checkpoint
from capsviz.ui.catalogue.sections import Item, Say, Section, SectionRequest
from capsviz.ui.languages import messages
from capsviz.ui.networks import cache
from capsviz.ui.pages.compare import figures
from capsviz.ui.pages.compare.data import titles_of
from capsviz.ui.pages.compare.disputed import disputed_items
from capsviz.ui.pages.compare.family import family_items
from capsviz.ui.pages.compare.label_basis import label_items
from capsviz.ui.pages.compare.reliability import calibration_items
from capsviz.ui.pages.compare.tables import (
    mcnemar_sentence,
    mcnemar_table,
    results_table,
    routing_sentences,
    two_digits_sentence,
)
from capsviz.ui.sections import Draft, chart, collect, columns, fold, table


def sections(request: SectionRequest) -> list[Section]:
    """The test set, calibration, labels of dimensions, and training runs of the family."""
    reads = cache.subject(request.model)
    offers = checkpoint.singles(capsules=False, label_set=reads)
    say = partial(messages.text, request.language, "compare_sections")
    titles = {
        name: messages.name(say, "network-name", title)
        for name, title in titles_of(reads).items()
        if request.tells(name, shipped=name not in offers or offers[name].shipped)
    }
    drafts: dict[str, Draft] = {}
    if reads.digits:
        if request.published is None:  # a site does not hold MNIST
            drafts["disputed"] = Draft(
                say("section-disputed"), _dispute_items(titles, request, say), detail=False
            )
        drafts["results"] = Draft(say("section-results"), _results(titles, say), detail=False)
        drafts["differences"] = Draft(say("section-differences"), _differences(titles, say))
    drafts["calibration"] = Draft(
        say("section-calibration"), calibration_items(titles, reads.noun, request.model, say)
    )
    networks = [name for name in checkpoint.singles(label_set=reads) if name in titles]
    drafts["labels"] = Draft(
        say("section-labels"), label_items(networks, titles, reads.digits, say)
    )
    drafts["family"] = Draft(say("section-family"), family_items(reads.data_set, say))
    return collect(drafts, request)


def _name_networks(results: Results, titles: dict[str, str]) -> dict[str, str]:
    return {row["checkpoint"]: titles.get(row["checkpoint"], "?") for row in results.rows}


def _dispute_items(titles: dict[str, str], request: SectionRequest, say: Say) -> Iterator[Item]:
    results = cache.results()
    names = [row["checkpoint"] for row in results.rows if row["checkpoint"] in titles]
    network_titles = _name_networks(results, titles)
    yield from disputed_items(results, names, network_titles, request.networks, say)


def _results(titles: dict[str, str], say: Say) -> Iterator[Item]:
    """Accuracy of each network, and number of differing predictions of each pair."""
    results = cache.results()
    network_titles, n = _name_networks(results, titles), len(results.labels)
    tests = differences(results)
    accuracy = chart(
        lambda mode: figures.accuracies(results.rows, network_titles, say, mode),
        say,
        name="accuracy",
        title=say("chart-accuracy", count=n),
    )
    pairs = chart(
        lambda mode: figures.disagreements(disagreement(results), network_titles, tests, say, mode),
        say,
        name="disagreements",
        title=say("chart-disagreements", count=n),
    )
    yield columns([accuracy], [pairs])


def _differences(titles: dict[str, str], say: Say) -> Iterator[Item]:
    """The full table, and the significance of each difference."""
    results = cache.results()
    network_titles, tests = _name_networks(results, titles), differences(results)
    yield columns(
        [
            table(results_table(results, network_titles, say)),
            fold(say("mcnemar-fold"), table(mcnemar_table(tests, network_titles, say))),
        ],
        [
            mcnemar_sentence(tests, network_titles, len(results.labels), say),
            *routing_sentences(results, network_titles, say),
        ],
    )
    yield two_digits_sentence(say)
