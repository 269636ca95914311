"""Wheel and source distribution carry topics, dictionaries and the demo web; for eggs see e2e/setups/test_scrapyd.py."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import zipfile
from importlib import resources
from pathlib import Path

import pytest

from topiccrawl import __version__
from topiccrawl.text.resources import read_resource

CHECKOUT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with both, built from a copy so that the checkout stays as it is."""
    source = tmp_path_factory.mktemp("source")
    for folder in ("topiccrawl", "resources"):
        shutil.copytree(CHECKOUT / folder, source / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("setup.py", "pyproject.toml", "LICENSE", "MANIFEST.in", *CHECKOUT.glob("*.md")):
        shutil.copy(CHECKOUT / name, source)
    left = (
        "tests/test_left.py",
        "topiccrawl/.pytest_cache/left",
        "resources/.ruff_cache/0.1/left",
        "resources/__pycache__/left.pyc",
    )
    for file in left:
        (source / file).parent.mkdir(parents=True, exist_ok=True)
        (source / file).touch()
    out = tmp_path_factory.mktemp("built")
    command = [sys.executable, "setup.py", "-q", "bdist_wheel", "-d", str(out), "sdist", "-d", str(out)]
    ended = subprocess.run(command, cwd=source, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr[-2000:]
    return out


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    (found,) = built.glob("*.whl")
    return found


@pytest.mark.parametrize("kind", ["whl", "tar.gz"])
def test_every_data_file_rides_along_and_no_cache(kind: str, built: Path) -> None:
    (package,) = built.glob(f"*.{kind}")
    shutil.unpack_archive(package, unpacked := built / kind, format="gztar" if kind == "tar.gz" else "zip")
    root = unpacked / f"topiccrawl-{__version__}" if kind == "tar.gz" else unpacked
    files = {path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file()}
    assert not [name for name in files if "left" in name or "_cache" in name or name.startswith("tests")]
    carried = {name for name in files if not name.endswith((".py", ".pyc"))}
    resources = "resources" if kind == "tar.gz" else "topiccrawl/resources"
    folders = {"topiccrawl": "topiccrawl", resources: "resources"}
    wanted = {
        f"{target}/{path.relative_to(CHECKOUT / folder).as_posix()}"
        for target, folder in folders.items()
        for path in (CHECKOUT / folder).rglob("*")
        if path.is_file() and path.suffix not in (".py", ".pyc") and not path.name.startswith(".")
    }
    assert "topiccrawl/py.typed" in wanted
    assert f"{resources}/topics/partybuild/topic.toml" in wanted
    assert wanted <= carried


def test_wheel_and_changelog_have_one_version(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        metadata = archive.read(name).decode()
        entries = archive.read(name.replace("METADATA", "entry_points.txt")).decode()
    assert f"\nVersion: {__version__}\n" in metadata
    assert "topiccrawl = topiccrawl.cli:main" in entries
    changes = (CHECKOUT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.findall(r"(?m)^## \[([\w.]+)\]", changes)[0] == __version__


def test_a_checkout_reads_the_same_resources() -> None:
    assert read_resource("stopwords.txt") == (CHECKOUT / "resources/stopwords.txt").read_text(
        encoding="utf-8"
    )


def test_an_installed_project_has_its_resources_as_a_package() -> None:
    try:
        found = resources.files("topiccrawl.resources")
    except ModuleNotFoundError:
        pytest.skip("topiccrawl runs from a checkout and is not installed")
    assert (found / "topics" / "partybuild" / "topic.toml").is_file()
