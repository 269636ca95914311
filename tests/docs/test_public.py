"""docs/public.md promises what exists."""

from __future__ import annotations

import re
from pathlib import Path
from pkgutil import resolve_name

import pytest

from topiccrawl import settings
from topiccrawl.cli import main
from topiccrawl.cli.app import COMMANDS
from topiccrawl.crawl.starts.options import OPTIONS
from topiccrawl.storage import schema

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "public.md").read_text(encoding="utf-8")
TABLES = dict(re.findall(r"(?m)^\| `(\w+)` \| (`.+`) \|$", PAGE))


@pytest.mark.parametrize("name", re.findall(r"(?m)^\| `(topiccrawl\.[\w.]+)` \|", PAGE))
def test_python_names_can_be_imported_and_are_documented(name: str) -> None:
    found = resolve_name(name)
    assert isinstance(found, dict) or found.__doc__
    (meaning,) = re.findall(rf"(?m)^\| `{re.escape(name)}` \| (.+) \|$", PAGE)
    for method in re.findall(r"`([\w.]+)`", meaning if isinstance(found, type) else ""):
        assert callable(getattr(found, method.rpartition(".")[2])), method


def test_settings_exist_and_all_are_documented() -> None:
    own = {name for name in dir(settings) if name.startswith("TOPICCRAWL_")}
    assert set(re.findall(r"`(TOPICCRAWL_[A-Z_]+)`", PAGE)) <= own
    documented = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
    assert own <= set(re.findall(r"(?m)^\| `(TOPICCRAWL_[A-Z_]+)` \|", documented))


def test_settings_of_the_environment_are_those_that_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    (sentence,) = re.findall(r"(?s)changelog says so\. (.+?) are also read from the environment", PAGE)
    named = set(re.findall(r"`(TOPICCRAWL_\w+)`", sentence))
    code = (ROOT / "topiccrawl" / "settings.py").read_text(encoding="utf-8")
    assert named == set(re.findall(r"os\.environ\.get\(\"(\w+)\"\)", code))


def test_spider_arguments_are_documented() -> None:
    starts = (ROOT / "docs" / "starts.md").read_text(encoding="utf-8")
    assert [name for name in OPTIONS if f"{name}=" not in starts] == []


def test_every_command_is_public_or_internal() -> None:
    named = re.findall(r"`topiccrawl (\w+)`", PAGE)
    assert sorted(set(named)) == sorted(COMMANDS)
    assert all(main([name, "--help"]) == 0 for name in set(named))


@pytest.mark.parametrize("name", TABLES)
def test_tables_and_columns_exist(name: str) -> None:
    columns = schema.metadata.tables[name].columns.keys()
    assert set(re.findall(r"`(\w+)`", TABLES[name])) <= set(columns)
    assert {"pages", "drops", "runs", "sources"} <= set(TABLES)


def test_files_of_topic_folders_exist() -> None:
    (row,) = re.findall(r"(?m)^\* \*\*Topic folders\*\*.+$", PAGE)
    shipped = {path.name for path in (ROOT / "resources" / "topics").rglob("*") if path.is_file()}
    assert set(re.findall(r"`(\w+\.\w+)`", row)) <= shipped
