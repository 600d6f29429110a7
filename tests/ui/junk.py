"""Malformed input derived from valid input; the same for the same seed."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

#: In place of any value, as JSON.
_NASTY = [
    "NaN", "-Infinity", "1e999", "1e308", "9" * 400, "9" * 19, "-1", "0", "0.5", "true", "null",
    '""', '"\\ud800"', '"../../etc/passwd"', '"\\u0000"', f'"{"x" * 3000}"', "[]", "[1]", "{}",
    '[["a"]]', '{"step": {}}', "[" * 60 + "]" * 60, "[" * 50_000, '{"a":' * 2000 + "1" + "}" * 2000,
]  # fmt: skip
_HERE = "\x00here\x00"


def texts(good: Any, number: int, seed: int = 0) -> Iterator[str]:
    """JSON texts like that of a good value, each wrong in one to three places.

    Parameters
    ----------
    good : plain values.
    """
    chance = random.Random(seed)
    for _ in range(number):
        plain, nasty = copy.deepcopy(good), []
        for _ in range(chance.randint(1, 3)):
            holder, key = _place(plain, chance)
            if holder is None:
                break
            if chance.random() < 0.15:
                del holder[key]
                continue
            nasty.append(chance.choice(_NASTY))
            holder[key] = _HERE
        text = json.dumps(plain) if nasty else chance.choice(_NASTY)
        for each in nasty:
            text = text.replace(json.dumps(_HERE), each, 1)
        yield text[: chance.randrange(len(text))] if chance.random() < 0.1 else text


def _place(plain: Any, chance: random.Random) -> tuple[Any, Any]:
    """A list or an object somewhere within, and a place in it."""
    found: tuple[Any, Any] = (None, None)
    while isinstance(plain, dict | list) and plain:
        key = chance.choice([*plain]) if isinstance(plain, dict) else chance.randrange(len(plain))
        found = (plain, key)
        if chance.random() < 0.3:
            break
        plain = plain[key]
    return found


def octets(good: bytes, number: int, seed: int = 0) -> Iterator[bytes]:
    """Bytes like good ones: cut off, longer, with some of them others."""
    chance = random.Random(seed)
    for _ in range(number):
        found = bytearray(good)
        match chance.randrange(3):
            case 0:
                del found[chance.randrange(len(found) + 1) :]
            case 1:
                found += chance.randbytes(chance.randrange(1, 300))
        for _ in range(chance.randrange(1, 5) if found else 0):
            found[chance.randrange(len(found))] = chance.randrange(256)
        yield bytes(found)
