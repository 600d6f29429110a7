"""Cost of a start and of first visits: seconds, memory of the idle server, bytes, requests.

Each turn restarts each app, measures it when idle, and opens each page in a browser with an empty
cache, and again in the same browser. "content" is the time until the page can be used, "shown" the
time until it shows a reading. A start before the first turn compiles modules, if Python can cache
them, and loads files into memory.
"""

from __future__ import annotations

import contextlib
import os
import statistics
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from capsviz.development.bench import live, process, wheel
from capsviz.development.bench.wire import Wire, wire
from capsviz.paths import HOME

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Request

#: Visited pages: path, selector of usable content, and selector of the shown reading.
PAGES = {
    "draw": ("", '[data-testid="canvas"]', '[data-testid="lengths"][data-seq]'),
    "routing": ("routing", ".cv-routing", '[data-testid="summaries"][data-seq]'),
}
#: Idle seconds after which a page counts as complete, and the maximum time.
_IDLE_TIME, _TIMEOUT = 2.0, 120.0
#: Idle seconds before a server's memory is measured.
_SETTLING_TIME = 3.0


def run(checkout: Path | None = None, *, packed: bool = False, turns: int = 3) -> dict[str, Any]:
    """Measure starts and first visits, all apps in turns; returns plain values for JSON.

    Raises `CapsvizError` if an app does not start, a wheel cannot be built, or there is no browser.

    `checkout` is another checkout of the project, for comparison; with `packed` the wheel of this
    clone is measured too.

    Returns
    -------
    "load" of the machine at the start; under "apps", for each app ("here", "wheel", "there"), the
    median of each cost; "ratios" are medians over the turns of "here" to "there".
    """
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        apps = {"here": HOME}
        if packed:
            apps["wheel"] = folder / "unpacked"
            wheel.unpack(wheel.build(HOME, folder / "built"), apps["wheel"])
        if checkout is not None:
            apps["there"] = live.find_checkout(checkout)
        for app in apps.values():
            with live.app_process(checkout=app):
                pass
        load = os.getloadavg()[0]
        browser = stack.enter_context(live.chromium())
        rows: dict[str, list[dict[str, float]]] = {name: [] for name in apps}
        for _ in range(turns):
            for name, app in apps.items():
                rows[name].append(_costs(browser, app))
    results: dict[str, Any] = {
        "turns": turns,
        "load": round(load, 1),
        "apps": {name: medians(costs) for name, costs in rows.items()},
    }
    if "there" in rows:
        results["ratios"] = medians(ratios(rows["here"], rows["there"]))
    return results


def medians(rows: list[dict[str, float]]) -> dict[str, float]:
    """Median of each cost over the turns."""
    return {cost: round(statistics.median(row[cost] for row in rows), 3) for cost in rows[0]}


def ratios(first: list[dict[str, float]], second: list[dict[str, float]]) -> list[dict[str, float]]:
    """Ratio of two apps for each turn and cost; 1 for zero to zero."""
    return [
        {cost: a[cost] / b[cost] if b[cost] else 1.0 for cost in a}
        for a, b in zip(first, second, strict=True)
    ]


def report(results: dict[str, Any]) -> str:
    """Format the measurement as a table."""
    columns = {**results["apps"]} | ({"ratio": results["ratios"]} if "ratios" in results else {})
    lines = [
        f"{results['turns']} turns, at a load of {results['load']:g}: medians; ratio of here to "
        "there",
        " " * 34 + "".join(f"{name:>10}" for name in columns),
    ]
    for cost in results["apps"]["here"]:
        cells = "".join(f"{column[cost]:10.2f}" for column in columns.values())
        lines.append(f"{cost.replace('_', ' '):34}{cells}")
    return "\n".join(lines)


def _costs(browser: Browser, app: Path) -> dict[str, float]:
    """Measure one start and a first visit to each page."""
    with live.app_process(checkout=app) as started:
        time.sleep(_SETTLING_TIME)
        costs = {**started.start, "idle_memory_mb": process.memory(started.pid) / 1e6}
        for name, (path, *selectors) in PAGES.items():
            for cost, value in _visit(browser, started.address, path, *selectors).items():
                costs[f"{name}_{cost}"] = value
        costs["memory_after_visits_mb"] = process.memory(started.pid) / 1e6
    return costs


def _visit(browser: Browser, address: str, path: str, content: str, shown: str) -> dict[str, float]:
    """Measure a first visit to a page, and the time and bytes of a second one."""
    counts: Counter[str] = Counter()
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    with wire(address) as proxy, contextlib.closing(context):
        page, url = context.new_page(), f"{proxy.address}/{path}"
        open_requests = _follow_requests(page, counts)
        first = _seconds(page, url, content, shown)
        bytes_first = _bytes_at_rest(page, proxy, open_requests)
        page.close()
        page = context.new_page()
        open_requests = _follow_requests(page, Counter())
        second = _seconds(page, url, content, shown)
        bytes_again = _bytes_at_rest(page, proxy, open_requests) - bytes_first
        return {
            **first,
            "mb": bytes_first / 1e6,
            "requests": counts.total(),
            "own_scripts": counts["own script"],
            "streamlit_s_scripts": counts["script"],
            **{f"again_{cost}": value for cost, value in second.items()},
            "again_kb": bytes_again / 1e3,
        }


def _bytes_at_rest(page: Page, proxy: Wire, open_requests: set[Request]) -> int:
    """Return the bytes sent so far, once nothing was sent for `_IDLE_TIME` seconds."""
    before = -1
    while before != proxy.down or open_requests:
        before = proxy.down
        page.wait_for_timeout(1000 * _IDLE_TIME)
    return before


def _seconds(page: Page, url: str, content: str, shown: str) -> dict[str, float]:
    start = time.monotonic()
    page.goto(url, wait_until="commit")
    page.wait_for_selector(content, timeout=1000 * _TIMEOUT)
    content_s = time.monotonic() - start
    page.wait_for_selector(shown, state="attached", timeout=1000 * _TIMEOUT)
    return {"content_s": content_s, "shown_s": time.monotonic() - start}


def _follow_requests(page: Page, counts: Counter[str]) -> set[Request]:
    """Count a page's requests by kind; returns the live set of unanswered ones."""
    waiting: set[Request] = set()

    def begin(request: Request) -> None:
        counts[_kind(request.url, request.resource_type)] += 1
        waiting.add(request)

    def end(request: Request) -> None:
        waiting.discard(request)

    page.on("request", begin)
    page.on("requestfinished", end)
    page.on("requestfailed", end)
    return waiting


def _kind(url: str, kind: str) -> str:
    """Return the kind of a request: "own script", a "script" of Streamlit, or another kind."""
    is_own = kind == "script" and urlsplit(url).path.startswith("/capsviz/")
    return "own script" if is_own else kind
