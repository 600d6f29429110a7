"""A picture that lies on its side is seen to after an upload; one that stands upright is not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest


@pytest.fixture
def ask(clients):
    """The route's answer for a rotated sample."""
    from capsviz.data.drawing import render
    from capsviz.data.samples import samples
    from capsviz.ui.live import messages
    from capsviz.ui.pages.draw import routes

    client = clients(routes.routes())
    known = {sample.name: sample.drawing for sample in samples()}

    def answer(name: str, way: str = "", **settings: Any) -> Any:
        from capsviz.analysis.orientation import WAYS

        raster = render(known[name])
        turned = np.ascontiguousarray(WAYS[way](raster) if way else raster)
        body = messages.pack({"seq": 0, **settings}, turned.tobytes())
        return client.post("/capsviz/standing", content=body)

    return answer


@pytest.mark.parametrize(
    ("name", "lies", "undone"),
    [
        ("2-upright", "right", "left"), ("4-slanted", "left", "right"),
        ("7-upright", "over", "over"), ("3-slanted", "mirrored", "mirrored"),
    ],
)  # fmt: skip
def test_a_turned_sample_is_detected(ask, name, lies, undone) -> None:
    found = ask(name, lies).json()["better"]
    assert (found["way"], found["capsule"]) == (undone, int(name[0]))
    assert found["length"] > found["before"] + 0.3
    assert ask(name).json() == {"better": None, "clear": True}


def test_an_unclear_prediction_is_reported(ask) -> None:
    # A 2 on its side after one iteration, when no capsule is long yet.
    assert ask("2-upright", "right", iterations=1).json()["clear"] is False


def test_an_invalid_question_gets_one_sentence(ask) -> None:
    answer = ask("2-upright", iterations=99)
    assert answer.status_code == 400
    assert "iterations" in answer.json()["error"]


def test_pictures_of_other_things_get_no_turn(tiny_checkpoint, tiny_model, ask) -> None:
    from capsviz.config import LabelSet
    from capsviz.training import checkpoint

    subject = LabelSet("folder:things", tuple("abcdefghij"))
    checkpoint.save(
        tiny_checkpoint,
        tiny_model.state_dict(),
        tiny_model.config,
        {"command": "none"},
        subject=subject,
    )
    assert ask("2-upright", "right").json()["better"] is None
