"""A visitor's view of Routing."""

from __future__ import annotations

from dataclasses import dataclass

from capsviz.config import MAX_ITERATIONS
from capsviz.config.schema import Schema, a_class, choice, whole

#: No model that `capsviz.config` accepts has more primary capsules than this.
_MAX_CAPSULES = 10**7


@dataclass(frozen=True, slots=True)
class View(Schema):
    """A visitor's view of Routing; -1 leaves the choice to the component.

    Attributes
    ----------
    rounds : number of iterations where it is more than the settings take; 0 is the settings'.
    iteration : 1 to 50, at most the number of iterations; -1 is the last.
    digit : the class whose capsule is selected; -1 is the winner.
    capsule : the inspected primary capsule; -1 is the one that contributes most.
    scale : colours of the couplings: "relative" to uniform, "absolute", "weighted" by the votes'
        lengths, or contributions ("feed") to the digit.
    overlay : on the image: contributions ("feed") to the digit, mean "couplings", or "off".
    flow_from : "types" or "places".
    flow_of : widths of the bands: contributions ("feed"), or all "votes".
    child, grandchild : of a network with several routings, what is followed below the capsule
        under the glass; -1 is the one that adds most.
    """

    rounds: int = whole(0, 0, MAX_ITERATIONS)
    iteration: int = whole(-1, -1, MAX_ITERATIONS)
    digit: int = a_class()
    capsule: int = whole(-1, -1, _MAX_CAPSULES)
    scale: str = choice("relative", "absolute", "weighted", "feed")
    overlay: str = choice("feed", "couplings", "off")
    flow_from: str = choice("types", "places")
    flow_of: str = choice("feed", "votes")
    child: int = whole(-1, -1, _MAX_CAPSULES)
    grandchild: int = whole(-1, -1, _MAX_CAPSULES)
