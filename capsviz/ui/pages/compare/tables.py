"""Results of the networks on the whole test set, as a table and Markdown."""

from __future__ import annotations

import pandas as pd

from capsviz.analysis.compare import Results, flips
from capsviz.analysis.overlap import read_scores
from capsviz.errors import CapsvizError
from capsviz.training import checkpoint
from capsviz.ui.pages.compare.data import bounds
from capsviz.ui.sections import plain


def results_table(results: Results, called: dict[str, str]) -> pd.DataFrame:
    """A row for each measured network."""
    rows = []
    for row in results.rows:
        low, high = (100 * bound for bound in row["interval"])
        error = row["reconstruction_sse"]
        rows.append(
            {
                "network": called[row["checkpoint"]],
                "accuracy": f"{row['accuracy']:.2%}",
                "95 % interval": f"{low:.2f} to {high:.2f}",
                "reconstruction error": "no decoder" if error is None else f"{error:.2f}",
                "parameters": f"{row['parameters']:,}",
                "without the decoder": f"{row['parameters_without_decoder']:,}",
            }
        )
    return pd.DataFrame(rows).set_index("network")


def two_digits_sentence() -> str:
    """The accuracy of networks for two digits; this page's networks classify one digit.

    Raises
    ------
    CapsvizError : they were not measured.
    """
    try:
        rows = read_scores(checkpoint.sidecar("overlap.json"))
    except CapsvizError as error:
        raise CapsvizError(f"Two digits over each other: {error}.") from None
    said = [
        f"{plain(row['checkpoint'])} reads both rightly in **{row['both_right']:.2%}** (95 % "
        f"interval {bounds(row['interval'])}) with {row['parameters']:,} parameters"
        for row in rows
    ]
    return (
        f"Two digits over each other, {rows[0]['n']:,} test pairs: {'; '.join(said)}. The networks "
        "above read one digit of 28 × 28 pixels, so this set does not apply to them: see the "
        "Overlap page."
    )


def routing_sentences(results: Results, called: dict[str, str]) -> list[str]:
    """Number of predictions that each network's iterations change."""
    sentences = []
    for name, before in results.unrouted.items():
        if name not in results.answers:
            continue
        changes = flips(before, results.answers[name], results.labels)
        sentences.append(
            f"**{plain(called[name])}**: its iterations change the answer for "
            f"**{changes.changed:,}** of {len(before):,} test digits, against one pass with "
            f"uniform couplings and the same weights: {changes.gained:,} from wrong to right, "
            f"{changes.lost:,} from right to wrong."
        )
    return sentences
