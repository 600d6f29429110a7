"""Detection rates of pictures that are rotated, upside down or mirrored.

``capsviz analyse`` stores the same rates for the pages, measured in float32.
"""

from __future__ import annotations

from typing import Any

from capsviz.analysis import orientation
from capsviz.config import DIGITS
from capsviz.data.sets import open_set
from capsviz.errors import CapsvizError
from capsviz.model.precision import FASTEST, name_of
from capsviz.training import checkpoint


def run(name: str, digits: int) -> dict[str, Any]:
    """Test a network on validation digits, upright and in each way.

    Parameters
    ----------
    name : name of a capsule network for digits.
    digits : number of digits, equal for each class.

    Returns
    -------
    Network and precision, and the fields of `capsviz.analysis.orientation.Rates`.
    """
    loaded = checkpoint.load(name, "cpu").in_precision(FASTEST)
    if not loaded.subject.digits:
        raise CapsvizError(f"{name} reads no digits: choose a network that does")
    held = open_set(DIGITS.data_set).learning().validation
    assert held is not None
    each = max(1, digits // len(DIGITS.classes))
    result = orientation.measure(loaded.capsnet, held, loaded.picture, each)
    return {"network": name, "precision": name_of(loaded.capsnet), **result.to_plain()}


def report(result: dict[str, Any]) -> str:
    """Format the result as a few lines."""
    lines = [
        f"{result['network']} in {result['precision']}, {result['digits']} validation digits",
        f"{'upright':>10}  told {result['false']:7.2%}, always wrongly",
    ]
    for way, share in result["told"].items():
        lines.append(f"{way:>10}  told {share:7.2%}, rightly {result['right'][way]:7.2%}")
    return "\n".join(lines)
