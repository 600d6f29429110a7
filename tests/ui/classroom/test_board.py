"""The class draws: one drawing each, read by the server, seen by the lecturer alone."""

from __future__ import annotations

import asyncio
import json

import pytest

STROKE = [85, 0, 200, 200, 700, 220, 450, 850]
SEVEN = {"s": [STROKE], "b": None}
#: Points of a drawing that nothing is recognised in.
UNSURE = 40
BOARD = {"released": True, "name": "b1", "word": "7", "settings": {}}


@pytest.fixture
def reader():
    """Reads without a network: how many points a drawing has, and with which network."""

    async def read(drawing, settings):
        points = sum(len(stroke.points) for stroke in drawing.strokes)
        await asyncio.sleep(0.02)
        sure = points != UNSURE
        says = str(points) if sure else "7"
        return {"class": points, "says": says, "length": 0.5, "misfit": 9.0, "sure": sure}

    return read


@pytest.fixture
def play(play, served, reader):
    served.rooms._read = reader
    return play


def drawing_of(points: int) -> dict:
    return {"s": [[85, 0, *[10 * k for k in range(2 * points)]]], "b": None}


async def opened(sit, phones: int) -> tuple:
    lecturer = await sit("start")
    code = (await lecturer.wait_for("started"))["code"]
    seats = [await sit("join", code=code) for _ in range(phones)]
    await lecturer.until(lambda h: h["people"]["here"] == phones)
    return lecturer, code, seats


def boarded(heard: dict) -> list[dict]:
    """The drawings that a lecturer has been told of, each with its reading."""
    found = [message["drawn"] for name, message in heard.items() if name.startswith("drawn ")]
    return [each for each in found if each["reading"]]


def test_every_drawing_is_on_the_board_once_with_its_prediction(play) -> None:
    async def scene(served, sit) -> None:
        lecturer, _, phones = await opened(sit, 3)
        await lecturer.say("draw", **BOARD)
        for k, phone in enumerate(phones):
            asked = (await phone.wait_for("board"))["board"]
            assert asked == {"name": "b1", "word": "7", "open": True, "sent": False}
            for points in (9, 3 + k):  # the second takes the first one's place
                await phone.say("drawing", name="b1", drawing=drawing_of(points))
        await lecturer.until(
            lambda h: sorted(each["reading"]["says"] for each in boarded(h)) == ["3", "4", "5"]
        )
        assert len(boarded(lecturer.heard)) == 3
        for each in boarded(lecturer.heard):
            assert each["drawing"] == drawing_of(each["reading"]["class"])
        assert await phones[0].until(lambda h: h["board"]["board"]["sent"])

    play(scene)


def test_phones_receive_no_drawings_and_hidden_ones_stay_hidden(play) -> None:
    async def scene(served, sit) -> None:
        lecturer, code, (first, second) = await opened(sit, 2)
        await lecturer.say("draw", **BOARD)
        for phone in (first, second):
            await phone.wait_for("board")
            await phone.say("drawing", name="b1", drawing=SEVEN)
        await lecturer.until(lambda h: len(boarded(h)) == 2)
        name = boarded(lecturer.heard)[0]["name"]
        await lecturer.say("hide", name=name, on=True)
        await lecturer.until(lambda h: h[f"drawn {name}"]["drawn"]["hidden"])
        for phone in (first, second):  # drawn on, it is hidden still
            await phone.say("drawing", name="b1", drawing=drawing_of(4))
        await lecturer.until(lambda h: [e["reading"]["says"] for e in boarded(h)] == ["4", "4"])
        assert lecturer.heard[f"drawn {name}"]["drawn"]["hidden"]
        for told in ("draw", "hide", "undraw", "counts"):
            first.heard.pop("trouble", None)
            await first.say(told, name=name, on=False)
            assert "cannot say" in (await first.wait_for("trouble"))["sentence"]
        late = await sit("join", code=code)
        await late.wait_for("board")
        for seat in (first, second, late):
            secret = seat.heard["joined"]["visitor"]
            assert str(STROKE) not in str(seat.heard)
            assert not any(heard.startswith("drawn") for heard in seat.heard)
            assert secret not in str(lecturer.heard)

    play(scene)


