"""The protocol over real sockets: joining, following, leaving, coming back."""

from __future__ import annotations

import asyncio
import time

import pytest

DRAWING = {"s": [[60, 0, 500, 200, 500, 800]], "b": None}
CARD = {
    "path": "/routing", "from": "lesson 4", "question": "Which?", "answers": ["a", "b"], "right": 1,
    "reveal": "b", "back": "/learn?lesson=routing&step=13", "words": {"show": "Show"},
}  # fmt: skip


def test_a_phone_receives_states_shown_before_and_after_it_joins(play) -> None:
    async def scene(served, sit) -> None:
        lecturer = await sit("start")
        started = await lecturer.wait_for("started")
        things = {"drawing": DRAWING, "card": CARD, "view.routing": {"iteration": 2}}
        await lecturer.say("state", page="routing", things=things)
        phone = await sit("join", code=started["code"])
        assert (await phone.wait_for("page"))["page"] == "routing"
        assert (await phone.wait_for("drawing"))["value"] == DRAWING
        assert (await phone.wait_for("card"))["value"] == CARD  # a lesson's question goes along
        await lecturer.say("state", page="routing", things={"card": None})
        await phone.until(lambda h: h["card"]["value"] is None)
        backs = ("javascript:alert(1)", "//host?lesson=a&step=1", "/a//b?lesson=a&step=1")
        spoils = [*({"back": back} for back in backs), {"answers": "yes"}, {"reveal": "x" * 6000}]
        for spoilt in spoils:
            lecturer.heard.pop("trouble", None)
            await lecturer.say("state", page="routing", things={"card": {**CARD, **spoilt}})
            assert "question of a lesson" in (await lecturer.wait_for("trouble"))["sentence"]
        await lecturer.say("state", page="routing", things={"view.routing": {"iteration": 3}})
        view = await phone.until(lambda h: h["view.routing"]["value"]["iteration"] == 3)
        assert view
        assert (await lecturer.until(lambda h: h["people"]["here"] == 1)) is True

    play(scene)


def test_a_browsing_phone_is_left_alone_until_it_follows_or_is_called(play) -> None:
    async def scene(served, sit) -> None:
        lecturer = await sit("start")
        code = (await lecturer.wait_for("started"))["code"]
        first, second = [await sit("join", code=code) for _ in range(2)]
        await lecturer.until(lambda h: h["people"]["following"] == 2)
        for phone in (first, second):
            await phone.say("follow", on=False)
        await lecturer.until(lambda h: h["people"] == {**h["people"], "here": 2, "following": 0})
        await lecturer.say("state", page="overlap", things={})
        await first.say("follow", on=True)
        assert (await first.wait_for("page"))["page"] == "overlap"
        assert "page" not in second.heard
        await lecturer.say("call")
        await second.wait_for("call")
        assert (await second.wait_for("page"))["page"] == "overlap"
        await lecturer.until(lambda h: h["people"]["following"] == 2)

    play(scene)


def test_a_lost_lecturer_resumes_the_class_with_the_key(play) -> None:
    async def scene(served, sit) -> None:
        lecturer = await sit("start")
        started = await lecturer.wait_for("started")
        phone = await sit("join", code=started["code"])
        await phone.until(lambda h: h["lecturer"]["here"])
        await lecturer.leave()
        await phone.until(lambda h: not h["lecturer"]["here"])
        again = await sit("start", key=started["key"])
        assert (await again.wait_for("started"))["code"] == started["code"]
        await phone.until(lambda h: h["lecturer"]["here"])
        await again.until(lambda h: h["people"]["here"] == 1)

    play(scene)


def test_the_lecturer_s_browser_restores_a_restarted_server(play) -> None:
    async def scene(served, sit) -> None:
        lecturer = await sit("start")
        started = await lecturer.wait_for("started")
        phone = await sit("join", code=started["code"])
        joined = await phone.wait_for("joined")
        await asyncio.to_thread(served.stop)
        served.start()
        early = await sit("join", code=started["code"], visitor=joined["visitor"])
        assert "no session" in (await early.wait_for("refused"))["sentence"]
        lecturer = await sit("start", key=started["key"])
        await lecturer.say("state", page="dimensions", things={"drawing": DRAWING})
        phone = await sit("join", code=started["code"], visitor=joined["visitor"])
        assert (await phone.wait_for("joined"))["visitor"] == joined["visitor"]
        assert (await phone.wait_for("drawing"))["value"] == DRAWING

    play(scene)


