"""The gateway answers everyone, with the right answer, and survives whatever comes."""

from __future__ import annotations

from concurrent.futures import Future

import numpy as np
import pytest


@pytest.fixture
def engine(tiny_checkpoint):
    from capsviz.engine import Engine

    return Engine()


def rasters(count: int) -> list[np.ndarray]:
    random = np.random.default_rng(0)
    blank = np.zeros((count, 112, 112), np.uint8)
    blank[:, 30:80, 40:70] = random.integers(100, 255, (count, 50, 30), np.uint8)
    return list(blank)


def test_each_visitor_gets_the_answer_to_their_own_picture(engine) -> None:
    pictures = rasters(40)
    alone = [engine.read(picture).result() for picture in pictures]
    waiting = [engine.read(picture, iterations=3) for picture in pictures]
    for one, future in zip(alone, waiting, strict=True):
        together = future.result()
        assert np.array_equal(one.trace.images, together.trace.images)
        np.testing.assert_allclose(one.trace.lengths, together.trace.lengths, atol=1e-5)
        np.testing.assert_allclose(one.reconstructions, together.reconstructions, atol=1e-5)


def test_settings_reach_the_model(engine) -> None:
    picture = rasters(1)[0]
    reading = engine.read(picture, iterations=5, center=False).result()
    assert reading.trace.lengths.shape == (1, 5, 10)
    centred = engine.read(picture, iterations=5).result()
    assert not np.array_equal(reading.trace.images, centred.trace.images)


def test_one_bad_picture_spoils_no_other(engine) -> None:
    from capsviz.errors import CapsvizError

    good, bad = rasters(1)[0], np.zeros((600, 600), np.uint8)
    waiting: list[Future] = [engine.read(picture) for picture in (good, bad, good, good)]
    assert isinstance(waiting[1].exception(), CapsvizError)
    for at in (0, 2, 3):
        assert waiting[at].result().trace.lengths.shape == (1, 3, 10)
    with pytest.raises(CapsvizError, match="no model 'nobody'"):
        engine.read(good, model="nobody").result()
    assert engine.read(good).result()


def test_a_full_queue_says_so(tiny_checkpoint, monkeypatch) -> None:
    from capsviz import engine
    from capsviz.errors import CapsvizError

    monkeypatch.setattr(engine, "MOST_WAITING", 2)
    monkeypatch.setattr(engine.Engine, "_work", lambda self: None)
    idle = engine.Engine()
    idle.read(rasters(1)[0])
    idle.read(rasters(1)[0])
    with pytest.raises(CapsvizError, match="try again"):
        idle.read(rasters(1)[0])


def test_other_work_runs_in_the_worker_and_its_errors_come_back(engine):
    import threading

    name = engine.run(lambda: threading.current_thread().name).result(timeout=30)
    assert name == "capsviz-engine"
    with pytest.raises(ZeroDivisionError):
        engine.run(lambda: 1 / 0).result(timeout=30)
    raster = np.zeros((28, 28), np.uint8)
    assert engine.read(raster).result(timeout=30).model == "dynamic"  # it lives on


@pytest.fixture
def other_weights(tiny_model):
    """Weights of the same network that read everything otherwise."""
    import torch

    return {key: -torch.roll(value, 1, -1) for key, value in tiny_model.state_dict().items()}


def test_a_checkpoint_that_is_replaced_is_read_anew(
    engine, tiny_checkpoint, tiny_model, other_weights
):
    from capsviz.errors import CapsvizError
    from capsviz.training import checkpoint

    picture, first = rasters(1)[0], engine.loaded("dynamic")
    lengths = engine.read(picture).result().trace.lengths
    assert engine.loaded("dynamic") is first
    checkpoint.save(tiny_checkpoint, other_weights, tiny_model.config, {})
    assert engine.loaded("dynamic").digest != first.digest
    assert not np.array_equal(engine.read(picture).result().trace.lengths, lengths)

    whole = tiny_checkpoint.read_bytes()
    tiny_checkpoint.write_bytes(whole[:-100])  # as a copy looks that is not finished yet
    for _ in range(2):
        with pytest.raises(CapsvizError, match="cut short"):
            engine.read(picture).result()
    tiny_checkpoint.write_bytes(whole)
    assert engine.read(picture).result()


def test_a_checkpoint_that_is_deleted_is_gone_and_may_come_back(engine, tiny_checkpoint):
    from capsviz.errors import CapsvizError

    picture, away = rasters(1)[0], tiny_checkpoint.with_suffix(".away")
    assert engine.read(picture).result()
    tiny_checkpoint.rename(away)
    with pytest.raises(CapsvizError, match="no model 'dynamic'"):
        engine.read(picture).result()
    away.rename(tiny_checkpoint)
    assert engine.read(picture).result()


@pytest.mark.parametrize("name", ["../dynamic", "/etc/passwd", "x" * 5000, "a\0b", "", "."])
def test_only_names_of_checkpoints_are_looked_up(engine, name):
    from capsviz.errors import CapsvizError

    with pytest.raises(CapsvizError, match="there is no model"):
        engine.loaded(name)
