"""Configuration of a training, as plain frozen data."""

from __future__ import annotations

from dataclasses import dataclass

from capsviz.bounds import Number
from capsviz.config.plain import Plain
from capsviz.errors import CapsvizError

#: Schedules of the learning rate.
DECAYS = ("exponential", "cosine")

#: Valid range of each number of a `TrainConfig`.
LIMITS = {
    "epochs": Number(int, 1, 100_000),
    "batch": Number(int, 1, 65_536),
    "peak_rate": Number(float, 0, 1, above=True),
    "final_rate": Number(float, 0, 1, above=True),
    "warmup": Number(float, 0, 1),
    "average": Number(float, 0, 1e9, above=True),
    "reconstruction_weight": Number(float, 0, 1000),
    "down_weight": Number(float, 0, 1000),
    "weight_decay": Number(float, 0, 1),
    "dropout": Number(float, 0, 0.9),
    "decoder_dropout": Number(float, 0, 0.9),
    "start_spread": Number(float, 0, 100),
    "coupling_entropy": Number(float, 0, 1000),
    "share": Number(float, 0, 1, above=True),
    "adversarial": Number(float, 0, 1),
    "pass_length": Number(int, 0, 10_000_000),
    "clip": Number(float, 0, 1e9),
    "seed": Number(int, 0, 2**32 - 1),
    "patience": Number(int, 0, 100_000),
}


def _are_margins(value: object) -> bool:
    """Return whether a value is a pair of lengths, the larger first."""
    length = Number(float, 0, 1)
    if not isinstance(value, tuple | list) or len(value) != len(("m+", "m-")):
        return False
    return all(map(length.holds, value)) and value[1] < value[0]


#: Valid range of each number of a `PartsTrainConfig`.
PARTS_LIMITS = {
    "epochs": Number(int, 0, 100_000),
    "object_epochs": Number(int, 1, 100_000),
    "restarts": Number(int, 1, 1000),
    "batch": Number(int, 1, 65_536),
    "peak_rate": Number(float, 0, 1, above=True),
    "seed": Number(int, 0, 2**32 - 1),
}


@dataclass(frozen=True, slots=True)
class PartsTrainConfig(Plain):
    """Configuration of the unsupervised training of parts and then objects.

    A number outside its `PARTS_LIMITS` raises `CapsvizError`.

    Attributes
    ----------
    epochs : epochs of the parts' training; 0 if they come from another network.
    object_epochs : epochs of the objects' training, with fixed parts.
    restarts : number of initialisations of the objects; the one with the largest likelihood of the
        training pictures' parts is kept, without labels. Some end with two objects for one class
        and one for two; checkpoints/parts.md reports how often the likelihood selects a better one.
    batch : pictures per optimiser step; four times as many for the objects.
    peak_rate : Adam's rate after the first 200 steps; the parts use half of it in the second half
        of their steps and a fifth in the last fifth.
    seed : seed of the initial weights, the order and the noise.
    """

    epochs: int = 12
    object_epochs: int = 12
    restarts: int = 5
    batch: int = 64
    peak_rate: float = 2e-3
    seed: int = 0

    def __post_init__(self) -> None:
        for name, limit in PARTS_LIMITS.items():
            value = getattr(self, name)
            if not limit.holds(value):
                raise CapsvizError(f"a training's {name} cannot be {value!r}: it is {limit}")


