"""The base install runs demo and crawls; what needs an extra that is missing says how to install it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from topiccrawl.extras import EXTRAS

ROOT = Path(__file__).parents[1]
DECLARED: dict[str, list[str]] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))[
    "project"
]["optional-dependencies"]

WITHOUT_EXTRAS = f"""
import sys

for blocked in {sorted({module for modules in EXTRAS.values() for module in modules})}:
    sys.modules[blocked] = None
"""
"""Code that makes the packages of all extras look as if they were not installed."""


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Environment variables of processes in which no extra is installed."""
    folder = tmp_path / "without-extras"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(WITHOUT_EXTRAS, encoding="utf-8")
    inherited = {name: value for name, value in os.environ.items() if name != "SCRAPY_SETTINGS_MODULE"}
    return {**inherited, "PYTHONPATH": str(folder)}


def run(environment: dict[str, str], folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", *words]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def normal(package: str) -> str:
    return re.split(r"[<>=\[]", package)[0].lower().replace("_", "-")


def test_every_extra_declares_the_packages_that_are_checked_for() -> None:
    assert set(DECLARED) == {*EXTRAS, "all"}
    packages = packages_distributions()
    for extra, modules in EXTRAS.items():
        provided = {normal(package) for module in modules for package in packages.get(module, ())}
        assert provided == {normal(package) for package in DECLARED[extra]}


def test_all_means_every_other_extra() -> None:
    (everything,) = DECLARED["all"]
    assert set(everything.partition("[")[2].rstrip("]").split(",")) == set(EXTRAS)


def test_every_extra_is_in_the_docs() -> None:
    page = (ROOT / "docs" / "installation.md").read_text(encoding="utf-8")
    assert set(re.findall(r"(?m)^\| `(\w+)` \|", page)) == set(EXTRAS)


def test_the_demo_needs_no_extra(environment: dict[str, str], tmp_path: Path) -> None:
    cold = environment | {"TOPICCRAWL_CACHE_DIR": str(tmp_path / "cache")}  # converting and compiling too
    ended = run(cold, tmp_path, "topiccrawl", "demo", "--directory", "out")
    assert ended.returncode == 0, ended.stderr[-3000:]
    kept = re.search(r"入库 (\d+)", ended.stdout)
    assert kept and int(kept[1]) > 45  # of 52 with all extras


COMMANDS = {
    "mysql": "database show --database mysql+pymysql://user@127.0.0.1:1/corpus",
    "redis": "frontier stats --topic partybuild --redis redis://127.0.0.1:1/0",
    "trafilatura": "extract page.html --extractor trafilatura",
    "browser": "extract page.html --extractor visual-browser",
    "xlsx": "export --topic t --out corpus.xlsx",
    "vectors": "resources train texts.txt --name small",
    "warc": "replay capture web.capture --responses web.warc.gz",
}

ONE_AFTER_THE_OTHER = """
import contextlib, io, json, sys

from topiccrawl.cli import main

for command in json.load(sys.stdin):
    sys.argv = ["topiccrawl", *command.split()]
    with contextlib.redirect_stderr(io.StringIO()) as errors:
        try:
            code = main()
        except SystemExit as ended:
            code = ended.code
    print(json.dumps([code, errors.getvalue()]))
"""
"""Code that runs commands in one process, since each start of Python costs seconds."""


def test_commands_name_the_extra_that_they_need(environment: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(
        "<title>通知</title><p>各单位：请于周五前报名。</p>", encoding="utf-8"
    )
    (tmp_path / "texts.txt").write_text("党员学习党章。" * 20, encoding="utf-8")
    ended = subprocess.run(
        [sys.executable, "-c", ONE_AFTER_THE_OTHER],
        input=json.dumps(list(COMMANDS.values())),
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    for extra, line in zip(COMMANDS, ended.stdout.splitlines(), strict=True):
        code, errors = json.loads(line)
        assert code == 1
        assert len(errors.strip().splitlines()) == 1, errors
        assert f"pip install 'topiccrawl[{extra}]'" in errors


@pytest.mark.parametrize(
    ("extra", "settings"),
    [
        ("mysql", ["TOPICCRAWL_DATABASE_URL=mysql+pymysql://user@127.0.0.1:1/corpus"]),
        ("trafilatura", ["TOPICCRAWL_EXTRACTOR=trafilatura"]),
    ],
)
def test_crawls_name_the_extra_before_the_first_request(
    extra: str, settings: list[str], environment: dict[str, str], tmp_path: Path
) -> None:
    options = [word for setting in settings for word in ("-s", setting)]
    ended = run(environment, tmp_path, "topiccrawl", "crawl", "partybuild", *options)
    assert ended.returncode == 1
    assert f"pip install 'topiccrawl[{extra}]'" in ended.stderr
    assert "Traceback" not in ended.stderr
