"""Accuracy and reconstruction error, counted by hand on a few images."""

from __future__ import annotations

import pytest
import torch

from capsviz.data.pictures import Digits
from capsviz.training import evaluate as module
from capsviz.training.evaluate import evaluate


@torch.no_grad()
def test_scores_equal_direct_counts(tiny_model, monkeypatch):
    monkeypatch.setattr(module, "BATCH", 4)  # the last batch is smaller
    random = torch.Generator().manual_seed(0)
    images = torch.randint(0, 256, (11, 28, 28), generator=random).to(torch.uint8)
    labels = torch.arange(11) % 10
    right, error = 0, 0.0
    for image, label in zip(images.float() / 255, labels.tolist(), strict=True):
        v, lengths = tiny_model(image[None])
        winner = lengths.argmax(1)
        right += int(winner) == label
        error += float((tiny_model.decoder(v[:, int(winner)], winner) - image).square().sum())

    scores = evaluate(tiny_model, Digits(images, labels))
    assert (scores.n, scores.accuracy) == (11, pytest.approx(right / 11))
    assert scores.reconstruction_sse == pytest.approx(error / 11, rel=1e-4)


def test_accuracy_is_the_share_of_correct_predictions(tiny_model):
    images = torch.zeros(3, 28, 28, dtype=torch.uint8)
    answer = int(tiny_model(torch.zeros(1, 28, 28)).lengths.argmax())
    labels = torch.tensor([answer, answer, (answer + 1) % 10])
    assert evaluate(tiny_model, Digits(images, labels)).accuracy == pytest.approx(2 / 3)
