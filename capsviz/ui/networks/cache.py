"""Results shared by visitors, cached until their files change."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import json
import threading
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypedDict

import numpy as np
import torch
from cachetools import LRUCache, cached
from jaxtyping import Float32, UInt8
from streamlit.logger import get_logger

from capsviz.analysis import family_record, normalisation, record, robustness
from capsviz.analysis.calibration import BINS, MIN_PICTURES
from capsviz.analysis.calibration import FILE as CALIBRATION
from capsviz.analysis.calibration import ROWS as CALIBRATIONS
from capsviz.analysis.class_score import ClassScore
from capsviz.analysis.compare import Results, TimedReading, read_image, read_results
from capsviz.analysis.family_record import FILE as FAMILY
from capsviz.analysis.labels import MIN_R, labels
from capsviz.analysis.verdict import Thresholds
from capsviz.analysis.viewpoint import Findings, path_beside
from capsviz.analysis.viewpoint import load as load_findings
from capsviz.config import DIGITS, MAX_SHOWN_ITERATIONS, LabelSet, ModelConfig
from capsviz.data import folder_samples
from capsviz.data.drawing import Drawing, render
from capsviz.data.gallery import first_drawing, gallery, test_pictures
from capsviz.data.pictures import Pictures
from capsviz.data.samples import Sample
from capsviz.data.sets import SETS, open_set
from capsviz.engine import engine
from capsviz.errors import CapsvizError, hide_folders
from capsviz.model.adapter import AdaptedNetwork
from capsviz.model.capsnet import CapsNet
from capsviz.model.precision import name_of
from capsviz.paths import HOME
from capsviz.training import checkpoint
from capsviz.training.checkpoint import precision_agreement
from capsviz.ui.live import messages
from capsviz.ui.live.weights import DecoderData, DecoderFile, decoder_file, describe_decoder
from capsviz.ui.networks import parts
from capsviz.ui.networks.file_cache import cache_by_files

_log = get_logger("capsviz")


def weights_of(model: str) -> list[Path | None]:
    """The file of a model's weights, for results that depend only on it."""
    return [checkpoint.locate(model)]


def analysis_files(model: str) -> list[Path | None]:
    """The files of a model's weights and of their analysis."""
    path = checkpoint.locate(model)
    return [path, path and record.path_beside(path)]


def _viewpoint_files(model: str) -> list[Path | None]:
    path = checkpoint.locate(model)
    return [path, path and path_beside(path)]


@cache_by_files(weights_of)
def subject(model: str) -> LabelSet:
    """A model's data set and classes; raises `CapsvizError`."""
    return checkpoint.subject(model)


def iterations(model: str) -> int:
    """A network's trained number of iterations, up to the pages' maximum; else the default."""
    try:
        return min(checkpoint.config(model).iterations, MAX_SHOWN_ITERATIONS)
    except CapsvizError:  # reported by its page
        return ModelConfig().iterations


def samples(model: str) -> tuple[Sample, ...]:
    """The samples of a model's data set; empty if its pictures are not available."""
    return gallery(*_reads(model))


def first_sample(model: str) -> Drawing:
    """The initial drawing for a model's data set."""
    return first_drawing(*_reads(model))


def raster(model: str, drawing: Drawing) -> UInt8[np.ndarray, "*c side side"]:
    """A drawing's ink, or its colours if the model reads them."""
    return render(drawing, channels=engine().checkpoint(model).model.config.channels)


@cache_by_files(weights_of)
def _reads(model: str) -> tuple[LabelSet, Pictures | None]:
    """A model's data set, and pictures of it from its checkpoint or its own folder."""
    record = checkpoint.sidecar(folder_samples.FILE)
    if checkpoint.is_parts(model):
        loaded = parts.load_network(model)
        reads = loaded.subject
        return reads, folder_samples.read(record, reads, loaded.model.config.format)
    reads = subject(model)
    if reads.digits:
        return reads, None
    loaded = engine().checkpoint(model)
    stored = folder_samples.read(record, reads, loaded.model.config.format)
    return reads, loaded.samples or stored


def samples_json(model: str | None = None) -> tuple[str, str]:
    """Checksum and text of the gallery of a model, or of digits."""
    return _digits_json() if model is None or _reads(model)[0].digits else _samples_json(model)


@functools.cache
def _digits_json() -> tuple[str, str]:
    return _gallery_json(gallery(DIGITS))


