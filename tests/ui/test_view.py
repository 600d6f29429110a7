"""A page's view: one declaration for links, storage and script."""

from __future__ import annotations

import importlib
import json
from typing import Any

import pytest

PAGES = (
    "draw",
    "network",
    "routing",
    "dimensions",
    "overlap",
    "parts",
    "viewpoint",
    "compare",
    "claims",
    "train",
)


def view_of(page: str) -> Any:
    return importlib.import_module(f"capsviz.ui.pages.{page}.view").View


@pytest.mark.parametrize("page", PAGES)
def test_a_view_survives_a_round_trip(page):
    view = view_of(page)
    plain = json.loads(json.dumps(view().to_plain()))
    assert view.from_plain(plain) == view()
    assert [row["name"] for row in view.table()] == list(plain)
    assert view.from_plain({"unknown": 1}) == view()


@pytest.mark.parametrize("page", PAGES)
def test_the_script_has_the_same_limits_as_python(script, page):
    from capsviz.config import ModelConfig
    from capsviz.errors import CapsvizError

    view, network = view_of(page), ModelConfig(classes=4, digit_dim=15)
    tried = [None, True, -2, -1, 0, 0.5, 3, 11, 99999, 1e9, "", "feed", "data", "pgd", "now"]
    tried += [[0] * 16, [0] * 15, [11] * 16, ["0"] * 16, {}]
    for row in view.table(network):
        if row["kind"] == "other":
            continue
        for value in tried:
            try:
                view.from_plain({row["name"]: value}, network)
                good = True
            except CapsvizError:
                good = False
            found = script("browser/view.js", "([row, value]) => takes(row, value)", [row, value])
            assert found == good, (row, value)


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("plain", [None, [], "view", 3])
def test_an_invalid_view_is_refused_in_one_sentence(page, plain):
    from capsviz.errors import CapsvizError

    with pytest.raises(CapsvizError, match="JSON object"):
        view_of(page).from_plain(plain)
