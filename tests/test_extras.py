"""What needs an extra that is missing says how to install it; tests/e2e/setups/test_demo.py runs without any."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from base_install import without_extras

from topiccrawl.extras import EXTRAS

ROOT = Path(__file__).parents[1]
DECLARED: dict[str, list[str]] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))[
    "project"
]["optional-dependencies"]


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    return without_extras(tmp_path)


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


COMMANDS = {
    "mysql": "database show --database mysql+pymysql://user@127.0.0.1:1/corpus",
    "redis": "frontier show --topic partybuild --redis redis://127.0.0.1:1/0",
    "trafilatura": "extract page.html --extractor trafilatura",
    "browser": "extract page.html --extractor visual-browser",
    "names": "stories partybuild --names model",
    "xlsx": "export --topic t --out corpus.xlsx",
    "vectors": "fit vectors texts.txt --name small",
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
        assert code == 1, (extra, errors)
        assert len(errors.strip().splitlines()) == 1, errors
        assert f"pip install 'topiccrawl[{extra}]'" in errors


def test_a_crawl_names_the_extra_before_the_first_request(
    environment: dict[str, str], tmp_path: Path
) -> None:
    ended = run(
        environment, tmp_path, "topiccrawl", "crawl", "partybuild", "-s", "TOPICCRAWL_EXTRACTOR=trafilatura"
    )
    assert ended.returncode == 1
    assert "pip install 'topiccrawl[trafilatura]'" in ended.stderr
    assert "Traceback" not in ended.stderr
