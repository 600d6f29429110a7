"""Every file that a page's figures are saved as is ready for a paper."""

from __future__ import annotations

import csv
import io
import re
import time
from collections import deque
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from on_page import scroll_until, show
from PIL import Image

if TYPE_CHECKING:
    from playwright.sync_api import Page

#: Pages with figures, and how many menus that save one each page has at least.
PAGES = {
    "routing": 10,
    "dimensions": 4,
    "overlap": 4,
    "viewpoint": 8,
    "train": 4,
    "compare": 3,
    "claims?claim=scrambled": 2,
    "learn?lesson=squash": 1,
}
#: Pages with charts of measured results, which come when they are near.
MEASURED = ("compare", "viewpoint")
#: Chromium starts ten downloads at most within so many seconds.
BURST, MAX_BURST = 1.0, 10
#: Unfolds the page, scrolls through it, and numbers its visible menus.
NUMBER_MENUS = """async () => {
  const pause = (time) => new Promise((done) => setTimeout(done, time));
  const main = document.querySelector('[data-testid="stMain"]');
  for (let step = 0; step < 12; step++) {
    for (const fold of document.querySelectorAll(".cv details:not(.cv-help)")) fold.open = true;
    main.scrollBy(0, innerHeight);
    await pause(150);
  }
  const menus = [...document.querySelectorAll(".cv details.cv-export")]
    .filter((menu) => menu.checkVisibility({ visibilityProperty: true }));
  menus.forEach((menu, n) => { menu.dataset.menu = n; });
  return menus.map((menu) =>
    [...menu.querySelectorAll("button")].map((one) => one.dataset.testid.slice("export-".length)));
}"""
#: Charts that name their axes beneath them, by the beginnings of their files' names.
CHARTS = (
    *(f"routing-{name}-" for name in ("types", "paths", "vectors", "summaries", "answers")),
    *(f"viewpoint-{name}-" for name in ("lengths", "pose")),
    *(f"dimensions-{name}-" for name in ("histogram", "between")),
    "overlap-lengths",
)


def faults_of_svg(text: str) -> list[str]:
    words = re.findall(r"<text[^>]*>(.*?)</text>", text, re.DOTALL)
    return [
        fault
        for fault, found in {
            "an address is printed": any("http" in word or "?v=" in word for word in words),
            "its font is not embedded": words and "@font-face" not in text,
            "its source is not in the metadata": "<dc:source>http" not in text,
        }.items()
        if found
    ]


def faults_of_png(data: bytes) -> list[str]:
    with Image.open(io.BytesIO(data)) as picture:
        picture.load()
        right = picture.info.get("dpi") == pytest.approx((300, 300), abs=0.01)
        return [] if right else [f"its resolution is {picture.info.get('dpi')}"]


def faults_of_csv(text: str) -> list[str]:
    head, *rows = csv.reader(io.StringIO(text))
    return [
        fault
        for fault, found in {
            "a column has no name": not all(name.strip() for name in head),
            "two columns have one name": len(set(head)) < len(head),
            "the first row names no columns": any(re.fullmatch(r"-?[\d.]+", name) for name in head),
            "rows differ in length": any(len(row) != len(head) for row in rows),
            "there are no rows": not rows,
            "an interval has one end": ("low" in head) != ("high" in head),
        }.items()
        if found
    ]


def faults_of(name: str, data: bytes) -> list[str]:
    """Faults of a saved file."""
    match name.rpartition(".")[2]:
        case "svg":
            return faults_of_svg(data.decode())
        case "png":
            return faults_of_png(data)
        case "csv":
            return faults_of_csv(data.decode())
        case "gif":
            with Image.open(io.BytesIO(data)) as film:
                return [] if getattr(film, "n_frames", 1) > 1 else ["it does not move"]
        case "json":
            return [] if data.startswith(b"{") else ["it is no object"]
    return ["its kind is unknown"]


@pytest.mark.parametrize("name", PAGES)
def test_every_saved_file_is_ready_for_a_paper(newcomer: Page, app: str, name: str) -> None:
    page, _, query = name.partition("?")
    show(newcomer, app, page, query and f"?{query}")
    newcomer.wait_for_load_state("networkidle")
    if name in MEASURED:
        scroll_until(newcomer, '[data-part="sections"]', ".cv-chart")
    menus = newcomer.evaluate(NUMBER_MENUS)
    assert len(menus) >= PAGES[name]
    faults = []
    started = deque[float](maxlen=MAX_BURST - 1)
    for n, kinds in enumerate(menus):
        menu = newcomer.locator(f'[data-menu="{n}"]')
        menu.evaluate("(each) => (each.open = true)")
        for kind in kinds:
            if len(started) == started.maxlen:
                rest = max(0.0, started[0] + BURST - time.monotonic())
                newcomer.wait_for_timeout(1000 * rest)
            started.append(time.monotonic())
            with newcomer.expect_download() as waiting:
                menu.get_by_test_id(f"export-{kind}").press("Enter")
            file = waiting.value.suggested_filename
            data = Path(waiting.value.path()).read_bytes()
            found = faults_of(file, data)
            if not re.fullmatch(r"[a-z0-9][a-z0-9.-]*", file):
                found.append("its name has other signs")
            if file.startswith(CHARTS) and file.endswith("svg") and "→" not in data.decode():
                found.append("its axes have no names")
            faults += [(file, fault) for fault in found]
    assert not faults
