"""Load on the server from visitors who run the network in their own browsers.

Each fetches the network once; afterwards the server gets no requests.
"""

from __future__ import annotations

import gzip
import json
import statistics
import time
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from capsviz.config.read_settings import ReadSettings
from capsviz.errors import CapsvizError
from capsviz.ui.site import runtime

#: Maximum seconds until the server has exported a network, or reports an error.
TIMEOUT = 120.0
#: Number of visitors who fetch at the same time.
_SIMULTANEOUS = 64


def measure(url: str, visitors: int) -> dict[str, Any]:
    """Let visitors fetch the files for running the network.

    Raises `CapsvizError` with the visitors' message if no app answers, or it cannot export a
    network.

    Parameters
    ----------
    url : address of a running app.
    visitors : number of visitors, at least one.

    Returns
    -------
    "here": "bytes" per visitor, "fetch_median_s" and "fetch_longest_s" for the fetch, "first_s"
    until the network was exported.
    """
    start = time.monotonic()
    _card(url)  # the first request waits for the export
    first = time.monotonic() - start
    with ThreadPoolExecutor(min(visitors, _SIMULTANEOUS)) as pool:
        seconds, sizes = zip(*pool.map(_fetch_all, [url] * visitors), strict=True)
    return {
        "here": {
            "bytes": sizes[0],
            "first_s": round(first, 1),
            "fetch_median_s": round(statistics.median(seconds), 2),
            "fetch_longest_s": round(max(seconds), 2),
        }
    }


def report(results: dict[str, Any], visitors: int) -> str:
    """Format the measurement as one line."""
    return (
        f"{visitors} visitors read in their own browsers: the network was there after "
        f"{results['first_s']} s, {results['bytes'] / 1e6:.2f} MB to each, once, in "
        f"{results['fetch_median_s']} s (median), {results['fetch_longest_s']} s (longest)"
    )


def _fetch(address: str) -> tuple[bytes, int]:
    """Fetch an address; returns the content, and its bytes on the wire."""
    request = urllib.request.Request(address, headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
        sent = answer.read()
        packed = answer.headers.get("Content-Encoding") == "gzip"
    return gzip.decompress(sent) if packed else sent, len(sent)


def _card(url: str) -> tuple[dict[str, Any], int]:
    """Fetch the description of the default network, and its bytes."""
    try:
        text, size = _fetch(f"{url}/capsviz/networks/{ReadSettings().model}.json")
    except urllib.error.HTTPError as error:
        raise CapsvizError(json.loads(error.read())["error"]) from None
    except OSError as error:
        raise CapsvizError(f"no capsviz answers at {url}: {error}") from error
    return json.loads(text), size


def _fetch_all(url: str) -> tuple[float, int]:
    """Fetch all files of one visitor; returns the seconds and the bytes."""
    start = time.monotonic()
    card, size = _card(url)
    paths = [
        *(f"{card['runtime']}/{file}" for file in (runtime.SCRIPT, runtime.WHOLE_RUNTIME)),
        *(f"networks/{file}" for file in (card["weights"], card["graphs"]["live"])),
        f"decoder/{card['decoder']['sha']}.bin",
    ]
    size += sum(_fetch(f"{url}/capsviz/{path}")[1] for path in paths)
    return time.monotonic() - start, size
