"""The presenter view: for the key alone, it steers, and tells who is lost."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

QUESTION = {"name": "one", "text": "Which?", "answers": ["a", "b"], "right": 1}
LEARN = {"view.learn": {"lesson": "squash", "step": 2, "answered": None, "figure": None}}


def test_notes_need_the_presenter_s_key(play) -> None:
    async def scene(served, sit) -> None:
        for key in (None, "", "x" * 43 + "!", 7, "made_up" + "x" * 36):
            stranger = await sit("present", key=key)
            said = (await stranger.wait_for("refused"))["sentence"]
            assert "lecturer" in said
            assert "presenting" not in stranger.heard
        assert not served.rooms._entries  # and starts no session

    play(scene)


def test_the_presenter_steers_the_projector_and_receives_its_position(play) -> None:
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


def test_the_presenter_sees_votes_and_reveals_the_answer(play) -> None:
    async def scene(served, sit) -> None:
        lecturer = await sit("start")
        started = await lecturer.wait_for("started")
        desk = await sit("present", key=started["key"])
        phone = await sit("join", code=started["code"])
        await desk.say("ask", **QUESTION)  # typed off the projector
        await phone.until(lambda h: h["question"]["question"])
        await phone.say("vote", name="one", answer=1)
        await desk.until(lambda h: h["votes"]["answered"] == 1)
        # Before the reveal what was chosen is on this screen alone.
        assert desk.heard["votes"]["counts"] == [0, 1]
        await lecturer.until(lambda h: h["votes"]["answered"] == 1)
        assert "counts" not in lecturer.heard["votes"]
        await desk.say("reveal")
        await phone.until(lambda h: h["question"]["question"]["revealed"])
        await desk.until(lambda h: h["question"]["question"]["counts"] == [0, 1])

    play(scene)


def test_a_lost_phone_is_counted_once(play) -> None:
    async def scene(served, sit) -> None:
        now = [0.0]
        served.rooms._clock = lambda: now[0]
        lecturer = await sit("start")
        started = await lecturer.wait_for("started")
        desk = await sit("present", key=started["key"])
        phones = [await sit("join", code=started["code"]) for _ in range(3)]
        await lecturer.say("state", page="learn", things=LEARN)
        for phone in phones:
            await phone.say("at", page="learn")
        await desk.until(lambda h: h["people"]["here"] == 3 and h["people"]["lost"] == 0)
        await phones[0].say("at", page="draw")
        # A moment elsewhere is no matter: it is when it lasts.
        await desk.until(lambda h: h["people"]["astray"] == 1 and h["people"]["lost"] == 0)
        now[0] += 21
        await desk.say("people")
        await desk.until(lambda h: h["people"]["astray"] == 1 and h["people"]["lost"] == 1)
        await phones[1].say("follow", on=False)
        await desk.until(lambda h: h["people"]["following"] == 2 and h["people"]["lost"] == 1)
        now[0] += 21
        await lecturer.say("ask", **QUESTION)
        await desk.until(lambda h: h["people"]["silent"] == 3 and h["people"]["lost"] == 2)
        now[0] += 46
        await desk.say("people")
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
        await phones[2].say("lost", on=True)  # who says so is at once
        found = await desk.until(lambda h: h["people"]["said"] == 1 and h["people"])
        assert (found["following"], found["astray"], found["lost"]) == (3, 0, 1)
        await phones[0].say("at", page="Draw!")
        await phones[0].wait_for("trouble")

    play(scene)


def test_an_anonymous_question_reaches_the_presenter_only(play) -> None:
    async def scene(served, sit) -> None:
        lecturer = await sit("start")
        started = await lecturer.wait_for("started")
        desk = await sit("present", key=started["key"])
        phone = await sit("join", code=started["code"])
        secret = (await phone.wait_for("joined"))["visitor"]
        await phone.say("wonder", text="  Why <b>\u202e\nso? ")
        await phone.wait_for("wondered")
        (sent,) = await desk.until(lambda h: h["inbox"]["questions"])
        assert sent == {"number": 1, "text": "Why <b> so?"}
        assert "inbox" not in lecturer.heard
        assert secret not in str(desk.heard)
        for text in ("", " ", "x" * 301, 7, ["a"]):
            phone.heard.pop("trouble", None)
            await phone.say("wonder", text=text)
            assert "type a question" in (await phone.wait_for("trouble"))["sentence"]
        phone.heard.pop("trouble")
        for _ in range(3):  # no more than three at a time
            await phone.say("wonder", text="again")
        assert "wait already" in (await phone.wait_for("trouble"))["sentence"]
        await desk.until(lambda h: len(h["inbox"]["questions"]) == 3)
        await phone.say("done", number=1)
        await desk.say("done", number=1)
        await desk.until(lambda h: [q["number"] for q in h["inbox"]["questions"]] == [2, 3])

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
    used |= {"on-time", "late", "early", "title", "quiz-stop"}
    words = loader.load().words
    assert set(words["presenter"]) <= used
    assert used <= set(words["presenter"]) | set(words["classroom"])


@pytest.mark.parametrize("view", [None, {"lesson": 3, "step": 1}, {"lesson": "x" * 40, "step": 1},
                                  {"lesson": "a", "step": True}])  # fmt: skip
def test_an_invalid_view_gives_no_lesson_position(view) -> None:
    from capsviz.ui.classroom.shared_view import PageLocation

    known = PageLocation("draw", "", 0)
    assert known.after("learn", {"view.learn": view}) == PageLocation("learn")


DRAWING = {"s": [[18, 0, 90, 60, 90, 200]], "b": None}


def test_the_presenter_receives_the_projectors_page_for_a_sequence(play) -> None:
    async def scene(served, sit) -> None:
        lecturer = await sit("start")
        started = await lecturer.wait_for("started")
        desk = await sit("present", key=started["key"])
        await desk.say("shown")
        assert (await desk.wait_for("shown"))["page"] == ""
        view = {"view.dimensions": {}, "drawing": DRAWING}
        await lecturer.say("state", page="learn", things=LEARN)
        await lecturer.say("state", page="dimensions", things=view)
        await desk.until(lambda h: h["place"]["page"] == "dimensions")
        await desk.say("shown")
        await desk.until(lambda h: h["shown"]["page"] == "dimensions")
        assert desk.heard["shown"]["things"] == view  # and not that of Learn
        assert "shown" not in lecturer.heard

    play(scene)


@pytest.mark.parametrize(
    "to",
    [
        {"page": "../x"},
        {"page": "draw", "things": {"link": "evil"}},
        {"page": "draw", "things": {"drawing": 7}},
        {"page": "draw", "things": []},
        {"things": LEARN},
        {"ask": "Which?"},
        {"ask": {**QUESTION, "answers": ["a"]}},
        {"ask": {**QUESTION, "drawing": {"s": "x"}}},
    ],
)
def test_a_stop_from_a_file_that_no_session_can_show_is_refused(play, to) -> None:
    async def scene(served, sit) -> None:
        lecturer = await sit("start")
        started = await lecturer.wait_for("started")
        desk = await sit("present", key=started["key"])
        await desk.say("steer", to=to)
        await desk.wait_for("trouble")
        assert "steer" not in lecturer.heard

    play(scene)


def test_every_stop_of_the_lectures_that_come_along_is_shown() -> None:
    from capsviz.ui.classroom.presenter.stops import plain_plans
    from capsviz.ui.classroom.session import check_stop

    for plan in plain_plans():
        for section in plan["sections"]:
            for stop in section["stops"]:
                check_stop(stop["to"])


def test_a_question_s_drawing_reaches_the_phones(play) -> None:
    async def scene(served, sit) -> None:
        lecturer = await sit("start")
        started = await lecturer.wait_for("started")
        phone = await sit("join", code=started["code"])
        await lecturer.say("ask", **QUESTION, drawing=DRAWING)
        await phone.until(lambda h: h["question"]["question"])
        assert phone.heard["question"]["question"]["drawing"]["s"] == DRAWING["s"]
        await lecturer.say("ask", **{**QUESTION, "name": "two"}, drawing={"s": [], "b": "AAAA"})
        await lecturer.wait_for("trouble")
        await lecturer.say("ask", **{**QUESTION, "name": "three"})
        await phone.until(lambda h: h["question"]["question"]["name"] == "three")
        assert "drawing" not in phone.heard["question"]["question"]

    play(scene)
