"""Keys, codes and limits of class sessions."""

from __future__ import annotations

import pytest


@pytest.fixture
def now() -> list[float]:
    return [1000.0]


@pytest.fixture
def rooms(now):
    from capsviz.ui.classroom.sessions import Sessions

    return Sessions(lambda: now[0])


def refused(match: str):
    from capsviz.errors import CapsvizError

    return pytest.raises(CapsvizError, match=match)


def test_the_same_key_finds_the_same_session_and_another_never_does(rooms) -> None:
    first, key = rooms.start(None, "here")
    again, same = rooms.start(key, "elsewhere")
    assert again is first
    assert same == key
    other, another = rooms.start(None, "here")
    assert other is not first
    assert another != key


def test_a_key_brings_its_code_back_on_a_new_server(rooms, now) -> None:
    from capsviz.ui.classroom.sessions import Sessions

    room, key = rooms.start(None, "here")
    found, _ = Sessions(lambda: now[0]).start(key, "here")
    assert found is not room
    assert found.code == room.code


def test_codes_are_unlike_each_other_and_of_letters_that_nobody_confuses() -> None:
    from capsviz.ui.classroom.sessions import ALPHABET, LENGTH, code_of, new_secret

    codes = {code_of(new_secret()) for _ in range(2000)}
    assert len(codes) == 2000
    assert {len(code) for code in codes} == {LENGTH}
    assert set("".join(codes)) == set(ALPHABET)
    assert not set("01OIL") & set(ALPHABET)
    assert len(ALPHABET) ** LENGTH > 1e10


@pytest.mark.parametrize("key", ["", "short", 7, {"a": 1}, "x" * 44, "é" * 43])
def test_an_invalid_key_starts_no_session(rooms, key) -> None:
    with refused("no key"):
        rooms.start(key, "here")


def test_the_code_does_not_steer(rooms) -> None:
    room, _ = rooms.start(None, "here")
    with refused("no key"):
        rooms.start(room.code, "here")


def test_wrong_codes_of_one_phone_do_not_lock_out_its_school(rooms) -> None:
    room, _ = rooms.start(None, "lecturer")
    for k in range(120):  # sixty that each mistype a letter twice
        with refused("no session with this code"):
            rooms.join(f"{k:07}", None, "school")
    with refused("too many wrong codes"):
        rooms.join("2222222", None, "school")
    for _ in range(300):
        assert rooms.join(room.code, None, "school") is room


def test_newcomers_and_starts_of_an_address_are_limited_in_rate(rooms, now) -> None:
    room, _ = rooms.start(None, "lecturer")
    room.visitor_comes("someone", line())
    for _ in range(400):
        rooms.join(room.code, None, "the class")
    with refused("too many join"):
        rooms.join(room.code, None, "the class")
    assert rooms.join(room.code, "someone", "the class") is room  # who was there comes back
    for _ in range(40):
        rooms.start(None, "eager")
    with refused("too many sessions were started"):
        rooms.start(None, "eager")
    now[0] += 6
    rooms.start(None, "eager")


def line():
    from capsviz.ui.classroom.outbox import Outbox

    return Outbox()


def test_empty_sessions_give_way_to_a_new_one_and_joined_ones_stay(rooms, now) -> None:
    from capsviz.ui.classroom.sessions import MAX_PER_ADDRESS, MAX_ROOMS

    def start(who: str):
        now[0] += 6
        room, _ = rooms.start(None, who)
        room.lecturer_comes(line())
        return room

    joined = start("school")
    joined.visitor_comes("someone", line())
    alone = [start("school") for _ in range(MAX_PER_ADDRESS - 1)]
    teachers = start("school")
    assert rooms.join(joined.code, None, "there") is joined
    assert rooms.join(teachers.code, None, "there") is teachers
    with refused("no session"):  # the first of those that stood empty
        rooms.join(alone[0].code, None, "there")
    assert rooms.join(alone[1].code, None, "there") is alone[1]
    for k in range(MAX_ROOMS - 1):
        start(f"school {k}").visitor_comes("someone", line())
    with refused("too many sessions are open"):
        rooms.start(None, "one more")
    assert rooms.join(joined.code, None, "there") is joined


@pytest.mark.parametrize("made_up", ["A" * 43, "é" * 43, "", None, 7, ["x"], "A" * 42 + "\n"])
def test_a_seat_is_given_by_the_session_and_cannot_be_made_up(rooms, made_up) -> None:
    room, key = rooms.start(None, "here")
    other, _ = rooms.start(None, "here")
    seat = room.seats.give()
    assert room.seats.is_given(seat)
    assert not room.seats.is_given(made_up)
    assert not other.seats.is_given(seat)
    assert len({room.seats.give() for _ in range(100)}) == 100
    assert room.seats.give("a browser") == room.seats.give("a browser")
    rooms.end(room)  # the server is started anew
    again, _ = rooms.start(key, "here")
    assert again.seats.is_given(seat)


def vote_and_go(room, who: str, address: str) -> None:
    import asyncio

    came = line()
    room.visitor_comes(who, came, address)
    asyncio.run(room.hear_visitor(who, {"kind": "vote", "name": "q", "answer": 0}))
    room.visitor_goes(who, came)


def asked(rooms):
    import asyncio

    room, _ = rooms.start(None, "lecturer")
    question = {"kind": "ask", "name": "q", "text": "Which?", "answers": ["a", "b"]}
    asyncio.run(room.hear_lecturer(question))
    return room


def test_repeated_joins_of_a_phone_neither_fill_nor_outvote_a_class(rooms) -> None:
    from capsviz.ui.classroom.session import MAX_BRIEF

    room = asked(rooms)
    for k in range(30):
        room.visitor_comes(f"student {k}", line(), "school")
    for k in range(375):
        vote_and_go(room, f"script {k}", "school")
    assert sum(room.poll.counts) == MAX_BRIEF
    assert len(room.visitors) == 30 + MAX_BRIEF
    room.visitor_comes("one more student", line(), "school")


def test_a_full_class_drops_absent_visitors_only(rooms, now) -> None:
    from capsviz.ui.classroom.session import MAX_VISITORS

    room = asked(rooms)
    stayed = line()
    room.visitor_comes("stayed", stayed, "school")
    now[0] += 60
    room.visitor_goes("stayed", stayed)
    for k in range(MAX_VISITORS - 2):
        room.visitor_comes(f"student {k}", line(), f"home {k}")
    vote_and_go(room, "brief", "elsewhere")
    room.visitor_comes("last", line(), "home")  # "stayed" left no vote
    assert "stayed" not in room.visitors
    assert "brief" in room.visitors
    room.visitor_comes("very last", line(), "home")
    assert room.poll.votes == {}
    with refused("this session is full"):
        room.visitor_comes("too late", line(), "home")


def test_an_empty_session_ends_but_a_lecturer_may_be_away(rooms, now) -> None:
    from capsviz.ui.classroom.outbox import Outbox

    empty, _ = rooms.start(None, "here")
    lecture, _ = rooms.start(None, "here")
    lecture.visitor_comes("someone", Outbox())
    now[0] += 700
    assert rooms.join(lecture.code, None, "there") is lecture
    with refused("no session"):
        rooms.join(empty.code, None, "there")
    now[0] += 2 * 3600
    with refused("no session"):
        rooms.join(lecture.code, None, "there")
