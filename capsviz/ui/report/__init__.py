"""An HTML file about one drawing, which works offline and is interactive.

It contains the network's input and results (lengths, poses and all coupling coefficients after each
iteration, each capsule's reconstruction), each block's values as a picture, and the decoder's
weights for the sliders: about 4 MB. If browsers cannot run the decoder, it contains pictures of the
poses, and the sliders only show values. If a network of parts and objects is trained on the same
data, its decomposition of the drawing is included. A content policy prevents the file from loading
anything.
"""

from __future__ import annotations

import base64
import json
from dataclasses import asdict
from html import escape
from pathlib import Path
from typing import Any

import numpy as np

from capsviz.analysis.activations import activations
from capsviz.analysis.parts_reading import part_letter, read_picture
from capsviz.config import LabelSet
from capsviz.config.read_settings import WINNER, ReadSettings
from capsviz.data.drawing import Drawing, render, shown_bytes, to_bytes
from capsviz.engine import engine
from capsviz.errors import CapsvizError
from capsviz.model.plan import blocks, plan
from capsviz.ui.browser import markup, style
from capsviz.ui.catalogue import assets
from capsviz.ui.catalogue.templates import fill_template
from capsviz.ui.languages import ENGLISH
from capsviz.ui.languages.messages import decimal, name, text, texts
from capsviz.ui.live.messages import coupling_bytes, exact, unpack_arrays
from capsviz.ui.live.painting import paint
from capsviz.ui.networks import cache, parts
from capsviz.ui.report.flatten import flatten
from capsviz.ui.report.view import View
from capsviz.ui.server import replies

_HERE = Path(__file__).parent


def report_html(
    drawing: Drawing, settings: ReadSettings, view: View | None = None, language: str = ENGLISH
) -> str:
    """The report of a drawing, initially with the settings' capsule or the winner.

    Raises `CapsvizError` if the model does not exist or cannot run now.
    """
    data = report_data(drawing, settings, view or View(), language)
    return render_html(
        title=f"capsviz: {data['header']['model']}",
        css=style(_HERE, "standalone.css", "theme.css", "sliders.css"),
        body=markup(_HERE),
        data=data,
        entry="report/index.js",
    )


def render_html(*, title: str, css: str, body: str, data: dict[str, Any], entry: str) -> str:
    """A self-contained HTML file, with a content policy that prevents it from loading anything.

    Parameters
    ----------
    title : plain text.
    css, body : the app's own style sheets and markup.
    data : plain values, for the script as JSON in the element "data".
    entry : the script's place among `capsviz.ui.catalogue.assets.scripts`.
    """
    # Data must not close their script element.
    plain = json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")
    script = flatten(entry, assets.scripts())
    return fill_template(
        (_HERE / "frame.html").read_text("utf-8"),
        {"title": escape(title), "css": css, "body": body, "data": plain, "js": script},
    )


def report_data(
    drawing: Drawing, settings: ReadSettings, view: View, language: str = ENGLISH
) -> dict[str, Any]:
    """All data of the report as plain values, with arrays of bytes in base64.

    ``couplings`` are [iteration][output capsule][input capsule], as square roots, one byte each,
    like in live replies.
    """
    raster = cache.raster(settings.model, drawing)
    reading = engine().read(raster, settings, all_couplings=True).result()
    header, arrays = unpack_arrays(replies.build(reading, settings))
    subject = cache.subject(settings.model)
    if reading.couplings.shape[-1] != len(arrays["poses"]):
        raise CapsvizError(f"the model {settings.model!r} has no couplings to report")
    couplings = coupling_bytes(reading.couplings.transpose(0, 2, 1))
    score = cache.class_score(settings.model)
    # Without a decoder these are empty, and the page hides them.
    blank = np.zeros((len(reading.poses), *arrays["input"].shape), np.uint8)
    pictures = arrays.get("reconstructions", blank)
    decoder, poses = cache.decoder(settings.model), cache.poses(settings.model)
    statistics = json.loads(poses[1]) if poses else {}
    return {
        "texts": texts(language, "shared", "report"),
        "header": {
            **header,
            "center": settings.center,
            "measure": score.name,
            "iterations": len(arrays["lengths"]),
            "lengths": exact(arrays["lengths"]),
            "poses": exact(arrays["poses"]),
        },
        "winner": reading.winner,
        "classes": list(subject.classes),
        "thing": subject.noun,
        "shares": score.shares,
        "limits": asdict(cache.thresholds(settings.model)),
        "digits": subject.digits,
        "chosen": settings.capsule != WINNER,
        **view.to_plain(),
        "input": _encode(arrays["input"]),
        "reconstructions": _encode(pictures),
        "couplings": _encode(couplings),
        "network": _network(settings, reading.image),
        "apart": _take_apart(drawing, settings, subject, language),
        "mean": statistics.get("mean"),
        "std": statistics.get("std"),
        "dimensions": arrays["poses"].shape[1],
        "decoder": decoder and {"shape": decoder.shape, "data": _encode(decoder.data)},
        "moved": None
        if decoder
        else _decode_moved_picture(settings, view, header["capsule"], arrays["poses"]),
    }


