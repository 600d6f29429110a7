"""Routes of the Train page: the data of runs, and actions on them."""

from __future__ import annotations

import hashlib
import hmac
import os
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypedDict

import numpy as np
from jaxtyping import UInt8
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import BaseRoute

from capsviz.bounds import Number
from capsviz.config import (
    DIGIT_DIM,
    LIMITS,
    PARTS_LIMIT,
    PARTS_LIMITS,
    LabelSet,
    PartsConfig,
    PartsTrainConfig,
)
from capsviz.data.drawing import Drawing, render, to_bytes
from capsviz.data.normalisation import format_input
from capsviz.data.sets import list_available, open_public_set
from capsviz.data.sprites import SHAPES
from capsviz.errors import CapsvizError
from capsviz.model.routing import ROUTINGS
from capsviz.monitoring import networks, runs
from capsviz.monitoring.folder import RunFolder
from capsviz.monitoring.settings import MISTAKES, PartsSettings, RunSettings
from capsviz.training import checkpoint
from capsviz.ui.languages import choose_language
from capsviz.ui.pages.train import films, standalone_html
from capsviz.ui.server import endpoints, guard
from capsviz.ui.server.secret import is_secret, new_secret

#: Set by ``capsviz app --allow-training``.
ALLOW_VARIABLE = "CAPSVIZ_ALLOW_TRAINING"
#: Maximum size of a request, in bytes.
MAX_REQUEST = 300_000
#: Numbers of a network and of its training that a browser may choose.
_MODEL_NUMBERS = {
    "shapes": Number(int, 2, len(SHAPES)),
    "iterations": Number(int, 1, 5),
    "digit_dim": DIGIT_DIM,
    "present_margin": Number(float, 0, 1),
    "absent_margin": Number(float, 0, 1),
}
_TRAIN_NUMBERS = {
    name: LIMITS[name]
    for name in (
        *("reconstruction_weight", "peak_rate", "batch", "share", "clip", "seed"),
        *("down_weight", "weight_decay", "dropout", "adversarial"),
    )
}
#: The same of a network of parts and objects.
_PARTS_SIZES = {name: Number(int, 1, PARTS_LIMIT) for name in ("parts", "objects")}
_PARTS_NUMBERS = PARTS_LIMITS | {"epochs": replace(PARTS_LIMITS["epochs"], minimum=1)}
_DEFAULT_SETTINGS = RunSettings()
_DEFAULTS = {
    **_DEFAULT_SETTINGS.model.to_dict(),
    **_DEFAULT_SETTINGS.train.to_dict(),
    "shapes": _DEFAULT_SETTINGS.model.classes,
    "present_margin": _DEFAULT_SETTINGS.train.margins[0],
    "absent_margin": _DEFAULT_SETTINGS.train.margins[1],
}
_PARTS_DEFAULTS = PartsConfig().to_dict() | PartsTrainConfig().to_dict()


def is_allowed() -> bool:
    """Whether the visitor may train: the owner of this server or, if enabled, everybody."""
    owns = guard.owns.get()
    return os.environ.get(ALLOW_VARIABLE) == "1" or (guard.is_owner({}) if owns is None else owns)


class TrainChoices(TypedDict):
    """Result of `choices`, as ``TrainChoices`` of ``form.js``."""

    data_sets: dict[str, str]
    routings: dict[str, str]
    mistakes: list[str]
    numbers: dict[str, dict[str, dict[str, Any]]]


def choices() -> TrainChoices:
    """Options of a new training, with their defaults, as plain values."""
    return {
        "data_sets": _sprites_first(list_available()),
        "routings": {name: routing.title for name, routing in ROUTINGS.items()},
        "mistakes": list(MISTAKES),
        "numbers": {
            "classes": _fields(_MODEL_NUMBERS | _TRAIN_NUMBERS, _DEFAULTS),
            "parts": _fields(_PARTS_SIZES | _PARTS_NUMBERS, _PARTS_DEFAULTS),
        },
    }


