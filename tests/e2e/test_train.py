"""Train: the page opens on the film that ships, and one time moves all that is shown."""

from __future__ import annotations

import re

import numpy as np
import pytest
from on_page import drawn_on, show, until
from playwright.sync_api import expect


@pytest.mark.journey
def test_the_film_plays_and_is_scrubbed(tab, app):
    show(tab, app, "train")
    time, accuracy = tab.get_by_test_id("train-time"), tab.get_by_test_id("train-accuracy")
    # It opens on what the network has become, and asks before the curve of accuracy is seen.
    expect(tab.get_by_test_id("train-guess-0")).to_be_visible()
    expect(time).to_have_value(time.get_attribute("max") or "")
    decoded = drawn_on(tab.get_by_test_id("train-sweeps").locator("canvas").first)
    assert np.ptp(decoded[:, 0]) > 100, "a digit, not the grey of an untrained network"
    curve = tab.get_by_test_id("train-curve-accuracy")
    waiting = drawn_on(curve)
    tab.get_by_test_id("train-play").click()
    expect(time).to_have_value(re.compile("^[0-4]$"))
    expect(tab.get_by_test_id("train-play")).to_contain_text("pause")
    before = int(time.input_value())
    until(
        tab,
        "(before) => Number(document.querySelector('[data-testid=train-time]').value) > before",
        arg=before,
    )
    time.focus()
    tab.keyboard.press("Home")
    expect(tab.get_by_test_id("train-play")).to_contain_text("play")
    early = float(accuracy.inner_text().split()[0])
    tab.keyboard.press("End")
    assert (drawn_on(curve) != waiting).any(), "who goes past the answer sees the curve"
    late = float(accuracy.inner_text().split()[0])
    assert early < 30 < 90 < late
    # The picture that is followed is one of the ten, pixel by pixel.
    followed = drawn_on(tab.get_by_test_id("train-input"))
    ten = tab.get_by_test_id("train-ten").locator("div").first.locator("canvas")
    assert any((drawn_on(ten.nth(i)) == followed).all() for i in range(10))
    # A guessing visitor is asked before anything is visible, and the film halts at the truth.
    tab.get_by_test_id("train-guess-begin").click()
    expect(time).to_have_value("0")
    expect(tab.get_by_test_id("train-play")).to_contain_text("play")
    tab.get_by_test_id("train-guess-3").click()
    expect(tab.get_by_test_id("train-guess")).to_contain_text("you guessed more than 90")
    expect(time).to_have_attribute("aria-valuetext", re.compile("step 1[02]"))
    expect(tab.get_by_test_id("train-play")).to_contain_text("play")
    tab.get_by_test_id("train-guess-next").click()
    expect(tab.get_by_test_id("train-guess")).to_contain_text("after 120 steps")


def test_nothing_moves_beneath_a_guess_on_a_phone(fresh, app):
    fresh.set_viewport_size({"width": 390, "height": 844})
    show(fresh, app, "train")
    place = ".cv-t-guess"
    high = fresh.locator(place).bounding_box()["height"]
    for words in ("after 120 steps", "Guess first"):
        fresh.get_by_test_id("train-guess-0").click()
        more = fresh.get_by_test_id("train-guess-next")
        more.wait_for()
        assert fresh.locator(place).bounding_box()["height"] == high
        more.click()
        expect(fresh.get_by_test_id("train-guess")).to_contain_text(words)
        assert fresh.locator(place).bounding_box()["height"] == high


def test_the_chosen_moment_survives_a_visit_to_another_page(tab, app):
    show(tab, app, "train")
    time = tab.get_by_test_id("train-time")
    time.focus()
    tab.keyboard.press("Home")
    for _ in range(7):
        tab.keyboard.press("ArrowRight")
    tab.get_by_role("link", name="Draw").click()
    tab.wait_for_selector('[data-testid="lengths"][data-seq]')
    tab.get_by_role("link", name="Train").click()
    expect(time).to_have_attribute("data-seq", re.compile("."))
    expect(time).to_have_value("7")
    assert tab.get_by_test_id("train-sweeps").locator("canvas").first.bounding_box()["width"] >= 48
    # A refused number of a closed fold is shown, or "train" would do nothing at all.
    field = tab.locator("[name=weight_decay]")
    field.evaluate("(field) => { field.value = 99999; field.form.checkValidity(); }")
    assert field.evaluate("(field) => field.closest('details').open")
    valid = "(field) => { field.value = ''; return field.checkValidity(); }"
    assert not tab.locator("[name=iterations]").evaluate(valid), "an empty one is refused too"
