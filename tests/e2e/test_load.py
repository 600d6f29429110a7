"""Many at once, by the app's own protocols; a short one, without a browser."""

from __future__ import annotations


def test_visitors_and_whole_pages_are_all_served(app: str) -> None:
    from capsviz.development.bench import load

    found = load.run(app, visitors=10, rate=5.0, seconds=3.0, opened=5)
    assert found["pages"]["failed"] == 0
    assert found["live"]["errors"] == found["live"]["lost"] == 0
    assert found["live"]["least_per_second"] > 0
