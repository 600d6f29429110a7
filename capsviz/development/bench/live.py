"""Update rate and latency of the app in a real browser, with real pointer events.

Every live element has the attributes ``data-seq``, which changes with each drawn result, and
``data-event``, the time stamp of the result's latest input event. A mutation observer reads both.
Latency is the time from the event to the end of the task that drew its result; rate is drawn
results per second of movement.
"""

from __future__ import annotations

import contextlib
import functools
import math
import os
import random
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import numpy as np

from capsviz.development.bench import process
from capsviz.errors import CapsvizError
from capsviz.paths import HOME

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

#: Flags for a headless Chromium without network access.
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

#: Flags for WebGL without a graphics card.
SOFTWARE_RENDERING = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader"]

#: Path of the app's entry in a clone, and in a wheel.
_APPS = ("app.py", "capsviz/shipped/app.py")
#: Names of full browsers on various systems.
_FULL_BROWSERS = ("chromium", "chromium-browser", "google-chrome")

_OBSERVE = """
([target, source]) => {
  const element = document.querySelector(`[data-testid="${target}"]`);
  const seen = [];
  let input = null;
  if (source) {
    document.querySelector(`[data-testid="${source}"]`).addEventListener(
      "input", (event) => { input = event.timeStamp; }, { capture: true });
  }
  const observer = new MutationObserver(() => {
    const event = source ? input : Number(element.dataset.event);
    seen.push([performance.now(), event, element.dataset.seq]);
  });
  observer.observe(element, { attributes: true, attributeFilter: ["data-seq"] });
  window.capsvizMarks = { seen, stop: () => observer.disconnect() };
}
"""
#: Fly to all stops of the walk, and back to the first; returns milliseconds of each frame.
_FRAMES = """
async () => {
  const stage = document.querySelector('[data-part="stage"]');
  const dots = [...document.querySelectorAll(".cv-n-dot")];
  const frames = [];
  for (const dot of [...dots.slice(1), dots[0]]) {
    const { still } = stage.dataset;
    dot.click();
    let before = await new Promise(requestAnimationFrame);
    while (stage.dataset.still === still) {
      const now = await new Promise(requestAnimationFrame);
      frames.push(now - before);
      before = now;
    }
  }
  return frames;
}
"""
_COLLECT = "() => { window.capsvizMarks.stop(); return window.capsvizMarks.seen; }"


def run(url: str | None = None, seconds: float = 6.0, page: str = "draw") -> dict[str, Any]:
    """Measure drawing and dragging; returns rates (1/s) and latencies (milliseconds).

    Raises `CapsvizError` if Chromium or playwright is missing, or the page did not answer.

    Parameters
    ----------
    url : address of a running app; by default one is started for the measurement.
    seconds : seconds of movement per measurement.
    page : one of `PAGES`.
    """
    if url is not None:
        require_answer(url)
    with contextlib.ExitStack() as stack:
        address = url or stack.enter_context(running_app())
        flags = [*CHROMIUM_FLAGS, *SOFTWARE_RENDERING] if page == "network" else CHROMIUM_FLAGS
        browser = stack.enter_context(chromium(flags))
        tab = browser.new_page(viewport={"width": 1440, "height": 900})
        return PAGES[page](tab, address, seconds)


def _draw(tab: Page, address: str, seconds: float) -> dict[str, Any]:
    """Measure the pen, and the slider of a dimension."""
    _open(tab, f"{address}/?details=1", "lengths")
    return {"pen": measure_pen(tab, seconds), "slider": measure_slider(tab, seconds)}


def _viewpoint(tab: Page, address: str, seconds: float) -> dict[str, Any]:
    """Measure a transform's slider, and the slider of a factor with the network of sprites."""
    _open(tab, f"{address}/viewpoint?details=1", "curve-lengths")
    transform = measure_slider(tab, seconds, "slider-rotation", "network-input")
    tab.locator(".cv-picker select").select_option("sprites")
    tab.get_by_test_id("factor-0").wait_for(timeout=60_000)
    tab.wait_for_timeout(2000)
    factor = measure_slider(tab, seconds, "factor-0", "network-input")
    return {"transform": transform, "factor": factor}


def _parts(tab: Page, address: str, seconds: float) -> dict[str, Any]:
    """Measure the pen, and a slider that moves a part."""
    _open(tab, f"{address}/parts", "objects")
    pen = measure_pen(tab, seconds, "objects")
    _open(tab, f"{address}/parts?details=1", "objects")
    return {"pen": pen, "part": measure_slider(tab, seconds, "pose-x", "objects")}


