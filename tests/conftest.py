"""Fixtures that many tests share.

The package is imported inside the fixtures: an import at the top of this file would come
before jaxtyping's import hook, and shapes would go unchecked.
"""

from __future__ import annotations

import asyncio
import atexit
import fcntl
import gc
import os
import resource
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import type_checks  # noqa: F401 - before the package is imported
from hypothesis import settings
from machine import lacking
from published_site import publish

if TYPE_CHECKING:
    import numpy as np
    from playwright.sync_api import Browser

    from capsviz import CapsNet
    from capsviz.data.pictures import Pictures


# Parallel workers share the cores, so waiting threads must not spin. This also holds for the apps
# that tests start, and must be set before torch is imported; only in the workers, since they
# inherit the settings of the process that starts them.
if _WORKERS := os.environ.get("PYTEST_XDIST_WORKER_COUNT"):
    os.environ.setdefault("OMP_NUM_THREADS", str(max(1, (os.cpu_count() or 1) // int(_WORKERS))))


# Keep bytecode, whatever the shell's setting: otherwise each worker, and each process of a test,
# compiles some hundred files again.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


# A user's own settings and trainings do not concern the tests, nor theirs the user. Caches of the
# machine are made once per run of the tests, and each worker has a folder of trainings.
for _name in [name for name in os.environ if name.startswith("CAPSVIZ_")]:
    if _name not in ("CAPSVIZ_DATA", "CAPSVIZ_CACHE"):
        del os.environ[_name]
for _name in ("CAPSVIZ_CACHE", "CAPSVIZ_RUNS"):
    if _name not in os.environ:
        os.environ[_name] = tempfile.mkdtemp(prefix="capsviz-tests-")
        atexit.register(shutil.rmtree, os.environ[_name], ignore_errors=True)


# A training outlives the app that started it, but not the tests.
os.environ["CAPSVIZ_TRAINING_PARENT"] = str(os.getpid())


# Under `nohup pytest &` the tests ignore these signals, and child processes would inherit that.
# With a handler they are ignored here alone; a child has the default.
signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) == signal.SIG_IGN:
    signal.signal(signal.SIGHUP, lambda *_: None)


# The duration of one example depends on the load of the machine, not on the code.
settings.register_profile("no deadline", deadline=None)
settings.load_profile("no deadline")


#: The slowest files, in this order: each runs in one worker from its first test to its last.
LONGEST = (
    *("e2e/test_site.py", "e2e/test_every_entry.py", "e2e/test_stage.py"),
    *("e2e/test_network_in_space.py", "ui/test_lesson_touch.py", "e2e/test_every_page.py"),
    *("e2e/test_languages.py", "tests/test_recipes.py", "e2e/test_touch.py", "e2e/test_exports.py"),
    *("e2e/test_first_screen.py", "tests/test_onnx_export.py", "e2e/test_class.py"),
    *("e2e/test_opening.py", "ui/test_publishing.py", "e2e/test_draw.py", "e2e/test_one_screen.py"),
    *("server/test_paths.py", "e2e/test_votes.py", "e2e/test_routing.py"),
    *("ui/test_lesson_steps.py", "e2e/test_first_glance.py", "e2e/test_learn.py"),
    *("e2e/test_hidden_answers.py", "e2e/test_other_networks.py", "e2e/test_links.py"),
    *("e2e/test_persistence.py", "ui/test_user_network.py", "e2e/test_viewpoint.py"),
    *("ui/test_onnx_scripts.py", "server/test_hostile.py", "monitoring/test_trainer.py"),
    *("ui/test_scripts.py", "e2e/test_wire.py", "e2e/test_train.py", "tests/test_wheel.py"),
    *("tests/test_cli.py", "analysis/test_record.py", "ui/test_site_network.py"),
    *("e2e/test_dimensions.py", "e2e/test_saved_pictures.py"),
)


def pytest_xdist_auto_num_workers() -> int:
    """Use half as many workers again as there are cores: browser tests wait a lot."""
    return max(1, (os.cpu_count() or 1) * 3 // 2)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Collect without looking for garbage: what is made stays, and the search took 40 %."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark browser tests as slow, except for journeys, and run the slowest files first.

    Otherwise one worker would run them alone at the end.
    """
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)
            if not item.get_closest_marker("journey"):
                item.add_marker(pytest.mark.slow)
    places = {name: at for at, name in enumerate(LONGEST)}
    others = len(LONGEST)
    items.sort(key=lambda item: places.get("/".join(item.path.parts[-2:]), others))


@pytest.fixture(autouse=True)
def networks_of_before() -> Iterator[None]:
    """Undo a command's choice of a folder of networks, which it makes for its own process."""
    before = os.environ.get("CAPSVIZ_CHECKPOINTS")
    yield
    if before is None:
        os.environ.pop("CAPSVIZ_CHECKPOINTS", None)
    else:
        os.environ["CAPSVIZ_CHECKPOINTS"] = before


@pytest.fixture(autouse=True)
def same_random_numbers() -> None:
    """Begin each test with the same random numbers, whichever tests ran before in this process."""
    if torch := sys.modules.get("torch"):
        torch.manual_seed(0)


@pytest.fixture(scope="session")
def mnist_root() -> Path:
    """Return the folder with MNIST/raw; tests that need it are skipped if it is missing."""
    from capsviz.data.vision import root_of

    root = root_of("mnist")
    if not (root / "MNIST" / "raw").is_dir():
        pytest.skip(f"MNIST is not in {root}: set CAPSVIZ_DATA to run this test")
    return root


@pytest.fixture
def few_pictures(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Replace MNIST by a few pictures: for training, validation and test."""

    def stand(training: Pictures, validation: Pictures, test: Pictures | None = None) -> None:
        from capsviz.data import sets
        from capsviz.data.pictures import Learning
        from capsviz.data.vision import Mnist

        class Few(Mnist):
            def learning(self) -> Learning:
                return Learning.of(training, validation, "by hand")

            def test(self) -> Pictures:
                assert test is not None, "the test pictures were asked for"
                return test

        monkeypatch.setitem(sets.SETS, "mnist", Few)

    return stand


@pytest.fixture
def tiny_model() -> CapsNet:
    """Return a network with the paper's shape and few channels, always with the same weights."""
    return _make_tiny_model()


def _make_tiny_model() -> CapsNet:
    import torch

    from capsviz.config import ModelConfig
    from capsviz.model.capsnet import CapsNet

    config = ModelConfig(conv_channels=16, primary_types=4, primary_dim=8, decoder_hidden=(32, 64))
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        return CapsNet(config).eval()


@pytest.fixture(scope="session")
def tiny_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkpoint of the tiny model, for copying: hundreds of tests need one."""
    from capsviz.training import checkpoint

    path = tmp_path_factory.mktemp("tiny") / "tiny.safetensors"
    model = _make_tiny_model()
    checkpoint.save(path, model.state_dict(), model.config, {"command": "none"})
    return path


@pytest.fixture
def tiny_checkpoint(
    tiny_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Path]:
    """The only checkpoint, named "dynamic"; engine and caches are reset."""
    from capsviz import engine
    from capsviz.ui.networks import cache

    path = tmp_path / "dynamic.safetensors"
    shutil.copyfile(tiny_file, path)
    monkeypatch.setenv("CAPSVIZ_CHECKPOINTS", str(tmp_path))
    cached = (
        engine.engine,
        cache.decoder,
        cache.subject,
        cache._samples_json,
        cache._analysis,
        cache.poses,
        cache.slider_poses,
        cache.class_score,
        cache.thresholds,
    )
    for function in cached:
        function.cache_clear()
    yield path
    for function in cached:
        function.cache_clear()


@pytest.fixture
def full_disk() -> Callable[[int], AbstractContextManager[None]]:
    """Limit the size of files: the kernel raises the error of a full disk."""

    @contextmanager
    def limit(size: int) -> Iterator[None]:
        usual = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, usual[1]))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, usual)

    return limit


@pytest.fixture(scope="session")
def node() -> str:
    """Return the path of node; a test that needs it is skipped without it, and fails in CI."""
    found = shutil.which("node")
    if found is None:
        lacking("node is not installed: the pages' scripts are tested with it")
    return found


@pytest.fixture(scope="session")
def packages() -> Path:
    """Return the folder of the npm packages; skipped if it is missing, and a failure in CI."""
    folder = Path(__file__).parents[1] / "capsviz/ui/node_modules"
    if not folder.is_dir():
        lacking("npm's packages are not installed: run `npm ci --prefix capsviz/ui`")
    return folder


@pytest.fixture(scope="session")
def published(tmp_path_factory: pytest.TempPathFactory, node: str, packages: Path) -> Path:
    """Return the folder of a site, for copying: all workers share one, made by the first."""
    run = tmp_path_factory.getbasetemp()
    run = run.parent if _WORKERS else run
    folder = run / "published"
    with (run / "published.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.is_dir():
            publisher = publish(folder, "0")
            publisher.communicate()
            assert publisher.returncode == 0
    return folder


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Start the one real browser of a test run: playwright cannot be started twice."""
    from capsviz.development.bench.live import chromium
    from capsviz.errors import CapsvizError

    with ExitStack() as stack:
        try:
            started = stack.enter_context(chromium())
        except CapsvizError as error:
            lacking(str(error))
        yield started


@contextmanager
def _apart_from_the_browser(item: pytest.Item) -> Iterator[None]:
    """Hide playwright's event loop, which counts as running while its browser is open.

    A test without a browser may start loops of its own, in any order of tests.
    """
    running = asyncio._get_running_loop()
    if "browser" in getattr(item, "fixturenames", ()):
        running = None
    if running is not None:
        asyncio._set_running_loop(None)
    try:
        yield
    finally:
        if running is not None:
            asyncio._set_running_loop(running)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    with _apart_from_the_browser(item):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    with _apart_from_the_browser(item):
        return (yield)


@pytest.fixture(scope="session")
def five() -> np.ndarray:
    """A digit without symmetry: 0..1, ink 1."""
    import photographs

    from capsviz.data.drawing import Drawing, render

    plain = [
        [70, 0, 350, 200, 330, 450, 480, 410, 630, 480, 660, 620, 560, 760, 320, 780],
        [70, 0, 350, 200, 650, 190],
    ]
    return render(Drawing.from_plain({"s": plain}), photographs.SIDE) / 255.0
