"""A class of sixty and of three hundred: nobody is left out, every vote is counted once."""

from __future__ import annotations

import asyncio

import pytest


@pytest.mark.slow
@pytest.mark.parametrize("followers", [60, 300])
def test_every_follower_sees_the_last_state_and_every_vote_counts(served, followers) -> None:
    from capsviz.development.bench import classroom

    async def read(drawing, settings):
        return {"class": 7, "says": "7", "length": 0.9, "misfit": 9.0, "sure": True}

    def again() -> None:
        served.stop()
        served.start()

    served.rooms._read = read
    restart = again if followers == 60 else None
    found = asyncio.run(classroom._measure(served.address, followers, 10.0, 1.0, restart))
    assert found["states"] == 10
    assert found["votes"] == followers
    assert 0 < found["least_per_second"] <= found["seen_per_second"] <= 10
    assert 0 < found["median_ms"] <= found["p95_ms"] <= found["longest_ms"]
    assert found["drawings"] == followers
    assert (found["restart_s"] is None) == (restart is None)
    assert f"{followers} of {followers} votes" in classroom.report(found)