def _fields(limits: dict[str, Number], defaults: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Attributes of a form's fields. They have no open bounds: the least value is a small one."""
    return {
        name: {
            "min": limit.minimum + 1e-6 if limit.above else limit.minimum,
            "max": limit.maximum,
            "step": 1 if limit.kind is int else "any",
            "value": defaults[name],
        }
        for name, limit in limits.items()
    }


def _sprites_first(titles: dict[str, str]) -> dict[str, str]:
    """The default data set comes first."""
    return {"sprites": titles["sprites"]} | titles


async def film(request: Request) -> Response:
    """Update of a run after a step."""
    parameters = request.query_params
    name, numbers = (
        parameters.get("run", ""),
        [parameters.get(each, "-1") for each in ("since", "lines")],
    )
    if not all(each.removeprefix("-").isdecimal() and len(each) < 12 for each in numbers):
        raise CapsvizError("since and lines must be steps")
    return endpoints.octets(await endpoints.run_in_thread(films.film, name, *map(int, numbers)))


async def take_home(request: Request) -> Response:
    """A run as one file that plays without a server."""
    name = request.query_params.get("run", "")
    language = choose_language(request.query_params.get("language"))
    return HTMLResponse(await endpoints.run_in_thread(standalone_html.film_html, name, language))


async def do(body: bytes) -> Response:
    """Apply an action to a run; returns the resulting run."""
    if not is_allowed():
        raise CapsvizError(
            "this server lets visitors watch trainings, not start them: its owner opens the "
            "address with the token that was printed at its start, or allows all with "
            "--allow-training"
        )
    plain = await endpoints.read_json(body)
    if not isinstance(plain, dict) or plain.get("do") not in [*_ACTIONS]:
        raise CapsvizError(f"do must be one of {', '.join(_ACTIONS)}")
    return JSONResponse(await endpoints.run_in_thread(_act, plain))


def _act(plain: dict[str, Any]) -> dict[str, Any]:
    if plain["do"] in _OWNER_ACTIONS:
        _require_owner(_run(plain), plain.get("owner"))
    return _ACTIONS[plain["do"]](plain)


def _require_owner(run: RunFolder, secret: Any) -> None:
    """Raise `CapsvizError` if the visitor did not start a run."""
    if not _owns(_owner(run), secret):
        raise CapsvizError(
            f"{run.name} was begun in another browser: there it can be steered, rewound, renamed "
            "and deleted"
        )


def _owner(run: RunFolder) -> str:
    return run.text("owner", "proof")


def _owns(proof: str, secret: Any) -> bool:
    """Whether an object belongs to the holder of this secret. The owner's token owns all.

    A run of the command line has no owner: only the owner of this server may change it.
    """
    if guard.has_token.get():
        return True
    if not proof:
        return bool(guard.owns.get())
    return is_secret(secret) and hmac.compare_digest(proof, _proof(secret))


def _proof(secret: str) -> str:
    """Hash of an owner's secret, which is stored in its place."""
    return hashlib.sha256(f"capsviz run {secret}".encode()).hexdigest()


def _start_training(run: RunFolder, plain: dict[str, Any]) -> dict[str, Any]:
    """Start a new run, owned by the visitor through the secret that their browser keeps."""
    secret = plain.get("owner")
    secret = secret if is_secret(secret) else new_secret()
    try:
        run.write("owner", {"proof": _proof(secret)})
        runs.start(run)
    except CapsvizError:
        runs.delete(run)
        raise
    return {"run": run.name, "owner": secret}


def _run(plain: dict[str, Any]) -> RunFolder:
    name = plain.get("run")
    return runs.find(name if isinstance(name, str) else "")


def _start(plain: dict[str, Any]) -> dict[str, Any]:
    return _start_training(runs.make(_settings(plain.get("settings"))), plain)


def _settings(plain: Any) -> RunSettings | PartsSettings:
    """The settings that a browser sends; missing ones take their defaults."""
    if not isinstance(plain, dict):
        raise CapsvizError("settings must be a JSON object")
    data_set = plain.get("data_set", "sprites")
    if data_set not in [*(names := list_available())]:
        raise CapsvizError(f"the pictures must be one of {', '.join(names)}")
    of_parts = plain.get("network") == PartsSettings.network
    return (_parts_settings if of_parts else _class_settings)(plain, data_set)


def _parts_settings(plain: dict[str, Any], data_set: str) -> PartsSettings:
    """Settings of a training of parts and objects, without labels."""
    sizes, numbers = (
        _numbers(plain, limits, _PARTS_DEFAULTS) for limits in (_PARTS_SIZES, _PARTS_NUMBERS)
    )
    return PartsSettings(PartsConfig(**sizes), PartsTrainConfig(**numbers), data_set)


def _class_settings(plain: dict[str, Any], data_set: str) -> RunSettings:
    """Settings of a training of a network with classes."""
    sizes = _numbers(plain, _MODEL_NUMBERS, _DEFAULTS)
    numbers = _numbers(plain, _TRAIN_NUMBERS, _DEFAULTS)
    used_set, epochs = _set_sizes(data_set, sizes["shapes"])
    model = replace(
        _DEFAULT_SETTINGS.model,
        **used_set,
        routing=str(plain.get("routing", _DEFAULT_SETTINGS.model.routing)),
        iterations=sizes["iterations"],
        digit_dim=sizes["digit_dim"],
    )
    train = replace(
        _DEFAULT_SETTINGS.train,
        **numbers,
        final_rate=numbers["peak_rate"] / 10,
        epochs=epochs,
        margins=(sizes["present_margin"], sizes["absent_margin"]),
        all_gradients=plain.get("all_gradients") is True,
    )
    mistakes = plain.get("mistakes", [])
    if not isinstance(mistakes, list):
        raise CapsvizError("mistakes must be a list")
    return RunSettings(
        model,
        train,
        data_set,
        mistakes=tuple(map(str, mistakes)),
        plain=plain.get("plain") is True,
    )


def _set_sizes(data_set: str, shapes: int) -> tuple[dict[str, int], int]:
    """Input size and classes of a network for a set, and its number of epochs."""
    if data_set == "sprites":
        return {"classes": shapes}, _DEFAULT_SETTINGS.train.epochs
    opened = open_public_set(data_set, side=None, channels=None)
    sizes = {"image_size": opened.side, "channels": opened.channels}
    return {"classes": len(opened.classes), **sizes}, opened.usual.get("epochs", 2)


def _numbers(
    plain: dict[str, Any], limits: dict[str, Number], defaults: dict[str, Any]
) -> dict[str, Any]:
    return {name: _number(plain, name, limit, defaults[name]) for name, limit in limits.items()}


def _number(plain: dict[str, Any], name: str, limit: Number, default: Any) -> Any:
    value = plain.get(name, default)
    if not limit.holds(value):
        raise CapsvizError(f"{name.replace('_', ' ')} must be {limit}")
    return limit.kind(value)


def _run_command(
    act: Callable[[RunFolder, dict[str, Any]], object],
) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """A command about a run, which is answered by the run's name."""

    def command(plain: dict[str, Any]) -> dict[str, Any]:
        run = _run(plain)
        act(run, plain)
        return {"run": run.name}

    return command


def _play(run: RunFolder, _: dict[str, Any]) -> None:
    runs.want(run, until=None, end=False)
    runs.start(run)


def _step(run: RunFolder, _: dict[str, Any]) -> None:
    runs.want(run, until=run.last_step() + 1, end=False)
    runs.start(run)


def _rewind(run: RunFolder, _: dict[str, Any]) -> None:
    runs.rewind(run)
    runs.start(run)


def _rate(run: RunFolder, plain: dict[str, Any]) -> None:
    runs.want(run, rate=_number(plain, "rate", LIMITS["peak_rate"], 1e-3))


def _pin(run: RunFolder, plain: dict[str, Any]) -> None:
    drawing = plain.get("drawing")
    run.follow_picture(None if drawing is None else _network_input(run, drawing))


def _network_input(run: RunFolder, drawing: Any) -> UInt8[np.ndarray, "*c side side"]:
    """A visitor's drawing as the input of a run's network, in bytes."""
    settings = run.settings()
    digits = LabelSet(settings.data_set, tuple(films.classes(run))).digits
    format = settings.model.format
    raster = render(Drawing.from_plain(drawing), channels=format.channels)
    return to_bytes(format_input(raster, format, digits=digits))


def _fork(plain: dict[str, Any]) -> dict[str, Any]:
    step = _number(plain, "step", Number(int, 0, 1_000_000_000), 0)
    changes: dict[str, Any] = {
        name: _number(plain, name, LIMITS[name], None)
        for name in ("peak_rate", "reconstruction_weight", "clip")
        if plain.get(name) is not None
    }
    if plain.get("routing") is not None:
        changes["routing"] = str(plain["routing"])
    forked, fork_step = runs.fork(_run(plain), step, changes)
    return _start_training(forked, plain) | {"step": fork_step}


def _rename(plain: dict[str, Any]) -> dict[str, Any]:
    return {"run": runs.rename(_run(plain), str(plain.get("name", ""))).name}


def _delete(plain: dict[str, Any]) -> dict[str, Any]:
    runs.delete(_run(plain))
    return {"run": ""}


def _keep(plain: dict[str, Any]) -> dict[str, Any]:
    run, secret = _run(plain), plain.get("owner")
    proof = _proof(secret) if is_secret(secret) else ""
    kept = networks.keep(run, str(plain.get("name", "")), proof)
    return {"run": run.name, "network": kept.name, "parts": checkpoint.is_parts(kept.name)}


def _remove(plain: dict[str, Any]) -> dict[str, Any]:
    network = networks.find_network(str(plain.get("network", "")))
    if not _owns(network.proof, plain.get("owner")):
        raise CapsvizError(f"{network.name} was kept in another browser: it can be removed there")
    networks.remove(network)
    return {"run": str(plain.get("run", ""))}


def _list(plain: dict[str, Any]) -> dict[str, Any]:
    """The runs and their kept networks, each with whether the visitor may change it."""
    secret = plain.get("owner")
    listed = [
        each if each["film"] else each | {"owned": _owns(_owner(runs.find(each["name"])), secret)}
        for each in films.list_films()
    ]
    kept = [
        {
            "name": each.name,
            "run": each.run,
            "owned": _owns(each.proof, secret),
            "parts": checkpoint.is_parts(each.name),
        }
        for each in networks.list_networks()
    ]
    return {"runs": listed, "networks": kept}


_ACTIONS = {
    "start": _start,
    "pause": _run_command(lambda run, _: runs.pause(run)),
    "play": _run_command(_play),
    "step": _run_command(_step),
    "rewind": _run_command(_rewind),
    "rate": _run_command(_rate),
    "slow": _run_command(lambda run, plain: runs.want(run, slow=plain.get("slow") is True)),
    "pin": _run_command(_pin),
    "fork": _fork,
    "rename": _rename,
    "delete": _delete,
    "keep": _keep,
    "remove": _remove,
    "list": _list,
}
#: Actions that change a run; only its owner may take them.
_OWNER_ACTIONS = ("pause", "play", "step", "rewind", "rate", "slow", "pin", "rename", "delete")


def routes() -> list[BaseRoute]:
    """All of them."""
    return [
        endpoints.get("train/film", film),
        endpoints.get("train/film.html", take_home),
        endpoints.post("train/do", do, MAX_REQUEST),
    ]
