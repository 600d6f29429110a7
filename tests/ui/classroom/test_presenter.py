"""The presenter view: for the key alone, it steers, and tells who is lost."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

QUESTION = {"name": "one", "text": "Which?", "answers": ["a", "b"], "right": 1}
LEARN = {"view.learn": {"lesson": "squash", "step": 2, "answered": None, "figure": None}}


def test_who_has_no_key_sees_no_notes(play) -> None:
    async def scene(served, sit) -> None:
        for key in (None, "", "x" * 43 + "!", 7):
            stranger = await sit("present", key=key)
            said = (await stranger.wait_for("refused"))["sentence"]
            assert "lecturer" in said
            assert "presenting" not in stranger.heard

    play(scene)


def test_it_steers_the_projector_and_knows_where_that_is(play) -> None:
    async def scene(served, sit) -> None:
        lecturer = await sit("start")
        started = await lecturer.wait_for("started")
        desk = await sit("present", key=started["key"])
        assert [plan["name"] for plan in (await desk.wait_for("presenting"))["plans"]] == [
            "45",
            "90",
        ]
        await desk.say("steer", to={"page": "learn"})
        await lecturer.until(lambda h: h["steer"]["to"] == {"page": "learn"})
        await lecturer.say("state", page="learn", things=LEARN)
        await desk.until(lambda h: (h["place"]["lesson"], h["place"]["step"]) == ("squash", 2))
        await desk.say("steer", to="learn")
        await desk.wait_for("trouble")
        await desk.say("state", page="draw", things={})  # that is for the projector's tab
        phone = await sit("join", code=started["code"])
        await phone.until(lambda h: h["page"]["page"] == "learn")
        assert "steer" not in phone.heard
        await phone.say("steer", to={"page": "draw"})
        await phone.wait_for("trouble")
        assert lecturer.heard["steer"]["to"] == {"page": "learn"}

    play(scene)


def test_it_sees_the_votes_and_reveals(play) -> None:
    async def scene(served, sit) -> None:
        lecturer = await sit("start")
        started = await lecturer.wait_for("started")
        desk = await sit("present", key=started["key"])
        phone = await sit("join", code=started["code"])
        await lecturer.say("ask", **QUESTION)
        await phone.until(lambda h: h["question"]["question"])
        await phone.say("vote", name="one", answer=1)
        await desk.until(lambda h: h["votes"]["answered"] == 1)
        await desk.say("reveal")
        await phone.until(lambda h: h["question"]["question"]["revealed"])
        await desk.until(lambda h: h["question"]["question"]["counts"] == [0, 1])

    play(scene)


def test_who_is_lost_is_counted_once(play) -> None:
    async def scene(served, sit) -> None:
        lecturer = await sit("start")
        started = await lecturer.wait_for("started")
        desk = await sit("present", key=started["key"])
        phones = [await sit("join", code=started["code"]) for _ in range(3)]
        await lecturer.say("state", page="learn", things=LEARN)
        for phone in phones:
            await phone.say("at", page="learn")
        await desk.until(lambda h: h["people"]["here"] == 3 and h["people"]["lost"] == 0)
        await phones[0].say("at", page="draw")
        await desk.until(lambda h: h["people"]["astray"] == 1 and h["people"]["lost"] == 1)
        await phones[1].say("follow", on=False)
        await desk.until(lambda h: h["people"]["following"] == 2 and h["people"]["lost"] == 2)
        await lecturer.say("ask", **QUESTION)
        await desk.until(lambda h: h["people"]["silent"] == 3 and h["people"]["lost"] == 3)
        await phones[2].until(lambda h: h["question"]["question"])
        await phones[2].say("vote", name="one", answer=0)
        await desk.until(lambda h: h["people"]["silent"] == 2 and h["people"]["lost"] == 2)
        await lecturer.say("close")
        await lecturer.say("call")
        await phones[0].say("at", page="learn")
        await desk.until(lambda h: h["people"]["lost"] == 0)
        # While everybody draws, phones are on a page of their own.
        await lecturer.say("draw", name="b", word="7", settings={})
        await phones[0].until(lambda h: h["board"]["board"])
        await phones[0].say("at", page="draw")
        await phones[2].say("follow", on=False)
        found = await desk.until(lambda h: h["people"]["following"] == 2 and h["people"])
        assert (found["astray"], found["lost"]) == (0, 1)
        await phones[0].say("at", page="Draw!")
        await phones[0].wait_for("trouble")

    play(scene)


def test_the_page_holds_no_notes() -> None:
    from capsviz.ui.classroom.presenter import routes
    from capsviz.ui.lessons.plans import plans

    text = routes.page()
    assert "{{" not in text
    for plan in plans():
        assert not any(section.title in text for section in plan.sections if section.lesson)


def test_words_of_its_scripts_are_those_of_the_file() -> None:
    from capsviz.ui.classroom import presenter
    from capsviz.ui.lessons import loader

    used: set[str] = set()
    for path in Path(presenter.__file__).parent.glob("*.js"):
        text = path.read_text("utf-8")
        used |= {a or b for a, b in re.findall(r'\bwords(?:\.([a-z]+)\b|\["([\w-]+)"\])', text)}
    used |= {"on-time", "late", "early", "title"}
    words = loader.load().words
    assert set(words["presenter"]) <= used
    assert used <= set(words["presenter"]) | set(words["classroom"])


@pytest.mark.parametrize("view", [None, {"lesson": 3, "step": 1}, {"lesson": "x" * 40, "step": 1},
                                  {"lesson": "a", "step": True}])  # fmt: skip
def test_a_place_that_is_none_is_told_as_none(view) -> None:
    from capsviz.ui.classroom.shared_view import PageLocation

    known = PageLocation("draw", "", 0)
    assert known.after("learn", {"view.learn": view}) == PageLocation("learn")
