"""``capsviz compare``."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from capsviz.analysis import family, family_record, family_table, label_quality, robustness
from capsviz.analysis.claims.records import label_qualities
from capsviz.analysis.compare import read_results
from capsviz.analysis.mcnemar import (
    affine_differences,
    differences,
    table,
    test_against,
    test_pairs,
)
from capsviz.cli.networks import data_set_for, note, tell_mistakes
from capsviz.cli.options import add_data, add_device
from capsviz.cli.parser import add_folder, add_path, add_switch
from capsviz.errors import CapsvizError
from capsviz.files import write_file
from capsviz.training import checkpoint, results
from capsviz.training.evaluate import answers
from capsviz.wording import amount_of


def add_options(command: argparse.ArgumentParser) -> None:
    """Add options for the kind of comparison."""
    add_folder(command)
    add_data(command)
    add_device(command)
    command.add_argument(
        "--model",
        dest="models",
        action="append",
        default=[],
        metavar="FILE:CLASS",
        help="compare your own networks instead, one per option: the files are "
        "run, and the test pictures are used",
    )
    command.add_argument(
        "--weights",
        dest="weights_of",
        action="append",
        default=[],
        metavar="FILE",
        help="state of the preceding --model: a .safetensors file, or torch.save's",
    )
    add_switch(command, "--lenient", "accept networks with mistakes, and print these")
    command.add_argument(
        "--checkpoint",
        dest="beside",
        action="append",
        default=[],
        metavar="NAME",
        help="compare checkpoints in the same way, also with your own networks",
    )
    group = command.add_mutually_exclusive_group()
    add_switch(
        group,
        "--labels",
        "compare the label quality of the networks' dimensions instead: R² "
        "on sweeps and r on real pictures, from `analyse`",
    )
    add_switch(
        group,
        "--affine",
        "compare on digits rotated, sheared, scaled and shifted by affNIST's full ranges instead",
    )
    add_switch(
        group,
        "--what-ifs",
        "apply every routing without learned parameters to the votes of one"
        " network trained with dynamic routing, `dynamic` or --checkpoint, "
        "on the validation pictures",
    )
    add_switch(
        group,
        "--family",
        "print the recorded results of routings, matrices and depths, each "
        "trained by one recipe over several seeds",
    )
    group.add_argument(
        "file",
        type=Path,
        nargs="?",
        help="output of `evaluate --all --save`; by default results.json beside the networks",
    )

    add_path(
        command,
        "--sweeps",
        "FOLDER",
        "with --family: measure the trainings of `capsviz sweep FOLDER/NAME"
        " --vary routing=…`, matrices=… or network=… instead of reading the"
        " record",
    )
    add_switch(command, "--save", "with --sweeps: save the results beside the networks")
    add_path(command, "--csv", "FILE", "with --family: write every training, one per line")


def run(options: argparse.Namespace) -> int:
    """Print McNemar's test for every pair, or another comparison.

    No picture is read unless networks are named.
    """
    if options.family:
        return _compare_family(options)
    if options.sweeps or options.save or options.csv:
        raise CapsvizError("--sweeps, --save and --csv need --family: add it")
    if options.what_ifs:
        return _compare_what_ifs(options)
    if options.models or options.beside:
        return _compare_here(options)
    if options.labels:
        qualities = list(label_qualities())
        if not qualities:
            raise CapsvizError("no network here has an analysis: run `capsviz analyse --all` first")
        print(label_quality.table(qualities))
        return 0
    if options.affine:
        print(table(affine_differences(robustness.ROWS.load(checkpoint.sidecar("affine.json")))))
        return 0
    print(table(differences(read_results(options.file or checkpoint.sidecar("results.json")))))
    return 0


def _compare_family(options: argparse.Namespace) -> int:
    """Print the results of the routing family, from the record or measured now."""
    if options.models or options.beside:
        raise CapsvizError("--family does not take a network: did you mean --what-ifs?")
    if options.save and not options.sweeps:
        raise CapsvizError("--save needs --sweeps FOLDER, the trainings to measure")
    path = checkpoint.sidecar(family_record.FILE)
    rows = _measure_sweeps(options, path) if options.sweeps else family_record.ROWS.load(path)
    if options.csv:
        write_file(options.csv, family_table.to_csv(rows))
    print(family_table.table(rows))
    for line in family_table.describe(rows):
        print(f"\n{line}")
    return 0


def _measure_sweeps(options: argparse.Namespace, path: Path) -> list[dict[str, Any]]:
    """Measure one member after another, saving each at once."""
    rows = []
    for row in family_record.measure_members(
        family_record.find_members(options.sweeps), options.data
    ):
        rows.append(row)
        print(row["checkpoint"], file=sys.stderr)
        if options.save:
            family_record.ROWS.save(path, [row])
    return rows


def _compare_what_ifs(options: argparse.Namespace) -> int:
    """Classify the validation pictures by every routing over one network's votes."""
    if options.models or len(options.beside) > 1:
        raise CapsvizError("--what-ifs takes one network: name it by --checkpoint, or leave it out")
    loaded = checkpoint.load(options.beside[0] if options.beside else "dynamic", options.device)
    pictures = data_set_for(options, loaded).held_out()
    members = family.read_family(loaded.capsnet, pictures)
    rounds, count = loaded.capsnet.rounds(), amount_of(len(pictures), "picture")
    print(f"{loaded.name}, {amount_of(rounds, 'iteration')}, {count}\n")
    print(family.table(members))
    right = {member.routing: member.right for member in members}
    print(f"\n{table(test_against(right, members[0].routing))}")
    return 0


def _compare_here(options: argparse.Namespace) -> int:
    """Score the named networks on the same test pictures, and test every pair."""
    if options.labels or options.affine or options.file:
        raise CapsvizError("networks that are named are scored anew: leave out the rest")
    networks = _named_networks(options)
    for loaded in networks.values():
        tell_mistakes(loaded)
    if len(networks) < 2:
        raise CapsvizError("one network alone is named: name another by --model or --checkpoint")
    data_sets = [data_set_for(options, loaded) for loaded in networks.values()]
    if len({(data_set.name, data_set.format) for data_set in data_sets}) > 1:
        raise CapsvizError("these networks read different pictures: name those that read the same")
    test, rows, right = data_sets[0].test(), [], {}
    for name, loaded in networks.items():
        predictions, error = answers(loaded.model, test)
        right[name] = (predictions == test.labels).numpy()
        rows.append(results.describe(loaded, name, right[name], error))
        note(loaded, "compare", len(test))
    print(f"{results.table(rows)}\n\nof {amount_of(len(test), 'picture')}\n")
    print(table(test_pairs(right)))
    return 0


def _named_networks(options: argparse.Namespace) -> dict[str, checkpoint.Checkpoint]:
    """Load the named networks, by displayed name."""
    if len(options.weights_of) not in (0, len(options.models)):
        raise CapsvizError("give --weights for each --model or for none")
    weights = options.weights_of or [None] * len(options.models)
    loaded = [
        checkpoint.load_own(
            replace(checkpoint.name_user_model(*pair), strict=not options.lenient), options.device
        )
        for pair in zip(options.models, weights, strict=True)
    ]
    loaded += [checkpoint.load(name, options.device) for name in options.beside]
    names = [network.name for network in loaded]
    return {
        name if names.count(name) == 1 else f"{name} {number}": network
        for number, (name, network) in enumerate(zip(names, loaded, strict=True), 1)
    }
