"""Visitors of one address take turns: the order, and the one that makes room."""

from __future__ import annotations


def test_the_best_known_comes_first_and_the_served_come_last() -> None:
    from capsviz.turns import Acquaintance, Turns

    now = [0.0]
    known = Acquaintance(lambda: now[0])
    waiting = Turns[str](known)
    for at, who in enumerate(("192.0.2.1 old", "192.0.2.1 young")):
        now[0] = float(at)
        known.meet(who)
    for who in ("192.0.2.1 made-up", "192.0.2.1 young", "192.0.2.1 old", "192.0.2.2 other"):
        waiting.put(who, who.split()[1])
    now[0] = 10.0
    known.serve("192.0.2.1 old")
    known.meet("192.0.2.1 old")  # which changes nothing
    taken = [waiting.take()[1] for _ in range(4)]
    assert taken == ["young", "other", "old", "made-up"]


def test_the_least_known_makes_room_for_a_better_known_one() -> None:
    from capsviz.turns import Acquaintance, Turns

    known = Acquaintance()
    waiting = Turns[str](known)
    known.meet("192.0.2.1 old")
    waiting.put("192.0.2.1 made-up", "bomb")
    assert waiting.displace("192.0.2.1 another made-up") is None
    assert waiting.displace("192.0.2.2 elsewhere") is None
    assert waiting.displace("192.0.2.1 old") == "bomb"
    assert not len(waiting)
    waiting.put("192.0.2.1 old", "photo")
    assert waiting.take() == ("192.0.2.1 old", "photo")


def test_made_up_names_push_nobody_out() -> None:
    from capsviz import turns

    now = [0.0]
    known = turns.Acquaintance(lambda: now[0])
    known.meet("192.0.2.1 old")
    for at in range(2 * turns.MAX_KNOWN):
        known.meet(f"192.0.2.1 {at}")
    assert known.since("192.0.2.1 old") == 0.0
    assert known.since(f"192.0.2.1 {2 * turns.MAX_KNOWN - 1}") > 1e9
    now[0] = turns.FORGOTTEN
    known.meet("192.0.2.1 next day")
    assert known.since("192.0.2.1 next day") == now[0]
    for at in range(turns.MAX_ADDRESSES):
        known.meet(f"10.0.{at // 250}.{at % 250} a")
    assert known.since("192.0.2.1 next day") > 1e9
