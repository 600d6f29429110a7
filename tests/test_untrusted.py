"""Untrusted JSON: accepted values are safe for arithmetic, storage and sending."""

from __future__ import annotations

import json
import time

import pytest

from capsviz.untrusted import MAX_DEPTH, MAX_FILE, read, read_file


@pytest.mark.parametrize(
    "text",
    [
        "[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1),
        '{"a":' * 100_000,
        "[NaN]",
        "[-Infinity]",
        "1e999",
        "1" * 21,
        '"\\ud800"',
        '{"\\udfff": 1}',
        b"\xff",
        "",
        "[",
    ],
    ids=lambda text: str(text[:12]),
)
def test_unusable_json_is_refused(text):
    with pytest.raises(ValueError):  # noqa: PT011 - the sentence is its reader's
        read(text)


@pytest.mark.parametrize(
    "plain",
    [
        [[[["[" * 100, '"\\[{' * 50]]]],
        {"[": -1e300, "é😀": [None, True, 2**63]},
        "\\" * 99 + '"',
    ],
)
def test_plain_json_is_parsed_unchanged(plain):
    assert read(json.dumps(plain)) == read(json.dumps(plain, ensure_ascii=False).encode()) == plain


@pytest.mark.parametrize("piece", ["[", '"', '"\\', '\\"', '"a",', "[],", '{"":'])
def test_refusing_megabytes_of_json_takes_linear_time(piece):
    def seconds(size: int) -> float:
        text, began = piece * (size // len(piece)), time.process_time()
        with pytest.raises(ValueError):  # noqa: PT011
            read(text)
        return time.process_time() - began

    assert seconds(1_000_000) < 2


def test_a_file_over_the_size_limit_is_refused(tmp_path):
    path = tmp_path / "large.json"
    with path.open("wb") as file:
        file.truncate(MAX_FILE * 100)  # all holes
    with pytest.raises(ValueError, match="larger than 16 MB"):
        read_file(path)
