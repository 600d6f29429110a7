"""The Dimensions page's script, and the numbers and files that its component makes."""

from __future__ import annotations

import base64
import io
import json

import numpy as np
import pytest
from pages import visit

NUMBERS = "pages/dimensions/numbers.js"


@pytest.fixture(scope="module")
def statistics():
    from capsviz.analysis.dimensions import ClassPoses, statistics_of

    generator = np.random.default_rng(0)
    mix = generator.normal(size=(6, 6)) * 0.1
    pose = (generator.normal(size=(4000, 6)) @ mix + 0.2).astype(np.float32)
    some = np.ones(4000, np.float32)
    return statistics_of(ClassPoses(np.zeros(4000, np.int64), pose, some, some), 1)


def test_the_distance_in_the_browser_is_the_distance_in_python(script, statistics):
    from capsviz.analysis.record import to_plain

    poses = np.random.default_rng(1).normal(size=(50, 6)) * 0.4
    found = script(
        NUMBERS,
        """([statistics, poses]) => {
          const cloud = new PoseCloud(statistics, 0);
          return poses.map((pose) => cloud.distance(pose));
        }""",
        [to_plain(statistics), poses.tolist()],
    )
    np.testing.assert_allclose(found, statistics.distance(0, poses), rtol=2e-3)


def test_random_poses_have_the_spread_and_the_correlations_of_real_ones(script, statistics):
    from capsviz.analysis.record import to_plain

    found = np.array(
        script(
            NUMBERS,
            """(statistics) => {
              const cloud = new PoseCloud(statistics, 0);
              let state = 1; // a fixed sequence, so that the test cannot fail by chance
              const uniform = () => ((state = (state * 16807) % 2147483647) / 2147483647);
              return Array.from({ length: 4000 }, () => Array.from(cloud.random(uniform)));
            }""",
            to_plain(statistics),
        )
    )
    np.testing.assert_allclose(found.mean(0), statistics.mean[0], atol=0.02)
    scale = np.abs(statistics.covariance[0]).max()
    np.testing.assert_allclose(np.cov(found.T), statistics.covariance[0], atol=0.1 * scale)


def test_shares_below_a_value_follow_percentiles_and_histograms(script):
    percentiles = list(range(101))
    ask = "([p, v]) => shareBelow(p, v)"
    assert script(NUMBERS, ask, [percentiles, -1]) == 0
    assert script(NUMBERS, ask, [percentiles, 25.5]) == pytest.approx(0.255)
    assert script(NUMBERS, ask, [percentiles, 101]) == 1
    assert script(NUMBERS, ask, [[3.0] * 101, 3.0]) == 1, "no division by nothing"
    counts = [1, 2, 3, 4]  # over -4..4 standard deviations
    ask = "([counts, value]) => shareOfHistogram(counts, 0, 1, value)"
    assert script(NUMBERS, ask, [counts, 0]) == pytest.approx(0.3)
    assert script(NUMBERS, ask, [counts, 1]) == pytest.approx(0.45)
    assert script(NUMBERS, ask, [counts, 9]) == pytest.approx(1)


def test_the_gif_holds_every_frame(script):
    from PIL import Image, ImageSequence

    generator = np.random.default_rng(0)
    # Noise fills the code table several times over; a flat frame makes the longest runs.
    frames = generator.integers(0, 256, (3, 28, 28)).astype(np.uint8)
    frames[1] = 200
    encoded = script(
        "pages/dimensions/gif.js",
        """(frames) => {
          const pictures = frames.map((frame) => Uint8Array.from(frame));
          const colours = [[0, 0, 0], [255, 255, 255]];
          const file = encodeGif(pictures, { side: 28, scale: 3, delay: 60, colours });
          return btoa(Array.from(file, (byte) => String.fromCharCode(byte)).join(""));
        }""",
        [frame.ravel().tolist() for frame in frames],
    )
    with Image.open(io.BytesIO(base64.b64decode(encoded))) as picture:
        assert picture.size == (84, 84)
        assert picture.info["duration"] == 60
        found = [np.asarray(frame.convert("L")) for frame in ImageSequence.Iterator(picture)]
    assert len(found) == 3
    for frame, shown in zip(frames, found, strict=True):
        expected = np.kron(frame, np.ones((3, 3))) // 2 * 255 / 127
        assert np.abs(shown - expected).max() <= 1.5


@pytest.mark.parametrize(
    ("plain", "said"),
    [
        ({"capsule": 10}, "capsule must be"),
        ({"capsule": "3"}, "capsule must be"),
        ({"dimension": True}, "dimension must be"),
        ({"start": "nowhere"}, "start must be"),
        ({"range": 3}, "range must be"),
        ({"order": None}, "order must be"),
        ({"way": "home"}, "way must be"),
        ({"ends": ["now"]}, "ends must be"),
        ({"ends": ["now", 3]}, "ends must be"),
        ({"ends": ["now", "mean-3x"]}, "ends must be"),
        ({"place": 1.5}, "place must be"),
        ({"place": float("nan")}, "place must be"),
        ({"place": True}, "place must be"),
        ({"pose": [0.0] * 15}, "pose must be"),
        ({"pose": [0.0] * 15 + ["x"]}, "pose must be"),
        ({"pose": [0.0] * 15 + [float("nan")]}, "between"),
        ({"pose": [0.0] * 15 + [1e9]}, "between"),
    ],
)
def test_a_link_with_a_bad_selection_is_refused(plain, said):
    from capsviz.config import ModelConfig
    from capsviz.errors import CapsvizError
    from capsviz.ui.pages.dimensions.view import View

    with pytest.raises(CapsvizError, match=said):
        View.from_plain(plain, ModelConfig())


def test_a_selection_survives_a_link():
    from capsviz.ui.pages.dimensions.view import View

    pose = tuple(0.1 * d for d in range(16))
    ends = ("mean-3", "sample-12")
    chosen = View(3, "mean", pose, 5, "data", "effect", "morph", ends, 0.25)
    again = View.from_plain(json.loads(json.dumps(chosen.to_plain())))
    assert again == chosen
    assert View.from_plain({"other": 1}) == View()


def test_the_page_data_have_poses_and_the_address_of_the_decoder(tiny_checkpoint):
    from capsviz.data.samples import first_sample
    from capsviz.ui.live import messages

    found = visit("dimensions")
    data = found["data"]
    assert found["drawing"] == first_sample().drawing.to_plain()
    assert data["poses"] is None, "this model was not analysed"
    assert len(data["decoder"]["sha"]) == 16
    _, arrays = messages.unpack_arrays(base64.b64decode(data["reply"]))
    assert arrays["poses"].shape == (10, 16)


def test_the_page_opens_from_a_link(tiny_checkpoint):
    from capsviz.ui.pages.dimensions.view import View
    from capsviz.ui.session import permalink

    view = View(capsule=3, dimension=7).to_plain()
    token = permalink.encode(permalink.Link("dimensions", view=view))
    assert visit("dimensions", link=token)["view"] == {**view, "ends": ["", ""]}