@cache_by_files(weights_of)
def _samples_json(model: str) -> tuple[str, str]:
    return _gallery_json(samples(model))


def _gallery_json(entries: Sequence[Sample]) -> tuple[str, str]:
    return _describe(
        [
            {
                "name": sample.name,
                "digit": sample.digit,
                "hand": sample.hand,
                "drawing": sample.drawing.to_plain(),
            }
            for sample in entries
        ]
    )


def samples_by_sha(sha: str) -> str | None:
    """The gallery with this checksum, if a model on this machine has it."""
    return _find(sha, (None, *_names(), *checkpoint.list_parts()), samples_json)


def _find(sha: str, names: Iterable[str | None], describe: Callable[[Any], Any]) -> Any:
    """Return the content with this checksum, of the first network that has it."""
    for name in names:
        with contextlib.suppress(CapsvizError):  # a damaged checkpoint must not hide the others
            if (description := describe(name)) and description[0] == sha:
                return description[1]
    return None


@cache_by_files(weights_of)
def decoder(model: str) -> DecoderFile | None:
    """A model's decoder in the browser's format; None if browsers cannot run it."""
    return decoder_file(engine().checkpoint(model).capsnet)


def decoder_plain(model: str) -> DecoderData:
    """A model's decoder for pages: `capsviz.ui.live.weights.describe_decoder`."""
    loaded = engine().checkpoint(model)
    return describe_decoder(loaded.capsnet, decoder(model), loaded.digest[:16])


def decoder_by_sha(sha: str) -> bytes | None:
    """The decoder with this checksum, if a model on this machine has it."""
    file = _find(sha, _names(), lambda name: (entry := decoder(name)) and (entry.sha, entry))
    return file.data if file else None


def analysis(model: str) -> record.Analysis | None:
    """Results of ``capsviz analyse`` for a model; None without an analysis."""
    return _analysis(model)[0]


def explain_missing_analysis(model: str) -> str | None:
    """Why a model has no analysis, and how to make one; None if it has one."""
    return _analysis(model)[1]


@cache_by_files(analysis_files)
def _analysis(model: str) -> tuple[record.Analysis | None, str | None]:
    try:
        loaded = engine().checkpoint(model)
        if not isinstance(loaded.model, CapsNet):
            return None, "it has no capsules."
        if not loaded.model.decoder.exists:
            return None, "it has no decoder."
        return record.load(
            record.path_beside(checkpoint.find_name(model)), loaded.digest, checkpoint.option(model)
        ), None
    except CapsvizError as error:
        _log.warning("no analysis of %s: %s", model, error)
        return None, f"{hide_folders(str(error))}."


@cache_by_files(analysis_files)
def poses(model: str) -> tuple[str, str] | None:
    """Checksum and JSON of a model's pose statistics, labels and evidence; or None."""
    result = analysis(model)
    if result is None:
        return None
    return _describe(
        {
            **record.to_plain(result.poses),
            "effects": record.to_plain(result.effects),
            "labels": _labels(result),
            "measures": result.measures,
            "least_r": MIN_R,
            "examples": record.to_plain(result.examples),
            "provenance": result.provenance,
        }
    )


@cache_by_files(analysis_files)
def slider_poses(model: str) -> tuple[str, str] | None:
    """The part of `poses` that sliders need: typical values and labels."""
    result = analysis(model)
    if result is None:
        return None
    typical = record.to_plain(result.poses)
    return _describe({"mean": typical["mean"], "std": typical["std"], "labels": _labels(result)})


def _labels(result: record.Analysis) -> list[list[dict[str, Any]]]:
    return [[asdict(label) for label in row] for row in labels(result.effects, result.measures)]


def _describe(plain: Any) -> tuple[str, str]:
    text = json.dumps(plain, separators=(",", ":"))
    return _sha(text.encode()), text


def poses_by_sha(sha: str) -> str | None:
    """The pose statistics with this checksum, all of them or the sliders' part."""
    return _find(sha, _names(), slider_poses) or _find(sha, _names(), poses)


@cache_by_files(weights_of)
def class_score(model: str) -> ClassScore:
    """Scores of this model's classes, such as lengths; raises `CapsvizError`."""
    loaded = engine().checkpoint(model)
    return ClassScore.of(loaded.capsnet, loaded.subject)


@cache_by_files(analysis_files)
def thresholds(model: str) -> Thresholds:
    """Thresholds of the verdict's wording for this model; raises `CapsvizError`."""
    result = analysis(model)
    if result is None:
        return Thresholds.usual(class_score(model), checkpoint.config(model).format)
    return Thresholds.measure_thresholds(result.poses, result.presence, class_score(model))


