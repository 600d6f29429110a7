"""A visitor's actions and observations on the Draw page, in a real browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from on_page import drawn_on, until

#: Long enough for a loaded machine; nothing here asserts a time.
PATIENCE = 60_000

ONE = [(0.5, 0.15), (0.5, 0.85)]
SEVEN = [(0.25, 0.2), (0.75, 0.2), (0.42, 0.85)]


# --- actions and observations


def open_draw(page, address: str) -> None:
    page.goto(address)
    page.wait_for_selector('[data-testid="lengths"][data-seq]', timeout=PATIENCE)


def wait_live(page) -> None:
    """Wait until the WebSocket is open; earlier results come from the script."""
    until(
        page,
        "() => document.querySelector('.cv-draw').page.link?.state === 'live'",
        timeout=PATIENCE,
    )


def wait_settled(page) -> None:
    """Wait until every request is answered and drawn."""
    until(
        page,
        """() => {
          const { link, pad } = document.querySelector(".cv-draw").page;
          return link && !link.dirty && !link.inFlight && !pad.busy;
        }""",
        timeout=PATIENCE,
    )


def kept_by_page(page) -> None:
    """Wait until the page's host has received every change."""
    until(
        page,
        """() => {
          const { server, sync } = document.querySelector(".cv-draw").page;
          return ["drawing", "settings"].every(
            (name) => server.carried[name].at === sync.shownTimes.get(name));
        }""",
        timeout=PATIENCE,
    )


def seq(page, name: str = "lengths") -> int:
    return int(page.get_by_test_id(name).get_attribute("data-seq"))


def wait_newer(page, before: int) -> None:
    """Wait until a newer result than this one is drawn."""
    until(
        page,
        """(before) => Number(document.querySelector('[data-testid="lengths"]').dataset.seq)
          > before""",
        arg=before,
        timeout=PATIENCE,
    )


def after_result(page, act: Callable[[], Any]) -> None:
    """Act, and wait until a newer result is drawn and nothing is outstanding."""
    before = seq(page)
    act()
    wait_newer(page, before)
    wait_settled(page)


def place(page, x: float, y: float) -> tuple[float, float]:
    box = page.get_by_test_id("canvas").bounding_box()
    return box["x"] + x * box["width"], box["y"] + y * box["height"]


@contextmanager
def pen_down(page, line: list[tuple[float, float]], steps: int = 4) -> Iterator[None]:
    """Draw a line and hold the pen at its end while the body runs.

    Parameters
    ----------
    steps : movements to each point of the line, of which each brings a reading.
    """
    page.mouse.move(*place(page, *line[0]))
    page.mouse.down()
    for point in line[1:]:
        page.mouse.move(*place(page, *point), steps=steps)
    yield
    page.mouse.up()


def draw(page, line: list[tuple[float, float]], steps: int = 4) -> None:
    with pen_down(page, line, steps):
        pass


def pixels(page, name: str) -> np.ndarray:
    """Return a canvas's pixels: alpha for the drawing, red for pictures."""
    return drawn_on(page.get_by_test_id(name))


def ink(page) -> int:
    """Count the inked pixels of the visible drawing."""
    return int((pixels(page, "canvas")[:, 3] > 127).sum())


def prediction(page) -> str:
    """Return the prediction's text, from the class's name on."""
    return page.get_by_test_id("prediction").inner_text().removeprefix("This is a ")


def lengths(page) -> list[float]:
    return [
        float(page.get_by_test_id(f"length-{k}").get_attribute("aria-valuenow")) for k in range(10)
    ]


def start_blank(page, address: str) -> None:
    open_draw(page, address)
    wait_live(page)
    wait_settled(page)
    begin_blank(page)


def begin_blank(page) -> None:
    """Prepare an open page: live, settled, with an empty canvas."""
    after_result(page, page.get_by_test_id("clear").click)
    assert ink(page) == 0


def hears_nothing(page, link: str) -> None:
    """Lose all further requests of a page's link, as if the network dropped them."""
    page.evaluate(f"() => {{ {link}.socket.send = () => {{}} }}")