def test_a_board_outlives_its_lecturer_s_reload_and_a_restart(play, reader) -> None:
    async def scene(served, sit) -> None:
        lecturer, code, (phone,) = await opened(sit, 1)
        started, joined = lecturer.heard["started"], phone.heard["joined"]
        await lecturer.say("draw", **BOARD)
        await phone.wait_for("board")
        await phone.say("drawing", name="b1", drawing=SEVEN)
        await lecturer.until(lambda h: boarded(h))
        (drawn,) = boarded(lecturer.heard)
        await lecturer.leave()
        again = await sit("start", key=started["key"])
        await again.until(lambda h: boarded(h) == [drawn])
        await asyncio.to_thread(served.stop)
        served.start()
        served.rooms._read = reader
        lecturer = await sit("start", key=started["key"])
        await lecturer.say("draw", **BOARD, hidden=[drawn["name"]])
        phone = await sit("join", code=code, visitor=joined["visitor"])
        assert (await phone.until(lambda h: h["board"]["board"]))["sent"] is False
        await phone.say("drawing", name="b1", drawing=SEVEN)
        await lecturer.until(lambda h: boarded(h) == [{**drawn, "hidden": True}])

    play(scene)


def test_drawings_are_held_back_until_the_lecturer_shows_them(play) -> None:
    async def scene(served, sit) -> None:
        lecturer, _, (phone,) = await opened(sit, 1)
        await lecturer.say("draw", **{**BOARD, "released": False})
        await phone.wait_for("board")
        await phone.say("drawing", name="b1", drawing=SEVEN)
        await lecturer.until(lambda h: (h["board"]["board"] or {}).get("count") == 1)
        assert boarded(lecturer.heard) == []
        back = await sit("start", key=lecturer.heard["started"]["key"])  # nor after a reload
        await back.until(lambda h: (h["board"]["board"] or {}).get("count") == 1)
        assert boarded(back.heard) == []
        # The lecturer's own screen shows them, hides one, and releases them.
        desk = await sit("present", key=lecturer.heard["started"]["key"])
        await desk.until(lambda h: len(boarded(h)) == 1)
        (drawn,) = boarded(desk.heard)
        assert drawn["drawing"] == SEVEN
        await desk.say("hide", name=drawn["name"], on=True)
        await desk.until(lambda h: boarded(h)[0]["hidden"])
        await desk.say("release")
        await lecturer.until(lambda h: len(boarded(h)) == 1)
        assert boarded(lecturer.heard)[0]["hidden"]
        await back.until(lambda h: len(boarded(h)) == 1)

    play(scene)


def test_a_board_that_is_looked_at_takes_nothing_until_it_is_open_again(play) -> None:
    async def scene(served, sit) -> None:
        lecturer, _, (phone,) = await opened(sit, 1)
        await lecturer.say("draw", **BOARD)
        await phone.wait_for("board")
        await lecturer.say("state", page="draw", things={"drawing": SEVEN})
        await phone.wait_for("drawing")
        phone.heard.pop("drawing")
        await lecturer.say("draw", **BOARD, open=False)
        await phone.until(lambda h: not h["board"]["board"]["open"])
        assert (await phone.wait_for("drawing"))[
            "value"
        ] == SEVEN  # its page is the lecturer's again
        await phone.say("drawing", name="b1", drawing=SEVEN)
        assert "being looked at" in (await phone.wait_for("trouble"))["sentence"]
        await lecturer.say("draw", **BOARD)
        await phone.until(lambda h: h["board"]["board"]["open"])
        await phone.say("drawing", name="b1", drawing=SEVEN)
        await lecturer.until(lambda h: boarded(h))
        await lecturer.say("undraw")
        await phone.until(lambda h: h["board"]["board"] is None)
        await phone.say("drawing", name="b1", drawing=drawing_of(5))
        await lecturer.say("draw", released=True, name="b2", word="")
        await phone.until(lambda h: (h["board"]["board"] or {}).get("word") == "")
        assert served.rooms._entries[lecturer.heard["started"]["code"]].session.board.drawings == {}

    play(scene)


