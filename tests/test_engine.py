"""The engine answers all visitors correctly, and survives any input."""

from __future__ import annotations

from concurrent.futures import Future

import numpy as np
import pytest

from capsviz.config.read_settings import ReadSettings


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
    waiting = [engine.read(picture, ReadSettings(iterations=3)) for picture in pictures]
    for one, future in zip(alone, waiting, strict=True):
        together = future.result()
        assert np.array_equal(one.image, together.image)
        np.testing.assert_allclose(one.lengths, together.lengths, atol=1e-5)
        np.testing.assert_allclose(one.reconstructions, together.reconstructions, atol=1e-5)


def test_a_request_without_pictures_gets_only_the_winner_s_reconstruction(engine) -> None:
    pictures = rasters(6)
    whole = [engine.read(picture).result() for picture in pictures]
    waiting = [engine.read(picture, pictures=n % 2 == 0) for n, picture in enumerate(pictures)]
    for n, (one, future) in enumerate(zip(whole, waiting, strict=True)):
        lean = future.result()
        assert (one.complete, lean.complete) == (True, n % 2 == 0)
        assert len(lean.reconstructions) == (10 if n % 2 == 0 else 1)
        longest = lean.reconstructions[lean.winner if lean.complete else 0]
        np.testing.assert_allclose(one.reconstructions[one.winner], longest, atol=1e-5)
        np.testing.assert_allclose(one.misfit, np.square(longest - one.image).sum(), rtol=1e-3)
        np.testing.assert_allclose(lean.misfit, one.misfit, rtol=1e-3)


def test_settings_reach_the_model(engine) -> None:
    picture = rasters(1)[0]
    reading = engine.read(picture, ReadSettings(iterations=5, center=False)).result()
    assert reading.lengths.shape == (5, 10)
    centred = engine.read(picture, ReadSettings(iterations=5)).result()
    assert not np.array_equal(reading.image, centred.image)


def test_a_bad_picture_does_not_affect_others(engine) -> None:
    from capsviz.errors import CapsvizError

    good, bad = rasters(1)[0], np.zeros((600, 600), np.uint8)
    waiting: list[Future] = [engine.read(picture) for picture in (good, bad, good, good)]
    assert isinstance(waiting[1].exception(), CapsvizError)
    for at in (0, 2, 3):
        assert waiting[at].result().lengths.shape == (3, 10)
    with pytest.raises(CapsvizError, match="no model 'nobody'"):
        engine.read(good, ReadSettings("nobody")).result()
    assert engine.read(good).result()


def test_a_full_queue_raises_one_sentence(tiny_checkpoint, monkeypatch) -> None:
    from capsviz.engine import queues
    from capsviz.errors import CapsvizError

    monkeypatch.setattr(queues, "MAX_DRAWINGS", 2)
    monkeypatch.setattr(queues.Engine, "_work", lambda self: None)
    idle = queues.Engine()
    idle.read(rasters(1)[0])
    idle.read(rasters(1)[0])
    with pytest.raises(CapsvizError, match="try again"):
        idle.read(rasters(1)[0])


