"""``capsviz bench``."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from importlib import import_module
from typing import Any

from capsviz.bounds import Number
from capsviz.cli.options import add_device
from capsviz.cli.parser import add_number, add_path, add_switch
from capsviz.development.bench.live import PAGES
from capsviz.errors import CapsvizError


def add_options(command: argparse.ArgumentParser) -> None:
    """Add options for kind and length of the measurement."""
    benches = command.add_subparsers(required=True, metavar="WHAT")
    bench = benches.add_parser("core", help="the network against a plain implementation, in turns")
    add_device(bench)
    bench.set_defaults(bench=_core)
    add_number(bench, "--threads", Number(int, 1, 1024), 2, "number of torch threads")
    add_number(bench, "--rounds", Number(int, 1, 1000), 7, "number of rounds of all cases")
    bench = benches.add_parser("live", help="the app's update rate and latency in a real browser")
    bench.set_defaults(bench=_live)
    bench.add_argument(
        "--page", choices=PAGES, default="draw", help="page to measure, default draw"
    )
    add_path(
        bench,
        "--site",
        "DIR",
        "measure a published site instead: bytes, seconds to an answer, rates",
    )
    _add_app(bench, 6.0)
    bench = benches.add_parser("load", help="many visitors at once, by the app's own protocol")
    bench.set_defaults(bench=_load)
    add_number(bench, "--visitors", Number(int, 0, 10_000), 60, "number of visitors who draw")
    bench.add_argument(
        "--rate",
        type=Number(float, 0, 1000, above=True),
        default=10.0,
        help="updates per second that each visitor requests",
    )
    _add_app(bench, 20.0)
    bench.add_argument(
        "--heavy",
        type=Number(int, 0, 10_000),
        default=0,
        help="number of further visitors who repeat the most expensive requests",
    )
    bench.add_argument(
        "--pages", type=Number(int, 0, 1000), default=0, help="number of pages opened before that"
    )
    add_switch(bench, "--here", "let all visitors run the network in their own browsers")
    add_path(bench, "--against", "PATH", "another checkout to measure in turns with this one")
    bench = benches.add_parser("start", help="a start, the idle server, first visits to pages")
    bench.set_defaults(bench=_start)
    add_switch(bench, "--wheel", "also measure the wheel of this clone, with bundled scripts")
    add_path(bench, "--against", "PATH", "another checkout to measure too")
    add_number(bench, "--turns", Number(int, 1, 100), 3, "number of turns")
    bench = benches.add_parser("class", help="a class session: delay until followers see a state")
    bench.set_defaults(bench=_class)
    add_number(bench, "--followers", Number(int, 1, 400), 60, "number of followers")
    add_number(bench, "--rate", Number(float, 1, 40), 15.0, "states per second")
    _add_app(bench, 10.0)
    bench = benches.add_parser("weights", help="the effect of rounding on a published network")
    bench.set_defaults(bench=_weights)
    bench.add_argument(
        "--checkpoint", default="dynamic", help="name or file of a network, default dynamic"
    )
    _add_pictures(bench)
    bench = benches.add_parser("rounding", help="lengths in float32 against float64")
    bench.set_defaults(bench=_rounding)
    _add_pictures(bench)
    bench = benches.add_parser("onnx", help="the core against ONNX Runtime, on one thread")
    bench.set_defaults(bench=_onnx)
    _add_pictures(bench, 128)
    bench = benches.add_parser("browser", help="pages' decoder and parts against ONNX Runtime")
    bench.set_defaults(bench=_browser)
    add_number(bench, "--turns", Number(int, 1, 1000), 25, "number of turns")
    for bench in benches.choices.values():
        add_switch(bench, "--json", "print one JSON object")


def _add_pictures(bench: argparse.ArgumentParser, low: int = 1) -> None:
    add_number(bench, "--pictures", Number(int, low, 5000), 1000, "number of validation pictures")


def _add_app(bench: argparse.ArgumentParser, seconds: float) -> None:
    """Add options for the app and the duration."""
    bench.add_argument("--url", help="address of a running app; by default one is started")
    add_number(bench, "--seconds", Number(float, 1, 3600), seconds, "duration in seconds")


def run(options: argparse.Namespace) -> int:
    """Measure, and print the results."""
    results, report = options.bench(options)
    print(json.dumps(results) if options.json else report(results))
    return 0


#: Results, and the function that formats them.
Results = tuple[Any, Callable[[Any], str]]


def _measure(name: str, *arguments: Any, **options: Any) -> Results:
    """Import and run one benchmark: some need the app, others run where it is not installed."""
    module = import_module(f"capsviz.development.bench.{name}")
    return module.run(*arguments, **options), module.report


def _core(options: argparse.Namespace) -> Results:
    return _measure("core", options.device, threads=options.threads, rounds=options.rounds)


def _live(options: argparse.Namespace) -> Results:
    if options.site is None:
        return _measure("live", options.url, options.seconds, options.page)
    if options.url or options.page != "draw":
        raise CapsvizError("a site is measured on Draw, by a server of its own: --site alone")
    return _measure("site", options.site, options.seconds)


def _load(options: argparse.Namespace) -> Results:
    if not (options.visitors or options.heavy or options.pages):
        raise CapsvizError("there is nobody to measure: name --visitors, --heavy or --pages")
    if options.here and (options.heavy or not options.visitors):
        raise CapsvizError("--here needs --visitors, and does not combine with --heavy")
    common = {"visitors": options.visitors, "rate": options.rate, "seconds": options.seconds}
    if options.against is not None:
        if options.url or options.heavy or options.pages or options.here:
            raise CapsvizError("--against only combines with --visitors, --rate and --seconds")
        load = import_module("capsviz.development.bench.load")
        return load.compare(options.against, **common), load.report_comparison
    extra = {"heavy": options.heavy, "opened": options.pages, "here": options.here}
    return _measure("load", options.url, **common, **extra)


def _start(options: argparse.Namespace) -> Results:
    return _measure("start", options.against, packed=options.wheel, turns=options.turns)


def _class(options: argparse.Namespace) -> Results:
    settings = {"followers": options.followers, "rate": options.rate, "seconds": options.seconds}
    return _measure("classroom", options.url, **settings)


def _weights(options: argparse.Namespace) -> Results:
    return _measure("weights", options.checkpoint, options.pictures)


def _rounding(options: argparse.Namespace) -> Results:
    return _measure("rounding", options.pictures)


def _onnx(options: argparse.Namespace) -> Results:
    return _measure("onnx_runtime", "dynamic", options.pictures)


def _browser(options: argparse.Namespace) -> Results:
    return _measure("browser", options.turns)
