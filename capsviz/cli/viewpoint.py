"""``capsviz viewpoint``."""

from __future__ import annotations

import argparse
import shlex
import sys

from capsviz.analysis import record, viewpoint
from capsviz.analysis.class_score import ClassScore
from capsviz.analysis.verdict import Thresholds
from capsviz.cli.networks import load, names, note, single_pictures_for
from capsviz.cli.options import add_checkpoints, add_data, add_device
from capsviz.cli.parser import add_switch
from capsviz.data.normalisation import INPUT
from capsviz.errors import CapsvizError
from capsviz.files import writable
from capsviz.model.capsnet import CapsNet
from capsviz.training import checkpoint


def add_options(command: argparse.ArgumentParser) -> None:
    """Add options for networks and pictures."""
    add_data(command)
    add_device(command)
    add_checkpoints(command, all_help="every checkpoint that reads the set")
    add_switch(
        command,
        "--laws",
        "only measure the laws of the pose, in a minute or two; earlier "
        "attacks on the same weights are kept",
    )


def run(options: argparse.Namespace) -> int:
    """Measure networks and save the results beside their weights."""
    networks = load(names(options, INPUT, "dynamic"), options.device)
    for loaded in networks:
        single_pictures_for(options, loaded)
        writable(viewpoint.path_beside(loaded.path), ".json")
    for loaded in networks:
        pictures = single_pictures_for(options, loaded).test()
        note(loaded, "viewpoint", len(pictures), record=True)
        provenance = {
            "command": shlex.join(["capsviz", *sys.argv[1:]]),
            "checkpoint": loaded.name,
            "test_images": len(pictures),
        }
        arguments = (loaded.model, loaded.digest, pictures)
        findings = (
            viewpoint.find_laws(*arguments, provenance, _earlier_findings(loaded))
            if options.laws
            else viewpoint.find_out(*arguments, _thresholds(loaded), provenance)
        )
        viewpoint.save(viewpoint.path_beside(loaded.path), findings)
        print(f"wrote {viewpoint.path_beside(loaded.path)}")
    return 0


def _earlier_findings(loaded: checkpoint.Checkpoint) -> viewpoint.Findings | None:
    """Return earlier findings about these weights, if any."""
    try:
        return viewpoint.load(viewpoint.path_beside(loaded.path), loaded.digest)
    except CapsvizError:
        return None


def _thresholds(loaded: checkpoint.Checkpoint) -> Thresholds:
    """Return the verdict's thresholds: those of ``capsviz analyse``, or the defaults."""
    if not isinstance(loaded.model, CapsNet):
        return Thresholds()
    score = ClassScore.of(loaded.model)
    try:
        analysis = record.load(record.path_beside(loaded.path), loaded.digest)
    except CapsvizError:
        return Thresholds.usual(score, loaded.model.config.format)
    return Thresholds.measure_thresholds(analysis.poses, analysis.presence, score)
