"""Questions to the class: one vote each, whatever the connection does."""

from __future__ import annotations

import asyncio

import pytest

QUESTION = {"name": "q1", "text": "Which?", "answers": ["a", "b", "c"], "right": 1}


async def opened(sit, phones: int) -> tuple:
    lecturer = await sit("start")
    code = (await lecturer.wait_for("started"))["code"]
    seats = [await sit("join", code=code) for _ in range(phones)]
    await lecturer.until(lambda h: h["people"]["here"] == phones)
    return lecturer, code, seats


async def all_done(lecturer, phones: list) -> None:
    """Messages are handled in turn, so that all are done once this last one is."""
    for phone in phones:
        await phone.say("follow", on=False)
    await lecturer.until(lambda h: h["people"]["following"] == 0)


def test_votes_are_counted_once_each_under_double_taps_and_changes_of_mind(play) -> None:
    async def scene(served, sit) -> None:
        lecturer, _, phones = await opened(sit, 4)
        await lecturer.say("ask", **QUESTION)
        for phone in phones:
            await phone.wait_for("question")
        for phone, answers in zip(phones, ([1, 1, 1], [0, 2, 0], [1], []), strict=True):
            for answer in answers:
                await phone.say("vote", name="q1", answer=answer)
        await lecturer.until(lambda h: h["votes"]["answered"] == 3 and h["votes"]["of"] == 4)
        await phones[1].until(lambda h: h["question"]["question"]["voted"] == 0)
        await all_done(lecturer, phones)
        await lecturer.say("reveal")
        for seat in (lecturer, *phones):
            await seat.until(lambda h: h["question"]["question"]["revealed"])
            asked = seat.heard["question"]["question"]
            assert asked["counts"] == [1, 2, 0]
            assert asked["right"] == 1

    play(scene)


def test_phones_receive_only_their_own_vote_before_the_reveal(play) -> None:
    async def scene(served, sit) -> None:
        lecturer, code, (first, second) = await opened(sit, 2)
        await lecturer.say("ask", **QUESTION)
        await first.wait_for("question")
        await first.say("vote", name="q1", answer=2)
        await first.until(lambda h: h["question"]["question"]["voted"] == 2)
        asked = (await second.wait_for("question"))["question"]
        assert asked["voted"] is None
        assert not {"right", "counts", "votes"} & asked.keys()
        late = await sit("join", code=code)
        assert (
            not {"right", "counts", "votes"} & (await late.wait_for("question"))["question"].keys()
        )
        assert "votes" not in second.heard
        # The lecturer knows how many, and not who or what, before the reveal.
        assert "counts" not in (await lecturer.wait_for("question"))["question"]

    play(scene)


def test_a_vote_outlives_lost_connections_and_two_tabs_are_one_voter(play) -> None:
    async def scene(served, sit) -> None:
        lecturer, code, (phone,) = await opened(sit, 1)
        secret = (await phone.wait_for("joined"))["visitor"]
        await lecturer.say("ask", **QUESTION)
        await phone.wait_for("question")
        await phone.say("vote", name="q1", answer=0)
        await lecturer.until(lambda h: h["votes"]["answered"] == 1)
        await phone.leave()
        tabs = [await sit("join", code=code, visitor=secret) for _ in range(2)]
        for tab in tabs:
            await tab.until(lambda h: h["question"]["question"]["voted"] == 0)
        for tab in tabs:
            await tab.say("vote", name="q1", answer=1)
        await lecturer.until(lambda h: h["people"]["here"] == 1)
        await tabs[0].until(lambda h: h["question"]["question"]["voted"] == 1)
        await all_done(lecturer, tabs)
        await lecturer.say("reveal")
        await lecturer.until(lambda h: h["question"]["question"]["revealed"])
        assert lecturer.heard["question"]["question"]["counts"] == [0, 1, 0]

    play(scene)


def test_a_vote_counts_for_the_question_and_round_that_it_names_and_no_other(play) -> None:
    """Sixty phones answer while one question gives way to the next."""

    async def scene(served, sit) -> None:
        lecturer, _, phones = await opened(sit, 60)
        second = {**QUESTION, "name": "q2"}
        await lecturer.say("ask", **QUESTION)
        for k, phone in enumerate(phones):
            await phone.wait_for("question")
            await phone.say("vote", name="q1", answer=0)
            if k == 30:
                await lecturer.say("ask", **second)
        await lecturer.until(lambda h: h["votes"]["name"] == "q2")
        for phone in phones:
            await phone.until(lambda h: h["question"]["question"]["name"] == "q2")
            await phone.say("vote", name="q2", answer=1)
        await lecturer.until(lambda h: h["votes"]["answered"] == 60)
        await lecturer.say("again")
        await phones[0].say("vote", name="q2", answer=2)  # of the first round
        await phones[0].until(lambda h: "is over" in h["trouble"]["sentence"])
        for phone in phones[1:]:
            await phone.until(lambda h: h["question"]["question"]["round"] == 2)
            await phone.say("vote", name="q2", round=2, answer=2)
        await lecturer.until(lambda h: h["votes"]["answered"] == 59)
        await lecturer.say("reveal")
        asked = await lecturer.until(
            lambda h: h["question"]["question"]["revealed"] and h["question"]["question"]
        )
        assert (asked["first"], asked["counts"]) == ([0, 60, 0], [0, 0, 59])
        first = [count for *_, count in lecturer.heard["tally"]["notes"]["poll q1"]]
        assert 30 <= first[0] <= 60
        assert first[1:] == [0, 0]

    play(scene)


