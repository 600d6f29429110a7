"""What a whole class asks for is made once."""

from __future__ import annotations


def test_a_class_on_one_drawing_has_it_routed_once(tiny_checkpoint, monkeypatch) -> None:
    from capsviz.config.read_settings import ReadSettings
    from capsviz.data.samples import first_sample
    from capsviz.ui.server import routes

    routes._route.cache_clear()  # nothing of earlier tests
    times: list[int] = []
    trace = routes.trace
    monkeypatch.setattr(routes, "trace", lambda *given: times.append(1) or trace(*given))
    drawing, settings = first_sample().drawing, ReadSettings(model="dynamic")
    first = routes.route_drawing(drawing, settings)
    assert routes.route_drawing(drawing, settings) is first
    assert routes.route_drawing(drawing, ReadSettings(model="dynamic", center=False)) is not first
    assert len(times) == 2
