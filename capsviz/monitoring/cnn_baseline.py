"""A plain CNN that is trained with a run, on the same batches at the same rates."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace

import torch

from capsviz.config import LabelSet, ModelConfig
from capsviz.data.pictures import Pictures
from capsviz.errors import CapsvizError
from capsviz.model.networks import build
from capsviz.monitoring.folder import RunFolder
from capsviz.monitoring.settings import RunSettings
from capsviz.training.state import Keeper, Run, restore
from capsviz.training.step import new_run, train_step
from capsviz.training.tasks import Batch

#: Number of pictures per batch in evaluation.
_PIECE = 128


class PlainCnn:
    """CNN baseline of a run.

    It does not use the run's random numbers, so the run is the same with and without it.

    Parameters
    ----------
    folder : folder of the run. The baseline's state is saved there just after the run's own; after
        a crash between the two it lacks the batches in between.
    """

    def __init__(
        self, folder: RunFolder, settings: RunSettings, subject: LabelSet, device: torch.device
    ) -> None:
        model_config = settings.model
        self.config = ModelConfig(
            architecture="cnn",
            image_size=model_config.image_size,
            channels=model_config.channels,
            classes=model_config.classes,
        )
        self.seed = settings.train.seed
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(self.seed)
            model = build(self.config).to(device)
        average = deepcopy(model).eval().requires_grad_(False)
        self.run: Run = new_run(model, average, replace(settings.train, clip=0.0))
        self.run.subject = subject
        #: Whether it diverged, as at a rate that only capsules tolerate; its training stops then.
        self.diverged = False
        self.path = folder.path / "plain.resume.safetensors"
        if folder.state.exists() and self.path.exists():
            restore(self.run, self.path, self.config)

    def learn(self, batch: Batch, rate: float) -> None:
        """Train on the batch of the run's next step."""
        if self.diverged:
            return
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(self.seed + self.run.step)  # for its dropout
            try:
                train_step(self.run, batch, rate)
            except CapsvizError:
                self.diverged = True

    def keep(self) -> None:
        """Save the present state."""
        Keeper(self.run, self.path, self.config).keep()

    @torch.inference_mode()
    def accuracy(self, pictures: Pictures) -> float:
        """Accuracy of the present weights on some pictures."""
        model = self.run.model.eval()
        device = next(model.parameters()).device
        images = pictures.images.to(device).float() / 255
        predictions = torch.cat([model(chunk).lengths.argmax(1) for chunk in images.split(_PIECE)])
        model.train()
        return float((predictions.cpu() == pictures.labels).float().mean())
