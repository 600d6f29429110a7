"""A wheel, installed away from the clone, opens the same first page from any folder."""

from __future__ import annotations

import os
import re
import subprocess
import sysconfig
import time
import urllib.request
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

import pytest
from on_page import no_errors, show

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow

CLONE = Path(__file__).parents[1]
#: Finds the modules that a script imports, by path.
IMPORTED = re.compile(r'(?:from|import)\s*\(?"(\.{1,2}/[^"]+\.js)"')
#: Maximum size of a wheel in bytes.
MAX_WHEEL = 40_000_000


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build a wheel from a clone in an empty folder, so that no earlier build gets in."""
    from capsviz.development.bench.wheel import build

    return build(CLONE, tmp_path_factory.mktemp("built"))


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Create an environment with the wheel and its dependencies, which come from this one."""
    from capsviz.development.bench.wheel import unpack

    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=False, symlinks=True)
    site = next(folder.glob("lib/python*/site-packages"))
    # Use the path only, so that links to clones in it are not followed.
    (site / "needed.pth").write_text(sysconfig.get_path("purelib") + "\n")
    unpack(wheel, site)
    return folder / "bin" / "python"


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """A folder with modules that must not be taken for others, and an environment."""
    folder = tmp_path_factory.mktemp("elsewhere")
    (folder / "app.py").write_text("raise RuntimeError('not this one')")
    home = folder / "home"
    home.mkdir()
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    kept.pop("CAPSVIZ_CHECKPOINTS", None)
    return folder, {**kept, "HOME": str(home), "OMP_NUM_THREADS": "1"}


def test_a_wheel_is_small_and_holds_the_files_of_a_first_page(wheel: Path) -> None:
    assert wheel.stat().st_size < MAX_WHEEL
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    for needed in ("app.py", ".streamlit/config.toml", "checkpoints/dynamic.analysis.json"):
        assert f"capsviz/shipped/{needed}" in names
    assert "capsviz/py.typed" in names
    unwanted = ("node_modules", "/test/", "capsviz/development/")
    assert not [name for name in names if any(part in name for part in unwanted)]


def test_an_installed_wheel_lists_its_own_networks_and_those_of_a_folder(
    python: Path, elsewhere
) -> None:
    folder, environment = elsewhere
    mine = folder / "networks"
    mine.mkdir()
    (mine / "mine.safetensors").touch()

    def said(code: str, **further: str) -> str:
        return subprocess.run(
            [python, "-c", code],
            cwd=folder,
            env={**environment, **further},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()

    assert "environment" in said("import capsviz; print(capsviz.__file__)")
    names = "from capsviz.training import checkpoint; print(checkpoint.names())"
    assert said(names) == "['dynamic']"
    assert said(names, CAPSVIZ_CHECKPOINTS=str(mine)) == "['dynamic', 'mine']"
    goes = "from capsviz.training import checkpoint; print(checkpoint.folders()[0])"
    assert said(goes) == str(folder / "home/.local/share/capsviz/checkpoints")


@pytest.fixture(scope="module")
def address(python: Path, elsewhere) -> Iterator[str]:
    """Start the app by the wheel's command from another folder; yields its address."""
    from capsviz.development.bench.live import _free_port

    folder, environment = elsewhere
    port = _free_port()
    process = subprocess.Popen(
        [
            *(python, "-m", "capsviz", "app", "--server.port", str(port)),
            *("--server.headless", "true"),
        ],
        cwd=folder / "home",
        env=environment,
        stderr=subprocess.PIPE,
        text=True,
    )
    found = f"http://127.0.0.1:{port}"
    try:
        deadline = time.monotonic() + 120
        while True:
            assert process.poll() is None, process.communicate()
            assert time.monotonic() < deadline
            try:
                urllib.request.urlopen(f"{found}/_stcore/health", timeout=5).close()
                break
            except OSError:
                time.sleep(0.3)
        yield found
    finally:
        process.terminate()
        process.communicate(timeout=120)


def test_an_installed_wheel_opens_the_first_page_from_any_folder(address: str) -> None:
    import asyncio

    from capsviz.development.bench import pages

    # The frame, its scripts and styles, and the component with the first digit's reading.
    found = asyncio.run(pages.open_at_once(address, 1))
    assert found["failed"] == 0


def test_a_wheel_serves_every_script_of_its_pages(address: str, python: Path, elsewhere) -> None:
    folder, environment = elsewhere
    code = """
from pathlib import Path
from capsviz import ui
from capsviz.ui.catalogue import assets
for script in Path(ui.__file__).parent.rglob("index.js"):
    print(assets.address(script))
"""
    told = subprocess.run(
        [python, "-c", code], cwd=folder / "home", env=environment, capture_output=True, text=True
    )
    waiting = [address + entry for entry in told.stdout.split()]
    assert len(waiting) > 7, told.stderr
    fetched: set[str] = set()
    while waiting:
        script = waiting.pop()
        if script in fetched:
            continue
        fetched.add(script)
        with urllib.request.urlopen(script, timeout=30) as answer:
            text = answer.read().decode()
        waiting += [urljoin(script, path) for path in IMPORTED.findall(text)]
    names = {Path(script).name for script in fetched}
    assert {"index.js", "raster.js", "dom.js"} <= names
    assert len(fetched) > 100


@pytest.mark.usefixtures("packages")
def test_scripts_that_few_visitors_need_stay_apart_from_the_bundles(tmp_path: Path) -> None:
    from capsviz.bundling import DEFERRED, SEPARATE, bundle
    from capsviz.packaging import BUNDLES, exports

    ui = Path(__file__).parents[1] / "capsviz/ui"
    assert bundle(ui, tmp_path, exports(ui))
    texts = {path.name: path.read_text("utf-8") for path in tmp_path.iterdir()}
    assert f'import("{SEPARATE}")' in texts["network.js"]
    assert not [name for name, text in texts.items() if "three.js authors" in text]
    assert (ui / BUNDLES / SEPARATE).resolve().is_file()
    for script in DEFERRED:
        name = Path(script).name
        assert f'import("./{name}")' in texts["shared.js"]
        assert texts[name].count('from"./shared.js"') == 1


@pytest.mark.usefixtures("packages")  # its esbuild joined the scripts
def test_a_page_loads_its_own_bundle_and_the_shared_ones(address: str, browser: Browser) -> None:
    page = browser.new_page()
    addresses: list[str] = []
    page.on("request", lambda request: addresses.append(urlsplit(request.url).path))
    with no_errors(page):
        show(page, address, "routing")
    page.close()
    scripts = [address.rsplit("/", 1)[1] for address in addresses if "/web/" in address]
    assert sorted(scripts) == ["routing.js", "shared.js", "shell.js"]