class NetworkData(messages.NetworkWords):
    """Result of `network`, as ``NetworkData`` of ``browser/classes.js``."""

    measured: bool
    standing: dict[str, Any] | None
    precision: str
    precision_differs: dict[str, Any] | None
    missing: str | None
    certainty: Certainty | None


def network_data(model: str) -> NetworkData:
    """Texts and numbers that differ between networks, as plain values.

    In addition to `messages.describe_network`: "measured" is whether the limits were measured for
    the network; "precision" is the number format of live inference and "precision_differs" its
    deviation from float32, or None; "missing" is why there is no analysis and how to make one, or
    None; "standing" is how often a digit lying on its side is noticed, or None; "certainty" is how
    often a prediction is right, or None.
    """
    result, loaded = analysis(model), engine().checkpoint(model)
    precision = name_of(engine().fast(model).capsnet)
    return {
        **messages.describe_network(
            model, class_score(model), thresholds(model), loaded.model.config
        ),
        "measured": result is not None,
        "standing": result.standing.to_plain() if result and result.standing else None,
        "precision": precision,
        "precision_differs": precision_agreement.differences(loaded.path, loaded.digest, precision),
        "missing": explain_missing_analysis(model),
        "certainty": certainty(model),
    }


def timed_reading(model: str, image: Float32[np.ndarray, "*c side side"]) -> TimedReading:
    """A network's result for a picture in 0..1, with the time of its first computation."""
    return _read(engine().checkpoint(model), image)


def _picture_key(loaded: checkpoint.Checkpoint, image: np.ndarray) -> Hashable:
    return loaded.name, loaded.digest, image.tobytes()


@cached(LRUCache(64), _picture_key, threading.Lock())
def _read(loaded: checkpoint.Checkpoint, image: np.ndarray) -> TimedReading:
    return read_image(loaded, image)


def plain_network(model: str = "dynamic") -> checkpoint.Checkpoint | None:
    """The network without capsules for a model's data set; None if there is none.

    Its pictures have the same size and channels, so that both networks can read one picture.
    """
    try:
        reads, format = subject(model), checkpoint.config(model).format
    except CapsvizError:
        return None
    network = _plain_network("cnn" if reads.digits else _plain_of(reads))
    return network if network is not None and network.model.config.format == format else None


def _plain_of(reads: LabelSet) -> str:
    """Name of the first network without capsules for a data set; "" if there is none."""
    offers = checkpoint.singles(capsules=False, label_set=reads)
    return next((name for name, offer in offers.items() if not offer.routing), "")


@cache_by_files(weights_of)
def _plain_network(model: str) -> checkpoint.Checkpoint | None:
    if model not in checkpoint.names():
        return None
    try:
        return engine().checkpoint(model)
    except CapsvizError as error:
        _log.warning("no plain network beside the capsules: %s", error)
        return None


@cache_by_files(_viewpoint_files)
def viewpoint(model: str) -> Findings | None:
    """Results of ``capsviz viewpoint`` for a model; None without a measurement."""
    try:
        path, digest = path_beside(checkpoint.find_name(model)), checkpoint.digest(model)
        return load_findings(path, digest, checkpoint.option(model))
    except CapsvizError as error:
        _log.warning("no viewpoint findings of %s: %s", model, error)
        return None


@cache_by_files(lambda: [checkpoint.sidecar("affine.json")])
def affine() -> list[dict[str, Any]]:
    """Accuracies on the affine set; raises `CapsvizError` if they are unknown."""
    return robustness.ROWS.load(checkpoint.sidecar("affine.json"))


@cache_by_files(lambda: [checkpoint.sidecar(CALIBRATION)])
def calibration() -> list[dict[str, Any]]:
    """Accuracy by the winner's value; raises `CapsvizError` if it is unknown."""
    return CALIBRATIONS.load(checkpoint.sidecar(CALIBRATION))


@cache_by_files(lambda: [checkpoint.sidecar(FAMILY)])
def family() -> list[dict[str, Any]]:
    """Accuracy of routings trained by one recipe; raises `CapsvizError` if it is unknown."""
    return family_record.ROWS.load(checkpoint.sidecar(FAMILY))


class Certainty(TypedDict):
    """Result of `certainty`, as ``Certainty`` of ``pages/draw/words.js``."""

    iterations: int
    bins: int
    right: dict[int, float]
    of: dict[int, int]


