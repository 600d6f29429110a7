"""Default number of threads of a training."""

from __future__ import annotations

import pytest
import torch


@pytest.mark.parametrize(("alone", "together", "chosen"), [(4.0, 60.0, 1), (4.0, 2.5, 3)])
def test_the_faster_number_of_threads_is_chosen(monkeypatch, alone, together, chosen):
    from capsviz.training import threads

    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    before, now = torch.get_num_threads(), [3]
    monkeypatch.setattr(torch, "get_num_threads", lambda: now[0])
    monkeypatch.setattr(torch, "set_num_threads", lambda count: now.__setitem__(0, count))
    slow = iter([1000.0, 1000.0])  # the first timings warm up and are discarded
    monkeypatch.setattr(
        threads, "_step", lambda: next(slow, None) or (alone if now[0] == 1 else together)
    )
    assert threads.choose_threads() == chosen
    assert now == [3]
    monkeypatch.undo()
    assert torch.get_num_threads() == before


def test_threads_set_by_the_environment_are_used(monkeypatch):
    from capsviz.training import threads

    monkeypatch.setenv("OMP_NUM_THREADS", "2")
    monkeypatch.setattr(torch, "get_num_threads", lambda: 2)
    monkeypatch.setattr(threads, "_step", lambda: pytest.fail("it tried"))
    assert threads.choose_threads() == 2


def test_choose_threads_leaves_the_thread_count_alone():
    from capsviz.training import threads

    before = torch.get_num_threads()
    assert threads.choose_threads() in (1, before)
    assert torch.get_num_threads() == before
