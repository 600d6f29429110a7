"""Backend of the widget: one network, the picture on its canvas, the pose on its sliders."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from jaxtyping import Float32

from capsviz.analysis.class_score import ClassScore
from capsviz.analysis.verdict import Thresholds
from capsviz.config import DIGITS, LabelSet
from capsviz.config.read_settings import ReadSettings
from capsviz.data.drawing import Drawing, render, to_bytes
from capsviz.data.gallery import gallery, raster
from capsviz.data.normalisation import format_input
from capsviz.data.samples import Sample
from capsviz.engine import Reading, ReadRequest
from capsviz.errors import CapsvizError
from capsviz.model.capsnet import CapsNet
from capsviz.model.precision import name_of
from capsviz.trace_arrays import Trace
from capsviz.tracing import as_images, reconstructions, trace, winners
from capsviz.ui.browser import page_texts
from capsviz.ui.catalogue.navigation import entry
from capsviz.ui.languages import ENGLISH, languages, refusals
from capsviz.ui.live import messages
from capsviz.ui.live.painting import paint, parse_poses
from capsviz.ui.live.weights import DecoderData, decoder_file, describe_decoder

#: Name of the network, as a notebook gives it none.
NAME = "model"


class Instrument:
    """Answers one widget's questions.

    Attributes
    ----------
    trace : of what was read last, n = 1.
    capsule : that is looked at, counted from 0.
    """

    def __init__(
        self,
        model: CapsNet,
        images: Any,
        classes: Sequence[str] | None,
        changed: Callable[[], None] = lambda: None,
        language: str = ENGLISH,
    ) -> None:
        if language not in languages():
            raise CapsvizError(
                f"there is no language {language!r} here: choose one of {', '.join(languages())}"
            )
        if not isinstance(model, CapsNet):
            raise CapsvizError(f"explore needs a network with capsules, not {model!r}")
        self.model = model
        self.language = language
        #: Called after each question, which may have moved what is looked at.
        self._changed = changed
        self.subject = _subject(model, classes)
        self.score = ClassScore.of(model, self.subject)
        self.limits = Thresholds.usual(self.score, model.config.format)
        self.decoder = decoder_file(model)
        self.samples = gallery(self.subject) if images is None else _samples(model, images)
        #: Pictures that were given are as the network reads them; what is drawn is not.
        self.settings = ReadSettings(NAME, model.config.iterations, center=images is None)
        self.first = self.samples[0].drawing if self.samples else Drawing()
        self.moved: np.ndarray | None = None
        self._read(ReadRequest(self._raster(self.first), self.settings))

    @property
    def pose(self) -> Float32[np.ndarray, " D"]:
        """The capsule's numbers as the sliders have them."""
        return self.trace.poses[0, self.capsule] if self.moved is None else self.moved

    def answer(self, content: dict[str, Any], raw: bytes) -> tuple[dict[str, Any], bytes]:
        """Answer a request of the widget's script; errors that a browser can cause are returned."""
        try:
            header, octets = self._answer(content, raw)
        except CapsvizError as error:
            header, octets = {"error": refusals.word(error, self.language)}, b""
        self._changed()
        return {"id": content.get("id"), **header}, octets

    def _answer(self, content: dict[str, Any], raw: bytes) -> tuple[dict[str, Any], bytes]:
        match content.get("kind"):
            case "begin":
                request = ReadRequest(self._raster(self.first), self.settings)
                return {"data": self._begin()}, self._reply(request)
            case "live":
                return {}, self._live(raw)
            case "decoder" if self.decoder:
                return {}, self.decoder.data
            case "decode":
                return {}, paint(self.model, parse_poses(self.model.config, raw))
            case "pose":
                return self._look(content.get("capsule"), content.get("pose")), b""
        raise CapsvizError("the widget asked for something that is not known here")

    def _begin(self) -> dict[str, Any]:
        description = messages.describe_network(NAME, self.score, self.limits, self.model.config)
        plain = [
            {"name": s.name, "digit": s.digit, "hand": s.hand, "drawing": s.drawing.to_plain()}
            for s in self.samples
        ]
        return {
            "base": "",
            "texts": page_texts(entry("draw"), self.language),
            "network": {**description, "precision": name_of(self.model)},
            "settings": self.settings.to_plain(),
            "drawing": self.first.to_plain(),
            "samples": plain,
            "decoder": self._decoder(),
            "poses": None,
            "test": None,
        }

    def _decoder(self) -> DecoderData:
        return describe_decoder(self.model, self.decoder, NAME)

    def _live(self, raw: bytes) -> bytes:
        seq = 0
        try:
            request = messages.decode_request(raw)
            seq = request.seq
            return self._reply(request)
        except CapsvizError as error:
            return messages.encode_error(seq, refusals.word(error, self.language))

    def _reply(self, request: ReadRequest) -> bytes:
        return messages.encode_reply(
            self._read(request),
            request.settings,
            seq=request.seq,
            extra={"decoder": self._decoder()},
        )

    def _read(self, request: ReadRequest) -> Reading:
        settings, model = request.settings, self.model
        digits = self.subject.digits
        image = format_input(
            request.raster, model.config.format, digits=digits, center=settings.center
        )
        self.trace: Trace = trace(model, image, settings.iterations)
        self.moved = None
        capsule, count = settings.capsule, model.config.classes
        self.capsule = capsule if 0 <= capsule < count else int(self.trace.winners[0])
        if request.pictures or not model.decoder.exists:
            pictures = reconstructions(model, self.trace.poses)[0]
        else:
            pictures = winners(model, self.trace)
        return Reading.of(NAME, self.trace, pictures)

    def _raster(self, drawing: Drawing) -> np.ndarray:
        return render(drawing, channels=self.model.config.channels)

    def _look(self, capsule: Any, pose: Any) -> dict[str, Any]:
        config = self.model.config
        if type(capsule) is not int or not 0 <= capsule < config.classes:
            raise CapsvizError("the capsule must be the number of a class")
        numbers = None if pose is None else np.asarray(pose, np.float32)
        if numbers is not None and (
            numbers.shape != (config.digit_dim,) or not np.isfinite(numbers).all()
        ):
            raise CapsvizError(f"a pose must be {config.digit_dim} finite numbers")
        self.capsule, self.moved = capsule, numbers
        return {}


def _subject(model: CapsNet, classes: Sequence[str] | None) -> LabelSet:
    subject = getattr(model, "subject", None)
    if classes is None and subject is not None:
        return subject
    count = model.config.classes
    class_names = tuple(map(str, range(count) if classes is None else classes))
    if len(class_names) != count:
        raise CapsvizError(f"the network has {count} classes: name as many, not {len(class_names)}")
    return DIGITS if class_names == DIGITS.classes else LabelSet("own", class_names)


def _samples(model: CapsNet, images: Any) -> tuple[Sample, ...]:
    pixels = as_images(images, model.config.format).cpu().numpy()
    rasters = [raster(to_bytes(each)) for each in pixels]
    return tuple(
        Sample(f"image {n}", -1, "picture", Drawing(base=each.tobytes()))
        for n, each in enumerate(rasters)
    )