def certainty(model: str) -> Certainty | None:
    """A model's accuracy by the bin of the winner's value; None if unknown.

    "right" is the share of correct answers by bin, of "bins" bins of equal width, "of" the number
    of pictures by bin, "iterations" the number of the network's iterations, 1 for routing in one
    pass.
    """
    try:
        rows = calibration()
    except CapsvizError:
        return None
    loaded = engine().checkpoint(model)
    key = (model, loaded.digest)
    row = next((row for row in rows if (row["checkpoint"], row["sha256"]) == key), None)
    if row is None:
        return None
    columns = zip(row["mean"], row["right"], row["count"], strict=True)
    bins = {
        min(int(mean * BINS), BINS - 1): (right, count)
        for mean, right, count in columns
        if count >= MIN_PICTURES
    }
    return {
        "iterations": loaded.model.rounds() if isinstance(loaded.model, CapsNet) else 1,
        "bins": BINS,
        "right": {index: right / count for index, (right, count) in bins.items()},
        "of": {index: count for index, (_, count) in bins.items()},
    }


@functools.cache
def read_expanded_results() -> list[dict[str, Any]]:
    """Accuracies of networks with the larger canvas, whose weights are not bundled."""
    return robustness.ROWS.load(HOME / "checkpoints" / "expanded.json")


@functools.cache
def mnist_test() -> Pictures:
    """MNIST's test digits; raises `CapsvizError` if they are not on this machine."""
    return test_pictures(DIGITS)


@functools.cache
def has_mnist() -> bool:
    """Whether MNIST's test digits are on this machine."""
    try:
        return len(mnist_test()) > 0
    except CapsvizError:
        return False


def test_set(data_set: str) -> Pictures:
    """The test pictures of a data set; raises `CapsvizError` if they are not on this machine."""
    if data_set == DIGITS.data_set:
        return mnist_test()
    if data_set not in SETS:
        raise CapsvizError("there is no such set of test pictures here")
    return _test_set(data_set)


@functools.cache
def _test_set(data_set: str) -> Pictures:
    return test_pictures(open_set(data_set).subject)


class TestSet(TypedDict):
    """Result of `test_of`, as ``TestSet`` of ``browser/classes.js``."""

    set: str
    title: str
    count: int


def test_of(model: str) -> TestSet | None:
    """Test pictures of a model's data set, for pages; None if there are none.

    "set" is the name in their address, "title" the set's title, "count" their number.
    """
    reads = subject(model)
    try:
        count = len(test_set(reads.data_set))
        opened = open_set(reads.data_set)
    except CapsvizError:
        return None
    fits = opened.classes == reads.classes
    return {"set": opened.name, "title": opened.title, "count": count} if fits else None


@cache_by_files(lambda: [checkpoint.sidecar("results.json")])
def results() -> Results:
    """All networks' results on the test set; raises `CapsvizError` if they are unknown."""
    return read_results(checkpoint.sidecar("results.json"))


@cache_by_files(weights_of)
def complaint(model: str) -> str:
    """The error in a model's file as a sentence; "" if it can be read."""
    try:
        engine().checkpoint(model)
    except CapsvizError as error:
        return hide_folders(str(error))
    return ""


@cache_by_files(weights_of)
def mistakes(model: str) -> tuple[str, ...]:
    """Mistakes that `adapt` found in a model, in words; raises `CapsvizError`."""
    return tuple(map(hide_folders, engine().checkpoint(model).model.mistakes))


@cache_by_files(weights_of)
def normalisation_advice(model: str) -> str:
    """Return advice for a user's own network of digits that needs normalised pixels; else ""."""
    loaded = engine().checkpoint(model)
    untrained = loaded.path.suffix == ".py"
    if untrained or not isinstance(loaded.model, AdaptedNetwork) or not loaded.subject.digits:
        return ""
    device = next(loaded.model.parameters()).device
    unambiguous = [sample for sample in samples(model) if sample.rival is None]
    images = np.stack([loaded.draw(sample.drawing) for sample in unambiguous])
    labels = torch.tensor([sample.digit for sample in unambiguous], device=device)
    return normalisation.advise(model, loaded.model, torch.tensor(images, device=device), labels)


def _names() -> list[str]:
    """All models; empty if their folder cannot be read, which the pages report."""
    try:
        return checkpoint.names()
    except CapsvizError:
        return []


def _sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]
