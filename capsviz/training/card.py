"""Model cards, printed by the program from what it measured and what the file records."""

from __future__ import annotations

from capsviz.training.checkpoint import Checkpoint
from capsviz.training.evaluate import Scores


def model_card(loaded: Checkpoint, scores: Scores, megabytes: float) -> str:
    """A section of Markdown about one checkpoint.

    Parameters
    ----------
    loaded : the checkpoint.
    scores : measured on the 10,000 MNIST test images, from this very file.
    megabytes : size of the file.
    """
    made = loaded.training
    parameters = sum(parameter.numel() for parameter in loaded.model.parameters())
    rows = {
        "command": f"`{made['command']}`",
        "epochs": f"{made['epochs']} over 60,000 MNIST training images",
        "seed": made["config"]["seed"],
        "commit": f"`{made['commit']}`",
        "hardware": f"{made['hardware']}, torch {made['torch']}",
        "training time": f"{made['seconds'] / 60:.0f} minutes",
        "parameters": f"{parameters:,}",
        "file": f"{megabytes:.1f} MB, sha256 of the weights `{loaded.digest}`",
        f"accuracy on {scores.n:,} test images": f"**{scores.accuracy:.2%}**",
        "reconstruction error (summed squares per image)": (
            "no decoder"
            if scores.reconstruction_sse is None
            else f"**{scores.reconstruction_sse:.2f}**"
        ),
        "accuracy after each epoch": ", ".join(
            f"{100 * epoch['accuracy']:.2f}" for epoch in made["history"]
        ),
    }
    table = "\n".join(f"| {name} | {value} |" for name, value in rows.items())
    return f"## {loaded.name}\n\n| | |\n| --- | --- |\n{table}\n"