def _network(tab: Page, address: str, seconds: float) -> dict[str, Any]:
    """Measure the pen and the frames of flights in the network in space, by software rendering."""
    tab.set_viewport_size({"width": 1280, "height": 720})
    tab.goto(f"{address}/network")
    tab.get_by_test_id("in-space").click(timeout=60_000)
    tab.locator(".cv-n-dot").first.wait_for(timeout=60_000)
    tab.wait_for_timeout(2000)
    frames: list[float] = []
    while sum(frames) < 1000 * seconds:
        frames += tab.evaluate(_FRAMES)
    pen = measure_pen(tab, seconds, "network-page")
    return {"pen": pen, "flight": summarize_frames(frames)}


def summarize_frames(frames: list[float]) -> dict[str, int | float]:
    """Rate and durations of frames, given in milliseconds."""
    if not sum(frames):
        raise CapsvizError("the scene drew no frames")
    return {
        "updates": len(frames),
        "rate": round(1000 * len(frames) / sum(frames), 1),
        "median_ms": round(float(np.median(frames)), 1),
        "p95_ms": round(float(np.percentile(frames, 95)), 1),
    }


def _open(tab: Page, address: str, shows: str) -> None:
    """Open a page and wait until an element shows its first result."""
    tab.goto(address)
    tab.wait_for_selector(f'[data-testid="{shows}"][data-seq]', timeout=60_000)
    tab.wait_for_timeout(2000)


#: Measurements by page.
PAGES = {"draw": _draw, "viewpoint": _viewpoint, "parts": _parts, "network": _network}


def require_answer(url: str) -> None:
    """Raise `CapsvizError` if no app answers at an address."""
    try:
        if urlsplit(url).scheme not in ("http", "https"):
            raise ValueError("it must begin with http:// or https://")
        urllib.request.urlopen(f"{url.rstrip('/')}/_stcore/health", timeout=10).close()
    except (OSError, ValueError, HTTPException) as error:
        raise CapsvizError(f"no capsviz answers at {url}: {error}") from error


def measure_pen(page: Page, seconds: float, shows: str = "lengths") -> dict[str, int | float]:
    """Draw one long curly stroke; measures the time from a pointer event to its result.

    `shows` is the test id of the element that follows the pen.
    """
    page.get_by_test_id("clear").click()
    page.wait_for_timeout(500)
    box = page.get_by_test_id("canvas").bounding_box()
    if box is None:
        raise CapsvizError("the page shows no canvas: is this capsviz?")
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    radius = 0.33 * min(box["width"], box["height"])
    page.mouse.move(middle[0] + radius, middle[1])
    page.mouse.down()
    page.evaluate(_OBSERVE, [shows, None])
    _move(page, seconds, lambda t: _curl(t, middle, radius))
    marks = page.evaluate(_COLLECT)
    page.mouse.up()
    return _summary(marks)


def measure_slider(
    page: Page, seconds: float, name: str = "dimension-0", shows: str = "reconstruction"
) -> dict[str, int | float]:
    """Drag a slider to and fro; measures the time from an input event to the drawn picture.

    `name` and `shows` are the test ids of the slider, and of the picture that follows it.
    """
    slider = page.get_by_test_id(name)
    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
    if box is None:
        raise CapsvizError("the page shows no sliders: is this capsviz?")
    y, left, width = box["y"] + box["height"] / 2, box["x"], box["width"]
    page.mouse.move(left + width / 2, y)
    page.mouse.down()
    page.evaluate(_OBSERVE, [shows, name])
    _move(page, seconds, lambda t: (left + width * (0.05 + 0.9 * _to_and_fro(t)), y))
    marks = page.evaluate(_COLLECT)
    page.mouse.up()
    return _summary(marks)


def report(results: dict[str, Any]) -> str:
    """Format the measurement as a few lines of text."""
    return "\n".join(
        f"{name}: {row['rate']:.1f} updates/s, median {row['median_ms']:.1f} ms, "
        f"95th percentile {row['p95_ms']:.1f} ms ({row['updates']} updates)"
        for name, row in results.items()
    )


@dataclass(frozen=True, slots=True)
class RunningApp:
    """An app that was started for a measurement.

    Attributes
    ----------
    address : its address.
    pid : its process id.
    start : "healthy_s" and "loaded_s": seconds until its health check succeeded, and until
        everything was loaded; also the processor time until then, "healthy_processor_s" and
        "loaded_processor_s".
    """

    address: str
    pid: int
    start: dict[str, float] = field(default_factory=dict)


def find_checkout(folder: Path) -> Path:
    """Check a folder with another checkout of the project; raises `CapsvizError` otherwise."""
    folder = folder.resolve()
    if not (folder / "app.py").is_file():
        raise CapsvizError(f"{folder} holds no app.py: name a checkout of capsviz")
    return folder


@contextlib.contextmanager
def running_app(port: int | None = None) -> Iterator[str]:
    """Start the app on this machine only; yields its address and stops it at the end."""
    with app_process(port) as started:
        yield started.address


