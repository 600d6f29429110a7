"""A request of a whole class is computed once."""

from __future__ import annotations


def test_a_class_on_one_drawing_has_it_routed_once(tiny_checkpoint, monkeypatch) -> None:
    from capsviz.config.read_settings import ReadSettings
    from capsviz.data.samples import first_sample
    from capsviz.ui.server import routes

    routes._encode_routing.cache_clear()  # nothing of earlier tests
    times: list[int] = []
    trace = routes.trace
    monkeypatch.setattr(routes, "trace", lambda *given: times.append(1) or trace(*given))
    drawing, settings = first_sample().drawing, ReadSettings(model="dynamic")
    first = routes.trace_routing(drawing, settings, lambda: None)
    assert routes.trace_routing(drawing, settings, lambda: None) is first
    other = ReadSettings(model="dynamic", center=False)
    assert routes.trace_routing(drawing, other, lambda: None) is not first
    assert len(times) == 2
