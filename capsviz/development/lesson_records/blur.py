"""The experiment of the lesson on losses: a mean of the reconstruction error in place of a sum.

Two small networks are trained with one difference: the reconstruction error weighs 0.0005 as a sum
over the pixels (the paper), or 0.0005 as a mean, which is 784 times less. ``python -m
capsviz.development.lesson_records.blur`` trains both, some minutes on two cores, and writes their
reconstructions of a few sample digits into ``blur.json``.
"""

from __future__ import annotations

import dataclasses
import math
from typing import Any

import torch

from capsviz.config import ModelConfig, TrainConfig
from capsviz.data.augment import AUGMENTATIONS, shift_images
from capsviz.data.samples import digit_pictures
from capsviz.data.sets import open_set
from capsviz.model.capsnet import CapsNet
from capsviz.model.loss import margin_loss, one_hot, reconstruction_error
from capsviz.training.step import learning_rate
from capsviz.ui.lessons.figure_data import encode, path_of, write_record

FILE = path_of("blur")
CONFIG = ModelConfig(conv_channels=32, primary_types=8)
RECIPE = TrainConfig(epochs=2, augment="paper")
#: Number of validation digits for both scores.
SCORED_DIGITS = 2000
PIXELS = CONFIG.image_size**2


def main() -> None:
    """Train both networks and record their reconstructions."""
    images = digit_pictures()
    labels = torch.arange(CONFIG.classes)
    record: dict[str, Any] = {
        "networks": f"{CONFIG.conv_channels} filters, {CONFIG.primary_types} capsule types",
        "recipe": dataclasses.asdict(RECIPE),
        "images": list(map(encode, images)),
    }
    for name, weight in (("sum", 0.0005), ("mean", 0.0005 / PIXELS)):
        model, scores = train_variant(dataclasses.replace(RECIPE, reconstruction_weight=weight))
        with torch.inference_mode():
            x = torch.tensor(images)
            decoded = model.decoder(model(x).v[labels, labels], labels)
            errors = reconstruction_error(decoded, x)
        record[name] = {
            "weight": weight,
            **scores,
            "paintings": list(map(encode, decoded.numpy())),
            "errors": [round(float(error), 2) for error in errors],
        }
    write_record(FILE, record)
    print({name: {k: record[name][k] for k in ("accuracy", "error")} for name in ("sum", "mean")})


def train_variant(recipe: TrainConfig) -> tuple[CapsNet, dict[str, float]]:
    """Train one network; returns it with its validation accuracy and summed squared pixel error."""
    learning = open_set("mnist").learning()
    digits, held_out = learning.training(0), learning.validation
    assert held_out is not None
    torch.manual_seed(recipe.seed)
    model = CapsNet(CONFIG)
    optimiser = torch.optim.Adam(model.parameters(), lr=recipe.peak_rate)
    per_epoch = math.ceil(len(digits) / recipe.batch)
    max_shift = AUGMENTATIONS[recipe.augment].shift
    total = recipe.epochs * per_epoch
    orders = [torch.randperm(len(digits)) for _ in range(recipe.epochs)]
    for step in range(total):
        epoch, index = divmod(step, per_epoch)
        indices = orders[epoch][index * recipe.batch :][: recipe.batch]
        x, y = digits.images[indices].float() / 255, digits.labels[indices]
        x = shift_images(x, torch.randint(-max_shift, max_shift + 1, (len(y), 2)), max_shift)
        v, lengths = model(x)
        decoded = model.decoder(v[torch.arange(len(y)), y], y)
        error = reconstruction_error(decoded, x).mean()
        loss = margin_loss(lengths, one_hot(y, CONFIG.classes))
        optimiser.param_groups[0]["lr"] = learning_rate(step, total, recipe)
        optimiser.zero_grad()
        (loss + recipe.reconstruction_weight * error).backward()
        optimiser.step()
    with torch.inference_mode():
        x, y = held_out.images[:SCORED_DIGITS].float() / 255, held_out.labels[:SCORED_DIGITS]
        v, lengths = model.eval()(x)
        decoded = model.decoder(v[torch.arange(len(y)), y], y)
        return model, {
            "accuracy": round(float((lengths.argmax(1) == y).float().mean()), 4),
            "error": round(float(reconstruction_error(decoded, x).mean()), 2),
        }


if __name__ == "__main__":
    main()
