"""The Learn page's script, without a browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from pages import data_of

LESSONS = Path(__file__).parents[2] / "capsviz/ui/lessons"
PAGE = Path(__file__).parents[2] / "capsviz/ui/pages/learn/page.py"


@pytest.fixture
def app(tiny_checkpoint):
    from streamlit.testing.v1 import AppTest

    from capsviz.ui.lessons import extra

    extra.sample_poses.cache_clear()
    yield AppTest.from_file(str(PAGE), default_timeout=60)
    extra.sample_poses.cache_clear()


def complaint(app) -> str:
    """What the page leaves to be told above it."""
    from capsviz.ui.session import state

    return app.session_state[state._COMPLAINT]


def component(app) -> dict:
    return data_of(app.get("bidi_component")[0])


def test_all_lessons_are_sent_at_once(app):
    app.run()
    assert not app.exception
    data = component(app)
    files = [*(LESSONS / "en").glob("[0-9]*.toml")]
    assert len(data["course"]["lessons"]) == len(files) + 1  # and the gallery of mistakes
    assert [sample["digit"] for sample in data["extra"]["samples"]] == list(range(10))
    assert all(len(sample["pose"]) == 16 for sample in data["extra"]["samples"])
    opened = [lesson["steps"][-1].get("open") for lesson in data["course"]["lessons"][:9]]
    assert all(place["href"] for place in opened)
    assert all(claim["href"] for claim in data["course"]["claims"])


def test_an_address_leads_to_its_step(app):
    app.query_params["lesson"] = "squash"
    app.query_params["step"] = "3"
    app.run()
    assert (component(app)["lesson"], component(app)["step"]) == ("squash", 2)
    assert not app.warning


def test_a_broken_address_gets_one_sentence(app):
    app.query_params["lesson"] = "sqash"
    app.run()
    assert "no such lesson" in complaint(app)
    assert component(app)["lesson"] == ""


def test_a_language_without_lessons_is_english(app):
    app.query_params["lang"] = "../../xx"
    app.run()
    assert not app.exception
    assert component(app)["course"]["words"]["page"]["next"] == "Next"


def test_without_a_model_the_toys_still_work(app, tiny_checkpoint):
    tiny_checkpoint.unlink()
    app.run()
    assert not app.exception
    assert not app.error
    assert component(app)["extra"].keys() == {"blur", "learning", "pair", "decided"}
    assert component(app)["course"]["lessons"]


def linked(view: dict) -> str:
    from capsviz.ui.session import permalink

    return permalink.encode(permalink.Link("learn", view=view))


def test_a_link_brings_back_the_place_the_guess_and_the_figure(app):
    figure = {"votes": [0.5] * 36, "iteration": 4}
    view = {"lesson": "overlap", "step": 2, "answered": None, "figure": figure}
    app.query_params["v"] = linked(view)
    app.run()
    assert not app.warning
    assert component(app)["view"] == view
    assert [row["name"] for row in component(app)["table"]] == list(view)


@pytest.mark.parametrize(
    "spoiled",
    [{"lesson": "sqash"}, {"step": 99}, {"lesson": "overlap", "step": 30}, {"answered": 9},
     {"figure": {"votes": "many"}}, {"figure": {"votes": [1e9]}}, {"figure": {"a": [0.0] * 65}},
     {"figure": [1]}],
)  # fmt: skip
def test_a_spoiled_link_gets_one_sentence(app, spoiled):
    app.query_params["v"] = linked({"lesson": "overlap", "step": 1, **spoiled})
    app.run()
    assert complaint(app).startswith("This link could not be opened: ")
    assert component(app)["view"] is None
