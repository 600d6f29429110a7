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
def test_what_is_no_key_starts_nothing(rooms, key) -> None:
    with refused("no key"):
        rooms.start(key, "here")


def test_the_code_does_not_steer(rooms) -> None:
    room, _ = rooms.start(None, "here")
    with refused("no key"):
        rooms.start(room.code, "here")


def test_who_tries_codes_is_soon_not_heard_and_a_class_that_joins_is(rooms, now) -> None:
    room, _ = rooms.start(None, "lecturer")
    for _ in range(300):
        assert rooms.join(room.code, None, "the class") is room
    for k in range(120):  # sixty that each mistype a letter twice
        with refused("no session with this code"):
            rooms.join(f"{k:07}", None, "guesser")
    with refused("too many wrong codes"):
        rooms.join(room.code, None, "guesser")
    now[0] += 4
    assert rooms.join(room.code, None, "guesser") is room


def test_joins_and_starts_of_an_address_are_limited_in_rate(rooms, now) -> None:
    room, _ = rooms.start(None, "lecturer")
    for _ in range(400):
        rooms.join(room.code, None, "the class")
    with refused("too many join"):
        rooms.join(room.code, None, "the class")
    for _ in range(8):
        rooms.start(None, "eager")
    with refused("too many sessions were started"):
        rooms.start(None, "eager")
    now[0] += 31
    rooms.start(None, "eager")


def test_sessions_are_limited_in_number(rooms, now) -> None:
    from capsviz.ui.classroom.sessions import MOST_OF_ADDRESS, MOST_ROOMS

    for _ in range(MOST_OF_ADDRESS):
        now[0] += 31
        rooms.start(None, "school")
    with refused("too many sessions are open"):
        rooms.start(None, "school")
    for k in range(MOST_ROOMS - MOST_OF_ADDRESS):
        rooms.start(None, f"school {k}")
    with refused("too many sessions are open"):
        rooms.start(None, "one more")


def test_a_session_that_nobody_is_in_ends_and_a_lecturer_may_be_away(rooms, now) -> None:
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
