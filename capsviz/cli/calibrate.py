"""``capsviz calibrate``."""

from __future__ import annotations

import argparse
import json

from tqdm import tqdm

from capsviz.analysis import calibration
from capsviz.cli.networks import load, names, single_pictures_for
from capsviz.cli.options import add_checkpoints, add_data, add_device
from capsviz.cli.parser import add_switch
from capsviz.data.normalisation import INPUT
from capsviz.files import writable
from capsviz.training import checkpoint


def add_options(command: argparse.ArgumentParser) -> None:
    """Add options for networks and validation pictures."""
    add_data(command)
    add_device(command)
    add_checkpoints(command, all_help="every checkpoint that reads the set")
    add_switch(command, "--json", "print a list of objects")


def run(options: argparse.Namespace) -> int:
    """Measure the calibration of networks on validation pictures, and save it for Compare."""
    path = writable(checkpoint.sidecar(calibration.FILE), ".json")
    networks = load(names(options, INPUT, "dynamic"), options.device)
    for loaded in networks:
        single_pictures_for(options, loaded)
    pictures = single_pictures_for(options, networks[0]).held_out()
    rows = [
        calibration.measure_calibration(loaded.model, pictures, loaded.name, loaded.digest)
        for loaded in tqdm(networks, disable=not options.all)
    ]
    calibration.ROWS.save(path, rows)
    print(json.dumps(rows) if options.json else calibration.table(rows))
    return 0