@dataclass(frozen=True, slots=True)
class TrainConfig(Plain):
    """Configuration of a training; the defaults follow the paper's recipe.

    A number outside its `LIMITS` raises `CapsvizError`.

    Attributes
    ----------
    task : "digits", one per image, "expanded", one anywhere on a larger canvas, or "overlap", two
        overlapping ones; the last two add shifts of their own to the augmentation.
    epochs : number of epochs, fixed in advance.
    batch : images per optimiser step.
    peak_rate : Adam's largest rate, reached at the end of the warm-up.
    final_rate : rate at the last step.
    decay : schedule from the peak to the final rate: "exponential" or "cosine".
    warmup : share of all steps for the linear warm-up to `peak_rate`, 0 to 1.
    average : half-life, in steps, of the running average of the weights, which is saved.
    augment : how pictures are changed each time that they are seen, by `capsviz.data.augment`.
    reconstruction_weight : factor of the summed squared pixel error (paper: 0.0005).
    margins : m⁺ and m⁻ of the margin loss, for present and absent classes (paper: 0.9 and 0.1).
    down_weight : λ, the weight of absent classes in the loss (paper: 0.5).
    weight_decay : decoupled weight decay per step, times the learning rate (Loshchilov and Hutter
        2019); the paper has none.
    dropout : share of the primary capsules that a step drops, each whole (the paper has none), or
        of a CNN's last features; with 0 a CNN uses its built-in rate.
    decoder_dropout : share of the decoder's hidden values that a step drops (the paper has none).
    start_spread : standard deviation of the transformation matrices' initial entries; 0 for the
        network's own. Many programs draw them from the unit normal, 1.
    coupling_entropy : weight in the loss of the mean entropy of the last iteration's couplings, in
        nats per input capsule; 0 for none. Gradients then flow through every iteration, since the
        last alone has constant couplings.
    share : share of each class's training pictures to use, chosen by `seed` and repeated so that an
        epoch keeps its length.
    pass_length : pictures per epoch, for small trials; the next epoch continues with the next ones;
        0 for all.
    adversarial : epsilon, 0 to 1, of the FGSM attack (Goodfellow, Shlens, Szegedy 2015) on the
        first half of each batch with the current weights; 0 for none.
    all_gradients : gradients flow through every routing iteration, as in the authors' code, instead
        of the last alone.
    clip : maximum norm of all gradients together; 0 for no clipping.
    seed : seed of the initial weights, the order and the shifts.
    start : checkpoint with initial weights, used where names and shapes match: a name or a path;
        none by default.
    teachers : comma-separated checkpoints of CNNs, names or paths; their mean probabilities are
        targets for the lengths besides the labels; none by default.
    freeze : keep the initial convolutions and train the later layers only.
    all : train on the validation pictures as well, without validation.
    patience : stop after this many epochs without a better validation accuracy, and save the best
        epoch's weights; 0 for all epochs and the last weights.
    """

    task: str = "digits"
    epochs: int = 20
    batch: int = 128
    peak_rate: float = 2e-3
    final_rate: float = 5e-5
    decay: str = "exponential"
    warmup: float = 0.05
    average: float = 500.0
    augment: str = "mild"
    reconstruction_weight: float = 0.0005
    margins: tuple[float, float] = (0.9, 0.1)
    down_weight: float = 0.5
    weight_decay: float = 0.0
    dropout: float = 0.0
    decoder_dropout: float = 0.0
    start_spread: float = 0.0
    coupling_entropy: float = 0.0
    share: float = 1.0
    pass_length: int = 0
    adversarial: float = 0.0
    all_gradients: bool = False
    clip: float = 0.0
    seed: int = 0
    start: str = ""
    teachers: str = ""
    freeze: bool = False
    all: bool = False
    patience: int = 0

    def __post_init__(self) -> None:
        for name, limit in LIMITS.items():
            value = getattr(self, name)
            if not limit.holds(value):
                raise CapsvizError(f"a training's {name} cannot be {value!r}: it is {limit}")
        if not _are_margins(self.margins):
            raise CapsvizError(
                f"a training's margins cannot be {self.margins!r}: they are two lengths, 0 to 1, "
                "the larger first"
            )
        if self.decay not in DECAYS:
            raise CapsvizError(
                f"there is no decay {self.decay!r}: choose one of {', '.join(DECAYS)}"
            )
        if self.all and self.patience:
            raise CapsvizError(
                "--all leaves no validation pictures for --patience: drop --patience"
            )
