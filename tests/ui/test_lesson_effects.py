"""The recorded effects of mistakes: made again by the model, and what the gallery says of them."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def record():
    from capsviz.ui.lessons.figure_data import load_record

    return load_record("effects")


def test_effects_of_one_pass_are_those_of_the_model(record):
    from capsviz.development.lesson_records.effects import one_pass

    for name, found in one_pass().items():
        for part in ("right", "mistaken", "tell"):
            assert found[part] == pytest.approx(record[name][part], abs=0.02), (name, part)


def test_the_share_of_wrong_masks_is_that_of_the_recorded_training(record):
    from capsviz.development.lesson_records.effects import wrong_masks

    assert record["winner"] == wrong_masks()


def test_routing_without_the_mistake_is_that_of_the_model():
    import torch

    from capsviz.development.lesson_records.effects import routed_lengths
    from capsviz.model.routing.dynamic import dynamic_routing

    torch.manual_seed(0)
    u_hat = torch.randn(3, 20, 4, 5)
    *_, last = dynamic_routing(u_hat, 3)
    expected = last.v.norm(dim=-1)
    assert torch.allclose(routed_lengths(u_hat, average=False), expected, atol=1e-5)
    assert not torch.allclose(routed_lengths(u_hat, average=True), expected, atol=0.01)
    alone = routed_lengths(u_hat[:1], average=True)
    assert torch.allclose(alone, expected[:1], atol=1e-5)  # a batch of one has no neighbours


def test_the_record_supports_the_gallery(record):
    assert record["squash"]["tell"][0] > 0.95 > 0.5 > record["squash"]["tell"][1]
    assert max(record["squash"]["mistaken"]) < 0.01
    batch = record["batch"]
    assert batch["right"][7] == pytest.approx(0.96, abs=0.005)
    assert batch["mistaken"][7] == pytest.approx(batch["right"][7] / 2, abs=0.05)
    assert record["unit"]["mistaken"] == [1.0] * 10
    assert max(record["unit"]["right"]) < 0.5
    rounds = record["rounds"]
    assert rounds["tell"] == pytest.approx([1, 0.98], abs=0.005)
    ratios = [b / a for a, b in zip(rounds["right"], rounds["mistaken"], strict=True)]
    assert (round(min(ratios), 1), round(max(ratios), 1)) == (2.6, 4.1)
    winner = record["winner"]["mistaken"]
    assert (round(winner[0]), round(winner[4])) == (86, 23)


def test_a_softmax_over_the_lengths_never_passes_a_quarter(script):
    source = """(lengths) => {
      const state = { lengths, present: lengths.map((_, k) => Number(k === 3)), mistaken: 1 };
      const right = marginNumbers({ ...state, mistaken: 0 }, { mistake: "softmax" });
      const wrong = marginNumbers(state, { mistake: "softmax" });
      return [right.total, right.compared[3], wrong.total, wrong.compared[3]];
    }"""
    best = [0.99 if k == 3 else 0.0 for k in range(10)]
    total, length, softened, share = script(["pages/learn/models/margin.js"], source, best)
    assert (total, length) == (0, 0.99)
    assert share == pytest.approx(0.2302, abs=1e-3)
    assert softened > 0.4
