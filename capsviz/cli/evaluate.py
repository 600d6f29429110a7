"""``capsviz evaluate``."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch
from tqdm import tqdm

from capsviz.analysis import couplings, robustness, scrambled, strangers
from capsviz.analysis.store import RowFile
from capsviz.bounds import Number
from capsviz.cli import parts
from capsviz.cli.networks import (
    ask_for_normalization,
    data_set_for,
    keep_agreement,
    keep_samples,
    load,
    name_of_pictures,
    names,
    note,
    warn_of_other_parts,
)
from capsviz.cli.options import add_data, add_device, network_name
from capsviz.cli.parser import add_folder, add_model, add_path, add_switch
from capsviz.config import MAX_ITERATIONS
from capsviz.data import expanded
from capsviz.data.normalisation import INPUT
from capsviz.data.pictures import Pictures
from capsviz.data.sets import open_set
from capsviz.errors import CapsvizError
from capsviz.files import writable
from capsviz.model.capsnet import CapsNet
from capsviz.model.precision import FASTEST, PRECISIONS
from capsviz.training import checkpoint, results
from capsviz.training.card import model_card
from capsviz.wording import amount_of

#: Sets made of test pictures, which model cards leave out.
_DERIVED_SETS = ("affine", "scrambled")
#: Sets of validation pictures, which describe networks and select none.
_VALIDATION_SETS = ("strangers", "couplings")


def add_options(command: argparse.ArgumentParser) -> None:
    """Add options for networks, pictures and results."""
    add_data(command)
    add_device(command)
    add_folder(command)
    part = command.add_mutually_exclusive_group()
    add_switch(part, "--validation", "score on the validation pictures, without test pictures")
    add_switch(
        part, "--whole", "score on the pictures of all parts, for a network trained on others"
    )
    command.add_argument(
        "--iterations",
        type=Number(int, 1, MAX_ITERATIONS),
        help="routing iterations instead of the network's own; with --validation",
    )
    group = command.add_mutually_exclusive_group()
    group.add_argument("--checkpoint", help="name or path; by default the set's usual one")
    add_switch(group, "--all", "score every checkpoint for the set")
    add_model(group, command)
    command.add_argument(
        "--set",
        choices=[*results.SETS, *_DERIVED_SETS, *_VALIDATION_SETS],
        default="digits",
        help="MNIST's test digits; or, made from them: two overlapping ones, "
        "affine transforms, or parts in wrong places; or, of validation digits: "
        "their rejection of strangers, or their couplings",
    )
    command.add_argument(
        "--photographs",
        metavar="SET",
        help="with --set strangers: photographs as further strangers, as in cifar10 or folder:PATH",
    )
    add_path(
        command,
        "--save",
        "FILE",
        "save the results for the Compare page, or with --set affine for Viewpoint",
    )
    command.add_argument(
        "--precision",
        choices=[*PRECISIONS, FASTEST],
        help="print the agreement of this precision with float32, which all other results use",
    )
    add_switch(
        command,
        "--references",
        "for parts and objects: print k-means on pixels, presences and poses too",
    )
    add_switch(
        command,
        "--record",
        "log this use of the test set beside a shipped network, too, as its card requires",
    )
    shape = command.add_mutually_exclusive_group()
    add_switch(shape, "--json", "print one object, or with --all a list")
    add_switch(shape, "--card", "print the model card")


def run(options: argparse.Namespace) -> int:
    """Score networks and print or save the results."""
    of_validation = options.set in _VALIDATION_SETS and not options.card
    if (options.validation or options.whole) and (
        options.card or (options.save and not of_validation)
    ):
        option = "--validation" if options.validation else "--whole"
        raise CapsvizError(f"--card and --save need test-set results: drop {option}")
    if options.checkpoint and checkpoint.is_parts(checkpoint.find(options.checkpoint)):
        return parts.evaluate(options)
    if options.references:
        raise CapsvizError("--references are for parts and objects: name one as --checkpoint")
    if options.iterations and not options.validation:
        raise CapsvizError("--iterations needs validation pictures: add --validation")
    set_option = options.set in (*_DERIVED_SETS, *_VALIDATION_SETS) and f"--set {options.set}"
    if set_option and options.precision:
        raise CapsvizError(f"{set_option} always uses float32: leave out --precision")
    if set_option and options.card:
        raise CapsvizError(f"model cards hold the results of --set digits: leave out {set_option}")
    if options.photographs and options.set != "strangers":
        raise CapsvizError("--photographs are for --set strangers: leave them out")
    if options.set == "affine":
        return _evaluate_affine(options)
    if options.set in _VALIDATION_SETS:
        return _evaluate_validation(options)
    if options.set == "scrambled":
        return _evaluate_scrambled(options)
    test_set = results.SETS[options.set]
    networks, pictures = _ready(options, test_set.side, test_set.default)
    if options.card and (unknown := [network.name for network in networks if not network.training]):
        raise CapsvizError(
            f"a card describes the training, which is unknown for {unknown[0]}: leave out --card"
        )
    rows, answers = [], results.Answers.to(pictures)
    for loaded in tqdm(networks, desc="checkpoints", disable=not options.all):
        result = test_set.score(loaded, pictures, answers if options.save else None)
        if options.precision:
            result["agreement"] = test_set.agreement(loaded, options.precision, pictures)
            keep_agreement(loaded, result["agreement"], record=options.record)
        rows.append(result)
        if "accuracy" in result:
            ask_for_normalization(loaded, pictures)
        if not options.validation:
            name = name_of_pictures(options, loaded, result["set"]) + ", all" * options.whole
            note(loaded, name, result["n"], record=options.record)
        if options.card:
            print(model_card(loaded, result))
    if options.json:
        print(json.dumps(rows if options.all else rows[0]))
    elif not options.card:
        print(results.table(rows))
        print(f"\nof {amount_of(rows[0]['n'], 'picture')}")
        if not options.all and "confusion" in rows[0]:
            print(f"\n{results.confusion_table(rows[0])}")
        for result in rows if options.precision else ():
            print(f"\n{result['checkpoint']}: {results.agreement_text(result['agreement'])}")
    if options.save:
        results.save(options.save, rows, answers)
    return 0


def _evaluate_affine(options: argparse.Namespace) -> int:
    side, name = INPUT, network_name(options)
    source = name if checkpoint.locate(name) else checkpoint.find(name)
    if not options.all and checkpoint.config(source).image_size == expanded.SIDE:
        side = expanded.SIDE
    networks, pictures = _ready(options, side, "dynamic")
    sets = robustness.affine_sets(pictures, side)

    def measure(loaded: checkpoint.Checkpoint) -> dict[str, Any]:
        result = robustness.affine_result(loaded.model, sets, loaded.name, loaded.digest)
        return result | _validate(loaded, side)

    return _measure_each(options, networks, measure, robustness.affine_table, robustness.ROWS)


def _evaluate_scrambled(options: argparse.Namespace) -> int:
    networks, pictures = _ready(options, INPUT, "dynamic")

    def measure(loaded: checkpoint.Checkpoint) -> dict[str, Any]:
        return scrambled.measure_scrambled(loaded.model, pictures, loaded.name, loaded.digest)

    return _measure_each(options, networks, measure, scrambled.format_scrambled, scrambled.ROWS)


def _evaluate_validation(options: argparse.Namespace) -> int:
    if options.whole or options.iterations:
        raise CapsvizError(
            f"--set {options.set} takes validation digits and several numbers of iterations: "
            "leave out --whole and --iterations"
        )
    options.validation = True
    networks, digits = _ready(options, INPUT, "dynamic")
    if options.set == "couplings":
        networks = [loaded for loaded in networks if isinstance(loaded.model, CapsNet)]
        table, rows = couplings.format_couplings, couplings.ROWS

        def measure(loaded: checkpoint.Checkpoint) -> dict[str, Any]:
            name = _row_name(options, loaded)
            result = couplings.measure_couplings(loaded.capsnet, digits, name, loaded.digest)
            return result | _training(loaded)
    else:
        # The digits to scramble and mirror differ from the digits to compare with.
        images = digits.images[: strangers.COUNT]
        rest = digits.at(torch.arange(strangers.COUNT, len(digits)))
        kinds = strangers.draw_strangers(rest, _other_sets(options))
        table, rows = strangers.format_strangers, strangers.ROWS

        def measure(loaded: checkpoint.Checkpoint) -> dict[str, Any]:
            name = _row_name(options, loaded)
            result = strangers.measure_strangers(loaded.model, images, kinds, name, loaded.digest)
            return result | _training(loaded)

    return _measure_each(options, networks, measure, table, rows)


def _row_name(options: argparse.Namespace, loaded: checkpoint.Checkpoint) -> str:
    """Return a network's name after that of its folder, since sweeps share names."""
    if not options.checkpoints:
        return loaded.name
    return f"{Path(options.checkpoints).name}, {loaded.name}"


