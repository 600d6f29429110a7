"""Settings of a run: network, training, data and deliberate mistakes."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from typing import Any, ClassVar

from capsviz import untrusted
from capsviz.bounds import Number
from capsviz.config import ModelConfig, PartsConfig, PartsTrainConfig, TrainConfig
from capsviz.errors import CapsvizError

FORMAT = 1
#: Mistakes of `capsviz.monitoring.mistakes`, with the page's descriptions.
MISTAKES = {
    "mean": "mean in place of the sum in the reconstruction loss",
    "axis": "softmax over the input capsules",
    "rate": "a rate 100 times too large",
}
#: Steps between two snapshots, after the first ones.
SNAPSHOT_INTERVAL = Number(int, 1, 100_000)
#: Maximum length of a data set's name, in characters: a folder's may be a path.
_MAX_NAME = 4096

#: The paper's build with a quarter of the filters and types: classifies sprites within a minute.
SMALL_MODEL = ModelConfig(conv_channels=64, primary_types=8, decoder_hidden=(256, 512), classes=3)
#: Short epochs, so that the first ones end soon.
SHORT_TRAINING = TrainConfig(
    epochs=30, batch=64, peak_rate=2e-3, final_rate=2e-4, warmup=0.02, average=100.0, augment="none"
)


@dataclass(frozen=True, slots=True)
class RunSettings:
    """Settings of a run, as its folder keeps them.

    Attributes
    ----------
    model : the network.
    train : configuration of the training.
    data_set : name of the data set, as for ``capsviz train --data-set``.
    every : steps between two snapshots.
    mistakes : deliberate ones of `MISTAKES`.
    fork : the run and step that this one was forked from, and the reconstruction weights up to
        there, each with its last step; None for a run from step 0.
    elsewhere : whether ``capsviz train`` started it, which alone knows its pictures and can resume
        it.
    plain : whether a plain CNN is also trained, on the same batches.
    """

    model: ModelConfig = SMALL_MODEL
    train: TrainConfig = SHORT_TRAINING
    data_set: str = "sprites"
    every: int = 40
    mistakes: tuple[str, ...] = ()
    fork: dict[str, Any] | None = field(default=None)
    elsewhere: bool = False
    plain: bool = False

    def __post_init__(self) -> None:
        from capsviz.model.networks import check  # Imported here: queued runs do not need torch.

        check(self.model)
        if not SNAPSHOT_INTERVAL.holds(self.every):
            raise CapsvizError(f"a run's every cannot be {self.every!r}: it is {SNAPSHOT_INTERVAL}")
        if not isinstance(self.data_set, str) or len(self.data_set) > _MAX_NAME:
            raise CapsvizError(f"a run's data set is named in at most {_MAX_NAME} characters")
        if not (self.fork is None or _is_fork(self.fork)):
            raise CapsvizError("a run's fork must say of which run, at which step, with what")
        for name in ("elsewhere", "plain"):
            if type(getattr(self, name)) is not bool:
                raise CapsvizError(f"a run's {name} must be true or false")
        if unknown := set(self.mistakes) - set(MISTAKES):
            raise CapsvizError(
                f"there is no mistake {sorted(unknown)[0]!r}: choose some of {', '.join(MISTAKES)}"
            )
        if self.train.task != "digits":
            raise CapsvizError("a run shows one thing in a picture: leave out --task or --run")

    @property
    def network(self) -> str:
        """Name of the network."""
        return self.model.routing

    def to_plain(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "format": FORMAT,
            **{field.name: getattr(self, field.name) for field in dataclasses.fields(self)},
            "model": self.model.to_dict(),
            "train": self.train.to_dict(),
            "mistakes": list(self.mistakes),
        }

    @classmethod
    def from_plain(cls, plain: Any) -> RunSettings:
        """Check settings from a file or a browser; raises `CapsvizError`."""
        try:
            plain = dict(plain)
            if plain.pop("format", FORMAT) != FORMAT:
                raise CapsvizError("this run was written by another version of capsviz")
            model = ModelConfig.from_dict(plain.pop("model"))
            train = dict(plain.pop("train"))
            if "share" in plain:  # older runs kept it here
                train["share"] = plain.pop("share")
            mistakes = tuple(plain.pop("mistakes", ()))
            return cls(model, TrainConfig.from_dict(train), mistakes=mistakes, **plain)
        except CapsvizError:
            raise
        except untrusted.DAMAGED_FILE_ERRORS as error:
            raise CapsvizError("these are not the settings of a run") from error


@dataclass(frozen=True, slots=True)
class PartsSettings:
    """Settings of an unsupervised run of parts and objects; attributes as in `RunSettings`."""

    model: PartsConfig
    train: PartsTrainConfig
    data_set: str
    every: int = 100
    elsewhere: bool = False
    network: ClassVar[str] = "parts"

    def __post_init__(self) -> None:
        good = SNAPSHOT_INTERVAL.holds(self.every) and isinstance(self.data_set, str)
        if not good or type(self.elsewhere) is not bool:
            raise CapsvizError("these are not the settings of a run")

    def to_plain(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {"format": FORMAT, **dataclasses.asdict(self), "network": self.network}

    @classmethod
    def from_plain(cls, plain: dict[str, Any]) -> PartsSettings:
        """Check settings from a file; raises `CapsvizError`."""
        try:
            model, train = PartsConfig(**plain["model"]), PartsTrainConfig(**plain["train"])
            return cls(model, train, plain["data_set"], plain["every"], plain["elsewhere"])
        except untrusted.DAMAGED_FILE_ERRORS as error:
            raise CapsvizError("these are not the settings of a run") from error


def _is_fork(plain: dict[str, Any]) -> bool:
    weights = plain.get("weights", [])
    return (
        isinstance(plain.get("run"), str)
        and type(plain.get("step")) is int
        and isinstance(weights, list)
        and all(isinstance(pair, list) and len(pair) == 2 for pair in weights)
        and all(untrusted.is_number(value) for pair in weights for value in pair)
    )
