"""The Dimensions page in a real browser."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from on_page import ALL_DETAILS, drawn_on, export, until, until_true
from staying import Staying

if TYPE_CHECKING:
    from playwright.sync_api import Page

PATIENCE = 60_000
STATE = "document.querySelector('.cv-dimensions').page"

#: Whether a box lies in the window, over everything else, on a grid of points.
UNCOVERED = """(box) => {
  const { left, top, right, bottom } = box.getBoundingClientRect();
  for (let x = left + 3; x < right; x += 8)
    for (let y = top + 3; y < bottom; y += 8)
      if (!box.contains(document.elementFromPoint(x, y))) return false;
  return true;
}"""


@pytest.fixture
def dimensions(visitor, app):
    """The page as it first opens."""
    with Staying("dimensions", ready).visit(visitor, app) as page:
        yield page


@pytest.fixture
def other(tab, app):
    """The page in a tab of its own, for what the app itself would never say to it."""
    open_at(tab, f"{app}/dimensions")
    return tab


def open_at(page: Page, address: str) -> None:
    page.goto(address)
    ready(page)


def ready(page: Page) -> None:
    page.wait_for_selector("[data-testid=reconstruction][data-seq]", timeout=PATIENCE)
    settle(page)


def settle(page: Page) -> None:
    """Wait until the sweep grid has caught up with the sliders."""
    until(page, f"() => {STATE}.scene() && {STATE}.figures.grid.stale.size === 0", timeout=PATIENCE)


def ask(page: Page, what: str) -> Any:
    return page.evaluate(f"{STATE}.{what}")


def pose(page: Page) -> list[float]:
    return page.evaluate(f"Array.from({STATE}.sliders.pose)")


def picture(page: Page, name: str) -> list[int]:
    return drawn_on(page.get_by_test_id(name)).ravel().tolist()


def known(page: Page) -> None:
    """Skip where the checkpoint was not analysed."""
    if ask(page, "state.network.stats === null"):
        pytest.skip("this checkpoint was not analysed: run `capsviz analyse`")


def test_figures_have_the_colours_of_class_mode_as_soon_as_it_is_chosen(other):
    def bars() -> list[int]:
        pixels = drawn_on(other.get_by_test_id("histogram"))
        colours, counts = np.unique(pixels[pixels[:, 3] == 255], axis=0, return_counts=True)
        return colours[np.argmax(counts)].tolist()

    until(other, f"() => {STATE}.figures.data.width > 0")
    before = bars()
    other.get_by_test_id("tool-class").click()
    other.get_by_test_id("class-on").check()
    settle(other)
    until_true(other, lambda: bars()[0] < before[0] - 30)  # light paper: stronger is darker


@pytest.mark.journey
def test_every_slider_event_is_drawn_and_the_grid_follows(dimensions):
    from capsviz.development.bench.live import measure_slider

    rows = f"{STATE}.figures.grid.rows.map((canvas) => canvas.toDataURL())"
    before = dimensions.evaluate(rows)
    drawn = measure_slider(dimensions, 1.5)
    assert drawn["updates"] >= 2
    settle(dimensions)
    after = dimensions.evaluate(rows)
    assert len(after) == 16
    assert not set(after) & set(before)
    # The last drawn pose is the one that the slider was left at.
    last = dimensions.evaluate(
        f"""() => {{
          const page = {STATE};
          const {{ network, k }} = page.state;
          const right = Array.from(network.decoder.decode(k, page.sliders.pose));
          return right.every((value, p) => value === page.figures.decoded.image[p]);
        }}"""
    )
    assert last
    dimensions.get_by_test_id("reset-dimensions").click()
    assert not ask(dimensions, "sliders.changed")


def test_each_slider_event_is_drawn_with_its_own_count(dimensions):
    counted = dimensions.evaluate(
        """() => {
          const slider = document.querySelector('[data-testid="dimension-5"]');
          const shown = document.querySelector('[data-testid="reconstruction"]');
          return Array.from({ length: 20 }, (_, n) => {
            slider.value = String(0.02 * n);
            slider.dispatchEvent(new Event("input", { bubbles: true }));
            return shown.dataset.seq;
          });
        }"""
    )
    assert len(set(counted)) == 20, "drawn inside the event, before anything else happens"


def test_visible_rows_are_redrawn_within_the_slider_event(dimensions):
    dimensions.get_by_test_id("sweep-row-0").scroll_into_view_if_needed()
    until(dimensions, f"() => {STATE}.figures.grid.visibleRows.has(0)")
    followed = dimensions.evaluate(
        f"""() => {{
          const page = {STATE};
          const slider = document.querySelector('[data-testid="dimension-5"]');
          return Array.from({{ length: 16 }}, (_, n) => {{
            slider.value = String(0.02 * n);
            slider.dispatchEvent(new Event("input", {{ bubbles: true }}));
            return page.figures.grid.stale.size;
          }});
        }}"""
    )
    assert all(left < 16 for left in followed)
    settle(dimensions)


def test_the_grid_shows_the_decoder_s_pictures(dimensions):
    """Row 3, step 7 of the sweep: the middle of that picture against a decode of its pose."""
    shown, right = dimensions.evaluate(
        f"""() => {{
          const page = {STATE};
          const pose = Float32Array.from(page.sliders.pose);
          pose[3] += 0.25 * 0.4;
          const image = page.state.network.decoder.decode(page.state.k, pose);
          const sheet = page.figures.grid.sheets[3].canvas.getContext("2d");
          const bytes = sheet.getImageData(7 * 28, 0, 28, 28).data;
          const colours = new Uint8Array(page.inks.greyTable.buffer);
          return [
            Array.from({{ length: 784 }}, (_, p) => bytes[4 * p]),
            Array.from(image, (value) => colours[4 * value]),
          ];
        }}"""
    )
    assert shown == right


def test_choosing_a_grid_picture_sets_its_pose_and_undo_restores_it(dimensions):
    before = pose(dimensions)
    sweep = dimensions.get_by_test_id("sweep")
    sweep.focus()
    for key in ("ArrowRight", "ArrowDown", "ArrowRight", "ArrowRight", "Enter"):
        dimensions.keyboard.press(key)
    after = pose(dimensions)
    second = ask(dimensions, "scene().order")[1]
    assert after[second] - before[second] == pytest.approx(0.1, abs=1e-6)
    assert [d for d in range(16) if after[d] != before[d]] == [second]
    assert f"dimension {second}" in dimensions.get_by_test_id("sweep-text").inner_text()
    dimensions.keyboard.press("Control+z")
    assert pose(dimensions) == before
    assert dimensions.get_by_test_id("undo").is_disabled()


@pytest.mark.journey
def test_a_click_on_the_grid_changes_one_dimension(dimensions):
    before = pose(dimensions)
    sweep = dimensions.get_by_test_id("sweep")
    sweep.scroll_into_view_if_needed()
    box = sweep.bounding_box()
    # The first row's pictures end left of the middle, whatever stands beside them.
    for share in range(20, 60):
        x = box["width"] * share / 100
        sweep.click(position={"x": x, "y": 45})
        if pose(dimensions) != before:
            break
    changed = [d for d in range(16) if pose(dimensions)[d] != before[d]]
    assert changed == ask(dimensions, "scene().order")[:1]


def test_a_capsule_that_did_not_win_can_be_edited(dimensions):
    winner = ask(dimensions, "state.winner")
    other = (winner + 3) % 10
    dimensions.get_by_test_id(f"capsule-{other}").click()
    poses = ask(dimensions, "state.reply.poses")
    assert pose(dimensions) == pytest.approx(poses[other], abs=1e-6)
    assert f"{other} did not win" in dimensions.locator(".cv-dimensions").inner_text()
    known(dimensions)
    dimensions.get_by_test_id("stretch").click()
    length = sum(value**2 for value in pose(dimensions)) ** 0.5
    assert length == pytest.approx(ask(dimensions, "state.cloud.lengths[50]"), abs=1e-3)


def test_random_poses_have_usual_lengths_and_distances(dimensions):
    known(dimensions)
    low, high = (
        ask(dimensions, "state.cloud.lengths[1]"),
        ask(dimensions, "state.cloud.lengths[99]"),
    )
    seen = []
    for _ in range(12):
        dimensions.get_by_test_id("randomise").click()
        distance = ask(dimensions, f"state.cloud.distance(Array.from({STATE}.sliders.pose))")
        assert distance < ask(dimensions, "state.cloud.distances[95]")
        seen.append(sum(value**2 for value in pose(dimensions)) ** 0.5)
    assert all(low < length < high for length in seen)
    assert len(set(seen)) == 12
    for _ in range(12):
        dimensions.get_by_test_id("undo").click()
    assert not ask(dimensions, "sliders.changed")


def test_labels_ranges_and_order_come_from_the_analysis(dimensions):
    known(dimensions)
    k = ask(dimensions, "state.k")
    labels = ask(dimensions, f"state.network.stats.labels[{k}]")
    for d in (0, 15):
        name = dimensions.get_by_test_id(f"dimension-{d}").get_attribute("aria-label")
        assert labels[d]["text"] in name
    dimensions.get_by_test_id("range").select_option("data")
    settle(dimensions)
    assert ask(dimensions, "scene().range") == "data"
    assert dimensions.get_by_test_id("order").input_value() == "effect", "the strongest is first"
    effect = ask(dimensions, f"state.network.stats.effects.visible[{k}]")
    order = ask(dimensions, "scene().order")
    assert [effect[d] for d in order] == sorted(effect, reverse=True)


ANOTHER = """(changes) => {
  const page = document.querySelector('.cv-dimensions').page;
  page.update({ data: { ...page.server, ...changes }, setStateValue() {} });
}"""


def test_an_unmeasured_network_works_and_names_the_missing_analysis(other):
    known(other)
    other.get_by_test_id("range").select_option("data")
    missing = "there is no x.analysis.json: run `capsviz analyse` to make it."
    network = {**ask(other, "server.network"), "missing": missing}
    other.evaluate(ANOTHER, {"poses": None, "network": network})
    settle(other)
    assert ask(other, "scene().range") == "paper"
    assert any(picture(other, "reconstruction"))
    assert missing in other.get_by_test_id("unmeasured").inner_text()
    assert other.get_by_test_id("start-mean").is_disabled()
    assert other.get_by_test_id("histogram").is_hidden()


def test_a_failed_load_leaves_no_pictures_of_the_last_network(other):
    decoder = {**ask(other, "server.decoder"), "sha": 16 * "0"}
    other.evaluate(ANOTHER, {"decoder": decoder})
    other.wait_for_selector("[data-testid=trouble]:not([hidden])", timeout=PATIENCE)
    for name in ("reconstruction", "start", "difference", "from", "to", "middle", "sweep-row-3"):
        assert not any(picture(other, name)), name


def test_the_interpolation_between_two_digits_can_be_scrubbed_and_played(dimensions):
    dimensions.get_by_test_id("way").select_option("morph")
    until(
        dimensions,
        f"""() => {{
          const {{ from, to }} = {STATE}.figures.interpolation;
          return from.capsule !== to.capsule;
        }}""",
    )
    scrub = dimensions.get_by_test_id("scrub")
    scrub.fill("0")
    assert picture(dimensions, "middle") == picture(dimensions, "from")
    scrub.fill("1")
    assert picture(dimensions, "middle") == picture(dimensions, "to")
    seen = dimensions.get_by_test_id("middle").get_attribute("data-seq")
    dimensions.get_by_test_id("play").click()
    until(
        dimensions,
        "(seen) => Number(document.querySelector('[data-testid=middle]').dataset.seq) > +seen + 1",
        arg=seen,
    )
    dimensions.get_by_test_id("play").click()


def test_playing_with_reduced_motion_shows_still_pictures(dimensions):
    dimensions.emulate_media(reduced_motion="reduce")
    dimensions.get_by_test_id("scrub").fill("0")
    places = dimensions.evaluate(
        f"""async () => {{
          const [page, seen] = [{STATE}.figures.interpolation, []];
          page.play();
          const end = performance.now() + 2500;
          while (performance.now() < end) {{
            await new Promise((done) => requestAnimationFrame(done));
            if (seen.at(-1) !== page.position) seen.push(page.position);
          }}
          page.pause();
          return seen;
        }}"""
    )
    assert 2 <= len(places) <= 4
    assert [10 * place for place in places] == pytest.approx(
        [round(10 * place) for place in places]
    )


def test_a_sample_of_the_same_class_can_be_the_other_end(dimensions):
    choices = dimensions.get_by_test_id("to-choice").locator("option")
    values = [choice.get_attribute("value") for choice in choices.all()]
    sample = next((value for value in values if value.startswith("sample-")), None)
    assert sample is not None
    dimensions.get_by_test_id("to-choice").select_option(sample)
    at = int(sample.split("-")[1])
    until(dimensions, f"() => {STATE}.figures.interpolation.poses.has({at})")
    until(dimensions, f"() => {STATE}.figures.interpolation.to?.name === '{sample}'")
    assert dimensions.get_by_test_id("trouble").is_hidden()


@pytest.mark.parametrize("kind", ["png", "svg", "csv", "gif"])
def test_the_grid_can_be_saved(dimensions, tmp_path, kind):
    from PIL import Image

    with dimensions.expect_download() as download:
        export(dimensions.locator("[data-export=sweep]"), kind).click()
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    assert path.suffix == f".{kind}"
    content = path.read_bytes()
    if kind == "csv":
        lines = content.decode().splitlines()
        assert len(lines) == 17
        assert lines[0].startswith("dimension,value,label,value of step 0")
    elif kind == "svg":
        assert content.count(b"<image ") == 16 * 12
    else:
        with Image.open(io.BytesIO(content)) as saved:
            assert getattr(saved, "n_frames", 1) == (40 if kind == "gif" else 1)


def test_a_link_brings_back_the_exact_view(dimensions):
    from capsviz.ui.pages.dimensions.view import View

    known(dimensions)
    dimensions.get_by_test_id("capsule-4").click()
    dimensions.get_by_test_id("start-mean").click()
    dimensions.get_by_test_id("range").select_option("data")
    dimensions.get_by_test_id("order").select_option("number")
    dimensions.get_by_test_id("dimension-6").focus()
    for _ in range(3):
        dimensions.keyboard.press("ArrowRight")
    dimensions.get_by_test_id("way").select_option("morph")
    dimensions.get_by_test_id("to-choice").select_option("mean-8")
    dimensions.get_by_test_id("scrub").fill("0.25")
    view = ask(dimensions, "state.view")
    first = View().to_plain()
    assert view.keys() == first.keys()
    assert all(view[name] != first[name] for name in first), "the link has to carry each of them"
    dimensions.get_by_test_id("copy-link").click()
    until(dimensions, f"() => {STATE}.element('copy-link').textContent === 'link copied'")
    link = dimensions.evaluate("navigator.clipboard.readText()")
    other = dimensions.context.new_page()
    open_at(other, link)
    until(other, f"() => {STATE}.figures.interpolation.from && {STATE}.figures.interpolation.to")
    assert json.dumps(ask(other, "state.view"), sort_keys=True) == json.dumps(view, sort_keys=True)
    assert pose(other) == pose(dimensions)
    for name in ("reconstruction", "start", "difference", "from", "to", "middle", "sweep-row-6"):
        until_true(other, lambda name=name: picture(other, name) == picture(dimensions, name))


def test_nothing_is_wider_than_a_phone(browser, app):
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    context.add_init_script(ALL_DETAILS)
    page = context.new_page()
    open_at(page, f"{app}/dimensions")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.get_by_test_id("dimension-15").bounding_box()["height"] >= 24
    context.close()


def test_a_box_lies_over_the_sliders_and_on_a_phone(visitor, app):
    page = visitor.new_page()
    open_at(page, f"{app}/dimensions")
    for opener, width in ((".cv-d-capsules .cv-help", 1440), (".cv-d-sweeps .cv-export", 390)):
        page.set_viewport_size({"width": width, "height": 900})
        settle(page)
        page.locator(f"{opener} > summary").first.click()
        assert page.locator(f"{opener} > :not(summary)").first.evaluate(UNCOVERED)
        page.keyboard.press("Escape")
    page.close()
