"""Default network and drawing of a visit."""

from __future__ import annotations

from dataclasses import replace

from capsviz.config import LabelSet
from capsviz.config.read_settings import ReadSettings
from capsviz.data.drawing import Drawing
from capsviz.data.samples import first_sample
from capsviz.errors import CapsvizError
from capsviz.training import checkpoint
from capsviz.ui.networks import cache


def default_model(reads: LabelSet | None = None) -> str:
    """The default network: the visitor's own, "dynamic", or the first there is.

    It predicts the classes of `reads`, if given. Raises `CapsvizError` where there is none at all.
    """
    names = list(checkpoint.singles(label_set=reads))
    if not names:
        raise CapsvizError(
            "there is no trained model: fetch the checkpoints folder again, or train one with "
            "`capsviz train`"
        )
    user_model = checkpoint.user_model()
    preferred = [user_model.name] if user_model else []
    return next((name for name in (*preferred, "dynamic") if name in names), names[0])


def default_settings() -> ReadSettings:
    """The settings of a first visit; raises `CapsvizError` without any network."""
    model = default_model()
    return ReadSettings(model=model, iterations=cache.iterations(model))


def default_drawing(model: str) -> Drawing:
    """The first sample of a network's data set, so that a first visit never shows an empty page."""
    try:
        return cache.first_sample(model)
    except CapsvizError:  # the page that shows it reports the error
        return first_sample().drawing


def suit_settings(settings: ReadSettings) -> ReadSettings:
    """The settings with an existing network: the usual one where theirs is no longer here."""
    if checkpoint.locate(settings.model) is not None:
        return settings
    return replace(settings, model=default_model())


def suit_iterations(settings: ReadSettings, before: str) -> ReadSettings:
    """The settings after another network was chosen, by the name of the one before.

    As many iterations as that one was trained with become as many as this one was.
    """
    if settings.iterations != cache.iterations(before):
        return settings
    return replace(settings, iterations=cache.iterations(settings.model))


def suit_drawing(drawing: Drawing, before: str, now: str) -> Drawing:
    """The drawing after another network was chosen, by the names of the two.

    An untouched sample of one data set, or an empty drawing, is replaced by the first sample of
    another; a drawing of the visitor's own stays.
    """
    try:
        if cache.subject(before) == cache.subject(now):
            return drawing
        untouched = (Drawing(), *(sample.drawing for sample in cache.samples(before)))
        return cache.first_sample(now) if drawing in untouched else drawing
    except CapsvizError:
        return drawing  # the page reports why the network cannot be loaded
