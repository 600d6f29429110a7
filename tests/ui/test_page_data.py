"""Page data: plain values of a visitor's state, made without Streamlit."""

from __future__ import annotations

import base64
import importlib
import json
from dataclasses import replace

import pytest
from pages import visit

from capsviz.config.read_settings import ReadSettings
from capsviz.data.drawing import Drawing
from capsviz.data.samples import samples
from capsviz.ui.catalogue.navigation import ENTRIES
from capsviz.ui.catalogue.page_settings import PageSettings
from capsviz.ui.live.messages import unpack_arrays

PAGES = [entry.name for entry in ENTRIES]
#: Headers of a visitor from elsewhere, by way of a proxy. A seven, as the samples have it.
SEVEN = next(sample.drawing for sample in samples() if sample.digit == 7)


def page_data(page: str, settings: PageSettings | None = None) -> dict:
    view = importlib.import_module(f"capsviz.ui.pages.{page}.view").View
    settings = settings or PageSettings(drawing=SEVEN)
    if settings.view is None and page != "learn":
        settings = replace(settings, view=view())
    return importlib.import_module(f"capsviz.ui.pages.{page}.data").page_data(settings)


@pytest.mark.parametrize("page", PAGES)
def test_data_are_plain_and_depend_on_the_settings_alone(page: str, monkeypatch) -> None:
    import streamlit

    # No page asks the session: there is none here.
    monkeypatch.delattr(streamlit, "session_state")
    one, other = page_data(page), page_data(page)
    for data in (one, other):
        data.pop("loading", None)  # says when
    header = "reply" in one and unpack_arrays(base64.b64decode(one["reply"]))[0]
    for data in (one, other):
        if header:  # says how long it took
            data.pop("reply")
    if page == "compare":
        for column in (*one["columns"], *other["columns"]):
            column.pop("ms")  # likewise
    assert json.loads(json.dumps(one, allow_nan=False)) == json.loads(json.dumps(other))


def test_every_page_that_carries_a_view_declares_it() -> None:
    for page in set(PAGES) - {"compare"}:  # its script changes nothing but a number
        assert [row["name"] for row in page_data(page)["table"]] == list(
            importlib.import_module(f"capsviz.ui.pages.{page}.view").View.__dataclass_fields__
        )


@pytest.mark.parametrize("page", ["draw", "dimensions", "viewpoint"])
def test_the_first_reply_is_of_the_drawing(page: str) -> None:
    header, arrays = unpack_arrays(base64.b64decode(page_data(page)["reply"]))
    assert header["model"] == "dynamic"
    assert int(arrays["lengths"][-1].argmax()) == 7
    empty = PageSettings(drawing=Drawing(), inference=ReadSettings(model="em"))
    header, arrays = unpack_arrays(base64.b64decode(page_data(page, empty)["reply"]))
    assert header["model"] == "em"
    assert not arrays["input"].any()


def test_compare_lists_networks_that_are_still_to_load(monkeypatch) -> None:
    from capsviz.engine import Engine
    from capsviz.ui.pages.compare import data

    view = importlib.import_module("capsviz.ui.pages.compare.view").View()
    known = set()
    monkeypatch.setattr(Engine, "knows", lambda _, name: name in known)
    settings = PageSettings(drawing=SEVEN, view=view, seen=False)
    first = data.page_data(settings)
    assert not first["columns"]
    assert first["loading"][0] > 1
    assert first["picture"] == "drawing"
    then = data.page_data(replace(settings, seen=True))
    assert then["loading"] is None
    assert {column["winner"] for column in then["columns"]} == {7}


def test_an_invalid_learn_address_gets_one_sentence() -> None:
    there = page_data("learn", PageSettings(address={"lesson": "squash", "step": "2"}))
    assert (there["lesson"], there["step"], there["complaints"]) == ("squash", 1, [])
    wrong = page_data("learn", PageSettings(address={"lesson": "sqash"}))
    assert (wrong["lesson"], wrong["step"]) == ("", 0)
    assert wrong["complaints"] == ["This link could not be opened: there is no such lesson."]
    german = page_data("learn", PageSettings(address={"lesson": "sqash"}, language="de"))
    assert german["complaints"][0].endswith(": Eine solche Lektion gibt es nicht.")


@pytest.mark.parametrize("allowed", [True, False])
def test_train_begins_with_the_run_that_the_address_asks_for(monkeypatch, allowed: bool) -> None:
    monkeypatch.setattr("capsviz.ui.pages.train.data.is_allowed", lambda: allowed)
    data = page_data("train", PageSettings(address={"run": "x"}))
    assert (data["asked"], data["allowed"]) == ("x", allowed)
    assert data["complaints"] == ["This link could not be opened: there is no run “x” here."]
    assert not page_data("train", PageSettings(address={"run": data["runs"][0]["name"]}))[
        "complaints"
    ]


def test_another_network_brings_its_own_iterations_but_not_over_chosen_ones() -> None:
    def iterations(chosen: int, before: str, now: str) -> int:
        found = visit("network", now, settings={"iterations": chosen}, before=before)
        assert ("settings" in found["replaced"]) == (found["settings"]["iterations"] != chosen)
        return found["settings"]["iterations"]

    assert iterations(3, "dynamic", "matrix") == 2
    assert iterations(2, "matrix", "dynamic") == 3
    assert iterations(5, "dynamic", "matrix") == 5
