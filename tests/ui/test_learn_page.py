"""The Learn page's script, without a browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from pages import visit

LESSONS = Path(__file__).parents[2] / "capsviz/ui/languages/en/lessons"


@pytest.fixture(autouse=True)
def poses_anew(tiny_checkpoint):
    from capsviz.ui.lessons import figure_data

    figure_data.sample_poses.cache_clear()
    yield
    figure_data.sample_poses.cache_clear()


def test_all_lessons_are_sent_at_once():
    data = visit("learn")["data"]
    files = [*LESSONS.glob("[0-9]*.toml")]
    assert len(data["course"]["lessons"]) == len(files) + 1  # and the gallery of mistakes
    assert [sample["digit"] for sample in data["extra"]["samples"]] == list(range(10))
    assert all(len(sample["pose"]) == 16 for sample in data["extra"]["samples"])
    opened = [lesson["steps"][-1].get("open") for lesson in data["course"]["lessons"][:9]]
    assert all(place["href"] for place in opened)
    assert all(claim["href"] for claim in data["course"]["claims"])


def test_an_address_leads_to_its_step():
    found = visit("learn", address={"lesson": "squash", "step": "3"})
    assert (found["data"]["lesson"], found["data"]["step"]) == ("squash", 2)
    assert not found["complaints"]


def test_a_broken_address_gets_one_sentence():
    found = visit("learn", address={"lesson": "sqash"})
    assert "no such lesson" in found["complaints"][0]
    assert found["data"]["lesson"] == ""


def test_a_language_without_lessons_is_english():
    found = visit("learn", address={"lang": "../../xx"})
    assert found["data"]["course"]["words"]["page"]["next"] == "Next"


def test_the_toys_work_without_a_model(tiny_checkpoint):
    tiny_checkpoint.unlink()
    data = visit("learn")["data"]
    recorded = {"blur", "effects", "learning", "pair", "decided", "measures", "promises"}
    assert data["extra"].keys() == recorded | {"transforming"}
    assert data["course"]["lessons"]


def linked(view: dict) -> str:
    from capsviz.ui.session import permalink

    return permalink.encode(permalink.Link("learn", view=view))


def test_a_link_brings_back_the_place_the_guess_and_the_figure():
    figure = {"votes": [0.5] * 36, "iteration": 4}
    view = {"lesson": "overlap", "step": 2, "answered": None, "figure": figure}
    found = visit("learn", link=linked(view))
    assert not found["complaints"]
    assert found["data"]["view"] == view
    assert [row["name"] for row in found["data"]["table"]] == list(view)


@pytest.mark.parametrize(
    "spoiled",
    [{"lesson": "sqash"}, {"step": 99}, {"lesson": "overlap", "step": 30}, {"answered": 9},
     {"figure": {"votes": "many"}}, {"figure": {"votes": [1e9]}}, {"figure": {"a": [0.0] * 65}},
     {"figure": [1]}],
)  # fmt: skip
def test_a_spoiled_link_gets_one_sentence(spoiled):
    found = visit("learn", link=linked({"lesson": "overlap", "step": 1, **spoiled}))
    assert found["complaints"][0].startswith("This link could not be opened: ")
    assert found["data"]["view"] is None
