"""Visitors who run the network in their browsers fetch it once, and request nothing else."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator

import pytest
from serving import serve

from capsviz import cli
from capsviz.development.bench import load
from capsviz.errors import CapsvizError

#: Counts of requests.
asked: Counter[str] = Counter()
refusals: list[str] = []
CARD = {
    **{"runtime": "onnxruntime/1", "weights": "w.bin", "graphs": {"live": "l.onnx"}},
    "decoder": {"sha": "d"},
}


@pytest.fixture
def served() -> Iterator[str]:
    """Run a server of these files only."""
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import JSONResponse, PlainTextResponse, Response
    from starlette.routing import Route

    asked.clear()
    refusals.clear()

    def hand_out(request: Request) -> Response:
        name = request.path_params["place"]
        asked[name] += 1
        if refusals:
            return JSONResponse({"error": refusals[0]}, 503)
        return JSONResponse(CARD) if name.endswith(".json") else PlainTextResponse("x" * 1000)

    health = Route("/_stcore/health", lambda _: PlainTextResponse("ok"))
    files = Route("/capsviz/{place:path}", hand_out)
    with serve(Starlette(routes=[health, files])) as address:
        yield address


def test_each_visitor_fetches_every_file_once_and_requests_no_reading(served) -> None:
    found = load.run(served, visitors=3, seconds=1.0, here=True)
    row = found["here"]
    assert row["bytes"] == len(json.dumps(CARD, separators=(",", ":"))) + 5 * 1000
    assert all(count == 3 for name, count in asked.items() if not name.endswith(".json"))
    assert asked["networks/dynamic.json"] == 4  # one waits until it is exported
    assert len(asked) == 6
    said = load.report(found)
    assert "3 visitors read in their own browsers" in said


def test_a_failed_start_of_the_server_gets_one_sentence(served) -> None:
    refusals.append("ONNX Runtime Web is missing: run npm ci")
    with pytest.raises(CapsvizError, match=r"^ONNX Runtime Web is missing: run npm ci$"):
        load.run(served, visitors=1, seconds=0.1, here=True)


@pytest.mark.parametrize("more", ["--heavy 1", "--visitors 0 --pages 1"])
def test_the_option_here_does_not_combine_with_other_loads(more, capsys) -> None:
    assert cli.main(["bench", "load", "--here", *more.split()]) == 2
    assert "does not combine with --heavy" in capsys.readouterr().err
