"""Known factors for pages: their ranges, and their prediction from networks' poses."""

from __future__ import annotations

from pathlib import Path
from typing import TypedDict

from streamlit.logger import get_logger

from capsviz.analysis import factor_report
from capsviz.data.factors import source_of
from capsviz.errors import CapsvizError
from capsviz.training import checkpoint
from capsviz.ui.networks import cache
from capsviz.ui.networks.file_cache import cache_by_files

_log = get_logger("capsviz")


class FactorShape(TypedDict):
    """A class's ranges of the factors, as ``FactorShape`` of ``factors.js``."""

    form: str
    periods: list[float]
    least: list[float]
    most: list[float]


class KnownFactors(TypedDict):
    """Result of `factors`, as ``KnownFactors`` of ``factors.js``."""

    names: list[str]
    shapes: list[FactorShape]
    maps: list[list[list[float]]] | None
    r2: list[list[float]] | None


def factors(model: str) -> KnownFactors | None:
    """The factors of a model's data set, if they are known exactly; else None.

    "names" are those of the factors. "shapes" has for each class its "form", a word or "", and for
    each factor the "least" and "most" value and the "periods", the degrees after which the class
    looks the same, or 0 if the factor is not an angle. If ``capsviz analyse`` has measured the
    model, "maps" are linear maps from each class's pose, with a constant at the end, to the
    factors, with cosine and sine for each angle, and "r2" is the explained variance by class; else
    both are None.
    """
    source = source_of(cache.subject(model))
    if source is None:
        return None
    minimum, maximum = source.ranges()
    report = _truth(model)
    return {
        "names": list(source.names),
        "shapes": [
            {
                "form": source.forms[k] if source.forms else "",
                "periods": list(periods),
                "least": minimum[k].tolist(),
                "most": maximum[k].tolist(),
            }
            for k, periods in enumerate(source.periods)
        ],
        "maps": None if report is None or report.maps is None else report.maps.tolist(),
        "r2": None if report is None else report.linear.tolist(),
    }


def _source_files(model: str) -> list[Path | None]:
    path = checkpoint.locate(model)
    return [path, path and factor_report.path_beside(path)]


@cache_by_files(_source_files)
def _truth(model: str) -> factor_report.Truth | None:
    try:
        return factor_report.load(
            factor_report.path_beside(checkpoint.find_name(model)), checkpoint.digest(model)
        )
    except CapsvizError as error:
        _log.warning("no factors of %s: %s", model, error)
        return None