def test_votes_after_the_reveal_do_not_count_and_closing_removes_the_question(play) -> None:
    async def scene(served, sit) -> None:
        lecturer, _, (phone,) = await opened(sit, 1)
        await lecturer.say("ask", **QUESTION)
        await lecturer.say("reveal")
        await phone.until(lambda h: h["question"]["question"]["revealed"])
        await phone.say("vote", name="q1", answer=0)
        assert "no longer count" in (await phone.wait_for("trouble"))["sentence"]
        # Told again, as by a browser that was reloaded, it stays revealed.
        await lecturer.say("ask", **QUESTION)
        await lecturer.say("close")
        await phone.until(lambda h: h["question"]["question"] is None)
        assert phone.heard["question"] == {"kind": "question", "question": None}

    play(scene)


def test_the_class_talks_and_votes_again_and_both_votes_stand_side_by_side(play) -> None:
    async def scene(served, sit) -> None:
        lecturer, _, phones = await opened(sit, 2)
        await lecturer.say("ask", **QUESTION)
        for phone in phones:
            await phone.wait_for("question")
            await phone.say("vote", name="q1", answer=0)
        await lecturer.until(lambda h: h["votes"]["answered"] == 2)
        await lecturer.say("again")
        for phone in phones:
            asked = await phone.until(
                lambda h: h["question"]["question"]["round"] == 2 and h["question"]["question"]
            )
            assert asked["voted"] is None
            assert not {"first", "counts"} & asked.keys()
        await phones[0].say("vote", name="q1", answer=2)  # of the round before: on its way too long
        await phones[0].say("vote", name="q1", round=2, answer=1)
        await lecturer.until(lambda h: h["votes"]["answered"] == 1)
        # A browser that tells it again to a server that forgot it brings the first vote along.
        told = lecturer.heard["question"]["question"]
        served.stop()
        served.start()
        again = await sit("start", key=lecturer.heard["started"]["key"])
        await again.wait_for("started")
        await again.say("ask", **told)
        phone = await sit("join", code=lecturer.heard["started"]["code"])
        await phone.until(lambda h: h["question"]["question"]["round"] == 2)
        await phone.say("vote", name="q1", round=2, answer=1)
        await again.until(lambda h: h["votes"]["answered"] == 1)
        await again.say("reveal")
        for seat in (again, phone):
            asked = await seat.until(
                lambda h: h["question"]["question"]["revealed"] and h["question"]["question"]
            )
            assert (asked["first"], asked["counts"]) == ([2, 0, 0], [0, 1, 0])
        await again.say("counts")
        notes = (await again.wait_for("counts"))["notes"]
        assert notes["first q1"][0] == ["Which?", "a", "wrong", 2]
        assert notes["poll q1"][1] == ["Which?", "b", "right", 1]
        await again.say("again")
        assert "shown already" in (await again.wait_for("trouble"))["sentence"]

    play(scene)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"answers": ["one"]}, "2 to 6 answers"),
        ({"answers": ["x"] * 7}, "2 to 6 answers"),
        ({"answers": ["x", " "]}, "2 to 6 answers"),
        ({"answers": ["x", {"a": 1}]}, "2 to 6 answers"),
        ({"text": "  "}, "type a question"),
        ({"text": "x" * 601}, "type a question"),
        ({"right": 3}, "one of the answers"),
        ({"right": True}, "one of the answers"),
        ({"name": ""}, "no name"),
        ({"round": 0}, "1 to 9 times"),
        ({"round": True}, "1 to 9 times"),
        ({"round": 2, "first": [1]}, "count for each"),
        ({"round": 2, "first": [1, -1, 0]}, "count for each"),
        ({"round": 2, "first": [1, 10**9, 0]}, "count for each"),
        ({"first": [1, 1, 1]}, "count for each"),
    ],
    ids=str,
)
def test_an_invalid_question_is_refused(change, said) -> None:
    from capsviz.errors import CapsvizError
    from capsviz.ui.classroom.poll import Poll

    with pytest.raises(CapsvizError, match=said):
        Poll.from_plain({**QUESTION, **change})


@pytest.mark.parametrize("answer", [-1, 3, 1.0, True, "1", None])
def test_an_invalid_answer_is_not_counted(answer) -> None:
    from capsviz.errors import CapsvizError
    from capsviz.ui.classroom.poll import Poll

    poll = Poll.from_plain(QUESTION)
    with pytest.raises(CapsvizError, match="no such answer"):
        poll.vote("someone", answer)
    assert poll.counts == [0, 0, 0]


@pytest.mark.parametrize(
    ("cookie", "votes"),
    [("capsviz_browser=made-up", 1), ("", 3)],
    ids=["any cookie", "none: each is a browser of its own"],
)
def test_a_browser_that_joins_again_without_its_seat_has_one_vote(clients, cookie, votes) -> None:
    from capsviz.ui.classroom.routes import routes
    from capsviz.ui.classroom.sessions import Sessions

    rooms = Sessions()
    room, _ = rooms.start(None, "here")
    client = clients(routes(rooms))
    from capsviz.ui.classroom.poll import Poll

    asyncio.run(room.hear_lecturer({"kind": "ask", **QUESTION}))
    assert isinstance(room.poll, Poll)
    for _ in range(3):
        with client.websocket_connect("/capsviz/class", headers={"cookie": cookie}) as phone:
            phone.send_json({"kind": "join", "code": room.code}, mode="binary")
            while phone.receive_json(mode="binary")["kind"] != "question":
                pass
            vote = {"kind": "vote", "name": QUESTION["name"], "answer": 1}
            phone.send_json(vote, mode="binary")
            while phone.receive_json(mode="binary").get("question", {}).get("voted") != 1:
                pass
    assert sum(room.poll.counts) == votes