@contextlib.contextmanager
def app_process(
    port: int | None = None, log: int = subprocess.DEVNULL, checkout: Path = HOME
) -> Iterator[RunningApp]:
    """Start the app of a checkout or unpacked wheel as `running_app` does; yields its process.

    It runs in this checkout's environment, and writes its log to the descriptor `log`.
    """
    port = port or _free_port()
    environment = {**os.environ, "STREAMLIT_SERVER_HEADLESS": "true"}
    if checkout != HOME:
        environment["PYTHONPATH"] = str(checkout)
    app = next(filter(Path.is_file, (checkout / path for path in _APPS)), checkout / _APPS[0])
    begin = time.monotonic()
    server = subprocess.Popen(
        [
            sys.executable,
            "-P",
            "-m",
            "streamlit",
            "run",
            str(app),
            f"--server.port={port}",
        ],
        env=environment,
        stdout=log,
        stderr=log,
    )
    address = f"http://127.0.0.1:{port}"
    start: dict[str, float] = {}
    try:
        # The second path does not exist; the app only answers it once everything is loaded.
        for stage, path in (("healthy", "_stcore/health"), ("loaded", "capsviz/nothing")):
            _wait_until_up(f"{address}/{path}", server)
            start[f"{stage}_s"] = time.monotonic() - begin
            with contextlib.suppress(OSError):  # not available on every system
                start[f"{stage}_processor_s"] = process.processor_seconds(server.pid)
        yield RunningApp(address, server.pid, start)
    finally:
        server.terminate()
        try:
            server.wait(60)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


@contextlib.contextmanager
def chromium(flags: Sequence[str] = CHROMIUM_FLAGS) -> Iterator[Browser]:
    """Start a headless Chromium, preferably the headless shell.

    Since Chrome 132 a headless `chromium` is the full browser with hidden windows, and each new
    page draws a tab strip too: opening Draw takes 5.4 to 6.2 seconds of processor time in it, and
    3.1 in the headless shell of the same version.
    """
    try:
        from playwright.sync_api import Error, sync_playwright
    except ImportError as error:
        raise CapsvizError(
            'playwright is missing: install it with pip install -e ".[test]"'
        ) from error
    with sync_playwright() as playwright:
        start = functools.partial(playwright.chromium.launch, args=list(flags))
        shell = shutil.which("chromium-headless-shell")
        full_browser = next(filter(None, map(shutil.which, _FULL_BROWSERS)), None)
        try:
            browser = start(executable_path=shell)  # none: use playwright's own
        except Error as error:
            if full_browser is None:
                raise CapsvizError(
                    "there is no Chromium on this machine: install it first"
                ) from error
            browser = start(executable_path=full_browser)
        try:
            yield browser
        finally:
            browser.close()


def _move(page: Page, seconds: float, position: Any) -> None:
    start = time.monotonic()
    while (now := time.monotonic() - start) < seconds:
        page.mouse.move(*position(now))
        time.sleep(0.004)  # faster than a screen's 60 frames a second, as a real mouse
    page.wait_for_timeout(200)


def _to_and_fro(t: float) -> float:
    # At constant speed, since a resting pointer would change nothing.
    return abs((t / 2 + 0.5) % 2 - 1)


def _curl(t: float, middle: tuple[float, float], radius: float) -> tuple[float, float]:
    shrink = 0.6 + 0.4 * math.cos(0.7 * t)
    return (
        middle[0] + radius * shrink * math.cos(2.5 * t),
        middle[1] + radius * shrink * math.sin(2.5 * t),
    )


def _summary(marks: list[list[Any]]) -> dict[str, int | float]:
    if len(marks) < 2:
        raise CapsvizError("the page drew no results while the pointer moved")
    times = np.array([mark[0] for mark in marks], float)
    latency = np.array([mark[0] - mark[1] for mark in marks if mark[1]], float)
    return {
        "updates": len(marks),
        "rate": round((len(marks) - 1) / (times[-1] - times[0]) * 1000, 1),
        "median_ms": round(float(np.median(latency)), 1),
        "p95_ms": round(float(np.percentile(latency, 95)), 1),
    }


def _free_port() -> int:
    """Return a free port.

    Ports picked by the system come from the range of outgoing connections, so a browser might take
    one before the app does.
    """
    for port in random.SystemRandom().sample(range(20_000, 32_000), 100):
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise CapsvizError("no port is free on this machine: end other programs that listen")


def _wait_until_up(address: str, server: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 180
    while (remaining := deadline - time.monotonic()) > 0:
        if server.poll() is not None:
            raise CapsvizError("the app stopped before it answered: run `capsviz app` to see why")
        try:
            urllib.request.urlopen(address, timeout=remaining).close()
        except urllib.error.HTTPError:
            return  # any answer will do
        except OSError:
            time.sleep(0.02)
        else:
            return
    raise CapsvizError("the app did not answer within three minutes")