def test_a_school_behind_one_address_may_draw_at_once(tiny_checkpoint, monkeypatch) -> None:
    from capsviz.engine import BusyError, queues, visitor
    from capsviz.engine.requests import MAX_DRAWINGS

    monkeypatch.setattr(queues.Engine, "_work", lambda self: None)
    idle, token = queues.Engine(), visitor.set("")
    try:
        for phone in range(MAX_DRAWINGS // 2):
            visitor.set(f"192.0.2.1 phone-{phone}")
            idle.read(rasters(1)[0])
        with pytest.raises(BusyError, match="try again"):
            idle.read(rasters(1)[0])
        visitor.set("192.0.2.2 somebody")
        idle.read(rasters(1)[0])  # another address has room
    finally:
        visitor.reset(token)


def test_an_abandoned_request_is_not_computed(tiny_checkpoint, monkeypatch) -> None:
    from capsviz.engine import BusyError, queues

    monkeypatch.setattr(queues, "LOST_AFTER", -1.0)
    late = queues.Engine()
    monkeypatch.setattr(late, "_answer", lambda group: pytest.fail("it was read"))
    with pytest.raises(BusyError, match="try again"):
        late.read(rasters(1)[0]).result(timeout=30)


def test_run_executes_work_in_the_worker_and_returns_its_errors(engine):
    import threading

    name = engine.run(lambda: threading.current_thread().name).result(timeout=30)
    assert name == "capsviz-engine"
    with pytest.raises(ZeroDivisionError):
        engine.run(lambda: 1 / 0).result(timeout=30)
    raster = np.zeros((28, 28), np.uint8)
    assert engine.read(raster).result(timeout=30).model == "dynamic"  # it lives on


@pytest.fixture
def other_weights(tiny_model):
    """Weights of the same network with other predictions."""
    import torch

    return {key: -torch.roll(value, 1, -1) for key, value in tiny_model.state_dict().items()}


def test_a_checkpoint_that_is_replaced_is_read_anew(
    engine, tiny_checkpoint, tiny_model, other_weights
):
    from capsviz.errors import CapsvizError
    from capsviz.training import checkpoint

    picture, first = rasters(1)[0], engine.checkpoint("dynamic")
    lengths = engine.read(picture).result().lengths
    assert engine.checkpoint("dynamic") is first
    checkpoint.save(tiny_checkpoint, other_weights, tiny_model.config, {})
    assert engine.checkpoint("dynamic").digest != first.digest
    assert not np.array_equal(engine.read(picture).result().lengths, lengths)

    whole = tiny_checkpoint.read_bytes()
    tiny_checkpoint.write_bytes(whole[:-100])  # as a copy looks that is not finished yet
    for _ in range(2):
        with pytest.raises(CapsvizError, match="cut short"):
            engine.read(picture).result()
    tiny_checkpoint.write_bytes(whole)
    assert engine.read(picture).result()


def test_a_deleted_checkpoint_is_unknown_until_it_is_restored(engine, tiny_checkpoint):
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
        engine.checkpoint(name)


def test_the_app_classifies_in_the_fastest_precision_and_leaves_the_network_exact(engine):
    import torch

    from capsviz.model.precision import PRECISIONS, possible

    exact, fast = engine.checkpoint("dynamic").model, engine.fast("dynamic").model
    assert exact.precision is torch.float32
    assert fast.precision is PRECISIONS[possible(exact)[-1]]
    assert exact.W.data_ptr() == fast.W.data_ptr()  # the weights are there once


def test_visitors_take_turns() -> None:
    from capsviz.fair_queue import FairQueue

    queue = FairQueue()
    for who, count in (("greedy", 5), ("modest", 1), ("other", 2)):
        for at in range(count):
            queue.put(who, at)
    assert len(queue) == 8
    assert queue.count_of("greedy") == 5
    order = [queue.take()[0] for _ in range(8)]
    assert order[:5] == ["greedy", "modest", "other", "greedy", "other"]
    assert order[5:] == ["greedy"] * 3
    assert not len(queue)
    assert queue.count_of("greedy") == 0


def test_invented_cookies_give_an_address_no_further_turns() -> None:
    from capsviz.fair_queue import FairQueue

    queue = FairQueue()
    for at in range(150):
        queue.put(f"192.0.2.1 made-up-{at}", at)
    for at in range(3):
        queue.put(f"192.0.2.2 phone-{at}", at)
    assert queue.count_of_address("192.0.2.1 another") == 150
    order = [queue.take()[0].partition(" ")[0] for _ in range(6)]
    assert order == ["192.0.2.1", "192.0.2.2"] * 3
    assert queue.count_of_address("192.0.2.2 phone-0") == 0
    assert len(queue) == 147


def test_an_address_has_room_for_a_class_and_not_for_everything(engine) -> None:
    import threading

    from capsviz.engine import BusyError, visitor
    from capsviz.engine.requests import MAX_HEAVY_PER_ADDRESS

    hold, token = threading.Event(), visitor.set("")
    try:
        asked = [engine.work(lambda _: hold.wait(30))]
        for phone in range(60):
            visitor.set(f"192.0.2.1 phone-{phone}")
            asked.append(engine.work(lambda _: "phone"))
        for at in range(60, MAX_HEAVY_PER_ADDRESS):
            visitor.set(f"192.0.2.1 made-up-{at}")
            asked.append(engine.work(lambda _: "made up"))
        visitor.set("192.0.2.1 made-up-again")
        with pytest.raises(BusyError, match="for your address"):
            engine.work(lambda _: None)
        visitor.set("192.0.2.2 somebody")
        other = engine.work(lambda _: asked[-1].done())
        hold.set()
        assert not other.result(timeout=30)  # it did not wait for all the others
        assert [one.result(timeout=30) for one in asked[1:61]] == ["phone"] * 60
    finally:
        hold.set()
        visitor.reset(token)


def test_live_requests_pass_between_the_pieces_of_heavy_work(engine) -> None:
    import threading

    raster, begun, done = rasters(1)[0], threading.Event(), []

    def work(give_way):
        begun.set()
        while not live.done():  # for ever, unless live requests go first
            give_way()
        done.append("heavy")
        return "found"

    live: Future = Future()
    heavy = engine.work(work)
    assert begun.wait(10)
    live = engine.read(raster)
    live.add_done_callback(lambda _: done.append("live"))
    assert heavy.result(timeout=30) == "found"
    assert done == ["live", "heavy"]


def test_heavy_work_is_done_though_live_requests_never_end(engine) -> None:
    import threading

    stop, raster = threading.Event(), rasters(1)[0]

    def draw() -> None:
        while not stop.is_set():
            engine.read(raster).result()

    visitors = [threading.Thread(target=draw) for _ in range(3)]
    for thread in visitors:
        thread.start()
    try:
        assert engine.work(lambda give_way: [give_way() for _ in range(3)]).result(timeout=30)
    finally:
        stop.set()
        for thread in visitors:
            thread.join()


def test_heavy_work_ends_when_nobody_waits_for_it(engine) -> None:
    import threading

    begun, ended, pieces = threading.Event(), threading.Event(), []

    def work(give_way):
        begun.set()
        try:
            while True:
                give_way()
                pieces.append(1)
        finally:
            ended.set()

    heavy = engine.work(work)
    assert begun.wait(10)
    assert heavy.cancel()
    assert ended.wait(10)
    assert engine.work(lambda _: "next").result(timeout=30) == "next"


def test_one_visitor_may_not_ask_for_everything(engine) -> None:
    import threading

    from capsviz.engine import BusyError, visitor
    from capsviz.engine.requests import MAX_HEAVY

    hold = threading.Event()
    token = visitor.set("greedy")
    try:
        asked = [engine.work(lambda _: hold.wait(30)) for _ in range(MAX_HEAVY)]
        with pytest.raises(BusyError, match="still being worked out"):
            engine.work(lambda _: None)
        visitor.set("modest")
        other = engine.work(lambda _: "answered")
        hold.set()
        assert other.result(timeout=30) == "answered"
        assert all(one.result(timeout=30) for one in asked)
    finally:
        hold.set()
        visitor.reset(token)


def test_errors_of_heavy_work_reach_the_caller(engine) -> None:
    with pytest.raises(ZeroDivisionError):
        engine.work(lambda _: 1 / 0).result(timeout=30)
    assert engine.work(lambda _: 7).result(timeout=30) == 7
