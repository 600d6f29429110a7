"""The command line: ``capsviz train | evaluate | analyse | viewpoint | app | bench``.

What is wrong is told in one line, with exit status 2, before any work begins.
"""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import json
import os
import shlex
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NoReturn

import torch
from tqdm import tqdm

from capsviz.analysis import record, viewpoint
from capsviz.analysis.measure import Measure
from capsviz.analysis.verdict import Thresholds
from capsviz.bench import core, live, load
from capsviz.config import LIMITS, ModelConfig, TrainConfig
from capsviz.data.augment import augmentation
from capsviz.data.overlap import SHIFT, SIDE
from capsviz.data.pictures import DataSet, Learning, Pictures
from capsviz.data.sets import FOLDER, SETS, open_set
from capsviz.data.sprites import SHAPES, write_folder
from capsviz.errors import CapsvizError
from capsviz.files import writable
from capsviz.model.capsnet import CapsNet
from capsviz.model.networks import MODELS
from capsviz.training import checkpoint, readings, results
from capsviz.training.card import model_card
from capsviz.training.tasks import TASKS
from capsviz.training.train import train
from capsviz.values import PORT, Number


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    options = _read(arguments)
    try:
        with _terminable():
            status = options.command(options)
            sys.stdout.flush()  # a full disk behind it speaks now
            return status
    except CapsvizError as error:
        return _complain(str(error), 2)
    except BrokenPipeError:  # whoever read has heard enough
        with open(os.devnull, "w") as nowhere:
            os.dup2(nowhere.fileno(), sys.stdout.fileno())
        return 0
    except OSError as error:  # such as a full disk behind the output
        where = error.filename or "the output"
        return _complain(f"{where} cannot be read or written: {error.strerror or error}", 2)
    except KeyboardInterrupt:
        return _complain("interrupted", 128 + signal.SIGINT)
    except _Terminated:
        return _complain("ended", 128 + signal.SIGTERM)


def _complain(sentence: str, status: int) -> int:
    print(f"capsviz: {sentence}", file=sys.stderr)
    return status


class _Terminated(BaseException):
    """Another program asked this one to end."""


@contextlib.contextmanager
def _terminable() -> Iterator[None]:
    """Let SIGTERM unwind the program as Ctrl-C does, so that nothing half done stays behind."""

    def end(*_: object) -> NoReturn:
        raise _Terminated

    previous = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, previous)