def test_a_phone_steers_nothing(play) -> None:
    async def scene(served, sit) -> None:
        lecturer = await sit("start")
        code = (await lecturer.wait_for("started"))["code"]
        student, other = [await sit("join", code=code) for _ in range(2)]
        for kind in ("state", "call", "ask", "reveal", "end", "close", "start"):
            student.heard.pop("trouble", None)
            await student.say(kind, page="learn", things={}, key=code)
            assert "cannot say" in (await student.wait_for("trouble"))["sentence"]
        outsider = await sit("start", key=code)
        assert "no key" in (await outsider.wait_for("refused"))["sentence"]
        assert "page" not in other.heard
        assert await lecturer.until(lambda h: h["people"]["here"] == 2)
        told = [str(message) for message in (*student.heard.values(), *other.heard.values())]
        assert not any(lecturer.heard["started"]["key"] in text for text in told)

    play(scene)


def test_an_invalid_message_gets_one_sentence_and_leaves_the_socket_open(play) -> None:
    async def scene(served, sit) -> None:
        lecturer = await sit("start")
        await lecturer.wait_for("started")
        for page, things, said in (
            ("../x", {}, "which page"),
            ("draw", {"drawing": {"s": "x"}}, ""),
            ("draw", {"settings": {"iterations": 99}}, "iterations"),
            ("draw", {"<img>": {}}, "drawing, settings, and views"),
            ("draw", {f"view.{chr(97 + k)}": {} for k in range(25)}, "so many pages"),
            ("draw", {"view.draw": {"x": "y" * 300_000}}, "too large"),
        ):
            lecturer.heard.pop("trouble", None)
            await lecturer.say("state", page=page, things=things)
            assert said in (await lecturer.wait_for("trouble"))["sentence"]
        await lecturer.say("state", page="draw", things={"drawing": DRAWING})
        phone = await sit("join", code=lecturer.heard["started"]["code"])
        assert (await phone.wait_for("drawing"))["value"] == DRAWING

    play(scene)


@pytest.mark.slow
def test_a_flood_of_one_phone_is_slowed_and_others_are_not(play) -> None:
    async def scene(served, sit) -> None:
        lecturer = await sit("start")
        code = (await lecturer.wait_for("started"))["code"]
        flood, calm = [await sit("join", code=code) for _ in range(2)]
        await lecturer.until(lambda h: h["people"]["following"] == 2)
        for k in range(80):
            await flood.say("follow", on=k % 2 == 1)
        # Twenty at once, then seven a second: behind all eighty one waits for eight seconds.
        clock = asyncio.get_running_loop().time
        began = clock()
        await calm.say("follow", on=False)
        await lecturer.until(lambda h: h["people"]["following"] <= 1)
        assert clock() - began < 6
        await lecturer.until(lambda h: h["people"]["following"] == 1)
        await asyncio.sleep(0.5)
        room = next(iter(served.rooms._entries.values())).session
        assert len(room.visitors) == 2

    play(scene)


def test_an_ended_session_can_no_longer_be_joined(play) -> None:
    async def scene(served, sit) -> None:
        lecturer = await sit("start")
        code = (await lecturer.wait_for("started"))["code"]
        phone = await sit("join", code=code)
        await phone.wait_for("joined")
        await lecturer.say("end")
        await phone.wait_for("ended")
        late = await sit("join", code=code)
        assert "no session" in (await late.wait_for("refused"))["sentence"]
        assert not served.rooms._entries

    play(scene)