def test_counts_are_of_questions_and_boards_and_of_nobody(play) -> None:
    async def scene(served, sit) -> None:
        lecturer, _, phones = await opened(sit, 4)
        await lecturer.say("ask", name="q", text="Which?", answers=["a", "b"], right=1)
        for phone, answer in zip(phones[:3], (0, 1, 1), strict=True):
            await phone.wait_for("question")
            await phone.say("vote", name="q", answer=answer)
        await lecturer.until(lambda h: h["votes"]["answered"] == 3)
        await lecturer.say("reveal")
        await lecturer.say("close")
        await lecturer.say("draw", released=True, name="b", word="7")
        for phone, points in zip(phones, (7, 7, 3, UNSURE), strict=True):
            await phone.wait_for("board")
            await phone.say("drawing", name="b", drawing=drawing_of(points))
        await lecturer.until(lambda h: len(boarded(h)) == 4)
        await lecturer.say("counts")
        assert (await lecturer.wait_for("counts"))["notes"] == {
            "poll q": [["Which?", "a", "wrong", 1], ["Which?", "b", "right", 2]],
            "board b": [["7", "7", "right", 2], ["7", "3", "wrong", 1], ["7", "", "wrong", 1]],
        }

    play(scene)


@pytest.mark.parametrize(
    ("drawing", "said"),
    [
        ({"s": [[85, 0, *[1] * 12_000]], "b": None}, "too large for the class"),
        ({"s": "x", "b": None}, "list"),
        ({"s": [["<img>", 0, 1, 1]], "b": None}, "finite numbers"),
        (None, "object"),
    ],
    ids=["large", "no-list", "markup", "none"],
)
def test_an_invalid_drawing_is_refused(drawing, said) -> None:
    from capsviz.errors import CapsvizError
    from capsviz.ui.classroom.drawing_board import Strokes

    with pytest.raises(CapsvizError, match=said):
        Strokes.from_plain(drawing)


def test_a_photograph_is_not_shown_to_the_class() -> None:
    from capsviz.data.drawing import RASTER_SIDE, Drawing
    from capsviz.errors import CapsvizError
    from capsviz.ui.classroom.drawing_board import Strokes

    plain = Drawing(base=bytes(RASTER_SIDE * RASTER_SIDE)).to_plain()
    with pytest.raises(CapsvizError, match="with the pen"):
        Strokes.from_plain(plain)


def test_a_board_takes_no_more_than_a_session_has_visitors() -> None:
    from capsviz.errors import CapsvizError
    from capsviz.ui.classroom import drawing_board

    full = drawing_board.DrawingBoard.from_plain(BOARD)
    seven = drawing_board.Strokes.from_plain(SEVEN)
    for k in range(drawing_board.MAX_DRAWINGS):
        full.take(str(k), seven)
    with pytest.raises(CapsvizError, match="full"):
        full.take("one more", seven)
    other = drawing_board.Strokes.from_plain(drawing_of(3))
    assert full.take("0", other).strokes == other
    # A full board of the largest drawings: some ten megabytes.
    assert drawing_board.MAX_DRAWINGS * drawing_board.MAX_DRAWING_LENGTH < 10e6
    assert len(json.dumps(SEVEN)) < drawing_board.MAX_DRAWING_LENGTH


@pytest.mark.parametrize(
    "change",
    [{"name": ""}, {"word": "x" * 41}, {"word": 7}, {"hidden": 1}, {"settings": {"center": 1}}],
    ids=str,
)
def test_an_invalid_board_is_refused(change) -> None:
    from capsviz.errors import CapsvizError
    from capsviz.ui.classroom.drawing_board import DrawingBoard

    with pytest.raises(CapsvizError):
        DrawingBoard.from_plain({**BOARD, **change})
