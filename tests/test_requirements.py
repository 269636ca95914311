"""Pins, lowest versions and lock agree; each package that was fixed for the project is used."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]
DECLARED = [
    Requirement(text)
    for text in [
        *PROJECT["dependencies"],
        *(one for extra in EXTRAS for one in EXTRAS[extra] if extra != "all"),
    ]
]
LOCK = (ROOT / "requirements-lock.txt").read_text(encoding="utf-8")

USED = {
    "numpy": """
from topiccrawl.dedup.sketch import sketch
assert len(sketch("党员学习党章" * 9).hashes)
""",
    "jieba": """
from topiccrawl.text.segment import Segmenter
assert "党员" in Segmenter(engine="jieba").words("党员学习党章")
""",
    "scrapy": "from topiccrawl.scheduler import FocusedScheduler",
    "gensim": """
from topiccrawl.text.wiki_markup import text_of_markup
assert text_of_markup("'''党章'''是[[章程]]。") == "党章是章程。"
""",
    "scrapy_redis": """
from topiccrawl.storage.redis.connection import connect
connect("redis://127.0.0.1:1/0").close()
""",
    "pymysql": """
from topiccrawl.errors import StorageError
from topiccrawl.storage.database import connect, parse_url
try:
    connect(parse_url("mysql+pymysql://nobody@127.0.0.1:1/corpus"), timeout=1, create=False)
except StorageError as error:
    assert type(error.__cause__.orig).__module__.startswith("pymysql"), repr(error.__cause__)
else:
    raise AssertionError("no server listens there")
""",
    "trafilatura": """
from topiccrawl.extraction import extract
html = "<title>通知</title><p>" + "各单位要认真学习党章，按时报名参加培训。" * 20 + "</p>"
assert "党章" in extract(html, extractor="trafilatura").text
""",
}
"""For each of the seven packages that were fixed for the project: code of the project that uses it."""


def pins(name: str) -> dict[str, Version]:
    """Versions by package in one file."""
    text = (ROOT / name).read_text(encoding="utf-8")
    return {
        canonicalize_name(package): Version(version)
        for package, version in re.findall(r"(?m)^([\w.-]+)==([\w.]+)", text)
    }


def test_the_seven_packages_are_pinned() -> None:
    assert {canonicalize_name(module) for module in USED} <= pins("requirements.txt").keys()


def test_each_of_the_seven_packages_is_used() -> None:
    """One after the other in one process: none of them is there before its code."""
    code = "import sys\n"
    for module, uses in USED.items():
        code += f"assert {module!r} not in sys.modules\n{uses}\nassert {module!r} in sys.modules\n"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr[-2000:]


def test_every_declared_package_is_pinned_at_a_version_that_is_allowed() -> None:
    pinned = pins("requirements.txt") | pins("requirements-dev.txt")
    for requirement in DECLARED:
        assert requirement.specifier.contains(pinned[canonicalize_name(requirement.name)]), requirement
    assert pins("requirements.txt").keys() <= {canonicalize_name(one.name) for one in DECLARED}


def test_declared_versions_are_lower_bounds() -> None:
    assert {specifier.operator for one in DECLARED for specifier in one.specifier} == {">="}
    assert all(one.specifier for one in DECLARED)


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-tools.txt", "requirements-dev.txt"])
def test_the_lock_has_every_pin(name: str) -> None:
    assert pins(name).items() <= pins("requirements-lock.txt").items()


def test_the_lock_has_hashes_and_names_no_host() -> None:
    entries = re.split(r"(?m)^(?=[\w.-]+==)", LOCK)[1:]
    assert entries
    assert all("--hash=sha256:" in entry for entry in entries)
    assert "://" not in "".join(
        (ROOT / name).read_text(encoding="utf-8") for name in map(str, ROOT.glob("requirements*.txt"))
    )
