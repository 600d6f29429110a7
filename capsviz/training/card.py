"""Model cards, printed by the program from what it measured and what the file records."""

from __future__ import annotations

from typing import Any

from capsviz.training.checkpoint import Checkpoint


def model_card(loaded: Checkpoint, result: dict[str, Any], megabytes: float) -> str:
    """A section of Markdown about one checkpoint.

    Parameters
    ----------
    loaded : the checkpoint.
    result : from `capsviz.training.results.result_of`, measured from this very file.
    megabytes : size of the file.
    """
    made = loaded.training
    low, high = (100 * bound for bound in result["interval"])
    error = result["reconstruction_sse"]
    both = result["set"] == "overlap"
    share = result["both_right" if both else "accuracy"]
    iou = result.get("iou")
    rows = {
        "command": f"`{made['command']}`",
        **({"began with": made["start"]} if "start" in made else {}),
        "epochs": f"{made['epochs']} over 60,000 MNIST training {'pairs' if both else 'images'}",
        "seed": made["config"]["seed"],
        "commit": f"`{made['commit']}`",
        "hardware": f"{made['hardware']}, torch {made['torch']}",
        "training time": f"{made['seconds'] / 60:.0f} minutes",
        "parameters": (
            f"{result['parameters']:,}; without the decoder "
            f"{result['parameters_without_decoder']:,}"
        ),
        "file": f"{megabytes:.1f} MB, sha256 of the weights `{loaded.digest}`",
        f"{'both right' if both else 'accuracy'} on {result['n']:,} test images": (
            f"**{share:.2%}** (95 % interval {low:.2f} to {high:.2f} %)"
        ),
        f"reconstruction error (summed squares per {'digit' if both else 'image'})": (
            "no decoder" if error is None else f"**{error:.2f}**"
        ),
        **({"overlap of each digit with its reconstruction": f"{iou:.3f}"} if iou else {}),
        "accuracy after each epoch": ", ".join(
            f"{100 * epoch['accuracy']:.2f}" for epoch in made["history"]
        ),
    }
    table = "\n".join(f"| {name} | {value} |" for name, value in rows.items())
    return f"## {loaded.name}\n\n| | |\n| --- | --- |\n{table}\n"