def _network(settings: ReadSettings, image: np.ndarray) -> list[dict[str, Any]]:
    """All blocks of the network: name, costs, and values as a picture."""
    from capsviz.figures.network import panels  # imports Plotly, which would delay the pages

    loaded = engine().checkpoint(settings.model)
    network, layers = loaded.capsnet, plan(loaded.capsnet)
    outputs = (
        engine().run(lambda: activations(network, layers, image, settings.iterations)).result()
    )
    pictures = []
    for block, values in panels(blocks(layers), outputs, network.config.primary_types):
        entry = {"block": block, "output": [], "parameters": 0}
        if not isinstance(block, str):
            weights = block.total("parameters")
            entry = {"block": block.name, "output": list(block.output), "parameters": weights}
        pixels = shown_bytes(np.nan_to_num(values), len(values) if values.ndim == 3 else 1)
        pictures.append(entry | {"shape": list(values.shape), "data": _encode(pixels)})
    return pictures


def _take_apart(
    drawing: Drawing, settings: ReadSettings, subject: LabelSet, language: str
) -> dict[str, Any] | None:
    """The drawing's decomposition by a network trained without labels; None without one."""
    network = next(iter(parts.offers(subject)), None)
    if network is None:
        return None
    image = network.picture(render(drawing), center=settings.center)
    reading = engine().run(lambda: read_picture(network, image)).result()
    present, k = reading.present, reading.likeliest

    def say(message: str, **values: Any) -> str:
        return text(language, "report", message, **values)

    pictures = [([say("apart-all")], reading.reconstruction)]
    for m in present:
        lines = [
            say("apart-part", letter=part_letter(m)),
            say("apart-presence", presence=decimal(float(reading.presences[m]), 2)),
            say("apart-agreement", agreement=f"{reading.agreement[k, m]:+.0f}"),
        ]
        pictures.append((lines, reading.painted[m]))
    return {
        "words": say(
            "apart-words",
            network=network.name,
            there=len(present),
            parts=len(reading.ink),
            object=k + 1,
            name=name(say, "class-name", subject.classes[reading.classes[k]]),
            posterior=decimal(float(reading.posterior[k]), 2),
            none=decimal(float(reading.posterior[-1]), 2),
        ),
        "pictures": [
            {"words": words, "shape": list(values.shape), "data": _encode(to_bytes(values))}
            for words, values in pictures
        ],
    }


def _decode_moved_picture(
    settings: ReadSettings, view: View, capsule: int, poses: np.ndarray
) -> str | None:
    """Picture of the sliders' pose, if only Python can decode it."""
    model = engine().checkpoint(settings.model).capsnet
    if view.pose is None or not model.decoder.exists:
        return None
    moved = np.zeros((1, *poses.shape), np.float32)
    moved[0, capsule] = view.pose
    return _encode(engine().run(lambda: paint(model, moved)).result())


def _encode(data: bytes | np.ndarray) -> str:
    return base64.b64encode(bytes(data)).decode()