def _training(loaded: checkpoint.Checkpoint) -> dict[str, Any]:
    """Describe the training of a network: epochs, seed, validation accuracy and hardware."""
    if not loaded.training:
        return {}
    config, history = loaded.training["config"], loaded.training["history"]
    accuracy = history[-1]["accuracy"] if history else None
    return {
        "training": {
            "epochs": loaded.training["epochs"],
            "seed": config["seed"],
            "validation": accuracy,
            "hardware": loaded.training["hardware"],
        }
    }


def _other_sets(options: argparse.Namespace) -> dict[str, Pictures]:
    """Return validation pictures of other sets by kind; photographs only if they are named."""
    sets = {"garments": "fashion", "shapes": "sprites"}
    if options.photographs:
        sets["photographs"] = options.photographs
    return {kind: open_set(name, options.data).held_out() for kind, name in sets.items()}


def _measure_each(
    options: argparse.Namespace,
    networks: Sequence[checkpoint.Checkpoint],
    measure: Callable[[checkpoint.Checkpoint], dict[str, Any]],
    table: Callable[[list[dict[str, Any]]], str],
    rows: RowFile,
) -> int:
    """Measure networks, and print and save the results as the options say."""
    results = []
    for loaded in tqdm(networks, desc="checkpoints", disable=not options.all):
        results.append(measure(loaded))
        if not options.validation:
            note(loaded, options.set, results[-1]["n"], record=options.record)
    if options.json:
        print(json.dumps(results if options.all else results[0]))
    else:
        print(table(results))
    if options.save:
        rows.save(options.save, results)
    return 0


