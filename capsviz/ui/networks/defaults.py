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

    It predicts the classes of `reads`, if given. Raises `CapsvizError` without any network.
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
    """The first sample of a network's data set, so that first visits do not show an empty page."""
    try:
        return cache.first_sample(model)
    except CapsvizError:  # the page that shows it reports the error
        return first_sample().drawing


def suit_settings(settings: ReadSettings) -> ReadSettings:
    """The settings with an existing network: the default if theirs no longer exists."""
    if checkpoint.locate(settings.model) is not None:
        return settings
    return replace(settings, model=default_model())


def suit_iterations(settings: ReadSettings, before: str) -> ReadSettings:
    """The settings after a change of the network; `before` is the previous one's name.

    The previous network's trained number of iterations is replaced by the new one's.
    """
    if settings.iterations != cache.iterations(before):
        return settings
    return replace(settings, iterations=cache.iterations(settings.model))


def suit_drawing(drawing: Drawing, before: str, now: str) -> Drawing:
    """The drawing after a change of the network, by the names of both.

    An unchanged sample of the previous data set, or an empty drawing, is replaced by the new data
    set's first sample; a visitor's own drawing stays.
    """
    try:
        if cache.subject(before) == cache.subject(now):
            return drawing
        untouched = (Drawing(), *(sample.drawing for sample in cache.samples(before)))
        return cache.first_sample(now) if drawing in untouched else drawing
    except CapsvizError:
        return drawing  # the page reports why the network cannot be loaded
