"""Published claims about capsules, and the measurements that test them.

``claims.json`` beside this module holds the claims, their authors, the comparisons that would
confirm or refute them, and every number with its 95 % interval and the command that prints it. It
holds no verdicts: they are computed from the numbers.
"""

from capsviz.analysis.claims.claim_file import (
    COUNT,
    FILE,
    Claim,
    Claims,
    Link,
    Measure,
    Paper,
    Row,
    Test,
    load,
    save_measure,
)
from capsviz.analysis.claims.verdicts import (
    OUTCOMES,
    VERDICTS,
    Difference,
    difference,
    judge,
    verdict,
)

__all__ = [
    "COUNT",
    "FILE",
    "OUTCOMES",
    "VERDICTS",
    "Claim",
    "Claims",
    "Difference",
    "Link",
    "Measure",
    "Paper",
    "Row",
    "Test",
    "difference",
    "judge",
    "load",
    "save_measure",
    "verdict",
]