def _validate(loaded: checkpoint.Checkpoint, side: int) -> dict[str, float]:
    """Accuracy of a network for the larger canvas on digits placed as in its training."""
    history = loaded.training["history"] if side == expanded.SIDE else []
    return {"validation": history[-1]["accuracy"]} if history else {}


def _ready(
    options: argparse.Namespace, side: int, default: str
) -> tuple[list[checkpoint.Checkpoint], Pictures]:
    """Load the networks and the pictures, after checking that all can be scored."""
    if options.save:
        results.check_replaceable(writable(options.save, ".json"), options.set)
    networks = load(names(options, side, default), options.device)
    for loaded in networks:
        if loaded.subject.digits:
            results.require_readable(loaded, side, options.set)
        if options.iterations:
            _set_iterations(loaded, options.iterations)
        keep_samples(loaded, data_set_for(options, loaded))
    return networks, _test_pictures(options, networks[0])


def _set_iterations(loaded: checkpoint.Checkpoint, iterations: int) -> None:
    model = loaded.model
    if not isinstance(model, CapsNet) or not model.routing.iterative:
        raise CapsvizError(f"{loaded.name} has no routing iterations: leave out --iterations")
    model.config = replace(model.config, iterations=iterations)


def _test_pictures(options: argparse.Namespace, loaded: checkpoint.Checkpoint) -> Pictures:
    """Load the pictures to score on: test or validation pictures."""
    data_set = data_set_for(options, loaded)
    if options.whole:
        return data_set.whole()
    warn_of_other_parts(loaded, data_set)
    return data_set.held_out() if options.validation else data_set.test()