class _Parser(argparse.ArgumentParser):
    """Tells what is wrong in one line, without the usage."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\n")


def _read(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = _parser()
    options, further = parser.parse_known_args(arguments)
    if options.command is _app:
        options.streamlit = further
    elif further:
        parser.error(f"there is no such option here: {' '.join(further)}")
    return options


def _train(options: argparse.Namespace) -> int:
    name_of_set, task = options.data_set or "mnist", options.task or TrainConfig().task
    name = _network(options.network, task)
    chosen = open_set(
        name_of_set, options.data, download=options.download, side=_side(MODELS[name])
    )
    defaults = TrainConfig(**chosen.usual)
    config = dataclasses.replace(
        defaults,
        **{
            field.name: getattr(options, field.name)
            for field in dataclasses.fields(defaults)
            if getattr(options, field.name) is not None
        },
    )
    augmentation(config.augment)
    usual = name if name_of_set == "mnist" else chosen.name.removeprefix(FOLDER)
    out = writable(_out(options.out or usual), ".safetensors")
    if told := chosen.found():
        print(told, flush=True)
    learning = chosen.learning()
    finished = train(
        dataclasses.replace(MODELS[name], classes=len(chosen.classes)),
        config,
        learning,
        out,
        device=options.device,
        subject=chosen.subject,
        samples=_samples(learning, options.keep_samples),
        resume=options.resume,
        say=tqdm.write,
    )
    if finished and task == "digits" and learning.validation and not config.all:
        _tell_confusion(out, learning.validation, options.device)
    return 0 if finished else 130


def _side(model: ModelConfig) -> int:
    """Side of the single pictures that a network reads, alone or two over each other."""
    return model.image_size - 2 * SHIFT * (model.image_size == SIDE)


def _out(name_or_path: str) -> Path:
    """Where a checkpoint goes: a plain name goes where checkpoints are looked up by name."""
    path = Path(name_or_path)
    if path.suffix or len(path.parts) > 1:
        return path
    return checkpoint.folders()[0] / f"{name_or_path}.safetensors"


def _samples(learning: Learning, each: int) -> Pictures | None:
    """The pictures of each class to keep in the checkpoint; none unless asked for."""
    if not each:
        return None
    return (learning.validation or learning.training(0)).some(each)


def _tell_confusion(path: Path, validation: Pictures, device: torch.device) -> None:
    loaded = checkpoint.load(path, device)
    result = results.result_of(loaded, validation)
    print(f"of {result['n']:,} validation pictures {result['accuracy']:.2%} are read rightly:")
    print(results.confusion_table(result))


def _network(network: str, task: str) -> str:
    """Name in `MODELS` of what shall be trained."""
    if task not in TASKS:
        raise CapsvizError(f"there is no task {task!r}: choose one of {list(TASKS)}")
    if task != "overlap":
        return network
    if network not in ("dynamic", "cnn"):
        raise CapsvizError("for two digits there are --network dynamic and --network cnn")
    return "overlap" if network == "dynamic" else "overlap_cnn"


def _set_for(options: argparse.Namespace, loaded: checkpoint.Checkpoint) -> DataSet:
    """The data set named, or else the one that a network learnt from; its classes must agree."""
    subject = loaded.subject
    if not options.data_set and subject.data_set not in SETS:
        raise CapsvizError(
            f"{loaded.name} learnt from {subject.data_set!r}: say where that is with "
            f"--data-set {FOLDER}PATH"
        )
    side = _side(loaded.model.config)
    chosen = open_set(options.data_set or subject.data_set, options.data, side=side)
    if chosen.classes != subject.classes:
        raise CapsvizError(
            f"the classes of {loaded.name} are those of {subject.data_set!r}, not of "
            f"{chosen.name!r}: choose another checkpoint or another --data-set"
        )
    return chosen


def _test_pictures(options: argparse.Namespace, loaded: checkpoint.Checkpoint) -> Pictures:
    """What a network is scored on: test pictures, or those that its training held out."""
    chosen = _set_for(options, loaded)
    if not options.validation:
        return chosen.test()
    held = chosen.learning().validation
    if held is None:
        raise CapsvizError(f"the set {chosen.name!r} has no validation pictures")
    return held


def _note(loaded: checkpoint.Checkpoint, what: str, n: int) -> None:
    """Put a reading of test pictures on record."""
    try:
        readings.note(loaded.path, loaded.digest, what, n)
    except CapsvizError as error:
        print(f"capsviz: this reading is not on record: {error}", file=sys.stderr)


def _evaluate(options: argparse.Namespace) -> int:
    if options.validation and (options.card or options.save):
        raise CapsvizError("cards and saved results tell of test pictures: leave out --validation")
    if options.set == "affine":
        return _evaluate_affine(options)
    test_set = results.SETS[options.set]
    networks, pictures = _ready(options, test_set.side, test_set.usual)
    scored, answers = [], results.Answers.to(pictures)
    for loaded in tqdm(networks, desc="checkpoints", disable=not options.all):
        result = test_set.score(loaded, pictures, answers if options.save else None)
        scored.append(result)
        if not options.validation:
            _note(loaded, result["set"], result["n"])
        if options.card:
            size = loaded.path.stat().st_size / 1e6
            print(model_card(loaded, result, size, readings.read(loaded.path)))
    if options.json:
        print(json.dumps(scored if options.all else scored[0]))
    elif not options.card:
        print(results.table(scored))
        if not options.all and "confusion" in scored[0]:
            print(f"\n{results.confusion_table(scored[0])}")
    if options.save:
        results.save(options.save, scored, answers)
    return 0


def _ready(
    options: argparse.Namespace, side: int, usual: str
) -> tuple[list[checkpoint.Checkpoint], Pictures]:
    """The networks to score and what on, once it is sure that all of it can be done."""
    if options.save:
        results.must_replace(writable(options.save, ".json"), options.set)
    networks = [checkpoint.load(name, options.device) for name in _names(options, side, usual)]
    for loaded in networks:
        results.must_read(loaded, side, options.set)
        _set_for(options, loaded)
    return networks, _test_pictures(options, networks[0])


def _names(options: argparse.Namespace, side: int, usual: str) -> list[str]:
    """The checkpoints to go through: with ``--all`` those that read such pictures."""
    if not options.all:
        # The network for another set is called as the set is, unless it is said otherwise.
        named = options.data_set if options.data_set in SETS else None
        return [options.checkpoint or (named if named not in (None, "mnist") else usual)]
    data_set = options.data_set or "mnist"
    found = list(checkpoint.offered(side, capsules=False, data_set=data_set))
    if not found:
        raise CapsvizError(f"no checkpoint here reads {data_set!r} like this: train one first")
    return found


def _evaluate_affine(options: argparse.Namespace) -> int:
    if options.card:
        raise CapsvizError("model cards hold what --set digits finds: leave out --set affine")
    networks, pictures = _ready(options, 28, "dynamic")
    sets, scored = viewpoint.affine_sets(pictures), []
    for loaded in tqdm(networks, desc="checkpoints", disable=not options.all):
        scored.append(viewpoint.affine_result(loaded.model, sets, loaded.name, loaded.digest))
        if not options.validation:
            _note(loaded, "affine", len(sets[0]))
    if options.json:
        print(json.dumps(scored if options.all else scored[0]))
    else:
        print(viewpoint.affine_table(scored))
    if options.save:
        viewpoint.save_affine(options.save, scored)
    return 0


def _sprites(options: argparse.Namespace) -> int:
    write_folder(options.folder, options.classes, options.each, options.seed)
    print(f"wrote {options.classes * options.each:,} pictures to {options.folder}")
    return 0


def _app(options: argparse.Namespace) -> int:
    script = Path(__file__).parents[1] / "app.py"
    if not script.is_file():
        raise CapsvizError(
            "app.py is not beside the package: install from a clone with pip install -e ."
        )
    told = {"--server.port": options.port, "--server.address": options.address}
    if options.port is not None:
        _must_be_free(options.address or "127.0.0.1", options.port)
    # From the clone's folder, where Streamlit finds the app's settings.
    command = [sys.executable, "-m", "streamlit", "run", "app.py"]
    command += [f"{flag}={value}" for flag, value in told.items() if value is not None]
    with subprocess.Popen([*command, *options.streamlit], cwd=script.parent) as server:
        try:
            return server.wait()
        except BaseException:
            server.terminate()  # it must not outlive the command that started it
            raise


def _must_be_free(address: str, port: int) -> None:
    """Raise `CapsvizError` where no server can listen there."""
    try:
        family, kind, _, _, place = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(place)
    except OSError as error:
        raise CapsvizError(
            f"nothing can listen at {address}, port {port} ({error.strerror}): choose another one"
        ) from error


def _bench_core(options: argparse.Namespace) -> int:
    results = core.run(options.device, threads=options.threads, rounds=options.rounds)
    print(json.dumps(results) if options.json else core.report(results))
    return 0


def _bench_live(options: argparse.Namespace) -> int:
    results = live.run(options.url, options.seconds)
    print(json.dumps(results) if options.json else live.report(results))
    return 0


def _bench_load(options: argparse.Namespace) -> int:
    found = load.run(
        options.url,
        visitors=options.visitors,
        rate=options.rate,
        seconds=options.seconds,
        heavy=options.heavy,
        opened=options.pages,
    )
    print(json.dumps(found) if options.json else load.report(found))
    return 0


def _analyse(options: argparse.Namespace) -> int:
    every = checkpoint.offered(None, data_set=options.data_set)
    networks = [
        checkpoint.load(name, options.device)
        for name in (every if options.all else [options.checkpoint])
    ]
    ready = [(loaded, loaded.capsnet, _set_for(options, loaded)) for loaded in networks]
    for loaded, _, _ in ready:
        writable(record.beside(loaded.path), ".json")
    for loaded, network, chosen in ready:
        test = chosen.test()
        _note(loaded, "analyse", len(test))
        found = record.analyse(
            network,
            loaded.digest,
            chosen.learning().whole().training(0),
            test,
            provenance={
                "command": shlex.join(["capsviz", "analyse", "--checkpoint", loaded.name]),
                "checkpoint": loaded.name,
            },
        )
        record.save(record.beside(loaded.path), found)
        print(f"wrote {record.beside(loaded.path)}", flush=True)
    return 0


def _viewpoint(options: argparse.Namespace) -> int:
    networks = [checkpoint.load(name, options.device) for name in _names(options, 28, "dynamic")]
    for loaded in networks:
        results.must_read(loaded, 28, "digits")
        _set_for(options, loaded)
        writable(viewpoint.beside(loaded.path), ".json")
    for loaded in networks:
        path = loaded.path
        pictures = _set_for(options, loaded).test()
        _note(loaded, "viewpoint", len(pictures))
        found = viewpoint.find_out(
            loaded.model,
            loaded.digest,
            pictures,
            _thresholds(loaded, path),
            {
                "command": shlex.join(["capsviz", *sys.argv[1:]]),
                "checkpoint": loaded.name,
                "test_images": len(pictures),
            },
        )
        viewpoint.save(viewpoint.beside(path), found)
        print(f"wrote {viewpoint.beside(path)}")
    return 0


def _thresholds(loaded: checkpoint.Checkpoint, path: Path) -> Thresholds:
    """Where the app's verdicts change: measured by ``capsviz analyse``, or usual."""
    if not isinstance(loaded.model, CapsNet):
        return Thresholds()
    measure = Measure.of(loaded.model)
    try:
        found = record.load(record.beside(path), loaded.digest)
    except CapsvizError:
        return Thresholds.usual(measure)
    return Thresholds.measured(found.poses, found.presence, measure)


