"""The network of the lesson on given poses: a transforming auto-encoder of digits.

``python -m capsviz.development.lesson_records.transforming`` trains it on MNIST's training digits,
some minutes on one core, and measures on the validation digits how far its capsules' places follow
a shift. No test digit is read. It writes ``transforming.safetensors``: weights in half precision,
ten sample digits, and the measurements in the header. ``transforming.md`` beside it describes the
experiments.
"""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import torch
from jaxtyping import Float, Int, UInt8
from safetensors.torch import save
from torch import Tensor

from capsviz.data.augment import shift_images
from capsviz.data.drawing import to_bytes
from capsviz.data.samples import digit_pictures
from capsviz.data.sets import open_set
from capsviz.files import write_file
from capsviz.model.loss import reconstruction_error
from capsviz.model.transforming import Recognition, TransformingAutoencoder, TransformingConfig
from capsviz.training.checkpoint.file import digest_of
from capsviz.ui.lessons.figure_data import TRANSFORMING

CONFIG = TransformingConfig()
EPOCHS, BATCH, RATE, WARM, SEED = 60, 100, 2e-3, 200, 0
#: Maximum shift of a picture each way, in pixels.
REACH = 3
#: Resamplings of the validation digits for the intervals.
_RESAMPLINGS = 1000


def main() -> None:
    """Train, measure, and write the file."""
    learning = open_set("mnist").learning()
    digits, held_out = learning.training(0).images, learning.validation
    assert held_out is not None
    model = train(digits)
    weights = {name: value.half() for name, value in model.state_dict().items()}
    model.load_state_dict(weights)  # measured as it is shipped
    measured = measure(model, held_out.images)
    header = {
        "format": 1,
        "config": CONFIG.to_dict(),
        "reach": REACH,
        "training": {
            "command": "python -m capsviz.development.lesson_records.transforming",
            "epochs": EPOCHS,
            "batch": BATCH,
            "rate": RATE,
            "seed": SEED,
            "training_images": len(digits),
            "validation_images": len(held_out),
        },
        "measured": measured,
        "sha256": digest_of(weights),
    }
    stored = {**weights, "images": _samples(), "home": _homes(model, held_out.images).half()}
    write_file(TRANSFORMING, save(stored, metadata={"capsviz": json.dumps(header)}))
    print(json.dumps(measured, indent=1))


def train(digits: UInt8[Tensor, "n side side"], epochs: int = EPOCHS) -> TransformingAutoencoder:
    """Train on pairs of a digit at two places; the network receives the vector between them."""
    torch.manual_seed(SEED)
    model = TransformingAutoencoder(CONFIG)
    optimiser = torch.optim.Adam(model.parameters(), lr=RATE)
    per_epoch = len(digits) // BATCH
    total = epochs * per_epoch
    order = torch.empty(0)
    for step in range(total):
        if step % per_epoch == 0:
            order = torch.randperm(len(digits))
        indices = order[step % per_epoch * BATCH :][:BATCH]
        inputs, targets, shift = pairs(digits[indices])
        for group in optimiser.param_groups:
            decay = 0.01 + 0.5 * (1 + math.cos(math.pi * step / total))
            group["lr"] = RATE * min(1, step / WARM) * decay
        loss = reconstruction_error(model(inputs, shift), targets).mean()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    return model.eval().requires_grad_(False)


def pairs(
    digits: UInt8[Tensor, "n side side"],
) -> tuple[Float[Tensor, "n side side"], Float[Tensor, "n side side"], Float[Tensor, "n 2"]]:
    """Return each digit at two random places, and the vector to the right and down between them."""
    first, second = (_places(len(digits)) for _ in range(2))
    images = digits.float() / 255
    before, after = (shift_images(images, moves, REACH) for moves in (first, second))
    return before, after, (second - first).flip(1).float()


def _places(n: int) -> Int[Tensor, "n 2"]:
    return torch.randint(-REACH, REACH + 1, (n, 2))


def measure(model: TransformingAutoencoder, digits: UInt8[Tensor, "n side side"]) -> dict[str, Any]:
    """Measure on digits that were not trained on.

    Returns
    -------
    "error", the summed squared error of the predicted pictures, and "unmoved", that of the
    unshifted pictures; "followed", the movement of the capsules' x and y in pixels for each pixel
    of the picture's shift, weighted by p, with its 95 % "interval" over pictures, and for each
    capsule in "capsules"; and "explained", the share of their movement that the shift explains.
    """
    torch.manual_seed(SEED + 1)
    inputs, targets, shift = pairs(digits)
    before, after = model.recognise(inputs), model.recognise(targets)
    movement, p = after.place - before.place, before.p[..., None]
    numerator = (p * movement * shift[:, None]).sum(2)
    denominator = (p * shift[:, None].square()).sum(2)
    missed = (p * (movement - shift[:, None]).square()).sum()
    random = np.random.default_rng(SEED)
    rows = torch.from_numpy(random.integers(len(digits), size=(_RESAMPLINGS, len(digits))))
    slopes = numerator.sum(1)[rows].sum(1) / denominator.sum(1)[rows].sum(1)
    return {
        "error": round(float(reconstruction_error(model(inputs, shift), targets).mean()), 2),
        "unmoved": round(float(reconstruction_error(inputs, targets).mean()), 2),
        "followed": round(float(numerator.sum() / denominator.sum()), 3),
        "interval": [round(float(end), 3) for end in slopes.quantile(torch.tensor([0.025, 0.975]))],
        "capsules": [round(float(value), 2) for value in numerator.sum(0) / denominator.sum(0)],
        "explained": round(1 - float(missed / denominator.sum()), 3),
    }


def _homes(
    model: TransformingAutoencoder, digits: UInt8[Tensor, "n side side"]
) -> Float[Tensor, "K 2"]:
    """Return the position in the picture of each capsule's place (0, 0), in pixels.

    Each capsule has its own origin, chosen so that its mean place is the centre of the ink that the
    capsule adds on average.
    """
    recognition = model.recognise(digits.float() / 255)
    homes = []
    for k in range(model.config.capsules):
        alone = Recognition(
            recognition.p * (torch.arange(recognition.p.shape[1]) == k), recognition.place
        )
        ink = model.generate(alone).mean(0).clamp(min=0)
        pixel = torch.arange(model.config.side) + 0.5
        middle = torch.stack([(ink.sum(0) * pixel).sum(), (ink.sum(1) * pixel).sum()]) / ink.sum()
        weights = recognition.p[:, k, None]
        homes.append(middle - (weights * recognition.place[:, k]).sum(0) / weights.sum())
    return torch.stack(homes)


def _samples() -> UInt8[Tensor, "10 side side"]:
    """Return one drawn sample of each digit."""
    return torch.from_numpy(to_bytes(digit_pictures()))


if __name__ == "__main__":
    main()
