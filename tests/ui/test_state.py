"""What the session knows of a visitor, against what browsers report."""

from __future__ import annotations

from collections import UserDict
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from typing import Any

import pytest

DRAWING = {"s": [[85, 0, 500, 100, 500, 900]], "b": None}
OTHER = {"s": [[85, 0, 100, 500, 900, 500]], "b": None}


@pytest.fixture
def session(monkeypatch, tiny_checkpoint) -> dict[str, Any]:
    """A session's state, as a plain dictionary."""
    from capsviz.ui.session import state

    found: dict[str, Any] = {}
    monkeypatch.setattr(state.st, "session_state", found)
    return found


def reports(session: dict[str, Any], **states: Any) -> None:
    session["draw"] = states


def carried() -> dict[str, Any]:
    from capsviz.ui.pages.draw.view import View
    from capsviz.ui.session import state

    return state.page_state("draw", View)


def test_a_first_visit_has_no_time(session):
    found = carried()
    assert [found[name]["at"] for name in ("drawing", "settings", "view")] == [0, 0, 0]
    assert found["link"] is None
    assert found["session"] == carried()["session"]


def test_a_newer_report_is_taken_and_an_older_one_is_not(session):
    from capsviz.ui.session import state

    reports(session, drawing={"value": DRAWING, "at": 50})
    state.take_drawing("draw")
    assert carried()["drawing"] == {"value": DRAWING, "at": 50}
    for at in (50, 49, 0, -1, 2**53, 50.5, "51", True, None):
        reports(session, drawing={"value": OTHER, "at": at})
        state.take_drawing("draw")
        assert carried()["drawing"] == {"value": DRAWING, "at": 50}, at
    reports(session, drawing={"value": OTHER, "at": 51})
    state.take_drawing("draw")
    assert carried()["drawing"] == {"value": OTHER, "at": 51}


class Stopped(BaseException):
    """As Streamlit's own, which may come at any touch of the session."""


