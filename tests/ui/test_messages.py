"""Messages between the browser and the server."""

from __future__ import annotations

import json
import struct
import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

RASTER_SIDE = 112
RASTER = np.random.default_rng(0).integers(0, 256, (RASTER_SIDE, RASTER_SIDE), np.uint8)


@pytest.fixture
def messages():
    from capsviz.ui.live import messages

    return messages


def request_bytes(raw: bytes = RASTER.tobytes(), **header: object) -> bytes:
    text = json.dumps({"seq": 1, **header}).encode()
    return struct.pack("<I", len(text)) + text + raw


def test_a_request_survives_encoding_and_decoding(messages) -> None:
    request = messages.decode_request(
        request_bytes(seq=9, iterations=7, center=False, capsule=4, model="em")
    )
    assert request.seq == 9
    assert request.settings == messages.ReadSettings("em", 7, False, 4)
    assert np.array_equal(request.raster, RASTER)


@pytest.mark.parametrize(
    ("message", "sentence"),
    [
        (b"", "wrong size"),
        (b"abc", "wrong size"),
        (request_bytes() + b"\0" * 4 * 112**2, "wrong size"),
        (request_bytes(raw=b"\0" * 100), "112 x 112"),
        (struct.pack("<I", 5) + b"{oops" + RASTER.tobytes(), "not JSON"),
        (struct.pack("<I", 2**32 - 1) + RASTER.tobytes(), "JSON"),
        (struct.pack("<I", 2) + b"[]" + RASTER.tobytes(), "JSON object"),
        (request_bytes(seq="1"), "seq"),
        (request_bytes(seq=-1), "seq"),
        (request_bytes(iterations=0), "1 to 50"),
        (request_bytes(iterations=51), "1 to 50"),
        (request_bytes(iterations=True), "1 to 50"),
        (request_bytes(iterations=3.0), "1 to 50"),
        (request_bytes(center=1), "true or false"),
        (request_bytes(capsule=4096), "capsule"),
        (request_bytes(capsule=-2), "capsule"),
        (request_bytes(model=7), "checkpoint's name"),
        (request_bytes(model="x" * 101), "checkpoint's name"),
    ],
)
def test_a_broken_request_gets_one_sentence(messages, message: bytes, sentence: str) -> None:
    from capsviz.errors import CapsvizError

    with pytest.raises(CapsvizError, match=sentence):
        messages.decode_request(message)


@given(st.binary(max_size=300))
def test_random_bytes_raise_one_sentence_only(message: bytes) -> None:
    from capsviz.errors import CapsvizError
    from capsviz.ui.live.messages import decode_request

    with pytest.raises(CapsvizError):
        decode_request(message)


def test_reply_holds_the_reading(messages, tiny_checkpoint) -> None:
    from capsviz.engine import Engine

    settings = messages.ReadSettings(iterations=4, capsule=6)
    reading = Engine().read(RASTER, settings).result()
    header, arrays = messages.unpack_arrays(messages.encode_reply(reading, settings, seq=5))

    assert (header["seq"], header["capsule"]) == (5, 6)
    np.testing.assert_array_equal(arrays["lengths"], reading.lengths)
    np.testing.assert_array_equal(arrays["poses"], reading.poses)
    half_step = 0.5 / 255 + 1e-6
    np.testing.assert_allclose(arrays["input"] / 255, reading.image, atol=half_step)
    pictures = arrays["reconstructions"] / 255
    np.testing.assert_allclose(pictures, reading.reconstructions, atol=half_step)
    couplings = np.square(arrays["couplings"] / 255)
    np.testing.assert_allclose(couplings, reading.couplings[..., 0], atol=0.004)
    misfit = np.square(reading.reconstructions[reading.winner] - reading.image).sum()
    assert header["misfit"] == pytest.approx(float(misfit), rel=1e-6)


def test_a_reply_leaves_reconstructions_out_for_browsers_that_decode(
    messages, tiny_checkpoint
) -> None:
    from capsviz.engine import Engine

    engine, settings = Engine(), messages.ReadSettings()
    both = [engine.read(RASTER, pictures=pictures) for pictures in (True, False)]
    (header, arrays), (lean, rest) = (
        messages.unpack_arrays(messages.encode_reply(future.result(), settings)) for future in both
    )
    assert header.pop("misfit") == pytest.approx(lean.pop("misfit"), rel=1e-5)
    assert header == lean
    assert len(arrays.pop("reconstructions")) == 10
    assert arrays.keys() == rest.keys()
    for name, array in rest.items():
        np.testing.assert_array_equal(array, arrays[name])


@pytest.mark.parametrize("pictures", [0, "no", None])
def test_the_field_pictures_must_be_a_boolean(messages, pictures) -> None:
    from capsviz.errors import CapsvizError

    with pytest.raises(CapsvizError, match="pictures must be true or false"):
        messages.decode_request(messages.pack({"seq": 1, "pictures": pictures}, bytes(112 * 112)))


def test_the_reply_shows_the_winner_by_default(messages, tiny_checkpoint) -> None:
    from capsviz.engine import Engine

    reading = Engine().read(RASTER).result()
    header, _ = messages.unpack(messages.encode_reply(reading, messages.ReadSettings()))
    assert header["capsule"] == reading.winner


def test_settings_survive_the_journey(messages) -> None:
    settings = messages.ReadSettings("uniform", 9, False, 0)
    assert messages.ReadSettings.from_plain(settings.to_plain()) == settings
    assert messages.ReadSettings.from_plain({}) == messages.ReadSettings()


@pytest.mark.parametrize(
    "text", ["[" + "[]," * 600_000 + "[]]", '{"a":' * 200_000, "[NaN]", "[-Infinity]"]
)
def test_deep_nesting_and_huge_numbers_are_refused_before_parsing(text):
    from capsviz.errors import CapsvizError
    from capsviz.ui.live.request_json import read_json

    began = time.process_time()
    for sent in (text, text.encode()):
        with pytest.raises(CapsvizError):
            read_json(sent)
    assert time.process_time() - began < 0.05  # it took 0.1 s and more to read
