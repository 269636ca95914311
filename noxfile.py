"""Tests in environments of their own: other versions of Python, and the lowest versions of the dependencies.

    make test-lowest
    make test-pythons
    make test-readers
    make release
    make wheelhouse
    .venv/bin/nox --session lowest -- tests/dedup

nox is well kept, its sessions are plain Python functions, and it skips interpreters that a machine lacks.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tarfile
import tomllib
from pathlib import Path

import nox

PYTHONS = ("3.11", "3.12", "3.13")
LOCK = "requirements-lock.txt"
WINGS = ("admin", "newsroom", "experiments")

nox.options.default_venv_backend = "uv"
nox.options.download_python = "never"
nox.options.error_on_missing_interpreters = False
nox.options.reuse_existing_virtualenvs = True


def _show_pyenv_versions() -> None:
    """Pyenv's commands work only for versions that are named."""
    if shutil.which("pyenv") and "PYENV_VERSION" not in os.environ:
        listed = subprocess.run(["pyenv", "versions", "--bare"], capture_output=True, text=True, check=False)
        found = [line.strip() for line in listed.stdout.split() if line.rpartition(".")[0] in PYTHONS]
        if found:
            os.environ["PYENV_VERSION"] = ":".join(found)


_show_pyenv_versions()


@nox.session(python=PYTHONS)
def tests(session: nox.Session) -> None:
    """Run the tests with the pinned versions."""
    session.install("--compile-bytecode", "--require-hashes", "--no-deps", "--requirement", LOCK)
    session.install("--no-deps", "--no-build-isolation", "--editable", ".")
    _test(session)


@nox.session(python=PYTHONS[0])
def lowest(session: nox.Session) -> None:
    """Run the tests with the lowest versions that pyproject.toml declares."""
    packages = ("--requirement", "requirements-tools.txt", "--editable", ".[all]")
    session.install("--compile-bytecode", "--resolution", "lowest-direct", *packages)
    # Old versions warn of each other.
    _test(session, "--override-ini", "filterwarnings=default")


@nox.session(python=PYTHONS[0])
@nox.parametrize("wing", WINGS)
def wings(session: nox.Session, wing: str) -> None:
    """Run the tests of the core's rooms in a copy of the project that lacks a wing."""
    session.install("--compile-bytecode", "--require-hashes", "--no-deps", "--requirement", LOCK)
    tree = Path(session.create_tmp()).resolve() / wing
    shutil.rmtree(tree, ignore_errors=True)
    listed = subprocess.run(["git", "ls-files", "-z"], capture_output=True, text=True, check=True).stdout
    # What imports a wing, or runs a command of one, is a test of that wing wherever it stands.
    imports = rf"(?:from|import) topiccrawl\.(?:{'|'.join(WINGS)})\b"
    uses = re.compile(rf"{imports}|\"(?:stories|replay|admin)\"|test_wrong_usage")
    for name in listed.split("\0")[:-1]:
        file = Path(name)
        is_test = file.match("tests/*/**/test_*.py")
        if {f"topiccrawl/{wing}", f"tests/{wing}"} & {*map(str, file.parents)}:
            continue
        if is_test and uses.search(file.read_text(encoding="utf-8")):
            continue
        (tree / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, tree / file)
    session.chdir(tree)
    names = sorted(room.name for room in (tree / "topiccrawl").iterdir())
    rooms = [f"tests/{name}" for name in names if name not in WINGS and Path(f"tests/{name}").is_dir()]
    # The catalogue has the texts of all wings.
    texts = "tests/text/test_language.py::test_nothing_is_untranslated_and_nothing_is_left_over"
    chosen = session.posargs or ["--numprocesses", "2", "--dist", "loadfile", "--deselect", texts, *rooms]
    session.run("python", "-m", "pytest", "-q", *chosen, env={"PYTHONPATH": str(tree)})


@nox.session(python=PYTHONS[0])
def readers(session: nox.Session) -> None:
    """Load exports with the programs that people use: 300 MB, which `make test` does not install."""
    session.install("--compile-bytecode", "--require-hashes", "--no-deps", "--requirement", LOCK)
    session.install("--no-deps", "--no-build-isolation", "--editable", ".")
    session.install("pandas", "zstandard", "polars", "duckdb", "datasets")
    session.run("python", "-m", "pytest", "tests/corpus/export/test_loaded.py")


@nox.session(python=PYTHONS[0])
def base(session: nox.Session) -> None:
    """Run the demo with the base install alone."""
    session.install(".")
    session.run("topiccrawl", "demo", "--directory", session.create_tmp())


@nox.session(python=PYTHONS[0], venv_backend="venv", reuse_venv=False)
@nox.parametrize("form", ["whl", "tar.gz"])
def release(session: nox.Session, form: str) -> None:
    """Install what is in `dist/` with pip; run the demo and a fresh Scrapy project there."""
    version = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    (built,) = Path("dist").glob(f"topiccrawl-{version}*.{form}")
    session.run("python", "-m", "pip", "install", "--quiet", str(built.resolve()), "twine")
    session.run("python", "-m", "twine", "check", "--strict", str(built.resolve()))
    project = Path("tests/e2e/setups/fresh_project.py").resolve()
    # Elsewhere, so that no module comes from the checkout.
    folder = Path(session.create_tmp()).resolve()
    with session.chdir(folder):
        session.run("topiccrawl", "demo", "--directory", str(folder / "demo-crawl"))
        session.run("python", str(project), str(folder / "fresh-project"))


@nox.session(python=PYTHONS[0], venv_backend="venv", reuse_venv=False)
def wheelhouse(session: nox.Session) -> None:
    """Install as docker/Dockerfile does, from the wheels alone; run the demo there, and scrapyd."""
    folder = Path(session.create_tmp()).resolve()
    with tarfile.open("dist/topiccrawl-wheelhouse.tar") as wheels:
        wheels.extractall(folder, filter="data")
    (installs,) = re.findall(r"pip install (.+)", Path("docker/Dockerfile").read_text(encoding="utf-8"))
    offline = {"PIP_NO_INDEX": "1", "PIP_CONFIG_FILE": os.devnull}
    words = [word.replace("/tmp/wheelhouse", str(folder / "wheelhouse")) for word in installs.split()]
    words = [word.replace("/tmp/requirements.txt", "requirements.txt") for word in words]
    session.run("python", "-m", "pip", "install", *words, env=offline)
    everything = ("--find-links", str(folder / "wheelhouse"), "topiccrawl[all]")
    session.run("python", "-m", "pip", "install", "--quiet", *everything, env=offline)
    with session.chdir(folder):
        session.run("topiccrawl", "demo", "--directory", str(folder / "demo-crawl"))
        session.run("scrapyd", "--version")


def _test(session: nox.Session, *options: str) -> None:
    chosen = session.posargs or ["--numprocesses", "2", "--dist", "loadfile"]
    session.run("python", "-m", "pytest", *options, *chosen)
