"""`em` is EM over one dense layer, and is named so: the paper's network is a different one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from capsviz.model.networks import MODELS, describe_differences, title

HOME = Path(__file__).parents[2]
#: Occurrences that must not stand alone: a sentence or heading must say which of the two it means.
BARE = re.compile(r"\bEM\b(?! \(Hinton)")
SAID = re.compile(r"dense|one layer|matri", re.IGNORECASE)


def test_no_network_is_called_by_the_bare_name():
    titles = {name: title(config) for name, config in MODELS.items()}
    assert titles["em"] != titles["matrix"]
    for called in titles.values():
        assert not BARE.search(called) or SAID.search(called), called


@pytest.mark.parametrize("name", ["em", "matrix"])
def test_each_description_first_names_its_em_variant_and_its_difference_from_the_paper(name):
    told = describe_differences(MODELS[name])
    first, _, _ = told.partition(":")
    assert "Hinton, Sabour and Frosst (2018)" in first
    assert "Not as published" in told
    assert ("dense layer" in told) == (name == "em")
    assert ("not the network" in first) == (name == "em")


def test_the_text_on_matrix_capsules_matches_the_network():
    from capsviz.model.matrix import MatrixCapsNet
    from capsviz.model.networks import frame
    from capsviz.model.routing.matrix_em import VARIANCE_FLOOR

    config = MODELS["matrix"]
    network = frame(config)
    assert isinstance(network, MatrixCapsNet)
    told = " ".join(describe_differences(config).split())
    assert f"a variance of at least {VARIANCE_FLOOR}," in told
    as_published, _, changed = told.partition("Not as published")
    assert config.iterations == 2
    assert "two iterations" in changed
    assert "iterations" not in as_published
    # Steps from one place of each layer to the next, in pixels: 2 for Conv1, 2 and 1 above it.
    step = 2 * 2 * 1
    places = network.caps2.field.grid
    assert places == 3
    assert "coordinates a third apart" in changed
    assert f"{step / config.image_size:.2f} of the picture" in changed
    seen = (places - 1) * step + (2 * 2 * 2 + 2 * 2 + config.kernel)
    assert config.image_size - seen == 3
    assert "No capsule sees the last three rows and columns" in changed


@pytest.mark.parametrize("name", ["dynamic", "compact", "overlap"])
def test_differences_from_the_authors_code_are_described(name):
    _, _, changed = describe_differences(MODELS[name]).partition("Not as published")
    assert "gradients through the last iteration alone" in changed
    assert "no bias for each output capsule" in changed


def test_headings_and_lessons_name_the_variant_of_em():
    messages = (HOME / "capsviz/ui/languages/en/routing.ftl").read_text("utf-8")
    texts = re.findall(r"^heading-.* = (.*)$", messages, re.MULTILINE)
    assert any("EM over one dense layer" in text for text in texts)
    for lesson in (HOME / "capsviz/ui/languages/en/lessons").glob("*.toml"):
        texts += lesson.read_text("utf-8").split("\n\n")
    for text in texts:
        assert not BARE.search(text) or SAID.search(text), text


def test_the_card_of_em_states_that_it_is_not_the_papers_network():
    card = (HOME / "checkpoints/em.md").read_text("utf-8")
    assert card.removeprefix("# em\n").strip().startswith(describe_differences(MODELS["em"]))
