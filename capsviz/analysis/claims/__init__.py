"""What has been claimed of capsules, and what was measured of it: one file, read and judged.

``claims.json`` beside this holds both: the claims, who made them, what would show them and what
would not, and every number with its 95 % interval and the command that prints it. Verdicts are not
in it: they follow from the numbers.
"""

from capsviz.analysis.claims.judging import (
    OUTCOMES,
    VERDICTS,
    Difference,
    difference,
    judge,
    verdict,
)
from capsviz.analysis.claims.reading import (
    Claim,
    Claims,
    Measure,
    Paper,
    Row,
    Test,
    Way,
    load,
    save_measure,
)

__all__ = [
    "OUTCOMES",
    "VERDICTS",
    "Claim",
    "Claims",
    "Difference",
    "Measure",
    "Paper",
    "Row",
    "Test",
    "Way",
    "difference",
    "judge",
    "load",
    "save_measure",
    "verdict",
]