class Session(UserDict):
    """A session whose run is stopped after so many touches."""

    left = float("inf")

    def _touch(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise Stopped

    def __getitem__(self, key):
        self._touch()
        return super().__getitem__(key)

    def __setitem__(self, key, value):
        self._touch()
        super().__setitem__(key, value)

    def __contains__(self, key):
        self._touch()
        return super().__contains__(key)


def stopped_everywhere(monkeypatch, act: Callable[[], object], **known: Any) -> Iterator[None]:
    """A new session each time: `act` was stopped at its next touch; in the last it was not."""
    from capsviz.ui.session import state

    stopped = True
    for touches in count():
        session = Session(known)
        monkeypatch.setattr(state.st, "session_state", session)
        session.left = touches
        try:
            act()
            stopped = False
        except Stopped:
            assert touches < 1000
        session.left = float("inf")
        yield
        if not stopped:
            return


def test_a_run_that_is_stopped_anywhere_claims_nothing_that_it_did_not_take(
    monkeypatch, tiny_checkpoint
):
    from capsviz.ui.session import state

    report = {"value": {"model": "dynamic", "iterations": 5}, "at": 50}
    found = {}
    for _ in stopped_everywhere(
        monkeypatch, lambda: state.take_settings("draw"), draw={"settings": report}
    ):
        found = carried()["settings"]
        assert found["at"] == 0 or found["value"]["iterations"] == 5
    assert found["at"] == 50


def test_a_link_whose_run_is_stopped_is_opened_by_the_next(monkeypatch, tiny_checkpoint):
    from capsviz.data.drawing import Drawing
    from capsviz.ui.catalogue.read_settings import ReadSettings
    from capsviz.ui.pages.draw.view import View
    from capsviz.ui.session import permalink

    settings = ReadSettings("dynamic", iterations=5)
    link = permalink.Link("draw", Drawing.from_plain(DRAWING), settings, {"pose": [0.25] * 16})
    monkeypatch.setattr(permalink.st, "query_params", {"v": permalink.encode(link)})

    def opens() -> None:
        permalink.adopt_link("draw", View.from_plain)

    for _ in stopped_everywhere(monkeypatch, opens):
        opens()
        found = carried()
        assert found["drawing"]["value"] == DRAWING
        assert found["settings"]["value"]["iterations"] == 5
        assert found["view"]["value"] == {"pose": [0.25] * 16}
        assert found["link"]


def test_what_is_refused_is_overruled_in_the_browser(session):
    from capsviz.ui.session import state

    state.settings()
    for bad in ({"model": "no such network"}, {"iterations": 11}, "settings", None):
        before = carried()["settings"]
        at = before["at"] + 5
        reports(session, settings={"value": bad, "at": at})
        state.take_settings("draw")
        assert carried()["settings"] == {"value": before["value"], "at": at + 1}
        assert state.complaint()


def test_what_changes_on_the_server_is_newer(session):
    from capsviz.data.drawing import Drawing
    from capsviz.ui.pages.draw.view import View
    from capsviz.ui.session import state

    reports(session, drawing={"value": DRAWING, "at": 50}, view={"value": {"pose": None}, "at": 7})
    state.take_drawing("draw")
    state.take_view("draw", View.from_plain)
    state.replace_drawing(Drawing.from_plain(OTHER))
    state.replace_settings(replace(state.settings(), iterations=5))
    state.replace_view("draw", View(pose=(0.5,) * 16))
    found = carried()
    assert found["drawing"] == {"value": OTHER, "at": 51}
    assert found["settings"]["at"] == 1
    assert found["view"] == {"value": {"pose": [0.5] * 16}, "at": 8}


def test_a_model_that_has_gone_is_told_as_newer(session, tiny_checkpoint):
    from capsviz.training import checkpoint
    from capsviz.ui.session import state

    loaded = checkpoint.load("dynamic")
    checkpoint.save(
        tiny_checkpoint.with_name("mine.safetensors"),
        loaded.model.state_dict(),
        loaded.model.config,
        {},
    )
    reports(session, settings={"value": {"model": "mine"}, "at": 50})
    state.take_settings("draw")
    tiny_checkpoint.with_name("mine.safetensors").unlink()
    assert carried()["settings"]["at"] == 51
    assert carried()["settings"]["value"]["model"] == "dynamic"


def test_a_new_session_takes_over_what_the_browser_had_told_the_last_one(session):
    from capsviz.ui.pages.draw.view import View
    from capsviz.ui.session import state

    shown = []

    def mount(**values: Any) -> None:
        shown.append(values["data"]["carried"])

    def run() -> None:
        state.carry(mount, "draw", {}, read=View.from_plain, first=View)

    reports(
        session,
        drawing={"value": DRAWING, "at": 50},
        settings={"value": {"iterations": 7}, "at": 60},
        view={"value": {"pose": [1] * 16}, "at": 70},
    )
    run()
    run()
    assert shown[1]["drawing"] == {"value": DRAWING, "at": 50}
    assert shown[1]["settings"]["value"]["iterations"] == 7
    assert shown[1]["view"] == {"value": {"pose": [1.0] * 16}, "at": 70}
    assert state.complaint() is None


def test_a_link_says_what_it_brought(session, monkeypatch):
    from capsviz.data.drawing import Drawing
    from capsviz.ui.pages.draw.view import View
    from capsviz.ui.session import permalink

    link = permalink.Link("draw", Drawing.from_plain(DRAWING), view={"pose": [0.25] * 16})
    monkeypatch.setattr(permalink.st, "query_params", {"v": permalink.encode(link)})
    permalink.adopt_link("draw", View.from_plain)
    found = carried()
    assert found["drawing"] == {"value": DRAWING, "at": 1}
    assert found["view"]["value"] == {"pose": [0.25] * 16}
    assert sorted(found["link"]["places"]) == ["drawing", "view.draw"]
    first = found["link"]["token"]
    monkeypatch.setattr(
        permalink.st, "query_params", {"v": permalink.encode(replace(link, view={}))}
    )
    permalink.adopt_link("draw", View.from_plain)
    assert carried()["link"]["token"] != first
