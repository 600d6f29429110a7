"""A network of one's own by --model: classes, functions, arguments, and files of weights."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest
import torch

EXAMPLE = Path(__file__).parents[2] / ".github/examples/own_network.py"
VARIANTS = """
import argparse
import sys

from own_network import Net as _Net

options = argparse.ArgumentParser()
options.add_argument("--rate", type=float, default=0.1)
rate = options.parse_args().rate


class Net(_Net):
    pass


class Sized(_Net):
    def __init__(self, iterations, title="none", leaks=True):
        super().__init__()
        self.iterations, self.title, self.leaks = iterations, title, leaks


class Lettered(_Net):
    classes = tuple("abcdefghij")


def make(iterations=3):
    net = Net()
    net.iterations = iterations
    return net


ready = Net()
number = 3


def fails():
    sys.exit(3)
"""


@pytest.fixture
def bring(tmp_path, monkeypatch):
    """Name something of the variants, and load it, as a command does."""
    from capsviz.training import checkpoint

    for name in ("MODEL", "WEIGHTS", "LENIENT", "WITH"):
        monkeypatch.setenv(f"CAPSVIZ_{name}", "")  # put back in the end
    monkeypatch.setattr(sys, "argv", ["capsviz", "trace", "--model", "mine.py:Net"])
    monkeypatch.syspath_prepend(str(tmp_path))
    shutil.copy(EXAMPLE, tmp_path)
    (tmp_path / "mine.py").write_text(VARIANTS)

    def load(name: str, *arguments: str, weights: Path | None = None):
        source = f"{tmp_path / 'mine.py'}:{name}"
        checkpoint.bring(source, weights and str(weights), arguments=arguments)
        return checkpoint.load(name, "cpu").model

    return load


def test_a_class_a_function_and_a_network_are_taken_with_their_arguments(bring) -> None:
    from capsviz.training import checkpoint

    before = list(sys.argv)
    assert bring("ready").config.iterations == 3
    assert bring("make").config.iterations == 3
    assert bring("make", "iterations=5").config.iterations == 5
    sized = bring("Sized", "iterations=2", "title=a name", "leaks=False").network
    assert (sized.iterations, sized.title, sized.leaks) == (2, "a name", False)
    assert "--with iterations=2 --with 'title=a name'" in checkpoint.option("Sized")
    assert sys.argv == before  # which the file's own parser does not see


def test_random_weights_are_the_same_each_time_and_the_callers_numbers_go_on(bring) -> None:
    torch.manual_seed(7)
    expected = torch.rand(2)
    torch.manual_seed(7)
    number = torch.rand(1)
    first, second = (bring("make", f"iterations={count}").state_dict() for count in (3, 5))
    assert all(torch.equal(value, second[name]) for name, value in first.items())
    assert torch.equal(torch.cat([number, torch.rand(1)]), expected)


def test_a_command_for_a_network_of_ones_own_asks_for_pictures_that_it_does_not_name(bring) -> None:
    from capsviz.training import checkpoint

    bring("Lettered")
    assert checkpoint.option("Lettered") == "--model mine.py:Lettered --data-set SET"
    bring("Net")
    assert checkpoint.option("Net") == "--model mine.py:Net"


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (("Sized",), r"give its arguments by --with NAME=VALUE"),
        (("make", "rounds=5"), r"unexpected keyword argument 'rounds'.*--with NAME=VALUE"),
        (("make", "iterations"), "'iterations' is no NAME=VALUE, as in --with types=32"),
        (("ready", "iterations=5"), "ready takes no arguments: leave out --with"),
        (("number",), "has no torch.nn.Module called 'number': choose one of Net, Sized"),
        (("Nett",), "has no torch.nn.Module called 'Nett': choose one of Net, Sized"),
        (("fails",), "ends the program as it is run"),
    ],
)
def test_an_invalid_network_raises_one_sentence(bring, given, says) -> None:
    import capsviz

    with pytest.raises(capsviz.CapsvizError, match=says) as caught:
        bring(*given)
    assert "\n" not in str(caught.value)


def test_weights_load_from_the_usual_forms_of_saved_files(bring, tmp_path) -> None:
    import capsviz

    torch.manual_seed(1)
    state = {name: value.clone() for name, value in bring("Net").network.state_dict().items()}
    state["W"] += 1e-3
    path = tmp_path / "weights.pt"

    def written(saved: object):
        torch.save(saved, path)
        return bring("Net", weights=path).network.W

    parallel = {f"module.{name}": value for name, value in state.items()}
    compiled = {f"_orig_mod.module.{name}": value for name, value in state.items()}
    for saved in (
        state,
        parallel,
        compiled,
        {"epoch": 3, "state_dict": parallel, "rate": 0.1},
        {"model": state, "optimizer": {"state": {}}},
    ):
        torch.testing.assert_close(written(saved), state["W"])
    for saved, says in (
        ({"epoch": 3}, r"no weights by their names under any of state_dict"),
        ({"other": torch.zeros(2)}, "does not hold the weights of Net"),
        ({"a.W": torch.zeros(2), "b.W": torch.zeros(2)}, "does not hold the weights of Net"),
        (torch.nn.Linear(1, 1), r"tensors alone.*torch.save\(network.state_dict\(\), FILE\)"),
    ):
        with pytest.raises(capsviz.CapsvizError, match=says) as caught:
            written(saved)
        assert "\n" not in str(caught.value)
    path.write_bytes(b"none")
    with pytest.raises(capsviz.CapsvizError, match="tensors alone"):
        bring("Net", weights=path)


def test_a_file_may_import_torchvision(bring, tmp_path) -> None:
    bring("Net")
    path = tmp_path / "mine.py"
    path.write_text("import torchvision.transforms\n" + VARIANTS.replace("Sized", "Resized"))
    assert bring("ready").config.iterations == 3


def test_adapt_accepts_a_state_dict(bring) -> None:
    import capsviz

    network = bring("Net").network
    state = {f"module.{name}": value + 1e-3 for name, value in network.state_dict().items()}
    adapted = capsviz.adapt(type(network)(), state)
    torch.testing.assert_close(adapted.network.W, state["module.W"])