def test_foreign_pages_open_no_socket(served) -> None:
    import asyncio

    import pytest
    from websockets.asyncio.client import connect
    from websockets.exceptions import InvalidStatus

    async def knock() -> None:
        url = f"{served.address.replace('http', 'ws')}/capsviz/class"
        async with connect(url, origin="https://evil.example"):  # pyright: ignore
            pass

    with pytest.raises(InvalidStatus):
        asyncio.run(knock())


def test_an_outbox_skips_superseded_messages() -> None:
    from capsviz.ui.classroom.outbox import Outbox

    async def scene() -> list[bytes]:
        line, sent = Outbox(), []
        for k in range(5):
            line.put("pose", b"%d" % k)
        line.put("page", b"p")
        line.end()

        async def out(message: bytes) -> None:
            sent.append(message)

        await line.send(out)
        return sent

    assert asyncio.run(scene()) == [b"4", b"p"]


def test_every_phone_hides_answers_until_the_lecturer_reveals_them(play) -> None:
    async def scene(served, sit) -> None:
        lecturer = await sit("start")
        code = (await lecturer.wait_for("started"))["code"]
        early = await sit("join", code=code)
        assert (await early.wait_for("answers"))["hidden"] is False
        await early.say("follow", on=False)  # who looks around guesses too
        await lecturer.say("answers", hidden=True)
        late = await sit("join", code=code)
        for phone in (early, late):
            await phone.until(lambda h: h["answers"]["hidden"])
        await lecturer.say("answers", hidden=False)
        for phone in (early, late):
            await phone.until(lambda h: not h["answers"]["hidden"])

    play(scene)


def test_a_phone_without_heartbeats_is_not_counted_until_it_is_heard_again(play) -> None:
    from capsviz.ui.classroom import routes

    async def scene(served, sit) -> None:
        lecturer = await sit("start")
        code = (await lecturer.wait_for("started"))["code"]
        there = await sit("join", code=code)
        lost = await sit("join", code=code)
        await lecturer.until(lambda h: h["people"]["here"] == 2)
        lost.is_answering = False
        since = time.monotonic()
        await lecturer.until(lambda h: h["people"]["here"] == 1)
        assert time.monotonic() - since < routes.GONE_AFTER - 1
        lost.is_answering = True
        await lecturer.until(lambda h: h["people"]["here"] == 2)
        await there.say("vote", name="none", answer=0)
        await there.wait_for("trouble")  # it is heard still

    play(scene)


def test_the_browsers_of_a_session_share_one_byte_rate() -> None:
    """A phone that is told later is told the newest, and none of what was overtaken."""
    from capsviz.ui.classroom.outbox import Outbox
    from capsviz.ui.server.limits import Bucket

    async def scene() -> list[bytes]:
        told: list[bytes] = []

        async def out(message: bytes) -> None:
            told.append(message)

        budget, lines = Bucket(3_000, 5_000.0), [Outbox() for _ in range(10)]
        for line in lines:
            line.budget = budget
        sending = [asyncio.create_task(line.send(out)) for line in lines]
        for _ in range(50):
            for line in lines:
                line.put("drawing", bytes(300))
            await asyncio.sleep(0.01)
        for line in lines:
            line.put("drawing", bytes(299))
            line.end()
        await asyncio.gather(*sending)
        return told

    told = asyncio.run(scene())
    assert sum(map(len, told)) < 100_000  # of 150,000 that were to be told
    assert [len(message) for message in told[-10:]] == [299] * 10


def test_the_state_stored_for_late_comers_is_limited() -> None:
    from capsviz.errors import CapsvizError
    from capsviz.ui.classroom.shared_view import MAX_STATE_BYTES, Change, SharedView

    shown = SharedView()
    third = "x" * (MAX_STATE_BYTES // 3)
    for page in ("one", "two"):
        shown.adopt(Change.from_plain(page, {f"view.{page}": {"x": third}}))
    with pytest.raises(CapsvizError, match="too large for a class"):
        shown.adopt(Change.from_plain("three", {"view.three": {"x": third}}))
    assert sum(map(len, shown.all.values())) <= MAX_STATE_BYTES
    shown.adopt(Change.from_plain("four", {"view.four": {"x": 1}}))
    assert list(shown.all)[-1] == "page"
