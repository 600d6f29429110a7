"""A plain CNN that learns beside a run, from the same batches at the same rates."""

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

#: Pictures that are read at a time.
_PIECE = 128


class PlainCnn:
    """The usual yardstick, learning what the run learns.

    It draws from no random numbers of the run's, so the run is the same with it and without.

    Parameters
    ----------
    folder : of the run; the state is kept there, a moment after the run's own. After a kill
        just between the two it lacks the batches of that moment.
    """

    def __init__(
        self, folder: RunFolder, settings: RunSettings, subject: LabelSet, device: torch.device
    ) -> None:
        size = settings.model
        self.config = ModelConfig(
            architecture="cnn",
            image_size=size.image_size,
            channels=size.channels,
            classes=size.classes,
        )
        self.seed = settings.train.seed
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(self.seed)
            model = build(self.config).to(device)
        average = deepcopy(model).eval().requires_grad_(False)
        self.run: Run = new_run(model, average, replace(settings.train, clip=0.0))
        self.run.subject = subject
        #: Whether it diverged, as at a rate that only capsules bear: then it learns no more.
        self.lost = False
        self.path = folder.path / "plain.resume.safetensors"
        if folder.state.exists() and self.path.exists():
            restore(self.run, self.path, self.config)

    def learn(self, batch: Batch, rate: float) -> None:
        """Do the run's next step too."""
        if self.lost:
            return
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(self.seed + self.run.step)  # of what it leaves out
            try:
                train_step(self.run, batch, rate)
            except CapsvizError:
                self.lost = True

    def keep(self) -> None:
        """Replace the file by the present state."""
        Keeper(self.run, self.path, self.config).keep()

    @torch.inference_mode()
    def accuracy(self, pictures: Pictures) -> float:
        """Share of pictures that it reads rightly now."""
        model = self.run.model.eval()
        device = next(model.parameters()).device
        images = pictures.images.to(device).float() / 255
        read = torch.cat([model(piece).lengths.argmax(1) for piece in images.split(_PIECE)])
        model.train()
        return float((read.cpu() == pictures.labels).float().mean())
