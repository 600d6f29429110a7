"""One figure for all: states of phones that agree, checked, without a name."""

from __future__ import annotations

import pytest

DRAWING = {"s": [[60, 0, 500, 200, 500, 800]], "b": None}
PLACE = {"name": "f1", "page": "learn", "lesson": "vector", "step": 1}


def view(**more) -> dict:
    return {"lesson": "vector", "step": 1, "answered": None, "figure": {"x": 1.5}, **more}


def states(heard: dict) -> list:
    """The projector's states, by the newest message of the kind."""
    return [heard["gathered"]["state"]["view"]["figure"]] if "gathered" in heard else []


def test_states_come_to_the_projector_without_a_name_and_to_no_phone(play) -> None:
    async def scene(served, sit) -> None:
        lecturer = await sit("start")
        started = await lecturer.wait_for("started")
        phones = [await sit("join", code=started["code"]) for _ in range(2)]
        secret = (await phones[0].wait_for("joined"))["visitor"]
        await lecturer.say("gather", **PLACE)
        for phone in phones:
            asked = (await phone.wait_for("gathering"))["gathering"]
            assert asked == {**PLACE, "open": True, "sent": False}
        await phones[0].say("mine", name="f1", view=view())
        await phones[0].until(lambda h: h["gathering"]["gathering"]["sent"])
        await lecturer.until(lambda h: states(h) == [{"x": 1.5}])
        first = lecturer.heard["gathered"]["state"]["name"]
        assert lecturer.heard["gathered"]["state"]["drawing"] is None
        await phones[0].say("mine", name="f1", view=view(figure={"x": 2}), drawing=DRAWING)
        await lecturer.until(lambda h: states(h) == [{"x": 2}])
        assert lecturer.heard["gathered"]["state"]["name"] == first
        assert lecturer.heard["gathered"]["state"]["drawing"] == DRAWING
        assert secret not in str(lecturer.heard)
        assert "gathered" not in phones[1].heard
        await phones[1].say("gather", **PLACE)
        assert "cannot say" in (await phones[1].wait_for("trouble"))["sentence"]
        # A reloaded projector is told them again; what is over is given back.
        back = await sit("start", key=started["key"])
        await back.until(lambda h: states(h) == [{"x": 2}])
        await lecturer.say("scatter")
        await phones[1].until(lambda h: h["gathering"]["gathering"] is None)

    play(scene)


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        (None, "too large"),
        ([], "too large"),
        ({"figure": {"x": "y" * 5000}}, "too large"),
        (view(figure={"x": "<img>"}), "figure"),
        (view(figure={"x": 1e9}), "figure"),
        (view(step=2), "another step"),
        (view(lesson="votes"), "another step"),
        (view(lesson=["vector"]), "lesson"),
    ],
    ids=str,
)
def test_an_invalid_state_is_refused(sent, said) -> None:
    from capsviz.errors import CapsvizError
    from capsviz.ui.classroom.overlaid_states import OverlaidStates

    gathering = OverlaidStates.from_plain(PLACE)
    with pytest.raises(CapsvizError, match=said):
        gathering.take("someone", sent)
    assert not gathering.states


def test_states_of_every_page_are_accepted_up_to_the_limit() -> None:
    from capsviz.errors import CapsvizError
    from capsviz.ui.catalogue.navigation import ENTRIES
    from capsviz.ui.classroom.overlaid_states import MAX_STATES, OverlaidStates

    for entry in ENTRIES:
        plain = entry.view().to_plain()
        gathering = OverlaidStates.from_plain({"name": "x", "page": entry.name})
        assert gathering.take("someone", plain)["view"] == plain
    gathering = OverlaidStates.from_plain({"name": "x", "page": "draw"})
    for k in range(MAX_STATES):
        gathering.take(str(k), {})
    with pytest.raises(CapsvizError, match="is full"):
        gathering.take("one more", {})
    gathering.open = False
    with pytest.raises(CapsvizError, match="being looked at"):
        gathering.take("0", {})


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"name": ""}, "no name"),
        ({"page": "nothing"}, "no page 'nothing'"),
        ({"page": 3}, "which page"),
    ],
)
def test_an_invalid_shared_figure_is_refused(change, said) -> None:
    from capsviz.errors import CapsvizError
    from capsviz.ui.classroom.overlaid_states import OverlaidStates

    with pytest.raises(CapsvizError, match=said):
        OverlaidStates.from_plain({**PLACE, **change})
