"""The program's own names of things that visitors read have words in each language."""

from __future__ import annotations

import re
from functools import partial

import pytest

from capsviz.data import sets
from capsviz.model.routing import ROUTINGS
from capsviz.model.vote_matrices import FORMS
from capsviz.training import checkpoint
from capsviz.ui.languages import ENGLISH, messages, native_names
from capsviz.ui.languages.overlay import read_claims
from capsviz.ui.languages.row_names import row_name

#: Names that are the same in all languages: of networks, methods, layers and data sets.
KEPT = {
    *("cifar", "efficient-capsnet", "fashion-mnist", "mnist", "sprites", "l", "top-k"),
    *("self-attention", "self-routing", "cnn", "em", "efficient", "pgd", "fgsm"),
    *("classcaps", "convcaps", "primarycaps", "x", "y", "inverted-dot-product-attention"),
    *("query-key-attention",),
}


def key_of(title: str) -> str:
    return re.sub("[^a-z]+", "-", title.lower())


def row_names() -> set[str]:
    """Names of measured rows, without their numbers."""
    rows = [row for measure in read_claims(ENGLISH).measures.values() for row in measure.rows]
    names = {name for row in rows for name in (row.series, row.condition)}
    keys = {key_of(re.sub(r"\d+([.,]\d+)*", " ", name)) for name in names}
    return {key.strip("-") for key in keys} - {""}


NAMES = {
    "class-name": {
        key_of(name) for make in sets.SETS.values() for name in make(None, False).classes
    }
    - {"-"},
    "set-name": {key_of(sets.title(name)).strip("-") for name in sets.SETS},
    "network-name": {
        key_of(offer.title)
        for offer in checkpoint.list_offers(None, capsules=False, data_set=None).values()
        if offer.shipped
    },
    "routing-name": {
        *(key_of(routing.title) for routing in ROUTINGS.values()),
        *(key_of(f"W {form.title}") for form in FORMS.values()),
    },
    "row-name": row_names(),
}
FILES = {"routing-name": "compare_sections", "row-name": "measurements"}


@pytest.mark.parametrize("kind", NAMES)
@pytest.mark.parametrize("language", [name for name in native_names() if name != ENGLISH])
def test_a_name_is_worded_in_each_language(language, kind):
    told = messages.messages(language, FILES.get(kind, "shared"))[kind]
    assert NAMES[kind] - KEPT <= set(re.findall(r"\[([\w-]+)\]", told))


def test_python_finds_the_same_names_as_scripts():
    say = partial(messages.text, "de", "compare_sections")
    assert messages.name(say, "class-name", "ankle boot") == "Stiefelette"
    assert messages.name(say, "routing-name", "Dynamic, as in the authors' code").endswith(
        "Autoren"
    )
    assert messages.name(say, "network-name", "one of mine") == "one of mine"


def test_a_row_is_named_as_a_whole_with_its_numbers():
    names = {
        "the paper's build, dynamic, 1 iteration: noise": (
            "Bauform des Artikels, dynamisch, 1 Iteration: Rauschen"
        ),
        "10, turned by 0° to 30°": "10, gedreht um 0° bis 30°",
        "ConvCaps1, of one class": "ConvCaps1, Bilder einer Klasse",
        "FGSM 0.05": "FGSM 0,05",
    }
    assert {name: row_name(name, ENGLISH) for name in names} == {name: name for name in names}
    assert {name: row_name(name, "de") for name in names} == names


@pytest.mark.parametrize("name", messages.files())
@pytest.mark.parametrize("language", native_names())
def test_a_garment_is_never_called_a_digit(language, name):
    for entry in messages.messages(language, name).values():
        defaults = re.findall(r"\$thing ->.*?\*\[(\w+)\]", entry, re.DOTALL)
        assert "digit" not in defaults, entry