def _device(text: str) -> torch.device:
    try:
        return checkpoint.pick_device(text)
    except CapsvizError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="capsviz", description="See a capsule network think.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    data = _Parser(add_help=False)
    data.add_argument("--data", type=Path, metavar="ROOT", help="folder that holds MNIST/raw")
    data.add_argument(
        "--data-set",
        metavar="SET",
        help=f"{', '.join(SETS)}, or {FOLDER}PATH for a folder of your own with a folder for each "
        "class; by default mnist, or what the checkpoint learnt from",
    )
    device = _Parser(add_help=False)
    device.add_argument(
        "--device",
        type=_device,
        default="",  # argparse reads a default that is text as if it had been given
        help="cpu, cuda or cuda:1; by default cuda where there is one",
    )

    command = commands.add_parser("train", parents=[data, device], help="train a network")
    command.set_defaults(command=_train)
    command.add_argument(
        "--network",
        "--routing",
        choices=[name for name in MODELS if not name.startswith("overlap")],
        default="dynamic",
        help="how the paper's network routes, or one of another build: efficient, compact, cnn",
    )
    command.add_argument("--out", help="name or path of the checkpoint; by default the network's")
    command.add_argument(
        "--keep-samples",
        type=Number(int, 0, 100),
        default=0,
        metavar="N",
        help="keep N pictures of each class in the checkpoint, for whoever gets it to see",
    )
    command.add_argument("--resume", action="store_true", help="go on with an unfinished run")
    command.add_argument("--download", action="store_true", help="fetch MNIST where missing")
    for field in dataclasses.fields(TrainConfig):
        flag = f"--{field.name.replace('_', '-')}"
        if isinstance(field.default, bool):
            command.add_argument(flag, action="store_true", default=None)
        else:
            limit = LIMITS.get(field.name)
            usual = field.default if field.default != "" else "none"
            command.add_argument(
                flag,
                type=limit or str,
                metavar=field.name.upper(),
                help=f"{limit}, by default {usual}" if limit else f"default {usual}",
            )

    command = commands.add_parser("evaluate", parents=[data, device], help="score checkpoints")
    command.set_defaults(command=_evaluate)
    command.add_argument(
        "--validation",
        action="store_true",
        help="on the pictures that training held out; test pictures stay unread",
    )
    which = command.add_mutually_exclusive_group()
    which.add_argument("--checkpoint", help="name or path; by default the set's usual one")
    which.add_argument("--all", action="store_true", help="every checkpoint that reads the set")
    command.add_argument(
        "--set",
        choices=[*results.SETS, "affine"],
        default="digits",
        help="MNIST's test digits; or, made of them: two over each other, or affine changes of one",
    )
    command.add_argument(
        "--save",
        type=Path,
        metavar="FILE",
        help="keep results for the Compare page, or with --set affine for Viewpoint",
    )
    shape = command.add_mutually_exclusive_group()
    shape.add_argument("--json", action="store_true", help="print one object, or with --all a list")
    shape.add_argument("--card", action="store_true", help="print the model card")

    command = commands.add_parser(
        "analyse", parents=[data, device], help="measure what a checkpoint's dimensions mean"
    )
    command.set_defaults(command=_analyse)
    which = command.add_mutually_exclusive_group()
    which.add_argument("--checkpoint", default="dynamic", help="name or path")
    which.add_argument("--all", action="store_true", help="every network with capsules")

    command = commands.add_parser(
        "viewpoint",
        parents=[data, device],
        help="fit how poses follow transforms of a digit, and attack the network",
    )
    command.set_defaults(command=_viewpoint)
    which = command.add_mutually_exclusive_group()
    which.add_argument("--checkpoint", default="dynamic", help="name or path")
    which.add_argument("--all", action="store_true", help="every checkpoint that reads the set")

    command = commands.add_parser(
        "sprites", help="write sprites as PNG files, a folder for each class: to try your own on"
    )
    command.set_defaults(command=_sprites)
    command.add_argument("folder", type=Path, help="where to; it must not be there yet")
    command.add_argument("--classes", type=Number(int, 2, len(SHAPES)), default=5, help="default 5")
    command.add_argument("--each", type=Number(int, 1, 10_000), default=200, help="default 200")
    command.add_argument("--seed", type=Number(int, 0, 2**32 - 1), default=0, help="default 0")

    command = commands.add_parser("app", help="start the app; further options go to Streamlit")
    command.set_defaults(command=_app)
    command.add_argument("--server.port", type=PORT, dest="port", help="by default 8501")
    command.add_argument(
        "--server.address", dest="address", help="0.0.0.0 for all who reach this machine"
    )

    benches = commands.add_parser("bench", help="measure speed").add_subparsers(
        required=True, metavar="WHAT"
    )
    command = benches.add_parser(
        "core", parents=[device], help="the network against a plain one, in turns"
    )
    command.set_defaults(command=_bench_core)
    command.add_argument(
        "--threads", type=Number(int, 1, 1024), default=2, help="of the processor, default 2"
    )
    command.add_argument(
        "--rounds", type=Number(int, 1, 1000), default=7, help="of all cases, default 7"
    )
    command.add_argument("--json", action="store_true", help="print one JSON object")
    command = benches.add_parser("live", help="the app's rate and latency in a real browser")
    command.set_defaults(command=_bench_live)
    command.add_argument("--url", help="of a running app; by default one is started")
    command.add_argument(
        "--seconds", type=Number(float, 1, 3600), default=6.0, help="of movement, default 6"
    )
    command.add_argument("--json", action="store_true", help="print one JSON object")
    command = benches.add_parser("load", help="many visitors at once, by the app's own protocol")
    command.set_defaults(command=_bench_load)
    command.add_argument("--url", help="of a running app; by default one is started")
    command.add_argument(
        "--visitors", type=Number(int, 0, 10_000), default=60, help="who draw, default 60"
    )
    command.add_argument(
        "--rate",
        type=Number(float, 0, 1000, above=True),
        default=10.0,
        help="updates a second each wants",
    )
    command.add_argument(
        "--seconds", type=Number(float, 1, 3600), default=20.0, help="for how long, default 20"
    )
    command.add_argument(
        "--heavy",
        type=Number(int, 0, 10_000),
        default=0,
        help="further visitors who repeat the costliest requests",
    )
    command.add_argument(
        "--pages", type=Number(int, 0, 1000), default=0, help="whole pages opened before that"
    )
    command.add_argument("--json", action="store_true", help="print one JSON object")
    return parser
