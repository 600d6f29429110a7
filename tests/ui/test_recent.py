"""What a whole class asks for is made once."""

from __future__ import annotations

import pytest


def test_what_was_asked_for_last_is_kept_and_what_failed_is_not() -> None:
    from capsviz.ui.networks.lru import Recent

    made: list[str] = []
    recent: Recent[str] = Recent(2)

    def get(key: str) -> str:
        return recent.get(key, lambda: made.append(key) or f"made {key}")

    assert [get(key) for key in "aabacb"] == [f"made {key}" for key in "aabacb"]
    assert made == ["a", "b", "c", "b"]  # b gave way to c: a was asked for after it

    with pytest.raises(ZeroDivisionError):
        recent.get("x", lambda: str(1 // 0))
    assert recent.get("x", lambda: "mended") == "mended"


def test_a_class_on_one_drawing_has_it_routed_once(tiny_checkpoint, monkeypatch) -> None:
    from capsviz.config.read_settings import ReadSettings
    from capsviz.data.samples import first_sample
    from capsviz.ui.networks.lru import Recent
    from capsviz.ui.server import routes

    monkeypatch.setattr(routes, "_recently", Recent(2))  # nothing of earlier tests
    times: list[int] = []
    trace = routes.trace
    monkeypatch.setattr(routes, "trace", lambda *given: times.append(1) or trace(*given))
    drawing, settings = first_sample().drawing, ReadSettings(model="dynamic")
    first = routes.route_drawing(drawing, settings)
    assert routes.route_drawing(drawing, settings) is first
    assert routes.route_drawing(drawing, ReadSettings(model="dynamic", center=False)) is not first
    assert len(times) == 2
